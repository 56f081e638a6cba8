// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace fabricscope {

/// Whether a whole line may hold or announce a secret of LineSecrets.h: false for nearly all lines of a log,
/// in one pass over their bytes. True does not say that it does. Words of names are those of SecretNames.h.
[[nodiscard]] bool mayHoldNamedSecret(std::string_view line);

} // namespace fabricscope
