// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/TerminalWidth.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace fabricscope::formats {

// What the beginnings of lines are told by (LineStarts.cpp, GpuLineStarts.cpp), and kinds of characters.

constexpr bool isDigit(char c) {
    return c >= '0' && c <= '9';
}
constexpr bool isHex(char c) {
    return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
constexpr bool isBlank(char c) {
    return c == ' ' || c == '\t';
}
constexpr bool isUpper(char c) {
    return (c >= 'A' && c <= 'Z') || isDigit(c) || c == '_';
}
constexpr bool isNameCharacter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || isDigit(c) || c == '_' || c == '-' || c == '.';
}

/// A place in a line, which moves over what is expected there.
class Scan {
public:
    Scan(std::string_view line, std::size_t place) : m_line(line), m_begin(place), m_at(place) {}

    Scan &words(std::string_view expected) {
        return m_line.substr(m_at).starts_with(expected) ? skip(expected.size()) : fail();
    }
    /// At least `least` characters, at most 64.
    template<class Predicate> Scan &run(Predicate is, std::size_t least = 1) {
        constexpr std::size_t kMost = 64;
        std::size_t count = 0;
        while (count < kMost && m_at + count < m_line.size() && is(m_line[m_at + count]))
            ++count;
        return count < least ? fail() : skip(count);
    }
    Scan &digits() { return run(isDigit); }
    Scan &blanks(std::size_t least = 1) { return run(isBlank, least); }
    Scan &name() { return run(isNameCharacter); }
    /// What was expected is there.
    [[nodiscard]] bool isGood() const { return m_isGood; }
    [[nodiscard]] std::size_t length() const { return m_isGood ? m_at - m_begin : 0; }

private:
    Scan &skip(std::size_t count) {
        m_at += m_isGood ? count : 0;
        return *this;
    }
    Scan &fail() {
        m_isGood = false;
        return *this;
    }

    std::string_view m_line;
    std::size_t m_begin, m_at;
    bool m_isGood = true;
};

/// The character before; a blank at the beginning of the line.
inline char before(std::string_view line, std::size_t place) {
    return place == 0 ? ' ' : line[place - 1];
}

/// Whether a line fills a terminal of so many columns; `fold` counts bytes.
[[nodiscard]] inline bool fills(std::string_view line, std::size_t width) {
    const std::size_t columns = columnsOf(line);
    if (columns == width)
        return true;
    const auto more = static_cast<std::size_t>(std::count_if(
        line.begin(), line.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }));
    return more > 0 && columns + more == width;
}

/// Words with which a line begins.
struct Words {
    std::string_view words;
    /// Other lines hold them, too: blanks must precede them.
    bool isShort = false;
};

template<std::size_t N>
[[nodiscard]] std::size_t wordsLength(const std::array<Words, N> &table, std::string_view line,
                                      std::size_t place) {
    const std::string_view rest = line.substr(place);
    const auto known = std::find_if(table.begin(), table.end(),
                                    [&](const Words &each) { return rest.starts_with(each.words); });
    if (known == table.end())
        return 0;
    return known->isShort && !isBlank(before(line, place)) ? 0 : known->words.size();
}

} // namespace fabricscope::formats
