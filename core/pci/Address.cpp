// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pci/Address.h"

#include <array>

namespace fabricscope::pci {

namespace {

// A large value for a character that is not a hexadecimal digit, so that it exceeds every limit, shifted or
// not.
constexpr unsigned kNoDigit = 0x10000;

constexpr std::array<std::uint32_t, 256> makeDigits() {
    std::array<std::uint32_t, 256> digits{};
    digits.fill(kNoDigit);
    for (std::uint32_t i = 0; i < 10; ++i)
        digits['0' + i] = i;
    for (std::uint32_t i = 0; i < 6; ++i)
        digits['a' + i] = digits['A' + i] = 10 + i;
    return digits;
}
constexpr auto kDigits = makeDigits();

unsigned hexDigit(char c) {
    return kDigits[static_cast<unsigned char>(c)];
}

} // namespace

std::optional<Address> Address::parse(std::string_view text) {
    constexpr std::size_t kUsual = 12; // dddd:bb:dd.f, nearly always
    if (text.size() == kUsual) {
        const auto digit = [&](std::size_t at) {
            return hexDigit(text[at]);
        };
        const unsigned domain = digit(0) << 12 | digit(1) << 8 | digit(2) << 4 | digit(3);
        const unsigned bus = digit(5) << 4 | digit(6);
        const unsigned device = digit(8) << 4 | digit(9);
        if (text[4] != ':' || text[7] != ':' || text[10] != '.' || domain > 0xFFFF || bus > 0xFF ||
            device > 31 || digit(11) > 7)
            return std::nullopt;
        return Address{domain, static_cast<std::uint8_t>(bus), static_cast<std::uint8_t>(device),
                       static_cast<std::uint8_t>(digit(11))};
    }
    // Fixed positions counted from the end: [dddd:]bb:dd.f, since a domain has 4 to 8 digits.
    constexpr std::size_t kShort = 7;
    if (text.size() < kShort || text[text.size() - 2] != '.' || text[text.size() - 5] != ':')
        return std::nullopt;
    const char *tail = text.data() + text.size() - kShort;
    const unsigned bus = hexDigit(tail[0]) << 4 | hexDigit(tail[1]);
    const unsigned device = hexDigit(tail[3]) << 4 | hexDigit(tail[4]);
    const unsigned function = hexDigit(tail[6]);
    if (bus > 0xFF || device > 31 || function > 7)
        return std::nullopt;
    std::uint32_t domain = 0;
    if (text.size() > kShort) {
        const std::size_t digits = text.size() - kShort - 1;
        if (digits < 4 || digits > 8 || text[digits] != ':')
            return std::nullopt;
        for (const char c : text.substr(0, digits)) {
            if (hexDigit(c) > 0xF)
                return std::nullopt;
            domain = domain << 4 | hexDigit(c);
        }
    }
    return Address{domain, static_cast<std::uint8_t>(bus), static_cast<std::uint8_t>(device),
                   static_cast<std::uint8_t>(function)};
}

namespace {

// Without fmt, since pictures and lists write thousands of them.
char *putHex(char *at, std::uint32_t number, int digits) {
    for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4)
        *at++ = "0123456789abcdef"[number >> shift & 0xFU];
    return at;
}

constexpr std::size_t kLongest = 16; // dddddddd:bb:dd.f

std::string written(const Address &address, int domainDigits) {
    std::array<char, kLongest> text; // NOLINT(cppcoreguidelines-pro-type-member-init): filled below
    char *at = text.data();
    if (domainDigits > 0) {
        at = putHex(at, address.domain, domainDigits);
        *at++ = ':';
    }
    at = putHex(at, address.bus, 2);
    *at++ = ':';
    at = putHex(at, address.device, 2);
    *at++ = '.';
    at = putHex(at, address.function, 1);
    return {text.data(), at};
}

} // namespace

std::string Address::toString() const {
    int digits = 4;
    while (digits < 8 && domain >> (4 * digits) != 0)
        ++digits;
    return written(*this, digits);
}

std::string Address::toShortString() const {
    return written(*this, 0);
}

} // namespace fabricscope::pci
