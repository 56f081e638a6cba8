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

Scene::Scene(const topology::Topology &topology_, const TopologyOptions &options_, DisplayList &list)
    : topology(topology_)
    , options(options_)
    , tree(topology_, options_.folds)
    , sketch(list, options_.measure)
    , m_pairing(nullptr, {}) {
    for (const Node &node : topology.nodes())
        if (node.bdf && node.bdf->domain != 0)
            m_oneDomain = false;
    findKnowledge();
    findOwners();
    // The judgement may be of an earlier state of the host, or of another host, until the next one arrives.
    const bool isHere = options.seenBy && options.seenBy->host.get() == &topology;
    const affinity::Judgement *seen = isHere ? options.seenBy->judgement.get() : nullptr;
    m_pairing =
        Pairing(seen != nullptr ? seen : options.judgement, [this](NodeId id) { return tree.boxOf(id); });
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
    const auto own = severityOf(node, options.muted.get());
    const bool isPairMuted =
        options.muted != nullptr &&
        std::any_of(
            options.muted->lower_bound({node.id, "pair."}), options.muted->end(),
            [&](const auto &muted) { return muted.first == node.id && muted.second.starts_with("pair."); });
    const auto paired = isPairMuted ? std::nullopt : m_pairing.severity(node.id);
    return own && paired ? std::max(own, paired) : paired ? paired : own;
}

// ---- pairs ----

bool Scene::needsLanes(const Node &device) const {
    const auto lanes = m_lanes.find(tree.bandOf(device.id));
    if (lanes == m_lanes.end())
        return false;
    return device.kind == NodeKind::Gpu ? lanes->second.belowGpus
                                        : device.kind == NodeKind::Nic && lanes->second.belowNics;
}

bool Scene::areAdjacent(NodeId gpu, NodeId nic) const {
    const auto above = tree.drawnParent(gpu);
    if (!above || above != tree.drawnParent(nic))
        return false;
    const std::vector<NodeId> siblings = tree.content(*above);
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
        for (const NodeId band : {tree.bandOf(gpu.id), tree.bandOf(nic.id)}) {
            m_lanes[band].belowGpus = true;
            m_lanes[band].belowNics = m_lanes[band].belowNics || !flat;
        }
    }
}

// ---- colours ----

void Scene::findOwners() {
    for (const Node &node : topology.nodes())
        if (node.owner && m_ownerPositions.try_emplace(*node.owner, m_owners.size()).second)
            m_owners.push_back(*node.owner);
}

/// A NIC with one VF is passed through by that VF: its box shows the VF's group and owner.
const Node &Scene::passedThroughFunction(const Node &node) const {
    const auto functions = tree.virtualFunctions(node.id);
    return functions.size() == 1 ? this->node(functions.front()) : node;
}

Tone Scene::toneByGroup(const Node &node) const {
    const Node &shown = passedThroughFunction(node);
    return shown.iommuGroup ? Tone{groupToken(*shown.iommuGroup), false} : Tone{Token::Line2, true};
}

Tone Scene::toneByOwner(const Node &node) const {
    const Node &owned = node.owner ? node : passedThroughFunction(node);
    if (!owned.owner)
        return {Token::Line2, true};
    return {ownerToken(m_ownerPositions.at(*owned.owner)), false};
}

Tone Scene::tone(const Node &node) const {
    if (!isDevice(node.kind))
        return toneByKind(node);
    switch (options.colourBy) {
    case ColourBy::Kind:
        return toneByKind(node);
    case ColourBy::IommuGroup:
        return toneByGroup(node);
    case ColourBy::Link:
        return toneByLink(node);
    case ColourBy::Owner:
        return toneByOwner(node);
    }
    return {};
}

} // namespace fabricscope::layout
