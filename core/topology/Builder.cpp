// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/topology/Builder.h"

#include "core/base/Text.h"
#include "core/topology/Classes.h"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace fabricscope::topology {

using findings::Finding;

Builder::Builder(std::shared_ptr<const host::Host> host, const pci::Names *names)
    : m_host(std::move(host))
    , m_names(names)
    , m_topology(std::make_shared<Topology>())
    , m_nodes(m_topology->m_nodes)
    , m_parents(*m_host)
    , m_roles(rolesOf(*m_host, m_parents))
    , m_joins(*m_host) {
    m_topology->m_host = m_host;
    if (!m_host->functions.empty()) // addresses are sorted
        m_oneDomain = function(0).address.domain == function(m_parents.size() - 1).address.domain;
}

std::shared_ptr<const Topology> Builder::build() {
    findRoots();
    placeRoots();
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
    nameNodes();
    markFrontEnds();
    addSlowLinkFindings();
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
}

void Builder::makeNumaNodes() {
    std::set<int> listed;
    for (const host::NumaNodeFacts &facts : m_host->numaNodes)
        if (facts.node.value >= 0)
            listed.insert(facts.node.value);
    std::set<int> all = listed;
    bool unknown = false;
    for (const Root &root : m_roots) {
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
            if (facts.node.value == numa && facts.cpus && trimmed(*facts.cpus).empty())
                addFinding(id, Finding("numa.no_cpus"));
        makeBelow(id, numa);
    }
    if (unknown) {
        const NodeId id = addNode(NodeKind::Numa, 0).id;
        const auto &functions = m_host->functions;
        const bool known = std::any_of(functions.begin(), functions.end(),
                                       [](const host::PciFunction &f) { return f.numaNode.known(); });
        addFinding(id, Finding(known ? "numa.unknown" : "numa.not_told"));
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
    const Root &root = m_roots[pending.index];
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
NodeKind Builder::kindOf(const host::PciFunction &at) const {
    if (at.classCode)
        return deviceKind(at);
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

} // namespace fabricscope::topology
