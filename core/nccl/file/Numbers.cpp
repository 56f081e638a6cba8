// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/file/Numbers.h"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace fabricscope::nccl {

namespace {

int digitOf(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return 99;
}

struct Magnitude {
    std::uint64_t value = 0;
    bool negative = false;
    bool tooLarge = false;
};

Magnitude magnitudeOf(std::string_view text, int base) {
    Magnitude result;
    std::size_t at = 0;
    while (at < text.size() && (text[at] == ' ' || (text[at] >= '\t' && text[at] <= '\r')))
        ++at;
    if (at < text.size() && (text[at] == '-' || text[at] == '+'))
        result.negative = text[at++] == '-';
    const bool prefix =
        at + 2 < text.size() && text[at] == '0' && (text[at + 1] | 0x20) == 'x' && digitOf(text[at + 2]) < 16;
    if (base == 0)
        base = prefix ? 16 : (at < text.size() && text[at] == '0' ? 8 : 10);
    if (prefix && base == 16)
        at += 2;
    for (; at < text.size() && digitOf(text[at]) < base; ++at) {
        const auto digit = static_cast<std::uint64_t>(digitOf(text[at]));
        const auto wide = static_cast<std::uint64_t>(base);
        if (result.value > (std::numeric_limits<std::uint64_t>::max() - digit) / wide)
            result.tooLarge = true;
        result.value = result.value * wide + digit;
    }
    return result;
}

} // namespace

std::int64_t cNumber(std::string_view text, int base) {
    constexpr auto kMax = std::numeric_limits<std::int64_t>::max();
    const Magnitude magnitude = magnitudeOf(text, base);
    const bool tooLarge = magnitude.tooLarge || magnitude.value > static_cast<std::uint64_t>(kMax);
    if (magnitude.negative)
        return tooLarge ? std::numeric_limits<std::int64_t>::min()
                        : -static_cast<std::int64_t>(magnitude.value);
    return tooLarge ? kMax : static_cast<std::int64_t>(magnitude.value);
}

std::uint64_t cUnsigned(std::string_view text, int base) {
    const Magnitude magnitude = magnitudeOf(text, base);
    if (magnitude.tooLarge)
        return std::numeric_limits<std::uint64_t>::max();
    return magnitude.negative ? 0 - magnitude.value : magnitude.value;
}

int cInt(std::string_view text) {
    return static_cast<int>(static_cast<std::uint32_t>(static_cast<std::uint64_t>(cNumber(text))));
}

std::int64_t busIdNumber(std::string_view text) {
    std::string digits;
    for (const char c : text) {
        if (c == '.' || c == ':')
            continue;
        if (digitOf(c) >= 16 || digits.size() == 16)
            break;
        digits += c;
    }
    return cNumber(digits, 16);
}

double plain(float value) {
    if (!std::isfinite(value))
        return 0;
    std::array<char, 64> text{};
    const auto written = std::to_chars(text.data(), text.data() + text.size(), value);
    double result = 0;
    std::from_chars(text.data(), written.ptr, result);
    return result;
}

} // namespace fabricscope::nccl
