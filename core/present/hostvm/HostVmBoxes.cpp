// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/present/hostvm/HostVmBoxes.h"

#include "core/base/HostText.h"
#include "core/present/hostvm/HostVmText.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace fabricscope::present {

using topology::NodeKind;

namespace {

constexpr std::size_t kMaxName = 64, kMaxDepth = 64;
/// The order of bands.
constexpr int kKnownNuma = 0, kUnknownNuma = 1, kFrontEnd = 2;

bool hasOneDomain(const topology::Topology &topology) {
    const auto &functions = topology.host().functions;
    return std::all_of(functions.begin(), functions.end(),
                       [](const host::PciFunction &function) { return function.address.domain == 0; });
}

std::string numaTitle(const topology::Node &node) {
    return node.numa ? fmt::format("NUMA {}", node.numa->value) : std::string("NUMA unknown");
}

} // namespace

const topology::Node *nearestAbove(const topology::Topology &topology, const topology::Node &node,
                                   NodeKind kind) {
    const topology::Node *at = &node;
    for (std::size_t depth = 0; at->parent && depth < kMaxDepth; ++depth) {
        at = &topology.node(*at->parent);
        if (at->kind == kind)
            return at;
    }
    return nullptr;
}

HostVmBoxes::HostVmBoxes(const topology::Topology &host) : m_host(host), m_oneDomain(hasOneDomain(host)) {}

std::string HostVmBoxes::addressOf(const Node &node) const {
    if (!node.bdf)
        return {};
    return m_oneDomain ? node.bdf->toShortString() : node.bdf->toString();
}

HostVmBand &HostVmBoxes::bandFor(int rank, int numa, const std::string &title) {
    const auto [place, isNew] = m_bandAt.try_emplace({rank, numa}, m_bands.size());
    if (isNew)
        m_bands.push_back({title, {}, {}, rank == kFrontEnd});
    return m_bands[place->second];
}

HostVmBand &HostVmBoxes::numaBandOf(const Node &node) {
    return bandFor(node.numa ? kKnownNuma : kUnknownNuma, node.numa ? node.numa->value : 0, numaTitle(node));
}

HostVmBand &HostVmBoxes::frontEndBand() {
    return bandFor(kFrontEnd, 0, "Front end");
}

/// The switch above, or a root port or root bus if there is none.
const topology::Node &HostVmBoxes::holderOf(const Node &node) const {
    const topology::Topology &host = m_host;
    for (const NodeKind kind : {NodeKind::Switch, NodeKind::RootPort, NodeKind::RootComplex})
        if (const Node *holder = nearestAbove(host, node, kind))
            return *holder;
    return host.node(0);
}

/// Whether it is separate from the fabric, on its own port: not relevant for the file, so it is placed below
/// everything that is.
bool HostVmBoxes::isOfFrontEnd(const Node &node) const {
    return node.frontEnd && holderOf(node).kind != NodeKind::Switch;
}

HostVmBox &HostVmBoxes::boxOf(const Node &node) {
    const Node &holder = holderOf(node);
    const bool frontEnd = isOfFrontEnd(node);
    HostVmBand &band = frontEnd ? frontEndBand() : numaBandOf(node);
    const auto [place, isNew] =
        m_placeOf.try_emplace(BoxKey{holder.id, frontEnd},
                              Place{static_cast<std::size_t>(&band - m_bands.data()), band.boxes.size()});
    if (isNew) {
        HostVmBox box;
        box.node = holder.id;
        box.title = frontEnd ? std::string() : holder.name;
        if (holder.kind == NodeKind::Switch)
            if (const Node *port = nearestAbove(m_host, holder, NodeKind::RootPort))
                box.detail = "root " + addressOf(*port);
        band.boxes.push_back(std::move(box));
    }
    if (frontEnd)
        m_frontEndAt.insert(numaTitle(node));
    return m_bands[place->second.band].boxes[place->second.box];
}

void HostVmBoxes::add(const Node &node, std::size_t row) {
    boxOf(node).rows.push_back(row);
}

void HostVmBoxes::countOther(const Node &node) {
    if (!node.owner) { // the host's own: nothing to pass through, not shown here
        if (!node.physfn) {
            HostVmBand &band = numaBandOf(node);
            ++m_hostsOwn[static_cast<std::size_t>(&band - m_bands.data())];
        }
        return;
    }
    const BoxKey box{*boxOf(node).node, isOfFrontEnd(node)};
    ++m_others[{box, HostText(*node.owner).plain(kMaxName)}];
}

std::vector<HostVmBand> HostVmBoxes::finish() {
    for (const auto &[key, count] : m_others) {
        const Place &place = m_placeOf.at(key.first);
        m_bands[place.band].boxes[place.box].others.push_back(
            key.second == "vfio-pci" ? counted(count, "device bound to vfio-pci", "devices bound to vfio-pci")
                                     : counted(count, "device of ", "devices of ") + key.second);
    }
    for (const auto &[band, count] : m_hostsOwn)
        m_bands[band].note = counted(count, "device stays with the host", "devices stay with the host");
    if (!m_frontEndAt.empty())
        frontEndBand().note = fmt::format("{}", fmt::join(m_frontEndAt, ", "));
    std::set<int> numaNodes;
    for (const auto &[key, index] : m_bandAt)
        if (key.first == kKnownNuma && !m_bands[index].boxes.empty())
            numaNodes.insert(key.second);
    m_numaNodes = numaNodes.size();
    std::vector<HostVmBand> sorted;
    for (const auto &[key, index] :
         m_bandAt) // in the order of NUMA nodes, the unknown one last, then the front end
        if (!m_bands[index].boxes.empty())
            sorted.push_back(std::move(m_bands[index]));
    return sorted;
}

} // namespace fabricscope::present
