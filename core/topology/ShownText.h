// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Text.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace fabricscope::topology {

/// sanitized(), without its work where the text is short and plain ASCII: one for each function of the host.
[[nodiscard]] inline std::string shownText(std::string_view text, std::size_t maxBytes) {
    const bool plain = text.size() <= maxBytes &&
                       std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c < 0x7F; });
    return plain ? std::string(text) : sanitized(text, maxBytes);
}

} // namespace fabricscope::topology
