// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace fabricscope::formats {

namespace detail {
constexpr std::array<std::uint8_t, 256> makeHexDigits() {
    std::array<std::uint8_t, 256> table{};
    table.fill(0xFF);
    for (std::uint8_t i = 0; i < 10; ++i)
        table['0' + i] = i;
    for (std::uint8_t i = 0; i < 6; ++i)
        table['a' + i] = table['A' + i] = static_cast<std::uint8_t>(10 + i);
    return table;
}
inline constexpr std::array<std::uint8_t, 256> kHexDigits = makeHexDigits();
} // namespace detail

/// 0 to 15, or 0xFF where it is no hexadecimal digit.
[[nodiscard]] constexpr std::uint8_t hexDigit(char c) {
    return detail::kHexDigits[static_cast<unsigned char>(c)];
}

/// All of the text, 1 to 16 digits.
[[nodiscard]] constexpr std::optional<std::uint64_t> hexNumber(std::string_view digits) {
    if (digits.empty() || digits.size() > 16)
        return std::nullopt;
    std::uint64_t value = 0;
    unsigned bad = 0;
    for (const char c : digits) {
        const std::uint8_t digit = hexDigit(c);
        bad |= digit;
        value = value << 4 | (digit & 0xFU);
    }
    return bad > 0xF ? std::nullopt : std::optional(value);
}

/// Two digits as a byte; a value over 255 where they are none.
[[nodiscard]] constexpr unsigned hexByte(char high, char low) {
    return static_cast<unsigned>(hexDigit(high)) << 4 | hexDigit(low) |
           ((hexDigit(high) | hexDigit(low)) > 0xFU ? 0x100U : 0U);
}

} // namespace fabricscope::formats
