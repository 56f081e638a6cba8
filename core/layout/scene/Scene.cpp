// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/scene/Scene.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::layout {

using draw::DisplayList;
using draw::Glyph;
using draw::Token;
using findings::Severity;
using present::Pairing;
using present::SeenByGuest;

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
    findKnowledge();
    m_passed.assign(topology.nodes().size(), false);
    foldIntoBoxes();
    findNotable();
    foldAuxiliary();
    foldBridges();
    findOwners();
    // The judgement may be of an earlier state of the host, or of another host, until the next one arrives.
    const bool isHere = options.seenBy && options.seenBy->host.get() == &topology;
    const affinity::Judgement *seen = isHere ? options.seenBy->judgement.get() : nullptr;
    m_pairing = Pairing(seen != nullptr ? seen : options.judgement, [this](NodeId id) { return boxOf(id); });
    if (options.ribbons)
        findLanes();
}

void Scene::findKnowledge() {
    for (const Node &node : topology.nodes()) {
        m_knowsLinks = m_knowsLinks || (node.link && (node.link->state != topology::Link::State::Unknown ||
                                                      node.link->speed || node.link->width));
        m_knowsDrivers = m_knowsDrivers || node.driver;
    }
    for (const host::PciFunction &function : topology.host().functions)
        m_knowsAcs = m_knowsAcs || function.config;
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
    for (const findings::Finding &finding : node.findings)
        worst = worst ? std::max(*worst, finding.severity) : finding.severity;
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

const SeenByGuest::Device *Scene::seenBy(const Node &node) const {
    return options.seenBy && node.bdf ? options.seenBy->find(*node.bdf) : nullptr;
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
    if (const auto *seen = seenBy(node))
        label += fmt::format(", {} {} in {}", seen->name, seen->address, options.seenBy->guest);
    if (node.dead && node.findings.empty())
        label += ", error: fell off the bus";
    for (const findings::Finding &finding : node.findings)
        label += fmt::format(", {}: {}", kWords[static_cast<std::size_t>(finding.severity)],
                             findings::titleWithCost(finding));
    for (const std::string &finding : m_pairing.findings(node.id))
        label += ", " + finding;
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

NodeId Scene::bandOf(NodeId id) const {
    while (node(id).kind != NodeKind::Numa && node(id).parent)
        id = *node(id).parent;
    return id;
}

bool Scene::needsLanes(const Node &device) const {
    const auto lanes = m_lanes.find(bandOf(device.id));
    if (lanes == m_lanes.end())
        return false;
    return device.kind == NodeKind::Gpu ? lanes->second.belowGpus
                                        : device.kind == NodeKind::Nic && lanes->second.belowNics;
}

bool Scene::areAdjacent(NodeId gpu, NodeId nic) const {
    const auto above = drawnParent(gpu);
    if (!above || above != drawnParent(nic))
        return false;
    const std::vector<NodeId> siblings = content(*above);
    const auto at = std::find(siblings.begin(), siblings.end(), gpu);
    return (at != siblings.end() && at + 1 != siblings.end() && *(at + 1) == nic) ||
           (at != siblings.begin() && at != siblings.end() && *(at - 1) == nic);
}

/// A correct pair that is side by side has its ribbon between its boxes; all other ribbons run below them. On
/// a flat bus they run from the row of the GPUs to that of the NICs, with nothing below. Only bands in which
/// ribbons end reserve space for them.
void Scene::findLanes() {
    const auto isOnRootBus = [this](const Node &device) {
        return device.parent && node(*device.parent).kind == NodeKind::RootComplex;
    };
    for (const Pairing::Drawn &pair : m_pairing.drawn()) {
        const Node &gpu = node(pair.gpu), &nic = node(pair.nic);
        const bool flat = isOnRootBus(gpu) && isOnRootBus(nic) && gpu.numa == nic.numa;
        if (!pair.severity && !flat && areAdjacent(gpu.id, nic.id))
            continue;
        for (const NodeId band : {bandOf(gpu.id), bandOf(nic.id)}) {
            m_lanes[band].belowGpus = true;
            m_lanes[band].belowNics = m_lanes[band].belowNics || !flat;
        }
    }
}

// ---- what is drawn inside of something else ----

void Scene::findNotable() {
    const auto notable = [](const Node &node) {
        const bool isMinorKind = node.kind == NodeKind::Other || node.kind == NodeKind::RootPort ||
                                 node.kind == NodeKind::Bridge || node.kind == NodeKind::Switch;
        const auto worst = severity(node);
        return !isMinorKind || node.dead || (worst && *worst != Severity::Note);
    };
    const auto &nodes = topology.nodes();
    m_notable.assign(nodes.size(), false);
    for (auto node = nodes.rbegin(); node != nodes.rend(); ++node) { // children follow their parents
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
        if (passedThrough || m_passed[child.id])
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
