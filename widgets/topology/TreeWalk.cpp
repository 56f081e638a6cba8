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

/// The next node above that is drawn, else the host.
NodeId drawnParent(const topology::Topology &topology, NodeId id, const Drawn &drawn) {
    auto above = topology.node(id).parent;
    while (above && *above != 0 && !drawn(*above))
        above = topology.node(*above).parent;
    return above.value_or(0);
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
    const NodeId above = drawnParent(topology, *from, drawn);
    if (step == Step::Up)
        return above != *from && drawn(above) ? std::optional(above) : std::nullopt;
    const auto siblings = drawnChildren(topology, above, drawn);
    const auto self = std::find(siblings.begin(), siblings.end(), *from);
    if (self == siblings.end())
        return std::nullopt;
    if (step == Step::Left)
        return self == siblings.begin() ? std::nullopt : std::optional(*(self - 1));
    return self + 1 == siblings.end() ? std::nullopt : std::optional(*(self + 1));
}

} // namespace fabricscope::widgets
