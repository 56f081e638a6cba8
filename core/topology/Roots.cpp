// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/topology/Builder.h"

#include <algorithm>
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

} // namespace

/// The node reported by the kernel; if that is -1, the node whose CPUs are exactly the function's local CPUs.
/// On a host with one node this says nothing, since all CPUs are local to everything.
std::optional<int> Builder::numaOf(std::uint32_t position) const {
    const host::PciFunction &at = function(position);
    if (at.numaNode && *at.numaNode >= 0 && *at.numaNode <= kMaxNumaNode)
        return *at.numaNode;
    if (!at.localCpus || at.localCpus->empty() || m_host->numaNodes.size() < 2)
        return std::nullopt;
    std::optional<int> match;
    for (const host::NumaNodeFacts &node : m_host->numaNodes)
        if (node.cpus && *node.cpus == *at.localCpus) {
            if (match)
                return std::nullopt;
            match = node.node.value;
        }
    return match;
}

void Builder::findRoots() {
    using Key = std::tuple<std::uint32_t, std::uint8_t, std::uint32_t>;
    std::map<Key, std::vector<std::uint32_t>> members;
    for (std::uint32_t position = 0; position < m_parents.size(); ++position) {
        if (!m_parents.onRootBus(position))
            continue;
        const host::PciFunction &at = function(position);
        const auto [domain, bus] = at.rootBus.value_or(std::pair{at.address.domain, at.address.bus});
        members[{domain, bus, m_parents.parent(position)}].push_back(position);
    }
    for (auto &[key, positions] : members)
        m_roots.push_back({std::get<0>(key), std::get<1>(key), std::get<2>(key), std::move(positions), {}});
    for (std::uint32_t index = 0; index < m_roots.size(); ++index)
        if (m_roots[index].below != Parents::kNone)
            m_rootsBelow.emplace_back(m_roots[index].below, index);
    std::sort(m_rootsBelow.begin(), m_rootsBelow.end());
}

/// The node of a root bus is that of most of its functions; if none reports one, that of the first function
/// below them.
void Builder::placeRoots() {
    for (Root &root : m_roots) {
        std::map<int, int> votes;
        for (const std::uint32_t position : root.members)
            if (const auto numa = numaOf(position))
                ++votes[*numa];
        root.numa = mostFrequent(std::move(votes));
        std::vector<std::uint32_t> pending;
        if (!root.numa)
            pending.assign(root.members.rbegin(), root.members.rend());
        while (!pending.empty() && !root.numa) {
            const std::uint32_t position = pending.back();
            pending.pop_back();
            root.numa = numaOf(position);
            const auto below = m_parents.children(position);
            pending.insert(pending.end(), below.rbegin(), below.rend());
        }
    }
}

} // namespace fabricscope::topology
