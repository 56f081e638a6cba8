// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

namespace fabricscope {

/// The width of most terminals, in columns.
inline constexpr std::size_t kUsualWidth = 80;

/// Whether a terminal may have so many columns, 40 to 512.
[[nodiscard]] constexpr bool isTerminalWidth(std::size_t columns) {
    constexpr std::size_t kNarrowest = 40, kWidest = 512;
    return columns >= kNarrowest && columns <= kWidest;
}

/// The columns of a terminal that a line takes: tab stops are multiples of 8, and a character of several
/// bytes (UTF-8) takes one.
[[nodiscard]] constexpr std::size_t columnsOf(std::string_view line) {
    constexpr std::size_t kTab = 8;
    std::size_t columns = 0;
    for (const char c : line)
        if (c == '\t')
            columns = (columns / kTab + 1) * kTab;
        else if ((static_cast<unsigned char>(c) & 0xC0U) != 0x80U)
            ++columns;
    return columns;
}

} // namespace fabricscope
