// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/topology/Builder.h"
#include "core/topology/Classes.h"
#include "core/topology/Links.h"
#include "core/topology/ShownText.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::topology {

using findings::Finding;

namespace {

constexpr std::size_t kMaxOwnerBytes = 120;
/// A GPU has at most eight compute partitions; more in the input is damage.
constexpr std::size_t kMaxPartitions = 64;

std::string vmName(const host::VmProcess &vm) {
    if (!vm.name.empty())
        return shownText(vm.name, kMaxOwnerBytes);
    return fmt::format("{} {}", vm.vmm.empty() ? "VM" : shownText(vm.vmm, kMaxOwnerBytes), vm.pid);
}

bool runsBelowMaximum(const Link &link) {
    return (link.width && link.maxWidth && *link.width < *link.maxWidth) ||
           (link.speed && link.maxSpeed && *link.speed < *link.maxSpeed);
}

bool isDead(const host::PciFunction &function) {
    return function.dead ||
           (function.config && (function.config->dead || function.config->headerType == 0x7F));
}

} // namespace

void Builder::fillFacts(Node &node, std::uint32_t position) {
    const host::PciFunction &at = function(position);
    node.bdf = at.address;
    node.function = m_parents.functionIndex(position);
    fillDriver(node, at);
    if (at.physfn)
        node.physfn = *at.physfn;
    if (!at.virtfns.empty())
        node.virtfns = at.virtfns;
    node.gpu = Joins::first(m_joins.gpus, at.address);
    if (at.iommuGroup)
        node.iommuGroup = *at.iommuGroup;
    const std::optional<NumaNode> above = m_nodes[*node.parent].numa;
    const std::optional<int> own = numaOf(position);
    node.numa = own ? std::optional(NumaNode{*own}) : above;
    if (own && above && *own != above->value)
        addFinding(node.id, Finding("numa.differs")
                                .set("numa", std::to_string(*own))
                                .set("root", std::to_string(above->value)));
    node.dead = isDead(at);
    if (node.dead)
        addFinding(node.id, Finding("device.dead"));
    fillLink(node, position);
    fillOwner(node, at);
}

void Builder::fillLink(Node &node, std::uint32_t position) {
    if (function(position).physfn)
        return; // it shares the link of its physical function
    const std::uint32_t parent = m_parents.parent(position);
    const bool belowPort = !m_parents.onRootBus(position) &&
                           (m_roles[parent] == Role::RootPort || m_roles[parent] == Role::DownstreamPort);
    if (node.kind == NodeKind::RootPort)
        return; // its link is shown at the device below it
    const host::PciFunction *upper = belowPort ? &function(parent) : nullptr;
    node.link = linkOf(function(position), upper);
    if (!node.link || sharesLink(position))
        return;
    if (node.link->state == Link::State::Down)
        addFinding(node.id, Finding("link.down").set("port", upper->address.toString()));
    if (node.link->state == Link::State::Narrow)
        addFinding(node.id, linkFinding(*node.link, "link.narrow"));
    if (node.link->state == Link::State::Slow)
        m_slowLinks.push_back(node.id);
    if (node.link->state == Link::State::Unknown && !node.dead && runsBelowMaximum(*node.link))
        addFinding(node.id, linkFinding(*node.link, "link.one_end"));
}

/// Further functions of a card share the link of the first one, so a fault is reported once.
bool Builder::sharesLink(std::uint32_t position) const {
    if (position == 0)
        return false;
    const Address &own = function(position).address;
    const Address &before = function(position - 1).address;
    return before.domain == own.domain && before.bus == own.bus && before.device == own.device &&
           before != own;
}

void Builder::fillDriver(Node &node, const host::PciFunction &at) {
    if (!at.driver)
        return;
    if (!m_driver.reported.isCopyOf(at.driver.shared()))
        m_driver = {at.driver.shared(), shownText(at.driver, kMaxOwnerBytes), isVfioDriver(*at.driver)};
    node.driver = m_driver.shown;
}

void Builder::fillOwner(Node &node, const host::PciFunction &at) {
    const auto owners = Joins::at(m_joins.vms, at.address);
    if (!owners.empty()) {
        const host::VmProcess &vm = m_host->vms[owners.front().second];
        node.owner = vmName(vm);
        for (const auto &[key, index] : owners)
            if (m_host->vms[index].pid != vm.pid) {
                addFinding(node.id, Finding("owner.several")
                                        .set("owner", *node.owner)
                                        .set("other", vmName(m_host->vms[index])));
                break;
            }
    } else if (at.driver && m_driver.isVfio) { // set by fillDriver()
        node.owner = m_vfio;
    }
}

void Builder::addTreeFinding(NodeId node, std::uint32_t position) {
    if (m_parents.defect(position) == Parents::Defect::None)
        return;
    const host::PciFunction &at = function(position);
    const std::string parent = at.parent ? at.parent->toString() : "a function";
    switch (m_parents.defect(position)) {
    case Parents::Defect::None:
        break;
    case Parents::Defect::Cycle:
        addFinding(node, Finding("tree.cycle").set("parent", parent));
        break;
    case Parents::Defect::Orphan:
        addFinding(node, Finding("tree.orphan").set("parent", parent));
        break;
    case Parents::Defect::Duplicate:
        addFinding(node, Finding("tree.duplicate").set("address", at.address.toString()));
        break;
    }
}

/// Several KFD nodes or render nodes of one GPU are its partitions.
void Builder::makePartitions(NodeId gpu) {
    if (!m_nodes[gpu].gpu)
        return;
    const host::GpuFacts &facts = m_host->gpus[*m_nodes[gpu].gpu];
    const std::size_t count =
        std::min(std::max(facts.kfdNodes.size(), facts.renderMinors.size()), kMaxPartitions);
    if (count < 2)
        return;
    const std::optional<NumaNode> numa = m_nodes[gpu].numa;
    for (std::uint32_t index = 0; index < count; ++index) {
        Node &node = addNode(NodeKind::Partition, gpu);
        node.partition = index;
        node.numa = numa;
        node.gpu = m_nodes[gpu].gpu;
    }
}

void Builder::makePeerLinks() {
    for (const host::GpuLink &link : m_host->gpuLinks) {
        const auto from = m_topology->find(link.from);
        const auto to = m_topology->find(link.to);
        if (!from || !to) {
            addFinding(0, Finding("peer.unknown").set("address", (from ? link.to : link.from).toString()));
            continue;
        }
        if (*from == *to)
            continue;
        m_topology->m_peerLinks.push_back(
            {std::min(*from, *to), std::max(*from, *to), link.kind, link.count, link.bandwidth});
    }
    auto &links = m_topology->m_peerLinks;
    auto key = [](const PeerLink &link) {
        return std::tuple(link.from, link.to, link.kind);
    };
    std::stable_sort(links.begin(), links.end(),
                     [&](const auto &a, const auto &b) { return key(a) < key(b); });
    links.erase(std::unique(links.begin(), links.end(),
                            [&](const auto &a, const auto &b) { return key(a) == key(b); }),
                links.end());
}

/// A NIC belongs to the fabric if a port, switch or bridge has both it and a GPU below it. If that is true of
/// no NIC (flat buses of a VM), the NICs with an RDMA role belong to it.
void Builder::markFrontEnds() {
    std::vector<bool> hasGpu(m_nodes.size(), false);
    bool gpus = false;
    bool anyBelowSwitch = false;
    auto isFabric = [](NodeKind kind) {
        return kind == NodeKind::RootPort || kind == NodeKind::Switch || kind == NodeKind::Bridge;
    };
    auto above = [&](NodeId id, auto visit) {
        for (NodeId at = *m_nodes[id].parent; isFabric(m_nodes[at].kind) && visit(at);
             at = *m_nodes[at].parent) {
        }
    };
    for (const Node &node : m_nodes)
        if (node.kind == NodeKind::Gpu) {
            gpus = true;
            above(node.id, [&](NodeId at) {
                const bool fresh = !hasGpu[at];
                hasGpu[at] = true;
                return fresh;
            });
        }
    if (!gpus)
        return;
    for (Node &node : m_nodes)
        if (node.kind == NodeKind::Nic) {
            node.frontEnd = true;
            above(node.id, [&](NodeId at) {
                node.frontEnd = !hasGpu[at];
                return node.frontEnd;
            });
            anyBelowSwitch = anyBelowSwitch || !node.frontEnd;
        }
    if (anyBelowSwitch)
        return;
    for (Node &node : m_nodes)
        if (node.kind == NodeKind::Nic)
            node.frontEnd = !m_host->rdmaDevices.empty() && !Joins::first(m_joins.rdma, *node.bdf) &&
                            m_host->functions[*node.function].classCode.valueOr(0) >> 8 != 0x0207;
}

/// Requires the complete tree: a switch inside a GPU's card slows down together with the GPU.
void Builder::addSlowLinkFindings() {
    std::vector<bool> leadsToGpu(m_nodes.size(), false);
    for (std::size_t id = m_nodes.size(); id-- > 1;)
        if (leadsToGpu[id] || m_nodes[id].kind == NodeKind::Gpu)
            leadsToGpu[id] = leadsToGpu[*m_nodes[id].parent] = true;
    for (const NodeId id : m_slowLinks)
        addFinding(id, linkFinding(*m_nodes[id].link, "link.slow", leadsToGpu[id] ? "idle" : ""));
}

} // namespace fabricscope::topology
