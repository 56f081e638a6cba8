// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

namespace fabricscope::formats {

/// How many bytes at the end of a user's text are not used: its last value, if more of it could follow. A
/// text that ends with a line feed has none. Otherwise the kind of text decides: a word of the tool's
/// vocabulary, an address, a closed bracket or a number in its column is whole; "Width x1" may be the
/// beginning of "Width x16". `text` is without its wrapping. What JSON lacks is stated by cutText(), too.
[[nodiscard]] std::size_t unfinishedBytes(std::string_view section, std::string_view text);

/// As the import notes it.
inline constexpr std::string_view kUnfinishedText =
    "the text does not end with a line feed; its last value may be cut, and is not used";

} // namespace fabricscope::formats
