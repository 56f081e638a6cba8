// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace fabricscope {

/// The rank, host or stream that a line is of, by the prefixes in front of its text: "0: ", "[1,0]<stdout>:",
/// "node01: ", "[pod/x] ", "(Worker pid=7) ", "web-1 | ", times, also several of them.
struct LineSource {
    std::size_t begin = 0; ///< of the text behind the prefixes
    std::string key;       ///< the same for all lines of a source; empty: no prefix
    /// Also with a word, "node01: ", which may as well be the name of a value; empty: none.
    std::string wordKey;
    std::size_t wordBegin = 0;
};
/// Of a line, or its beginning. Looks at a bounded part of it, except for a tag's '<'.
[[nodiscard]] LineSource lineSourceOf(std::string_view line);
/// Longer prefixes are none.
inline constexpr std::size_t kLongestLinePrefix = 256;

} // namespace fabricscope
