// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/affinity/Rails.h"

#include "core/base/Text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>

namespace fabricscope::affinity {

namespace {

constexpr std::size_t kGroups = 8;
using Groups = std::array<std::uint16_t, kGroups>;
constexpr unsigned kGroupBits = 16;

std::optional<std::uint32_t> parseV4(std::string_view text) {
    constexpr unsigned kBytes = 4;
    std::uint32_t value = 0;
    for (unsigned i = 0; i < kBytes; ++i) {
        const bool last = i + 1 == kBytes;
        if (!last && text.find('.') == std::string_view::npos)
            return std::nullopt;
        const auto byte = parseInteger<std::uint8_t>(last ? text : takeUntil(text, '.'));
        if (!byte)
            return std::nullopt;
        value = value << 8 | *byte;
    }
    return value;
}

/// Groups on one side of "::"; false if one is not a number or there are too many.
bool parseGroups(std::string_view text, std::vector<std::uint16_t> &groups) {
    while (!text.empty()) {
        const bool more = text.find(':') != std::string_view::npos;
        const auto group = parseInteger<std::uint16_t>(takeUntil(text, ':'), 16);
        if (!group || groups.size() == kGroups || (more && text.empty()))
            return false;
        groups.push_back(*group);
    }
    return true;
}

std::optional<Groups> parseV6(std::string_view text) {
    constexpr std::string_view kGap = "::";
    std::vector<std::uint16_t> head, tail;
    const auto gap = text.find(kGap);
    if (gap == std::string_view::npos) {
        if (!parseGroups(text, head) || head.size() != kGroups)
            return std::nullopt;
    } else if (!parseGroups(text.substr(0, gap), head) ||
               !parseGroups(text.substr(gap + kGap.size()), tail) || head.size() + tail.size() >= kGroups) {
        return std::nullopt;
    }
    Groups groups{};
    std::copy(head.begin(), head.end(), groups.begin());
    std::copy(tail.begin(), tail.end(), groups.end() - static_cast<std::ptrdiff_t>(tail.size()));
    return groups;
}

std::optional<std::string> subnetV6(Groups groups, unsigned bits) {
    const bool linkLocal = (groups[0] & 0xFFC0) == 0xFE80;
    const bool mapped = groups[0] == 0 && groups[1] == 0 && groups[2] == 0 && groups[3] == 0;
    if (linkLocal || mapped || bits == 0 || bits >= kGroups * kGroupBits)
        return std::nullopt;
    for (unsigned i = 0; i < kGroups; ++i) {
        const unsigned kept = bits > i * kGroupBits ? std::min(bits - i * kGroupBits, kGroupBits) : 0;
        groups[i] = static_cast<std::uint16_t>(groups[i] & (0xFFFF0000U >> kept));
    }
    std::size_t last = kGroups;
    while (last > 0 && groups[last - 1] == 0)
        --last;
    std::string text;
    for (std::size_t i = 0; i < last; ++i)
        text += fmt::format("{}{:x}", i == 0 ? "" : ":", groups[i]);
    return fmt::format("{}{}/{}", text, last == kGroups ? "" : "::", bits);
}

void addOnce(std::vector<std::string> &rails, std::string rail) {
    constexpr std::size_t kMost = 16;
    if (rails.size() < kMost && std::find(rails.begin(), rails.end(), rail) == rails.end())
        rails.push_back(std::move(rail));
}

constexpr std::string_view kSwitch = "switch ";

} // namespace

std::optional<std::string> subnetOf(std::string_view address) {
    std::string_view rest = address;
    const std::string_view host = takeUntil(rest, '/');
    const auto bits = parseInteger<unsigned>(rest);
    if (!bits)
        return std::nullopt;
    if (const auto v4 = parseV4(host)) {
        constexpr unsigned kBits = 32;
        const bool loopback = *v4 >> 24 == 127;
        const bool linkLocal = *v4 >> 16 == 0xA9FE;
        if (*bits == 0 || *bits >= kBits || loopback || linkLocal)
            return std::nullopt;
        const std::uint32_t net = *v4 & (0xFFFFFFFFU << (kBits - *bits));
        return fmt::format("{}.{}.{}.{}/{}", net >> 24, net >> 16 & 0xFF, net >> 8 & 0xFF, net & 0xFF, *bits);
    }
    const auto v6 = parseV6(host);
    return v6 ? subnetV6(*v6, *bits) : std::nullopt;
}

std::optional<std::string> switchRail(const host::LldpNeighbour &neighbour) {
    if (!neighbour.bridge.value_or(true) || (neighbour.name.empty() && neighbour.chassisId.empty()))
        return std::nullopt;
    if (neighbour.name.empty() || neighbour.chassisId.empty())
        return fmt::format("{}{}", kSwitch, neighbour.name + neighbour.chassisId);
    return fmt::format("{}{} ({})", kSwitch, neighbour.name, neighbour.chassisId);
}

bool isSwitchRail(std::string_view rail) {
    return rail.starts_with(kSwitch);
}

std::map<pci::Address, std::vector<std::string>> railsOf(const host::Host &host) {
    std::map<pci::Address, std::vector<std::string>> rails;
    for (const host::NetInterface &net : host.netInterfaces)
        for (const std::string &address : net.addresses)
            if (auto subnet = net.device ? subnetOf(address) : std::nullopt)
                addOnce(rails[*net.device], std::move(*subnet));
    for (const host::RdmaDevice &device : host.rdmaDevices)
        for (const host::RdmaPort &port : device.ports)
            for (const auto &gid : port.gids)
                // A GID's first half is its subnet's prefix (InfiniBand Architecture 4.1.1).
                if (auto subnet = device.device ? subnetOf(gid.gid + "/64") : std::nullopt)
                    addOnce(rails[*device.device], std::move(*subnet));
    for (const host::NetInterface &net : host.netInterfaces)
        for (const host::LldpNeighbour &neighbour : net.neighbours)
            if (auto rail = net.device ? switchRail(neighbour) : std::nullopt)
                addOnce(rails[*net.device], std::move(*rail));
    return rails;
}

} // namespace fabricscope::affinity
