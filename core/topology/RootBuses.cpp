// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/topology/RootBuses.h"

#include <map>
#include <tuple>

namespace fabricscope::topology {

namespace {

/// Kernels support at most 1024 nodes (NODES_SHIFT is at most 10): a higher number is damage.
constexpr int kMaxNumaNode = 1023;

std::optional<int> mostFrequent(std::map<int, int> votes) {
    std::optional<int> best;
    for (const auto &[numa, count] : votes)
        if (!best || count > votes[*best])
            best = numa;
    return best;
}

/// Without their NUMA nodes.
std::vector<RootBus> findRoots(const host::Host &host, const Parents &parents) {
    using Key = std::tuple<std::uint32_t, std::uint8_t, std::uint32_t>;
    std::map<Key, std::vector<std::uint32_t>> members;
    for (std::uint32_t position = 0; position < parents.size(); ++position) {
        if (!parents.onRootBus(position))
            continue;
        const host::PciFunction &at = host.functions[parents.functionIndex(position)];
        const auto [domain, bus] = at.rootBus.value_or(std::pair{at.address.domain, at.address.bus});
        members[{domain, bus, parents.parent(position)}].push_back(position);
    }
    std::vector<RootBus> roots;
    for (auto &[key, positions] : members)
        roots.push_back({std::get<0>(key), std::get<1>(key), std::get<2>(key), std::move(positions), {}});
    return roots;
}

} // namespace

std::optional<int> numaOf(const host::Host &host, const host::PciFunction &at) {
    if (at.numaNode && *at.numaNode >= 0 && *at.numaNode <= kMaxNumaNode)
        return *at.numaNode;
    if (!at.localCpus || at.localCpus->empty() || host.numaNodes.size() < 2)
        return std::nullopt;
    std::optional<int> match;
    for (const host::NumaNodeFacts &node : host.numaNodes)
        if (node.cpus && *node.cpus == *at.localCpus) {
            if (match)
                return std::nullopt;
            match = node.node.value;
        }
    return match;
}

std::vector<RootBus> rootBusesOf(const host::Host &host, const Parents &parents) {
    const auto numaAt = [&](std::uint32_t position) {
        return numaOf(host, host.functions[parents.functionIndex(position)]);
    };
    std::vector<RootBus> roots = findRoots(host, parents);
    for (RootBus &root : roots) {
        std::map<int, int> votes;
        for (const std::uint32_t position : root.members)
            if (const auto numa = numaAt(position))
                ++votes[*numa];
        root.numa = mostFrequent(std::move(votes));
        std::vector<std::uint32_t> pending;
        if (!root.numa)
            pending.assign(root.members.rbegin(), root.members.rend());
        while (!pending.empty() && !root.numa) {
            const std::uint32_t position = pending.back();
            pending.pop_back();
            root.numa = numaAt(position);
            const auto below = parents.children(position);
            pending.insert(pending.end(), below.rbegin(), below.rend());
        }
    }
    return roots;
}

} // namespace fabricscope::topology
