// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// /proc/net/route (net/ipv4/fib_trie.c: fib_route_seq_show) and /proc/net/ipv6_route (net/ipv6/route.c:
// rt6_info_route): the main tables, with addresses as hexadecimal digits.
#include "core/base/Text.h"
#include "core/formats/Lines.h"
#include "core/formats/Readers.h"
#include "core/formats/tools/ToolText.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

namespace fabricscope::formats {

namespace {

constexpr std::uint32_t kUp = 0x1;           // RTF_UP of linux/route.h
constexpr std::uint32_t kReject = 0x200;     // RTF_REJECT
constexpr std::uint32_t kLocal = 0x80000000; // RTF_LOCAL of linux/ipv6_route.h: an address of the host itself
constexpr std::uint32_t kAnycast = 0x100000; // RTF_ANYCAST

/// Each word as it lies in memory is printed as a number: on hosts of little-endian order, which all with
/// GPUs are, the last byte comes first.
std::string v4Text(std::uint32_t word) {
    return fmt::format("{}.{}.{}.{}", word & 0xFF, word >> 8 & 0xFF, word >> 16 & 0xFF, word >> 24);
}

/// Bits of a netmask that has no holes.
std::optional<int> maskBits(std::uint32_t word) {
    const std::uint32_t mask = (word & 0xFF) << 24 | (word & 0xFF00) << 8 | (word >> 8 & 0xFF00) | word >> 24;
    const int bits = std::countl_one(mask);
    return std::popcount(mask) == bits ? std::optional(bits) : std::nullopt;
}

std::optional<std::uint32_t> hex32(std::string_view word) {
    constexpr std::size_t kDigits = 8;
    return word.size() == kDigits && word.find_first_of("xX") == std::string_view::npos
               ? parseInteger<std::uint32_t>(word, 16)
               : std::nullopt;
}

/// 32 digits as eight groups.
std::optional<std::string> v6Text(std::string_view word) {
    constexpr std::size_t kDigits = 32;
    constexpr std::size_t kGroup = 4;
    if (word.size() != kDigits || word.find_first_not_of("0123456789abcdefABCDEF") != std::string_view::npos)
        return std::nullopt;
    if (word.find_first_not_of('0') == std::string_view::npos)
        return "::";
    std::string text;
    for (std::size_t at = 0; at < kDigits; at += kGroup)
        text += fmt::format("{}{:x}", at == 0 ? "" : ":",
                            *parseInteger<std::uint16_t>(word.substr(at, kGroup), 16));
    return text;
}

/// Interface, destination, gateway, flags, counts, metric, mask. Nothing: no such line; a route without a
/// destination: one that leads nowhere.
std::optional<host::Route> readV4(const std::vector<std::string_view> &words) {
    constexpr std::size_t kColumns = 8;
    if (words.size() < kColumns)
        return std::nullopt;
    const auto destination = hex32(words[1]), gateway = hex32(words[2]), mask = hex32(words[7]);
    const auto flags = parseInteger<std::uint32_t>(words[3], 16);
    const auto metric = parseInteger<std::uint32_t>(words[6]);
    const auto bits = mask ? maskBits(*mask) : std::nullopt;
    if (!destination || !gateway || !flags || !metric || !bits)
        return std::nullopt;
    host::Route route;
    if ((*flags & kUp) == 0)
        return route;
    route.rejected = (*flags & kReject) != 0;
    route.interface = route.rejected ? std::string() : std::string(words[0]);
    route.destination = fmt::format("{}/{}", v4Text(*destination), *bits);
    route.gateway = *gateway != 0 ? v4Text(*gateway) : std::string();
    route.metric = *metric;
    return route;
}

/// Destination, its length, source, its length, gateway, metric, counts, flags, interface.
std::optional<host::Route> readV6(const std::vector<std::string_view> &words) {
    constexpr std::size_t kColumns = 10;
    constexpr unsigned kMaxBits = 128;
    if (words.size() < kColumns)
        return std::nullopt;
    const auto destination = v6Text(words[0]), gateway = v6Text(words[4]);
    const auto bits = parseInteger<std::uint8_t>(words[1], 16);
    const auto metric = hex32(words[5]), flags = hex32(words[8]);
    if (!destination || !gateway || !bits || *bits > kMaxBits || !metric || !flags)
        return std::nullopt;
    host::Route route;
    // The kernel's own last entry, which says that there is no route, and what leads to no other host.
    constexpr std::uint32_t kNullMetric = 0xFFFFFFFF;
    const bool multicast = words[0].starts_with("ff");
    if (*metric == kNullMetric || multicast || (*flags & (kLocal | kAnycast)) != 0)
        return route;
    route.rejected = (*flags & kReject) != 0;
    route.interface = route.rejected ? std::string() : std::string(words[9]);
    route.destination = fmt::format("{}/{}", *destination, *bits);
    route.gateway = *gateway != "::" ? *gateway : std::string();
    route.metric = *metric;
    return route;
}

struct Table {
    std::string_view file;
    std::optional<host::Route> (*read)(const std::vector<std::string_view> &words);
    bool host::Host::*known;
};
constexpr Table kTables[] = {{"route", readV4, &host::Host::ipv4RoutesKnown},
                             {"ipv6_route", readV6, &host::Host::ipv6RoutesKnown}};

constexpr std::string_view kHead = "Iface"; // the first line of /proc/net/route
constexpr std::string_view kCut = "...";    // the collector's: there are more lines

} // namespace

// "route:eth0	00000000	0101010A	0003	0	0	100	00000000	0	0
// 0"
void readRoutes(const SectionText &text, HostBuilder &builder) {
    constexpr std::size_t kMaxWords = 16;
    host::Host &host = builder.host;
    std::array<bool, std::size(kTables)> cut{};
    for (LineCursor lines(text); lines.next();) {
        const auto parts = splitFileLine(lines.line());
        const auto *table = std::find_if(std::begin(kTables), std::end(kTables),
                                         [&](const Table &row) { return parts && row.file == parts->path; });
        if (table == std::end(kTables)) {
            builder.warn(text, lines.line(), "not a line of a routing table");
            continue;
        }
        bool &isCut = cut[static_cast<std::size_t>(table - std::begin(kTables))];
        isCut = isCut || parts->value == kCut || host.routes.size() >= HostLimits::kNames;
        host.*(table->known) = !isCut && text.meta.damage == capture::Damage::None;
        if (isCut || parts->value.starts_with(kHead))
            continue;
        auto route = table->read(splitWords(parts->value, kMaxWords));
        if (!route) {
            builder.warn(text, lines.line(), "not a route");
        } else if (!route->destination.empty()) {
            route->interface = shown(route->interface, 64);
            route->evidence = text.evidence(lines.line());
            host.routes.push_back(std::move(*route));
        }
    }
}

} // namespace fabricscope::formats
