// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fleet/Matching.h"

#include "core/base/Text.h"
#include "core/topology/Classes.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace fabricscope::fleet {

namespace {

constexpr std::uint64_t kNone = ~std::uint64_t{0};

std::uint64_t rootKey(const host::PciFunction &function) {
    if (function.rootBus)
        return (std::uint64_t{function.rootBus->first} << 8) | function.rootBus->second;
    return (std::uint64_t{function.address.domain} << 8) | function.address.bus;
}

std::uint64_t idsOf(const host::PciFunction &function) {
    constexpr std::uint64_t kUnknown = std::uint64_t{1} << 32;
    if (!function.vendor || !function.device || *function.vendor == 0xFFFF) // all reads return ones
        return kUnknown;
    return (std::uint64_t{*function.vendor} << 16) | *function.device;
}

std::uint64_t subsystemOf(const host::PciFunction &function) {
    return (std::uint64_t{function.subsystemVendor.valueOr(0)} << 16) | function.subsystemDevice.valueOr(0);
}

/// The function's place below its parent: device and function, and the bus relative to the first one
/// there.
std::uint64_t slotOf(const HostView &view, Position position) {
    const host::PciFunction &function = view.function(position);
    const Position parent = view.parents().parent(position);
    unsigned first = function.address.bus;
    if (parent == kNoPosition || view.parents().onRootBus(position))
        first = function.rootBus ? function.rootBus->second : first;
    else if (const auto &secondary = view.function(parent).rare->secondaryBus)
        first = *secondary;
    const unsigned offset = (function.address.bus - first) & 0xFFU;
    return (offset << 8) | (unsigned{function.address.device} << 3) | function.address.function;
}

std::vector<std::uint64_t> rootsOf(const HostView &view) {
    std::vector<std::uint64_t> roots;
    for (Position position = 0; position < view.size(); ++position)
        if (view.parents().parent(position) == kNoPosition)
            roots.push_back(rootKey(view.function(position)));
    std::sort(roots.begin(), roots.end());
    roots.erase(std::unique(roots.begin(), roots.end()), roots.end());
    return roots;
}

bool isLocal(std::string_view mac) { // assigned by software: not tied to a card
    static constexpr std::string_view kLocal = "2367abefABEF";
    return mac.size() < 2 || kLocal.find(mac[1]) != std::string_view::npos || mac == "00:00:00:00:00:00";
}

using NamedKeys = std::vector<std::pair<std::string, Position>>;

NamedKeys serials(const HostView &view) {
    NamedKeys keys;
    for (Position position = 0; position < view.size(); ++position) {
        const host::PciFunction &at = view.function(position);
        const auto serial = at.config ? at.config->serialNumber : std::nullopt;
        if (serial && *serial != 0 && *serial != ~std::uint64_t{0} && !at.physfn)
            keys.emplace_back(
                fmt::format("{:x} {:x} {}.{}", *serial, idsOf(at), at.address.device, at.address.function),
                position);
    }
    return keys;
}

NamedKeys nvmeSerials(const HostView &view) {
    NamedKeys keys;
    for (const auto &[bdf, serial] : view.host().nvmeSerials)
        if (const auto address = Address::parse(bdf); address && serial)
            if (const Position at = view.find(*address); at != kNoPosition)
                keys.emplace_back(std::string(trimmed(*serial)), at);
    return keys;
}

NamedKeys gpuIds(const HostView &view) {
    NamedKeys keys;
    for (const host::GpuFacts &gpu : view.host().gpus)
        if (const Position at = view.find(gpu.address); at != kNoPosition && gpu.uniqueId)
            keys.emplace_back(*gpu.uniqueId, at);
    return keys;
}

NamedKeys guids(const HostView &view) {
    NamedKeys keys;
    for (const host::RdmaDevice &device : view.host().rdmaDevices) {
        const Position at = device.device ? view.find(*device.device) : kNoPosition;
        if (at != kNoPosition && device.nodeGuid && !view.function(at).physfn)
            keys.emplace_back(*device.nodeGuid, at);
    }
    return keys;
}

NamedKeys macs(const HostView &view) {
    NamedKeys keys;
    for (const host::NetInterface &net : view.host().netInterfaces) {
        const Position at = net.device ? view.find(*net.device) : kNoPosition;
        if (at != kNoPosition && net.mac && !isLocal(*net.mac) && net.devPort.valueOr(0) == 0 &&
            !view.function(at).physfn)
            keys.emplace_back(*net.mac, at);
    }
    return keys;
}

/// Keeps those whose name and position are unique: a bond gives one MAC to all its interfaces.
void retainUnique(NamedKeys &keys) {
    const auto unique = [&keys](auto same) {
        std::vector<bool> twice(keys.size(), false);
        for (std::size_t i = 1; i < keys.size(); ++i)
            if (same(keys[i - 1], keys[i]))
                twice[i - 1] = twice[i] = true;
        std::size_t kept = 0;
        for (std::size_t i = 0; i < keys.size(); ++i)
            if (!twice[i])
                std::swap(keys[kept++], keys[i]);
        keys.resize(kept);
    };
    std::sort(keys.begin(), keys.end(), [](const auto &a, const auto &b) {
        return std::tie(a.second, a.first) < std::tie(b.second, b.first);
    });
    unique([](const auto &a, const auto &b) { return a.second == b.second; });
    std::sort(keys.begin(), keys.end());
    unique([](const auto &a, const auto &b) { return a.first == b.first; });
    std::sort(keys.begin(), keys.end());
}

bool isOnRootBridge(const HostView &view, Position position) {
    return view.parents().parent(position) == kNoPosition && topology::isPciBridge(view.function(position));
}

} // namespace

Matching::Matching(const HostView &before, const HostView &after)
    : m_before(before)
    , m_after(after)
    , m_toAfter(before.size(), kNoPosition)
    , m_toBefore(after.size(), kNoPosition)
    , m_replaced(before.size(), false) {
    matchRoots();
    matchIdentities();
    descend(true);
    pairAddresses();
    descend(true);
    pairMoved();
    descend(true);
    descend(false); // another device in the same place
    pairVirtual();
}

/// Root buses by number; if the firmware renumbered them, by order.
void Matching::matchRoots() {
    const auto before = rootsOf(m_before);
    const auto after = rootsOf(m_after);
    const bool byOrder = before.size() == after.size();
    const auto number = [&](const std::vector<std::uint64_t> &roots, RootMap &map) {
        for (std::size_t i = 0; i < roots.size(); ++i)
            map.emplace_back(roots[i], byOrder ? i : roots[i]);
    };
    number(before, m_rootsBefore);
    number(after, m_rootsAfter);
}

std::uint64_t Matching::rootOf(const HostView &view, Position position) const {
    const RootMap &map = &view == &m_before ? m_rootsBefore : m_rootsAfter;
    const std::uint64_t key = rootKey(view.function(position));
    const auto at = std::lower_bound(map.begin(), map.end(), std::pair(key, std::uint64_t{0}));
    return at != map.end() && at->first == key ? at->second : kNone;
}

void Matching::link(Position before, Position after) {
    m_toAfter[before] = after;
    m_toBefore[after] = before;
}

void Matching::matchIdentities() {
    for (const auto keysOf : {serials, gpuIds, guids, nvmeSerials, macs})
        matchBy(keysOf(m_before), keysOf(m_after));
}

void Matching::matchBy(NamedKeys before, NamedKeys after) {
    retainUnique(before);
    retainUnique(after);
    auto right = after.begin();
    for (const auto &[name, position] : before) {
        while (right != after.end() && right->first < name)
            ++right;
        if (right == after.end())
            return;
        if (right->first == name && m_toAfter[position] == kNoPosition &&
            m_toBefore[right->second] == kNoPosition)
            link(position, right->second);
    }
}

void Matching::pair(Keys before, Keys after) {
    const auto less = [](const Key &a, const Key &b) {
        return std::tie(a.first, a.second, a.third, a.position) <
               std::tie(b.first, b.second, b.third, b.position);
    };
    std::sort(before.begin(), before.end(), less);
    std::sort(after.begin(), after.end(), less);
    auto left = before.begin();
    auto right = after.begin();
    while (left != before.end() && right != after.end()) {
        if (left->tied() < right->tied())
            ++left;
        else if (right->tied() < left->tied())
            ++right;
        else
            link((left++)->position, (right++)->position);
    }
}

/// From the root buses downward: children of partners are paired by slot.
void Matching::descend(bool sameIds) {
    const auto onRoots = [&](const HostView &view, const std::vector<Position> &partners) {
        Keys keys;
        for (Position position = 0; position < view.size(); ++position)
            if (partners[position] == kNoPosition && view.parents().parent(position) == kNoPosition &&
                view.physical(position) == kNoPosition)
                keys.push_back({rootOf(view, position), slotOf(view, position),
                                sameIds ? idsOf(view.function(position)) : 0, position});
        return keys;
    };
    const std::vector<Position> known = m_toAfter;
    pair(onRoots(m_before, m_toAfter), onRoots(m_after, m_toBefore));
    std::vector<Position> work;
    for (Position position = 0; position < m_before.size(); ++position)
        if (m_toAfter[position] != kNoPosition)
            work.push_back(position);
    while (!work.empty()) { // each function once: its partner is set before it is queued
        const Position at = work.back();
        work.pop_back();
        std::vector<Position> open;
        for (const Position child : m_before.parents().children(at))
            if (m_toAfter[child] == kNoPosition)
                open.push_back(child);
        pairChildren(at, m_toAfter[at], sameIds);
        for (const Position child : open)
            if (m_toAfter[child] != kNoPosition)
                work.push_back(child);
    }
    if (sameIds)
        return;
    for (Position position = 0; position < m_before.size(); ++position)
        if (known[position] == kNoPosition && m_toAfter[position] != kNoPosition) {
            const std::uint64_t left = idsOf(m_before.function(position));
            const std::uint64_t right = idsOf(m_after.function(m_toAfter[position]));
            m_replaced[position] = left != right && (left >> 32) == 0 && (right >> 32) == 0;
        }
}

void Matching::pairChildren(Position before, Position after, bool sameIds) {
    const auto below = [&](const HostView &view, Position parent, const std::vector<Position> &partners) {
        Keys keys;
        for (const Position child : view.parents().children(parent))
            if (partners[child] == kNoPosition && view.physical(child) == kNoPosition)
                keys.push_back({slotOf(view, child), sameIds ? idsOf(view.function(child)) : 0, 0, child});
        return keys;
    };
    pair(below(m_before, before, m_toAfter), below(m_after, after, m_toBefore));
}

/// A virtual function is matched by its physical function and its index; its address is not used.
void Matching::pairVirtual() {
    const auto numbered = [](const HostView &view, const std::vector<Position> &partners, bool isBefore) {
        std::vector<std::tuple<Position, Address, std::uint64_t>> numbers; // physical, virtual, index
        for (Position position = 0; position < view.size(); ++position) {
            const auto &all = view.function(position).virtfns;
            for (std::size_t number = 0; number < all.size(); ++number)
                numbers.emplace_back(position, all[number], number);
        }
        std::sort(numbers.begin(), numbers.end());
        Keys keys;
        for (Position position = 0; position < view.size(); ++position) {
            const Position physical = view.physical(position);
            if (physical == kNoPosition || partners[physical] == kNoPosition)
                continue;
            const Address &address = view.function(position).address;
            const auto at = std::lower_bound(numbers.begin(), numbers.end(),
                                             std::tuple(physical, address, std::uint64_t{0}));
            const bool listed =
                at != numbers.end() && std::get<0>(*at) == physical && std::get<1>(*at) == address;
            keys.push_back(
                {isBefore ? physical : partners[physical], listed ? std::get<2>(*at) : kNone, 0, position});
        }
        return keys;
    };
    pair(numbered(m_before, m_toAfter, true), numbered(m_after, m_toBefore, false));
}

/// By address, for sources without a tree.
void Matching::pairAddresses() {
    const auto left = [](const HostView &view, const std::vector<Position> &partners) {
        Keys keys;
        for (Position position = 0; position < view.size(); ++position)
            if (partners[position] == kNoPosition && view.physical(position) == kNoPosition)
                keys.push_back(
                    {view.function(position).address.key(), idsOf(view.function(position)), 0, position});
        return keys;
    };
    pair(left(m_before, m_toAfter), left(m_after, m_toBefore));
}

/// The rest, by ids: cards that are in another slot now.
void Matching::pairMoved() {
    const auto left = [](const HostView &view, const std::vector<Position> &partners) {
        Keys keys;
        for (Position position = 0; position < view.size(); ++position) {
            const host::PciFunction &at = view.function(position);
            if (partners[position] == kNoPosition && view.physical(position) == kNoPosition && at.vendor &&
                at.device && !isOnRootBridge(view, position))
                keys.push_back({idsOf(at), subsystemOf(at), at.address.function, position});
        }
        return keys;
    };
    pair(left(m_before, m_toAfter), left(m_after, m_toBefore));
}

bool Matching::samePlace(Position before, Position after) const {
    const Position parentBefore = m_before.parents().parent(before);
    const Position parentAfter = m_after.parents().parent(after);
    if (slotOf(m_before, before) != slotOf(m_after, after) ||
        (parentBefore == kNoPosition) != (parentAfter == kNoPosition))
        return false;
    if (parentBefore == kNoPosition)
        return rootOf(m_before, before) == rootOf(m_after, after);
    return m_toAfter[parentBefore] == parentAfter;
}

Matching::How Matching::how(Position before) const {
    const Position after = m_toAfter[before];
    if (m_replaced[before])
        return How::Replaced;
    if (m_before.function(before).address == m_after.function(after).address)
        return How::Same;
    // A virtual function moves with its physical function.
    if (m_before.physical(before) != kNoPosition || samePlace(before, after))
        return How::Renumbered;
    return How::Moved;
}

} // namespace fabricscope::fleet
