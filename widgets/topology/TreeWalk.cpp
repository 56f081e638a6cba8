// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/topology/TreeWalk.h"

#include <algorithm>
#include <vector>

namespace fabricscope::widgets {

namespace {

using topology::NodeId;
using Drawn = std::function<bool(NodeId)>;

void collect(const topology::Topology &topology, NodeId id, const Drawn &drawn, std::vector<NodeId> &found) {
    for (const NodeId child : topology.node(id).children)
        if (drawn(child))
            found.push_back(child);
        else
            collect(topology, child, drawn, found);
}

/// The children of this node as the picture shows them.
std::vector<NodeId> drawnChildren(const topology::Topology &topology, NodeId id, const Drawn &drawn) {
    std::vector<NodeId> found;
    collect(topology, id, drawn, found);
    return found;
}

/// The nearest parent that is drawn, else the host.
NodeId drawnParent(const topology::Topology &topology, NodeId id, const Drawn &drawn) {
    auto above = topology.node(id).parent;
    while (above && *above != 0 && !drawn(*above))
        above = topology.node(*above).parent;
    return above.value_or(0);
}

/// The first or last node that is `depth` levels below this one.
std::optional<NodeId> edgeBelow(const topology::Topology &topology, NodeId id, int depth, bool first,
                                const Drawn &drawn) {
    if (depth == 0)
        return id;
    std::vector<NodeId> below = drawnChildren(topology, id, drawn);
    if (!first)
        std::reverse(below.begin(), below.end());
    for (const NodeId child : below)
        if (const auto found = edgeBelow(topology, child, depth - 1, first, drawn))
            return found;
    return std::nullopt;
}

/// The neighbour among the children of its parent; beyond the last one, the nearest node at the same depth of
/// the tree.
std::optional<NodeId> nextSibling(const topology::Topology &topology, NodeId from, bool right,
                                  const Drawn &drawn) {
    NodeId at = from;
    for (int levels = 0;; ++levels) {
        const NodeId above = drawnParent(topology, at, drawn);
        std::vector<NodeId> siblings = drawnChildren(topology, above, drawn);
        if (!right)
            std::reverse(siblings.begin(), siblings.end());
        const auto self = std::find(siblings.begin(), siblings.end(), at);
        if (self == siblings.end())
            return std::nullopt;
        for (auto next = self + 1; next != siblings.end(); ++next)
            if (const auto found = edgeBelow(topology, *next, levels, right, drawn))
                return found;
        if (above == 0)
            return std::nullopt;
        at = above;
    }
}

} // namespace

std::optional<NodeId> walk(const topology::Topology &topology, std::optional<NodeId> from, Step step,
                           const Drawn &drawn) {
    if (topology.nodes().empty())
        return std::nullopt;
    if (!from || *from >= topology.nodes().size()) {
        const auto tops = drawnChildren(topology, 0, drawn);
        return tops.empty() ? std::nullopt : std::optional(tops.front());
    }
    if (step == Step::Down) {
        const auto below = drawnChildren(topology, *from, drawn);
        return below.empty() ? std::nullopt : std::optional(below.front());
    }
    if (step != Step::Up)
        return nextSibling(topology, *from, step == Step::Right, drawn);
    const NodeId above = drawnParent(topology, *from, drawn);
    return above != *from && drawn(above) ? std::optional(above) : std::nullopt;
}

} // namespace fabricscope::widgets
