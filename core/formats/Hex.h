// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
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

/// 0 to 15, or 0xFF if it is not a hexadecimal digit.
[[nodiscard]] constexpr std::uint8_t hexDigit(char c) {
    return detail::kHexDigits[static_cast<unsigned char>(c)];
}

/// The whole text, 1 to 16 digits.
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

/// Eight digits, the first one in the lowest byte, parsed without a loop. More than 32 bits if one of them is
/// not a digit.
[[nodiscard]] constexpr std::uint64_t hexEight(std::uint64_t text) {
    constexpr std::uint64_t kOnes = 0x0101010101010101;
    const std::uint64_t letters = text >> 6 & kOnes;
    std::uint64_t value = (text & 0x0F * kOnes) + 9 * letters; // a nibble in each byte
    // Check: formatting the value again must give the same text, except for case.
    const std::uint64_t overNine = (value + 0x76 * kOnes) >> 7 & kOnes;
    const std::uint64_t written = value + '0' * kOnes + ('a' - '0' - 10) * overNine;
    if (written != (text | letters << 5) || (value & 0x10 * kOnes) != 0)
        return ~std::uint64_t{0};
    value = __builtin_bswap64(value); // the first digit is the highest
    value = (value | value >> 4) & 0x00FF00FF00FF00FF;
    value = (value | value >> 8) & 0x0000FFFF0000FFFF;
    return (value | value >> 16) & 0xFFFFFFFF;
}

/// The same for eight consecutive digits in memory.
[[nodiscard]] inline std::uint64_t hexEight(const char *digits) {
    std::uint64_t text = 0;
    std::memcpy(&text, digits, sizeof text);
    return hexEight(text);
}

/// Two digits as a byte; a value over 255 if they are not digits.
[[nodiscard]] constexpr unsigned hexByte(char high, char low) {
    return static_cast<unsigned>(hexDigit(high)) << 4 | hexDigit(low) |
           ((hexDigit(high) | hexDigit(low)) > 0xFU ? 0x100U : 0U);
}

} // namespace fabricscope::formats
