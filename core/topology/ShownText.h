// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Text.h"

#include <string>
#include <string_view>

namespace fabricscope::topology {

/// A text of the host as a node shows it.
[[nodiscard]] inline std::string shownText(std::string_view text, std::size_t maxBytes) {
    return sanitized(text, maxBytes);
}

} // namespace fabricscope::topology
