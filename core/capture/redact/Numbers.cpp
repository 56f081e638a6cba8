// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/redact/Numbers.h"

#include "core/base/Text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>

namespace fabricscope::capture {

namespace {

constexpr std::size_t kMaxDigits = 6;       ///< serial numbers and those of jobs have more
constexpr std::size_t kMaxDottedDigits = 8; ///< "2024.01.20240115", "1234567.123456"
constexpr std::size_t kMaxWideDigits = 20;

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

bool isHexDigit(char c) {
    return std::isxdigit(static_cast<unsigned char>(c)) != 0;
}

bool allOf(std::string_view text, bool (*is)(char)) {
    return !text.empty() && std::all_of(text.begin(), text.end(), is);
}

bool isUnit(std::string_view text) {
    static constexpr std::array<std::string_view, 40> kUnits{
        {"k",  "kb",   "kib",  "m",   "mb",  "mib", "g",   "gb", "gib", "t",    "tb",   "tib", "b", "bit",
         "gt", "gbps", "mbps", "hz",  "khz", "mhz", "ghz", "w",  "mw",  "v",    "mv",   "c",   "f", "us",
         "ms", "ns",   "s",    "sec", "min", "h",   "x",   "e",  "d",   "gbit", "mbit", "ma"}};
    constexpr std::size_t kLongest = 4;
    if (text.empty() || text.size() > kLongest)
        return false;
    std::string_view::size_type i = 0;
    std::array<char, kLongest> lower{};
    for (; i < text.size(); ++i)
        lower[i] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[i])));
    return std::find(kUnits.begin(), kUnits.end(), std::string_view(lower.data(), i)) != kUnits.end();
}

/// Memory is allocated in pages: a region begins and ends at a page.
bool isPageAddress(std::uint64_t value) {
    constexpr std::uint64_t kPage = 0xFFF;
    constexpr std::uint64_t kBeyond = std::uint64_t{1} << 48U;
    return value < kBeyond && ((value & kPage) == 0 || (value & kPage) == kPage);
}

bool isAllowedHex(std::string_view digits, NumberForms forms) {
    constexpr std::size_t kMost = 16;
    constexpr std::uint64_t kSmall = std::uint64_t{1} << 24U; // a class code; an IPv4 address is larger
    if (digits.size() > kMost || !allOf(digits, isHexDigit))
        return false;
    const auto value = parseInteger<std::uint64_t>(digits, 16);
    constexpr std::size_t kMac = 12; // "0x0000c9a1b2c3"
    if (!value || *value < kSmall || isPageAddress(*value) || *value == ~std::uint64_t{0})
        return value.has_value();
    return forms.wideHex && digits.size() != kMac;
}

/// "1f", "a1", "00d4", "ff": a byte, a register, half an id.
bool isSmallHex(std::string_view text) {
    constexpr std::size_t kMost = 4;
    return text.size() >= 2 && text.size() <= kMost && allOf(text, isHexDigit) &&
           (text.size() == 2 || std::any_of(text.begin(), text.end(), isDigit));
}

/// Digits, optionally followed by a unit.
bool isCount(std::string_view text, std::size_t most) {
    const auto end = std::min(text.find_first_not_of("0123456789"), text.size());
    constexpr std::size_t kMaxWithUnit = 12; // kB of a machine's memory
    if (end == 0)
        return false;
    return end == text.size() ? end <= most : end <= kMaxWithUnit && isUnit(text.substr(end));
}

/// "5.15.0", "96.00.A5.00.01", "2.5GT", "1f.7".
bool isDotted(std::string_view text) {
    constexpr std::size_t kMaxParts = 6;
    if (looksLikeIpv4(text))
        return false;
    std::size_t parts = 0;
    for (bool more = true; more; ++parts) {
        more = text.find('.') != std::string_view::npos;
        const std::string_view part = takeUntil(text, '.');
        const bool letter = part.size() >= 2 && allOf(part.substr(0, part.size() - 1), isDigit); // "4f", "1b"
        const bool byte = part.size() == 2 && isSmallHex(part); // "9c63.c0d4.20f0" is a MAC address
        if (parts == kMaxParts || !(isCount(part, kMaxDottedDigits) || byte || letter))
            return false;
    }
    return parts >= 2;
}

} // namespace

bool looksLikeIpv4(std::string_view token) {
    constexpr std::size_t kParts = 4, kMaxPart = 3;
    for (std::size_t part = 0; part < kParts; ++part) {
        if ((token.find('.') == std::string_view::npos) != (part == kParts - 1))
            return false;
        const std::string_view digits = takeUntil(token, '.');
        if (digits.size() > kMaxPart || !allOf(digits, isDigit))
            return false;
    }
    return true;
}

bool isAllowedNumber(std::string_view token, NumberForms forms) {
    if (token.empty())
        return false;
    if (token.size() > 2 && token[0] == '0' && (token[1] == 'x' || token[1] == 'X'))
        return isAllowedHex(token.substr(2), forms);
    constexpr std::size_t kMask = 16;
    if (token.size() <= kMask && token.find_first_not_of("0fF") == std::string_view::npos)
        return true; // a mask
    const char first = static_cast<char>(std::tolower(static_cast<unsigned char>(token[0])));
    if ((first == 'x' || first == 'v') && token.size() > 1 && isDigit(token[1]))
        token.remove_prefix(1); // "x16", "v2"
    if (isCount(token, forms.wide ? kMaxWideDigits : kMaxDigits) || isSmallHex(token) || isDotted(token))
        return true;
    constexpr std::size_t kLeast = 5;
    const auto address = parseInteger<std::uint64_t>(token, 16);
    return forms.addresses && token.size() >= kLeast && token.size() <= kMask && address &&
           allOf(token, isHexDigit) &&
           (isPageAddress(*address) || (token.starts_with("0000") && *address >> 32U == 0));
}

} // namespace fabricscope::capture
