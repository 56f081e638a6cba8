// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/scene/LinkPainter.h"
#include "core/layout/scene/Scene.h"

#include <algorithm>
#include <iterator>

namespace fabricscope::layout {

using findings::Severity;

/// VFs and partitions are drawn in the box of their device.
void Scene::foldIntoBoxes() {
    const auto hasDevicesBelow = [this](const Node &node) {
        return std::any_of(node.children.begin(), node.children.end(),
                           [this](NodeId child) { return this->node(child).kind != NodeKind::Partition; });
    };
    for (const Node &node : topology.nodes()) {
        if (node.kind == NodeKind::Partition && node.parent && this->node(*node.parent).kind == NodeKind::Gpu)
            m_folded[node.id] = true;
        if (!node.physfn || !isDevice(node.kind) || hasDevicesBelow(node))
            continue;
        const auto physical = topology.find(*node.physfn);
        if (!physical || *physical == node.id)
            continue;
        const Node &owner = this->node(*physical);
        if (!isDevice(owner.kind) || owner.kind == NodeKind::Other || owner.physfn || hasDevicesBelow(owner))
            continue;
        m_folded[node.id] = true;
        m_virtualFunctions[owner.id].push_back(node.id);
    }
}

void Scene::foldAuxiliary() {
    const auto isAuxiliary = [](const Node &node, const Node &first) {
        return node.bdf && first.bdf && node.bdf->domain == first.bdf->domain &&
               node.bdf->bus == first.bdf->bus && node.bdf->device == first.bdf->device;
    };
    for (const Node &parent : topology.nodes()) {
        const Node *boxed = nullptr;
        for (const NodeId id : parent.children) { // by address
            const Node &node = this->node(id);
            if (node.kind == NodeKind::Gpu || node.kind == NodeKind::Nic)
                boxed = &node;
            if (boxed == nullptr || node.kind != NodeKind::Other || m_notable[id] || !node.children.empty() ||
                !isAuxiliary(node, *boxed))
                continue;
            m_folded[id] = true;
            m_auxiliary.push_back(id);
        }
    }
}

std::vector<NodeId> Scene::auxiliaryFunctions(NodeId band) const {
    std::vector<NodeId> inBand;
    std::copy_if(m_auxiliary.begin(), m_auxiliary.end(), std::back_inserter(inBand),
                 [&](NodeId id) { return bandOf(id) == band; });
    return inBand;
}

std::span<const NodeId> Scene::virtualFunctions(NodeId physical) const {
    const auto found = m_virtualFunctions.find(physical);
    return found == m_virtualFunctions.end() ? std::span<const NodeId>{}
                                             : std::span<const NodeId>(found->second);
}

/// A healthy bridge below a root port with one device below it: it can be shown as a word next to the link.
bool Scene::onlyPassesThrough(const Node &node) const {
    if ((node.kind != NodeKind::Bridge && node.kind != NodeKind::Switch) || !node.bdf || node.dead ||
        !m_notable[node.id] || !node.parent || isDevice(this->node(*node.parent).kind))
        return false;
    const NodeKind above = this->node(*node.parent).kind;
    const bool onRootBus =
        above == NodeKind::RootComplex || above == NodeKind::Numa || above == NodeKind::Host;
    const auto severity = Scene::severity(node);
    if (onRootBus || (severity && *severity != Severity::Note) || (node.link && isHighlighted(*node.link)))
        return false;
    return content(node.id).size() == 1;
}

void Scene::foldBridges() {
    std::vector<bool> seen(topology.nodes().size(), false);
    for (const Node &top : topology.nodes()) { // parents precede their children
        if (seen[top.id] || !onlyPassesThrough(top))
            continue;
        std::vector<NodeId> chain;
        NodeId at = top.id;
        do {
            chain.push_back(at);
            seen[at] = true;
            at = content(at).front();
        } while (!seen[at] && onlyPassesThrough(node(at)));
        if (options.folds.isOpen(bridgesFold(*top.bdf), false)) {
            m_openBridges[top.id] = chain.size();
            continue;
        }
        for (const NodeId passed : chain)
            m_passed[passed] = true;
        m_passedAbove[at] = std::move(chain);
    }
}

std::span<const NodeId> Scene::passedAbove(NodeId id) const {
    const auto found = m_passedAbove.find(id);
    return found == m_passedAbove.end() ? std::span<const NodeId>{} : std::span<const NodeId>(found->second);
}

std::size_t Scene::openBridges(NodeId topmost) const {
    const auto found = m_openBridges.find(topmost);
    return found == m_openBridges.end() ? 0 : found->second;
}

std::optional<NodeId> Scene::drawnParent(NodeId id) const {
    auto parent = node(id).parent;
    while (parent && m_passed[*parent])
        parent = node(*parent).parent;
    return parent;
}

} // namespace fabricscope::layout
