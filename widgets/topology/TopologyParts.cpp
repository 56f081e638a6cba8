// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/topology/TopologyParts.h"

#include "core/layout/scene/Folds.h"
#include "core/present/hostvm/SeenByGuest.h"
#include "widgets/common/paint/DisplayListPainter.h"
#include "widgets/topology/TopologyScene.h"

#include <algorithm>
#include <string>
#include <vector>

namespace fabricscope::widgets {

namespace {

/// The folds named after this node, whether the picture contains them or not.
std::vector<std::string> foldsOf(const topology::Topology &topology, topology::NodeId id) {
    if (id >= topology.nodes().size())
        return {};
    const topology::Node &node = topology.node(id);
    if (node.bdf)
        return {layout::virtualFunctionsFold(*node.bdf), layout::partitionsFold(*node.bdf),
                layout::bridgesFold(*node.bdf)};
    return node.kind == topology::NodeKind::Numa ? std::vector{layout::minorFold(node.numa)}
                                                 : std::vector<std::string>();
}

} // namespace

std::optional<topology::NodeId> sameNode(const topology::Topology &before, topology::NodeId id,
                                         const topology::Topology &after) {
    if (id >= before.nodes().size())
        return std::nullopt;
    const topology::Node &previous = before.node(id);
    if (previous.bdf)
        return after.find(*previous.bdf);
    const auto &nodes = after.nodes();
    const auto found = std::find_if(nodes.begin(), nodes.end(), [&](const topology::Node &node) {
        return !node.bdf && node.kind == previous.kind && node.numa == previous.numa &&
               node.name == previous.name;
    });
    return found == nodes.end() ? std::nullopt : std::optional(found->id);
}

QSet<topology::NodeId> seenNodes(const topology::Topology &topology, const present::SeenByGuest &seenBy) {
    QSet<topology::NodeId> nodes;
    for (const topology::Node &node : topology.nodes()) {
        if (!node.bdf || seenBy.find(*node.bdf) == nullptr)
            continue;
        if (const auto physical = node.physfn ? topology.find(*node.physfn) : std::nullopt)
            nodes.insert(*physical);
        for (auto at = std::optional(node.id); at && !nodes.contains(*at); at = topology.node(*at).parent)
            nodes.insert(*at);
    }
    return nodes;
}

std::optional<topology::NodeId> representativeOf(const TopologyScene &scene,
                                                 const topology::Topology *topology,
                                                 std::optional<topology::NodeId> node) {
    if (!node || topology == nullptr || *node >= topology->nodes().size() || scene.areaOf(*node) != nullptr)
        return std::nullopt;
    if (const auto &physical = topology->node(*node).physfn)
        if (const auto found = topology->find(*physical); found && scene.areaOf(*found) != nullptr)
            return found;
    for (auto above = topology->node(*node).parent; above; above = topology->node(*above).parent)
        if (scene.areaOf(*above) != nullptr)
            return above;
    return std::nullopt;
}

const draw::Action *foldOf(const TopologyScene &scene, const topology::Topology *topology,
                           topology::NodeId node) {
    const draw::Area *area = scene.areaOf(node);
    if (area == nullptr)
        return nullptr;
    const std::vector<std::string> ids =
        topology != nullptr ? foldsOf(*topology, node) : std::vector<std::string>();
    const draw::Action *inPlace = nullptr;
    for (const draw::Action &action : scene.list().actions) {
        if (std::find(ids.begin(), ids.end(), action.id) != ids.end())
            return &action;
        // Folded devices have their own place. A box contains those of everything below it: the fold belongs
        // to the innermost.
        const draw::Area *innermost = scene.areaAt(toRect(action.rect).center());
        if (inPlace == nullptr && innermost != nullptr && innermost->rect == area->rect)
            inPlace = &action;
    }
    return inPlace;
}

} // namespace fabricscope::widgets
