// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace fabricscope::test {

/// A text as a name of a parametrised test, as GoogleTest allows it: letters and digits; anything else
/// becomes "_".
inline std::string testName(std::string_view words) {
    std::string name;
    for (const char c : words)
        name += (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ? c : '_';
    return name;
}

} // namespace fabricscope::test
