// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/topology/Joins.h"
#include "core/topology/Parents.h"
#include "core/topology/Topology.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace fabricscope::topology {

/// For a sentence, where no picture shows which one it is: the name, with the address where it is that of a
/// kind alone ("NIC 0000:03:00.0").
[[nodiscard]] std::string sentenceName(const Node &node);

/// The numbers in the names of one host's GPUs: each GPU once, in the order of addresses.
class GpuNumbers {
public:
    GpuNumbers(const host::Host &host, const std::vector<Node> &nodes);
    /// std::nullopt where the sources list some of the GPUs only and state no numbers: none must be invented.
    [[nodiscard]] std::optional<unsigned> take(const Address &address);

private:
    std::map<Address, unsigned> m_numbers; ///< of the vendor's tool
    std::set<unsigned> m_used;
    unsigned m_next = 0;
    bool m_areUnstated = false; ///< the numbers of all GPUs
};

/// Single use: the names and models of the nodes of one host.
class NodeNames {
public:
    /// `names`: the system's pci.ids, or nullptr. `nodeOf`: the node of each position.
    NodeNames(const Topology &topology, const std::vector<NodeId> &nodeOf, const Joins &joins,
              const pci::Names *names)
        : m_topology(topology), m_nodeOf(nodeOf), m_host(topology.host()), m_joins(joins), m_names(names) {}

    /// `nodes` are those of the topology; their order and addresses are complete.
    void addTo(std::vector<Node> &nodes, const Parents &parents);

private:
    void nameDevice(std::vector<Node> &nodes, Node &node);
    bool nameVirtual(const std::vector<Node> &nodes, Node &node);
    void nameModel(Node &node);
    [[nodiscard]] std::string modelOf(std::uint16_t vendor, std::uint16_t device) const;
    [[nodiscard]] std::string shown(const Address &address) const;

    const Topology &m_topology;
    const std::vector<NodeId> &m_nodeOf;
    const host::Host &m_host;
    const Joins &m_joins;
    const pci::Names *m_names;
    bool m_oneDomain = true;
    struct {
        SlimOptional<Address> address;
        SlimOptional<NodeId> node;
        std::string
            beginning; ///< of the names of its virtual functions: "ionic_2 VF"; empty where it has none
        std::size_t place = 0; ///< of the virtual function named last, among its
    } m_physical;              ///< virtual functions come one after the other
    struct {
        std::uint16_t vendor = 0, device = 0;
        host::OptionalText text;
    } m_model; ///< the last one: neighbours are of one kind
};

} // namespace fabricscope::topology
