// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/Scene.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::layout {

using topology::Severity;

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

Scene::Scene(const topology::Topology &topology_, const TopologyOptions &options_, DisplayList &list)
    : topology(topology_), options(options_), sketch(list, options_.measure), m_pairing(nullptr, {}) {
    m_folded.assign(topology.nodes().size(), false);
    for (const Node &node : topology.nodes())
        if (node.bdf && node.bdf->domain != 0)
            m_oneDomain = false;
    foldVirtualFunctions();
    findNotable();
    findOwners();
    m_pairing = Pairing(options.judgement, [this](NodeId id) { return boxOf(id); });
    if (options.ribbons)
        findLanes();
}

const host::PciFunction *Scene::function(const Node &node) const {
    const auto &functions = topology.host().functions;
    return node.function && *node.function < functions.size() ? &functions[*node.function] : nullptr;
}

std::string Scene::address(const pci::Address &address) const {
    return m_oneDomain ? address.toShortString() : address.toString();
}

std::string Scene::address(const Node &node) const {
    return node.bdf ? address(*node.bdf) : std::string{};
}

std::string Scene::title(const Node &node) const {
    std::string title = node.name;
    if (node.bdf)
        for (const std::string &text : {node.bdf->toString(), node.bdf->toShortString()})
            if (title.ends_with(text)) {
                title.resize(title.size() - text.size());
                break;
            }
    title.erase(title.find_last_not_of(' ') + 1);
    if (title.empty())
        title = toString(node.kind);
    return title;
}

// ---- severity and names ----

std::optional<Severity> Scene::severity(const Node &node) {
    std::optional<Severity> worst;
    if (node.dead)
        worst = Severity::Error;
    for (const topology::Remark &remark : node.remarks)
        worst = worst ? std::max(*worst, remark.severity) : remark.severity;
    return worst;
}

Token Scene::severityToken(Severity severity) {
    return severity == Severity::Error     ? Token::Error
           : severity == Severity::Warning ? Token::Warning
                                           : Token::Note;
}

Glyph Scene::severityGlyph(Severity severity) {
    return severity == Severity::Error     ? Glyph::Error
           : severity == Severity::Warning ? Glyph::Warning
                                           : Glyph::Note;
}

bool Scene::isVfio(const Node &node) {
    return node.driver && node.driver->find("vfio") != std::string::npos;
}

std::string Scene::label(const Node &node) const {
    static constexpr std::string_view kWords[] = {"note", "warning", "error"};
    std::string label = title(node);
    if (node.bdf)
        label += ", " + address(*node.bdf);
    if (node.kind != NodeKind::Host && node.kind != NodeKind::Numa)
        label += node.numa ? fmt::format(", NUMA {}", node.numa->value) : std::string(", NUMA unknown");
    if (node.owner)
        label += ", " + *node.owner;
    if (node.dead && node.remarks.empty())
        label += ", error: fell off the bus";
    for (const topology::Remark &remark : node.remarks)
        label += fmt::format(", {}: {}", kWords[static_cast<std::size_t>(remark.severity)], remark.text);
    for (const std::string &remark : m_pairing.remarks(node.id))
        label += ", " + remark;
    return label;
}

std::optional<Severity> Scene::worst(const Node &node) const {
    const auto own = severity(node), paired = m_pairing.severity(node.id);
    return own && paired ? std::max(own, paired) : paired ? paired : own;
}

// ---- pairs ----

NodeId Scene::boxOf(NodeId id) const {
    if (id >= m_folded.size() || !m_folded[id])
        return id;
    const Node &folded = node(id);
    if (folded.physfn)
        return topology.find(*folded.physfn).value_or(id);
    return folded.parent.value_or(id);
}

bool Scene::needsLanes(const Node &device) const {
    return device.kind == NodeKind::Gpu ? m_gpuLanes : device.kind == NodeKind::Nic && m_nicLanes;
}

/// A pair that is right and stands side by side has its ribbon between its boxes; all others run below them.
/// On a flat bus that is from the row of the GPUs to that of the NICs, below which nothing runs.
void Scene::findLanes() {
    const auto sideBySide = [this](const Node &gpu, const Node &nic) {
        const auto &siblings = node(*gpu.parent).children;
        const auto at = std::find(siblings.begin(), siblings.end(), gpu.id);
        return (at != siblings.end() && at + 1 != siblings.end() && *(at + 1) == nic.id) ||
               (at != siblings.begin() && at != siblings.end() && *(at - 1) == nic.id);
    };
    const auto isOnRootBus = [this](const Node &device) {
        return device.parent && node(*device.parent).kind == NodeKind::RootComplex;
    };
    for (const Pairing::Drawn &pair : m_pairing.drawn()) {
        const Node &gpu = node(pair.gpu), &nic = node(pair.nic);
        const bool flat = isOnRootBus(gpu) && isOnRootBus(nic) && gpu.numa == nic.numa;
        if (!pair.severity && !flat && gpu.parent && gpu.parent == nic.parent && sideBySide(gpu, nic))
            continue;
        m_gpuLanes = true;
        m_nicLanes = m_nicLanes || !flat;
    }
}

// ---- what is drawn inside of something else ----

void Scene::foldVirtualFunctions() {
    const auto hasDevicesBelow = [this](const Node &node) {
        return std::any_of(node.children.begin(), node.children.end(),
                           [this](NodeId child) { return this->node(child).kind != NodeKind::Partition; });
    };
    for (const Node &node : topology.nodes()) {
        if (node.kind == NodeKind::Partition && node.parent && this->node(*node.parent).kind == NodeKind::Gpu)
            m_folded[node.id] = true;
        if (!options.foldVirtualFunctions || !node.physfn || !isDevice(node.kind) || hasDevicesBelow(node))
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

std::span<const NodeId> Scene::virtualFunctions(NodeId physical) const {
    const auto found = m_virtualFunctions.find(physical);
    return found == m_virtualFunctions.end() ? std::span<const NodeId>{}
                                             : std::span<const NodeId>(found->second);
}

void Scene::findNotable() {
    const auto notable = [](const Node &node) {
        const bool quietKind =
            node.kind == NodeKind::Other || node.kind == NodeKind::RootPort || node.kind == NodeKind::Bridge;
        const auto worst = severity(node);
        return !quietKind || node.dead || (worst && *worst != Severity::Note);
    };
    const auto &nodes = topology.nodes();
    m_notable.assign(nodes.size(), false);
    for (auto node = nodes.rbegin(); node != nodes.rend(); ++node) { // children stand behind their parents
        if (notable(*node))
            m_notable[node->id] = true;
        if (m_notable[node->id] && node->parent)
            m_notable[*node->parent] = true;
    }
}

std::vector<NodeId> Scene::content(NodeId id) const {
    std::vector<NodeId> content, pending(node(id).children.rbegin(), node(id).children.rend());
    while (!pending.empty()) {
        const Node &child = node(pending.back());
        pending.pop_back();
        const bool passedThrough = child.kind == NodeKind::RootComplex || child.kind == NodeKind::Numa ||
                                   child.kind == NodeKind::Host;
        if (passedThrough)
            pending.insert(pending.end(), child.children.rbegin(), child.children.rend());
        else if (!m_folded[child.id])
            content.push_back(child.id);
    }
    return content;
}

std::vector<NodeId> Scene::descendants(NodeId id) const {
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
