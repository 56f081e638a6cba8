// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/topology/Joins.h"
#include "core/topology/Parents.h"
#include "core/topology/Roles.h"
#include "core/topology/RootBuses.h"
#include "core/topology/Topology.h"

#include <string>
#include <vector>

namespace fabricscope::topology {

/// Single use: builds the graph of one host, parents before children.
class Builder {
public:
    Builder(std::shared_ptr<const host::Host> host, const pci::Names *names);
    [[nodiscard]] std::shared_ptr<const Topology> build();

private:
    /// What is still to be made, and below what.
    struct Pending {
        bool isRoot = false;
        std::uint32_t index = 0; ///< position, or index into m_roots
        NodeId parent = 0;
        std::uint32_t port = kNoPort; ///< of the parent, where that is a switch
    };
    static constexpr std::uint32_t kNoPort = 0xFFFFFFFF;

    void listByAddress();
    void makeHost();
    void makeNumaNodes();
    void makeBelow(NodeId numaNode, std::optional<int> numa);
    void makeRoot(const Pending &pending);
    void makeFunction(const Pending &pending);
    void makePort(const Pending &pending);
    [[nodiscard]] NodeKind kindOf(const host::PciFunction &at) const;
    void makePartitions(NodeId gpu);
    void pushChildren(std::uint32_t position, NodeId node, std::uint32_t port);
    Node &addNode(NodeKind kind, std::optional<NodeId> parent);
    void addFinding(NodeId node, findings::Finding finding);
    [[nodiscard]] const host::PciFunction &function(std::uint32_t position) const {
        return m_host->functions[m_parents.functionIndex(position)];
    }

    void fillFacts(Node &node, std::uint32_t position);
    void fillLink(Node &node, std::uint32_t position);
    [[nodiscard]] bool sharesLink(std::uint32_t position) const;
    void fillDriver(Node &node, const host::PciFunction &function);
    void fillOwner(Node &node, const host::PciFunction &function);
    void addTreeFinding(NodeId node, std::uint32_t position);
    void makePeerLinks();
    void addSlowLinkFindings();

    std::shared_ptr<const host::Host> m_host;
    const pci::Names *m_names;
    std::shared_ptr<Topology> m_topology;
    std::vector<Node> &m_nodes;
    Parents m_parents;
    std::vector<Role> m_roles;
    Joins m_joins;
    std::vector<RootBus> m_roots;
    std::vector<std::pair<std::uint32_t, std::uint32_t>>
        m_rootsBelow;                ///< endpoint's position, index into m_roots
    std::vector<NodeId> m_nodeAt;    ///< by position: the node that it is, or is a port of
    std::vector<Pending> m_pending;  ///< a stack
    std::vector<NodeId> m_slowLinks; ///< what is to be reported about them depends on what is below
    struct {
        host::Shared<std::string> reported;
        host::OptionalText shown;
        bool isVfio = false;
    } m_driver;            ///< the last one: neighbours are of one kind
    bool m_hasHeadlessGpu; ///< a 3D controller or an accelerator
    const host::Shared<std::string> m_vfio{std::string("vfio-pci")};
};

} // namespace fabricscope::topology
