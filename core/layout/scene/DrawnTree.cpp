// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/scene/DrawnTree.h"

#include "core/layout/scene/LinkPainter.h"
#include "core/layout/scene/Tone.h"

#include <algorithm>
#include <iterator>

namespace fabricscope::layout {

using findings::Severity;

bool isDevice(NodeKind kind) {
    switch (kind) {
    case NodeKind::Gpu:
    case NodeKind::Nic:
    case NodeKind::Nvme:
    case NodeKind::NvSwitch:
    case NodeKind::Other:
        return true;
    default:
        return false;
    }
}

DrawnTree::DrawnTree(const topology::Topology &topology, const Folds &folds) : m_topology(topology) {
    m_folded.assign(topology.nodes().size(), false);
    m_passed.assign(topology.nodes().size(), false);
    foldIntoBoxes();
    findNotable();
    foldAuxiliary();
    foldBridges(folds);
}

NodeId DrawnTree::boxOf(NodeId id) const {
    if (id >= m_folded.size() || !m_folded[id])
        return id;
    const Node &folded = node(id);
    if (folded.physfn)
        return m_topology.find(*folded.physfn).value_or(id);
    return folded.parent.value_or(id);
}

NodeId DrawnTree::bandOf(NodeId id) const {
    while (node(id).kind != NodeKind::Numa && node(id).parent)
        id = *node(id).parent;
    return id;
}

/// VFs and partitions are drawn in the box of their device.
void DrawnTree::foldIntoBoxes() {
    const auto hasDevicesBelow = [this](const Node &node) {
        return std::any_of(node.children.begin(), node.children.end(),
                           [this](NodeId child) { return this->node(child).kind != NodeKind::Partition; });
    };
    for (const Node &node : m_topology.nodes()) {
        if (node.kind == NodeKind::Partition && node.parent && this->node(*node.parent).kind == NodeKind::Gpu)
            m_folded[node.id] = true;
        if (!node.physfn || !isDevice(node.kind) || hasDevicesBelow(node))
            continue;
        const auto physical = m_topology.find(*node.physfn);
        if (!physical || *physical == node.id)
            continue;
        const Node &owner = this->node(*physical);
        if (!isDevice(owner.kind) || owner.kind == NodeKind::Other || owner.physfn || hasDevicesBelow(owner))
            continue;
        m_folded[node.id] = true;
        m_virtualFunctions[owner.id].push_back(node.id);
    }
}

void DrawnTree::foldAuxiliary() {
    const auto isAuxiliary = [](const Node &node, const Node &first) {
        return node.bdf && first.bdf && node.bdf->domain == first.bdf->domain &&
               node.bdf->bus == first.bdf->bus && node.bdf->device == first.bdf->device;
    };
    for (const Node &parent : m_topology.nodes()) {
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

std::vector<NodeId> DrawnTree::auxiliaryFunctions(NodeId band) const {
    std::vector<NodeId> inBand;
    std::copy_if(m_auxiliary.begin(), m_auxiliary.end(), std::back_inserter(inBand),
                 [&](NodeId id) { return bandOf(id) == band; });
    return inBand;
}

std::span<const NodeId> DrawnTree::virtualFunctions(NodeId physical) const {
    const auto found = m_virtualFunctions.find(physical);
    return found == m_virtualFunctions.end() ? std::span<const NodeId>{}
                                             : std::span<const NodeId>(found->second);
}

/// A healthy bridge below a root port with one device below it: it can be shown as a word next to the link.
bool DrawnTree::onlyPassesThrough(const Node &node) const {
    if ((node.kind != NodeKind::Bridge && node.kind != NodeKind::Switch) || !node.bdf || node.dead ||
        !m_notable[node.id] || !node.parent || isDevice(this->node(*node.parent).kind))
        return false;
    const NodeKind above = this->node(*node.parent).kind;
    const bool onRootBus =
        above == NodeKind::RootComplex || above == NodeKind::Numa || above == NodeKind::Host;
    const auto severity = severityOf(node);
    if (onRootBus || (severity && *severity != Severity::Note) || (node.link && isHighlighted(*node.link)))
        return false;
    return content(node.id).size() == 1;
}

void DrawnTree::foldBridges(const Folds &folds) {
    std::vector<bool> seen(m_topology.nodes().size(), false);
    for (const Node &top : m_topology.nodes()) { // parents precede their children
        if (seen[top.id] || !onlyPassesThrough(top))
            continue;
        std::vector<NodeId> chain;
        NodeId at = top.id;
        do {
            chain.push_back(at);
            seen[at] = true;
            at = content(at).front();
        } while (!seen[at] && onlyPassesThrough(node(at)));
        if (folds.isOpen(bridgesFold(*top.bdf), false)) {
            m_openBridges[top.id] = chain.size();
            continue;
        }
        for (const NodeId passed : chain)
            m_passed[passed] = true;
        m_passedAbove[at] = std::move(chain);
    }
}

std::span<const NodeId> DrawnTree::passedAbove(NodeId id) const {
    const auto found = m_passedAbove.find(id);
    return found == m_passedAbove.end() ? std::span<const NodeId>{} : std::span<const NodeId>(found->second);
}

std::size_t DrawnTree::openBridges(NodeId topmost) const {
    const auto found = m_openBridges.find(topmost);
    return found == m_openBridges.end() ? 0 : found->second;
}

std::optional<NodeId> DrawnTree::drawnParent(NodeId id) const {
    auto parent = node(id).parent;
    while (parent && m_passed[*parent])
        parent = node(*parent).parent;
    return parent;
}

void DrawnTree::findNotable() {
    const auto notable = [](const Node &node) {
        const bool isMinorKind = node.kind == NodeKind::Other || node.kind == NodeKind::RootPort ||
                                 node.kind == NodeKind::Bridge || node.kind == NodeKind::Switch;
        const auto worst = severityOf(node);
        return !isMinorKind || node.dead || (worst && *worst != Severity::Note);
    };
    const auto &nodes = m_topology.nodes();
    m_notable.assign(nodes.size(), false);
    for (auto node = nodes.rbegin(); node != nodes.rend(); ++node) { // children follow their parents
        if (notable(*node))
            m_notable[node->id] = true;
        if (m_notable[node->id] && node->parent)
            m_notable[*node->parent] = true;
    }
}

std::vector<NodeId> DrawnTree::content(NodeId id) const {
    std::vector<NodeId> content, pending(node(id).children.rbegin(), node(id).children.rend());
    while (!pending.empty()) {
        const Node &child = node(pending.back());
        pending.pop_back();
        const bool passedThrough = child.kind == NodeKind::RootComplex || child.kind == NodeKind::Numa ||
                                   child.kind == NodeKind::Host;
        if (passedThrough || m_passed[child.id])
            pending.insert(pending.end(), child.children.rbegin(), child.children.rend());
        else if (!m_folded[child.id])
            content.push_back(child.id);
    }
    return content;
}

std::vector<NodeId> DrawnTree::descendants(NodeId id) const {
    std::vector<NodeId> all;
    std::vector<NodeId> pending = content(id);
    std::reverse(pending.begin(), pending.end());
    while (!pending.empty()) {
        const NodeId next = pending.back();
        pending.pop_back();
        all.push_back(next);
        const std::vector<NodeId> below = content(next);
        pending.insert(pending.end(), below.rbegin(), below.rend());
    }
    return all;
}

} // namespace fabricscope::layout
