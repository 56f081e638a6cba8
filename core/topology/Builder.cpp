// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/topology/Builder.h"

#include "core/base/Text.h"
#include "core/topology/Classes.h"
#include "core/topology/ConsoleVga.h"
#include "core/topology/EmulatedBridge.h"
#include "core/topology/FrontEnd.h"
#include "core/topology/Links.h"
#include "core/topology/NodeNames.h"
#include "core/topology/NumaRead.h"
#include "core/topology/ShownText.h"
#include "core/topology/findings/FaultFindings.h"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <algorithm>
#include <set>

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

Builder::Builder(std::shared_ptr<const host::Host> host, const pci::Names *names)
    : m_host(std::move(host))
    , m_names(names)
    , m_topology(std::make_shared<Topology>())
    , m_nodes(m_topology->m_nodes)
    , m_parents(*m_host)
    , m_roles(rolesOf(*m_host, m_parents))
    , m_joins(*m_host)
    , m_hasHeadlessGpu(hasHeadlessGpu(*m_host)) {
    m_topology->m_host = m_host;
}

std::shared_ptr<const Topology> Builder::build() {
    m_roots = rootBusesOf(*m_host, m_parents);
    for (std::uint32_t index = 0; index < m_roots.size(); ++index)
        if (m_roots[index].below != Parents::kNone)
            m_rootsBelow.emplace_back(m_roots[index].below, index);
    std::sort(m_rootsBelow.begin(), m_rootsBelow.end());
    m_nodes.reserve(m_host->functions.size() + m_roots.size() + m_host->numaNodes.size() + 2);
    m_nodeAt.resize(m_parents.size());
    makeHost();
    makeNumaNodes();
    listByAddress();
    const auto key = [&](NodeId id) {
        return m_nodes[id].bdf ? m_nodes[id].bdf->key() + 1 : 0;
    };
    auto byAddress = [&](NodeId a, NodeId b) {
        return key(a) < key(b);
    };
    for (Node &node : m_nodes)
        if (node.kind == NodeKind::Switch && // its ports may be in another order than the buses below them
            !std::is_sorted(node.children.begin(), node.children.end(), byAddress))
            std::stable_sort(node.children.edit().begin(), node.children.edit().end(), byAddress);
    makePeerLinks();
    NodeNames(*m_topology, m_topology->m_nodeOf, m_joins, m_names).addTo(m_nodes, m_parents);
    markFrontEnds(m_nodes, *m_host, m_joins);
    addSlowLinkFindings();
    for (auto &[node, finding] : faultFindings(*m_topology)) // names are known by now
        addFinding(node, std::move(finding));
    return m_topology;
}

/// Requires that every function is a node or a port.
void Builder::listByAddress() {
    // For duplicate addresses, find() returns the first node.
    for (std::uint32_t begin = 0, end = 1; begin < m_parents.size(); begin = end++) {
        if (end == m_parents.size() || !m_parents.isDuplicate(end))
            continue;
        while (end < m_parents.size() && m_parents.isDuplicate(end))
            ++end;
        std::sort(m_nodeAt.begin() + begin, m_nodeAt.begin() + end);
    }
    m_topology->m_nodeOf = std::move(m_nodeAt);
    if (!m_parents.isInOrder())
        for (std::uint32_t position = 0; position < m_parents.size(); ++position)
            m_topology->m_order.push_back(m_parents.functionIndex(position));
}

Node &Builder::addNode(NodeKind kind, std::optional<NodeId> parent) {
    const auto id = static_cast<NodeId>(m_nodes.size());
    Node &node = m_nodes.emplace_back();
    node.id = id;
    node.kind = kind;
    node.parent = parent;
    if (parent)
        m_nodes[*parent].children.push_back(id);
    return node;
}

void Builder::addFinding(NodeId node, findings::Finding finding) {
    m_nodes[node].findings.push_back(std::move(finding));
}

void Builder::makeHost() {
    addNode(NodeKind::Host, std::nullopt);
    if (!statesTree(*m_host))
        addFinding(0, Finding("tree.flat_list"));
}

void Builder::makeNumaNodes() {
    std::set<int> listed;
    for (const host::NumaNodeFacts &facts : m_host->numaNodes)
        if (facts.node.value >= 0)
            listed.insert(facts.node.value);
    std::set<int> all = listed;
    bool unknown = false;
    for (const RootBus &root : m_roots) {
        if (root.below != Parents::kNone)
            continue;
        if (root.numa)
            all.insert(*root.numa);
        else
            unknown = true;
    }
    for (const int numa : all) {
        Node &node = addNode(NodeKind::Numa, 0);
        node.numa = NumaNode{numa};
        const NodeId id = node.id;
        if (!listed.contains(numa) && !listed.empty())
            addFinding(id, Finding("numa.not_listed").set("numa", std::to_string(numa)));
        for (const host::NumaNodeFacts &facts : m_host->numaNodes)
            if (auto finding = facts.node.value == numa ? numaFinding(facts) : std::nullopt)
                addFinding(id, std::move(*finding));
        makeBelow(id, numa);
    }
    if (unknown) {
        const NodeId id = addNode(NodeKind::Numa, 0).id;
        addFinding(id, unknownNuma(*m_host));
        makeBelow(id, std::nullopt);
    }
}

/// Creates everything below one NUMA node. Not recursive, since damaged input may be arbitrarily deep.
void Builder::makeBelow(NodeId numaNode, std::optional<int> numa) {
    for (std::size_t index = m_roots.size(); index-- > 0;)
        if (m_roots[index].below == Parents::kNone && m_roots[index].numa == numa)
            m_pending.push_back({true, static_cast<std::uint32_t>(index), numaNode, kNoPort});
    while (!m_pending.empty()) {
        const Pending next = m_pending.back();
        m_pending.pop_back();
        if (next.isRoot)
            makeRoot(next);
        else if (m_roles[next.index] == Role::DownstreamPort)
            makePort(next);
        else
            makeFunction(next);
    }
}

void Builder::makeRoot(const Pending &pending) {
    const RootBus &root = m_roots[pending.index];
    Node &node = addNode(NodeKind::RootComplex, pending.parent);
    node.name = fmt::format(FMT_COMPILE("pci{:04x}:{:02x}"), root.domain, root.bus);
    node.numa = root.numa ? SlimOptional(NumaNode{*root.numa}) : m_nodes[pending.parent].numa;
    node.children.edit().reserve(root.members.size());
    for (auto member = root.members.rbegin(); member != root.members.rend(); ++member)
        m_pending.push_back({false, *member, node.id, kNoPort});
}

void Builder::makePort(const Pending &pending) {
    Node &node = m_nodes[pending.parent];
    const auto port = static_cast<std::uint32_t>(node.ports.size());
    const host::PciFunction &at = function(pending.index);
    node.ports.push_back({at.address, false, m_parents.functionIndex(pending.index), {}});
    m_nodeAt[pending.index] = node.id;
    if (at.dead)
        addFinding(node.id, Finding("device.dead"));
    addTreeFinding(node.id, pending.index);
    pushChildren(pending.index, node.id, port);
}

/// By its class; if no source reports the class, by the tools that list it: GPU tools list only addresses.
/// What has an RDMA device is a NIC. Beside GPUs without a display, a VGA without a vendor is a console.
NodeKind Builder::kindOf(const host::PciFunction &at) const {
    if (const NodeKind kind = deviceKind(at); at.classCode && kind != NodeKind::Other)
        return kind == NodeKind::Gpu && m_hasHeadlessGpu && isUnnamedVga(at) &&
                       !Joins::first(m_joins.gpus, at.address)
                   ? NodeKind::Other
                   : kind;
    if (at.classCode)
        return Joins::first(m_joins.rdma, at.address) ? NodeKind::Nic : NodeKind::Other;
    if (Joins::first(m_joins.gpus, at.address))
        return NodeKind::Gpu;
    return Joins::first(m_joins.rdma, at.address) || Joins::first(m_joins.net, at.address) ? NodeKind::Nic
                                                                                           : deviceKind(at);
}

void Builder::makeFunction(const Pending &pending) {
    static constexpr NodeKind kKinds[] = {NodeKind::Other, NodeKind::RootPort, NodeKind::Switch,
                                          NodeKind::Bridge, NodeKind::Bridge};
    const host::PciFunction &at = function(pending.index);
    const Role role = m_roles[pending.index];
    Node &node =
        addNode(role == Role::Device ? kindOf(at) : kKinds[static_cast<std::size_t>(role)], pending.parent);
    const NodeId id = node.id;
    if (pending.port != kNoPort)
        m_nodes[pending.parent].ports.edit()[pending.port].below.push_back(id);
    m_nodeAt[pending.index] = id;
    fillFacts(node, pending.index);
    addTreeFinding(id, pending.index);
    const std::size_t below = m_parents.children(pending.index).size();
    if (m_nodes[id].kind == NodeKind::Switch) { // its upstream port, and space for the downstream ports
        std::vector<Port> &ports = m_nodes[id].ports.edit();
        ports.reserve(below + 1);
        ports.push_back({at.address, true, m_parents.functionIndex(pending.index), {}});
        std::size_t belowPorts = 0;
        for (const std::uint32_t port : m_parents.children(pending.index))
            belowPorts += m_parents.children(port).size();
        if (belowPorts > 1)
            m_nodes[id].children.edit().reserve(belowPorts);
    } else if (below > 1) {
        m_nodes[id].children.edit().reserve(below);
    }
    if (m_nodes[id].kind == NodeKind::Gpu)
        makePartitions(id);
    pushChildren(pending.index, id, kNoPort);
}

void Builder::pushChildren(std::uint32_t position, NodeId node, std::uint32_t port) {
    for (auto root =
             m_rootsBelow.empty() // the usual case
                 ? m_rootsBelow.begin()
                 : std::lower_bound(m_rootsBelow.begin(), m_rootsBelow.end(), std::pair{position, 0U});
         root != m_rootsBelow.end() && root->first == position; ++root)
        m_pending.push_back({true, root->second, node, kNoPort});
    const auto below = m_parents.children(position);
    for (auto child = below.rbegin(); child != below.rend(); ++child)
        if (!m_parents.onRootBus(*child))
            m_pending.push_back({false, *child, node, port});
}

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
    const std::optional<int> own = numaOf(*m_host, at);
    node.numa = own ? std::optional(NumaNode{*own}) : above;
    if (own && above && *own != above->value)
        addFinding(node.id, differentNuma(*own, m_nodes[*node.parent], at));
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
    const bool belowPort = !m_parents.onRootBus(position) && !isEmulatedBridge(function(parent)) &&
                           (m_roles[parent] == Role::RootPort || m_roles[parent] == Role::DownstreamPort);
    if (node.kind == NodeKind::RootPort || isEmulatedBridge(function(position)))
        return; // a root port's link is shown at the device below it, and an emulated port has none
    const host::PciFunction *upper = belowPort ? &function(parent) : nullptr;
    if (node.link = linkOf(function(position), upper); !node.link || sharesLink(position))
        return;
    if (node.link->state == Link::State::Down)
        addFinding(node.id, downFinding(function(position), upper));
    else if (upper != nullptr && !node.dead && !runsBelowMaximum(*node.link)) // that is stated below
        if (auto finding = endsFinding(function(position), *upper))
            addFinding(node.id, *std::move(finding));
    if (node.link->state == Link::State::Narrow)
        addFinding(node.id, linkFinding(*node.link, "link.narrow"));
    if (node.link->state == Link::State::Slow)
        m_slowLinks.push_back(node.id);
    if (node.link->state == Link::State::Unknown && !node.dead && runsBelowMaximum(*node.link))
        addFinding(node.id, oneEndFinding(*node.link, m_joins.hostMaxSpeed(function(position).address),
                                          (m_parents.onRootBus(position) || belowPort) &&
                                              hasAllLanes(function(position), *m_host)));
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

/// Several KFD nodes, render nodes or ROCm devices of one GPU are its partitions.
void Builder::makePartitions(NodeId gpu) {
    if (!m_nodes[gpu].gpu)
        return;
    const host::GpuFacts &facts = m_host->gpus[*m_nodes[gpu].gpu];
    const std::size_t count = std::min(m_joins.partitionsOf(facts), kMaxPartitions);
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

/// Requires the complete tree: a switch inside a GPU's card slows down together with the GPU.
void Builder::addSlowLinkFindings() {
    std::vector<bool> leadsToGpu(m_nodes.size(), false);
    for (std::size_t id = m_nodes.size(); id-- > 1;)
        if (leadsToGpu[id] || m_nodes[id].kind == NodeKind::Gpu)
            leadsToGpu[id] = leadsToGpu[*m_nodes[id].parent] = true;
    for (const NodeId id : m_slowLinks)
        addFinding(id, linkFinding(*m_nodes[id].link, "link.slow", leadsToGpu[id] ? "idle" : ""));
}

std::shared_ptr<const Topology> build(std::shared_ptr<const host::Host> host, const pci::Names *names) {
    return Builder(std::move(host), names).build();
}

} // namespace fabricscope::topology
