// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/redact/Pseudonyms.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cctype>

namespace fabricscope::capture {

namespace {

/// IPv4 ranges with a meaning that must be kept: this many leading bits are kept.
struct Range {
    std::uint32_t network;
    int prefix;
    int prefixBits;
};
constexpr std::array<Range, 8> kRanges{{
    {0x00000000, 8, 32},  // "this host", and versions such as 0.1.2.3
    {0x7F000000, 8, 32},  // loopback
    {0x0A000000, 8, 8},   // RFC 1918
    {0xAC100000, 12, 12}, // RFC 1918
    {0xC0A80000, 16, 16}, // RFC 1918
    {0x64400000, 10, 10}, // RFC 6598
    {0xA9FE0000, 16, 16}, // link-local
    {0xE0000000, 3, 32},  // multicast, reserved, netmasks
}};

const Range *rangeOf(std::uint32_t address) {
    const auto *at = std::find_if(kRanges.begin(), kRanges.end(), [&](const Range &range) {
        return (address ^ range.network) >> static_cast<unsigned>(32 - range.prefix) == 0;
    });
    return at == kRanges.end() ? nullptr : at;
}

std::uint64_t bigEndian(const std::uint8_t *bytes, std::size_t count) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < count; ++i)
        value = value << 8U | bytes[i];
    return value;
}

void storeBigEndian(std::uint64_t value, std::uint8_t *bytes, std::size_t count) {
    for (std::size_t i = count; i-- > 0; value >>= 8U)
        bytes[i] = static_cast<std::uint8_t>(value);
}

std::string lowered(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return out;
}

bool allSame(std::string_view digits) {
    return digits.find_first_not_of('0') == std::string_view::npos ||
           digits.find_first_not_of("fF") == std::string_view::npos;
}

} // namespace

std::uint64_t Pseudonyms::hash(std::string_view kind, std::string_view text) const {
    return m_hash(fmt::format("{}:{}", kind, text));
}

std::uint64_t Pseudonyms::hash(std::string_view kind, std::uint64_t value) const {
    return hash(kind, fmt::format("{:x}", value));
}

// Each bit is flipped or not by a hash of all bits before it: values with a common prefix keep one of the
// same length (the idea of J. Xu et al., "Prefix-preserving IP address anonymization", 2002).
std::uint64_t Pseudonyms::prefixPreserving(std::uint64_t bits, int width, int prefixBits) const {
    std::uint64_t out = bits;
    for (int i = prefixBits; i < width; ++i) {
        const std::uint64_t before = i == 0 ? 0 : bits >> static_cast<unsigned>(width - i);
        const std::uint64_t turn = hash(fmt::format("bit{}/{}", i, width), before) & 1U;
        out ^= turn << static_cast<unsigned>(width - 1 - i);
    }
    return out;
}

Pseudonyms::Mac Pseudonyms::mac(Mac address) const {
    const std::uint64_t value = bigEndian(address.data(), address.size());
    constexpr std::uint64_t kBroadcast = 0xFFFFFFFFFFFF;
    if (value == 0 || value == kBroadcast)
        return address;
    const std::uint64_t hashed = hash("mac", value);
    if ((address[0] & 1U) != 0) {
        storeBigEndian(hashed, address.data() + 3, 3);
        return address;
    }
    storeBigEndian(hashed, address.data(), address.size());
    address[0] = static_cast<std::uint8_t>((address[0] & 0xFCU) | 2U);
    return address;
}

std::uint32_t Pseudonyms::ipv4(std::uint32_t address) const {
    const Range *range = rangeOf(address);
    if (range)
        return static_cast<std::uint32_t>(prefixPreserving(address, 32, range->prefixBits));
    // If the result is in a range with a meaning, repeat: that keeps different addresses different.
    do
        address = static_cast<std::uint32_t>(prefixPreserving(address, 32, 0));
    while (rangeOf(address));
    return address;
}

Pseudonyms::Ipv6 Pseudonyms::ipv6(Ipv6 address) const {
    const std::uint64_t network = bigEndian(address.data(), 8);
    const std::uint64_t device = bigEndian(address.data() + 8, 8);
    if (network == 0 && device >> 32U == 0xFFFF) {
        storeBigEndian(ipv4(static_cast<std::uint32_t>(device)), address.data() + 12, 4);
        return address;
    }
    // IPoIB's groups have their partition in them (RFC 4391, 4): "ff12:401b:8001::ffff:ffff".
    if (address[0] == 0xFF && (address[2] == 0x40 || address[2] == 0x60) && address[3] == 0x1B)
        storeBigEndian(pkey(bigEndian(address.data() + 4, 2)), address.data() + 4, 2);
    constexpr std::uint64_t kSmall = 0x10000; // "::1", "::b": manually assigned host numbers
    if (address[0] == 0xFF || (network == 0 && device < kSmall))
        return address;
    const bool linkLocal = address[0] == 0xFE;
    const bool global = address[0] >> 5U == 1;
    if (!linkLocal && network != 0)
        storeBigEndian(prefixPreserving(network, 64, global ? 3 : 8), address.data(), 8);
    storeBigEndian(device >= kSmall ? guid(device) : small(device, 16, 1, kSmall), address.data() + 8, 8);
    return address;
}

std::uint64_t Pseudonyms::small(std::uint64_t value, int width, std::uint64_t above,
                                std::uint64_t below) const {
    if (value <= above || value >= below)
        return value;
    do // a permutation of all numbers of this width, and so of those between
        value = prefixPreserving(value, width, 0);
    while (value <= above || value >= below);
    return value;
}

std::uint64_t Pseudonyms::vlan(std::uint64_t id) const {
    constexpr int kBits = 12;
    constexpr std::uint64_t kReserved = 0xFFF;
    return small(id, kBits, 1, kReserved);
}

std::uint64_t Pseudonyms::vni(std::uint64_t id) const {
    constexpr int kBits = 24;
    constexpr std::uint64_t kBeyond = std::uint64_t{1} << static_cast<unsigned>(kBits);
    return id < kBeyond ? small(id, kBits, 0, kBeyond) : number(id);
}

std::uint64_t Pseudonyms::lid(std::uint64_t value) const {
    constexpr int kBits = 16;
    constexpr std::uint64_t kMulticast = 0xC000;
    return small(value, kBits, 0, kMulticast);
}

std::uint64_t Pseudonyms::pkey(std::uint64_t value) const {
    constexpr int kBits = 15;
    constexpr std::uint64_t kFullMember = 0x8000, kDefault = 0x7FFF;
    return (value & kFullMember) | small(value & kDefault, kBits, 0, kDefault);
}

std::uint64_t Pseudonyms::userId(std::uint64_t id) const {
    constexpr std::uint64_t kFirstOwn = 1000, kNobody = 65534, kRange = 900000, kFirst = 100000;
    return id < kFirstOwn || id == kNobody || id >= 0xFFFFFFFFU ? id : kFirst + hash("uid", id) % kRange;
}

std::uint64_t Pseudonyms::guid(std::uint64_t value) const {
    if (value == 0 || value == ~std::uint64_t{0})
        return value;
    // An EUI-64 made from a MAC address: ff:fe between its halves, the second bit of the first byte flipped.
    if ((value >> 24U & 0xFFFFU) == 0xFFFE) {
        Mac address{};
        const std::uint64_t turned = value ^ std::uint64_t{2} << 56U;
        storeBigEndian(turned >> 40U, address.data(), 3);
        storeBigEndian(turned, address.data() + 3, 3);
        address = mac(address);
        return (bigEndian(address.data(), 3) << 40U | std::uint64_t{0xFFFE} << 24U |
                bigEndian(address.data() + 3, 3)) ^
               std::uint64_t{2} << 56U;
    }
    return hash("guid", value) | std::uint64_t{2} << 56U;
}

std::uint64_t Pseudonyms::number(std::uint64_t value) const {
    constexpr unsigned kGuidBits = 48; // with fewer, sixteen digits begin with four zeros
    if (value == 0 || value >> kGuidBits != 0)
        return guid(value);
    const int digits = (std::bit_width(value) + 3) / 4;
    const auto shift = static_cast<unsigned>(4 * (digits - 1));
    const std::uint64_t hashed = hash("number", value);
    const std::uint64_t top = 1 + (hashed >> 60U) % 15;
    const std::uint64_t mask = shift == 0 ? 0 : ~std::uint64_t{0} >> (64 - shift);
    return top << shift | (hashed & mask);
}

std::string Pseudonyms::sameForm(std::string_view text) const {
    std::string out(text);
    const std::string lower = lowered(text);
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < out.size(); ++i) {
        if (i % 8 == 0)
            bits = hash(fmt::format("text{}", i / 8), lower);
        const auto c = static_cast<unsigned char>(out[i]);
        const auto part = static_cast<unsigned>(bits & 0xFFU);
        bits >>= 8U;
        if (std::isdigit(c) != 0)
            out[i] = static_cast<char>('0' + part % 10);
        else if (c >= 'a' && c <= 'z')
            out[i] = static_cast<char>('a' + part % 26);
        else if (c >= 'A' && c <= 'Z')
            out[i] = static_cast<char>('A' + part % 26);
        else if (c >= 0x80)
            out[i] = static_cast<char>('a' + part % 26);
    }
    return out;
}

std::string Pseudonyms::sameHexForm(std::string_view text) const {
    std::string digits;
    std::copy_if(text.begin(), text.end(), std::back_inserter(digits),
                 [](unsigned char c) { return std::isxdigit(c) != 0; });
    if (allSame(digits))
        return std::string(text);
    digits = lowered(digits);
    std::string out(text);
    std::uint64_t bits = 0;
    std::size_t count = 0;
    for (char &c : out) {
        if (std::isxdigit(static_cast<unsigned char>(c)) == 0)
            continue;
        if (count % 16 == 0)
            bits = hash(fmt::format("hex{}", count / 16), digits);
        const bool upper = c >= 'A' && c <= 'F';
        c = (upper ? "0123456789ABCDEF" : "0123456789abcdef")[bits & 0xFU];
        bits >>= 4U;
        ++count;
    }
    return out;
}

std::string Pseudonyms::name(std::string_view prefix, std::string_view text) const {
    return fmt::format("{}-{:08x}", prefix, hash(prefix, lowered(text)) & 0xFFFFFFFFU);
}

} // namespace fabricscope::capture
