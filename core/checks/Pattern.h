// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace fabricscope::checks {

/// Whether the whole text is as the pattern, in which `*` is any text, an empty one too; there is no other
/// special character. Case counts. Time: at most the product of both lengths.
[[nodiscard]] bool matchesPattern(std::string_view pattern, std::string_view text);

} // namespace fabricscope::checks
