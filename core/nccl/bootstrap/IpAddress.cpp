// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/bootstrap/IpAddress.h"

#include "core/base/Text.h"

#include <algorithm>

namespace fabricscope::nccl {

namespace {

bool parseV4(std::string_view text, std::uint8_t *bytes) {
    for (int i = 0; i < 4; ++i) {
        const std::size_t dot = text.find('.');
        if ((dot == std::string_view::npos) != (i == 3))
            return false;
        const std::string_view part = takeUntil(text, '.');
        const auto number = parseInteger<unsigned>(part);
        if (!number || *number > 255 || part.size() > 3)
            return false;
        bytes[i] = static_cast<std::uint8_t>(*number);
    }
    return true;
}

/// Parses the groups on one side of "::" into `groups`; returns their number, or std::nullopt if invalid. The
/// last one may be IPv4.
std::optional<std::size_t> parseGroups(std::string_view text, std::array<std::uint16_t, 8> &groups) {
    std::size_t count = 0;
    while (!text.empty()) {
        const bool last = text.find(':') == std::string_view::npos;
        const std::string_view part = takeUntil(text, ':');
        if (last && part.find('.') != std::string_view::npos) {
            std::array<std::uint8_t, 4> bytes{};
            if (count + 2 > groups.size() || !parseV4(part, bytes.data()))
                return std::nullopt;
            groups[count++] = static_cast<std::uint16_t>(bytes[0] << 8 | bytes[1]);
            groups[count++] = static_cast<std::uint16_t>(bytes[2] << 8 | bytes[3]);
            break;
        }
        const auto number = parseInteger<std::uint16_t>(part, 16);
        if (!number || part.size() > 4 || count >= groups.size() || (!last && text.empty()))
            return std::nullopt;
        groups[count++] = *number;
    }
    return count;
}

bool parseV6(std::string_view text, std::array<std::uint8_t, 16> &bytes) {
    std::array<std::uint16_t, 8> front{}, back{};
    const std::size_t gap = text.find("::");
    const bool hasGap = gap != std::string_view::npos;
    const auto before = parseGroups(text.substr(0, gap), front);
    const auto behind = hasGap ? parseGroups(text.substr(gap + 2), back) : std::optional<std::size_t>(0);
    if (!before || !behind || (hasGap ? *before + *behind > 7 : *before != 8))
        return false;
    std::copy_n(back.begin(), *behind, front.end() - static_cast<std::ptrdiff_t>(*behind));
    for (std::size_t i = 0; i < front.size(); ++i) {
        bytes[2 * i] = static_cast<std::uint8_t>(front[i] >> 8);
        bytes[2 * i + 1] = static_cast<std::uint8_t>(front[i] & 0xFF);
    }
    return true;
}

} // namespace

std::optional<IpAddress> IpAddress::parse(std::string_view text) {
    const std::size_t slash = text.find('/');
    std::string_view address = text.substr(0, slash);
    address = address.substr(0, address.find('%'));
    IpAddress result;
    if (address.find(':') != std::string_view::npos) {
        result.family = Family::V6;
        result.prefix = 128;
        if (!parseV6(address, result.bytes))
            return std::nullopt;
    } else if (!parseV4(address, result.bytes.data())) {
        return std::nullopt;
    }
    if (slash != std::string_view::npos) {
        const auto prefix = parseInteger<unsigned>(text.substr(slash + 1));
        if (!prefix || *prefix > result.prefix)
            return std::nullopt;
        result.prefix = *prefix;
    }
    return result;
}

bool IpAddress::isLoopback() const {
    if (family == Family::V4)
        return bytes[0] == 127;
    return bytes[15] == 1 &&
           std::all_of(bytes.begin(), bytes.end() - 1, [](std::uint8_t byte) { return byte == 0; });
}

bool IpAddress::isLinkLocal() const {
    return family == Family::V4 ? bytes[0] == 169 && bytes[1] == 254
                                : bytes[0] == 0xFE && (bytes[1] & 0xC0) == 0x80;
}

bool IpAddress::sameAddress(const IpAddress &other) const {
    return family == other.family && bytes == other.bytes;
}

bool IpAddress::hasInSubnet(const IpAddress &other) const {
    if (family != other.family)
        return false;
    for (unsigned bit = 0; bit < prefix; bit += 8) {
        const unsigned left = std::min(8U, prefix - bit);
        const auto mask = static_cast<std::uint8_t>(0xFF << (8 - left));
        if (((bytes[bit / 8] ^ other.bytes[bit / 8]) & mask) != 0)
            return false;
    }
    return true;
}

} // namespace fabricscope::nccl
