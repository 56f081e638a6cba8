// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checks/Pattern.h"

#include <cstddef>

namespace fabricscope::checks {

bool matchesPattern(std::string_view pattern, std::string_view text) {
    std::size_t at = 0, inText = 0;
    // Where the last * is, and the text that it is tried with: only that one needs to be tried again.
    std::size_t star = std::string_view::npos, tried = 0;
    while (inText < text.size()) {
        if (at < pattern.size() && pattern[at] == '*') {
            star = at++;
            tried = inText;
        } else if (at < pattern.size() && pattern[at] == text[inText]) {
            ++at;
            ++inText;
        } else if (star != std::string_view::npos) {
            at = star + 1;
            inText = ++tried;
        } else {
            return false;
        }
    }
    while (at < pattern.size() && pattern[at] == '*')
        ++at;
    return at == pattern.size();
}

} // namespace fabricscope::checks
