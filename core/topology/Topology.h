// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/SlimOptional.h"
#include "core/findings/Finding.h"
#include "core/host/Host.h"
#include "core/host/OptionalText.h"
#include "core/host/SharedList.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fabricscope::pci {
class Names;
}

namespace fabricscope::topology {

using host::Address;

enum class NodeKind : std::uint8_t {
    Host,
    Numa,        ///< a NUMA node, or "NUMA unknown" (Node::numa empty)
    RootComplex, ///< one root bus: pciDDDD:BB
    RootPort,
    Switch, ///< upstream and downstream ports drawn as one box, ports in `ports`
    Bridge, ///< PCIe-to-PCI and other bridges
    Gpu,
    Partition, ///< of a partitioned GPU; has no BDF
    Nic,
    Nvme,
    NvSwitch,
    Other,
};
/// The names of the JSON document fabricscope.tree: "root_port".
[[nodiscard]] std::string_view toString(NodeKind kind);

using NodeId = std::uint32_t;

/// A link seen from its lower end. Speeds and widths by sysfs or config space of both ends.
struct Link {
    std::optional<pci::LinkSpeed> speed, maxSpeed; ///< current; what both ends could do
    std::optional<std::uint8_t> width, maxWidth;
    enum class State : std::uint8_t {
        Unknown,
        Full,   ///< as fast and wide as both ends can
        Slow,   ///< a lower speed: a note (an idle GPU lowers it)
        Narrow, ///< fewer lanes: a fault
        Down,
    };
    State state = State::Unknown;
    [[nodiscard]] std::optional<pci::LinkRate> rate() const;
    [[nodiscard]] std::optional<pci::LinkRate> maxRate() const;
    /// At this width and the speed that both ends support: idle devices lower their speed automatically.
    [[nodiscard]] std::optional<pci::LinkRate> rateWith(std::optional<std::uint8_t> lanes) const;
    friend bool operator==(const Link &, const Link &) = default;
};

/// A port of a switch; every PCI function of the host is exactly once either a node or a port.
struct Port {
    Address bdf;
    bool upstream = false;
    std::uint32_t function = 0; ///< index into Host::functions
    std::vector<NodeId> below;  ///< what hangs at a downstream port
};

using findings::Severity;

struct Node {
    NodeId id = 0;
    NodeKind kind = NodeKind::Other;
    bool dead = false;
    bool frontEnd =
        false; ///< a NIC that is not one of the fabric's: no RDMA role next to a GPU (drawn apart)
    std::optional<Link> link; ///< to what is above it
    SlimOptional<Address> bdf;
    std::string name;         ///< short, for a box: "GPU2", "mlx5_0", "Switch 41:00.0"
    host::OptionalText model; ///< long, for the inspector: "AMD Instinct MI355X"; none: unknown
    SlimOptional<NumaNode> numa;
    SlimOptional<NodeId> parent;
    host::SharedList<NodeId> children; ///< by address; VFs hang below their PF's parent and name it in physfn
    host::SharedList<Port> ports;      ///< switches only; the first is the upstream port
    host::OptionalText driver;
    host::OptionalText owner; ///< the VM that holds it, or "vfio-pci" where it is bound and no VM is known
    SlimOptional<IommuGroup> iommuGroup;
    SlimOptional<std::uint32_t> function; ///< index into Host::functions
    SlimOptional<std::uint32_t> gpu;      ///< index into Host::gpus
    SlimOptional<std::uint32_t> partition;
    SlimOptional<Address> physfn;
    host::SharedList<Address> virtfns;
    host::SharedList<findings::Finding> findings; ///< without `device` and `place`: they are the node's
};

/// XGMI and NVLink edges between GPU nodes.
struct PeerLink {
    NodeId from = 0, to = 0;
    host::GpuLink::Kind kind = host::GpuLink::Kind::Xgmi;
    std::optional<int> count;
    std::optional<GigabytesPerSecond> bandwidth;
};

/// The immutable hardware graph of one host. Node 0 is the host; parents come before their children.
class Topology {
public:
    [[nodiscard]] const std::vector<Node> &nodes() const { return m_nodes; }
    [[nodiscard]] const Node &node(NodeId id) const { return m_nodes[id]; }
    [[nodiscard]] const std::vector<PeerLink> &peerLinks() const { return m_peerLinks; }
    [[nodiscard]] const host::Host &host() const { return *m_host; }
    /// The node that is this function, or the switch that has it as a port.
    [[nodiscard]] std::optional<NodeId> find(const Address &address) const;

private:
    friend class Builder;
    std::shared_ptr<const host::Host> m_host;
    std::vector<Node> m_nodes;
    std::vector<PeerLink> m_peerLinks;
    std::vector<NodeId> m_nodeOf;       ///< of each function, in the order of their addresses
    std::vector<std::uint32_t> m_order; ///< the functions in that order; empty where they are in it
};

/// Pure: the same host gives the same graph. Cycles, duplicate and orphaned functions in damaged input still
/// yield a tree, with a finding.
[[nodiscard]] std::shared_ptr<const Topology> build(std::shared_ptr<const host::Host> host);
/// The same with model names by `names` (the system's pci.ids) where no source of the host gave one; may be
/// nullptr.
[[nodiscard]] std::shared_ptr<const Topology> build(std::shared_ptr<const host::Host> host,
                                                    const pci::Names *names);

} // namespace fabricscope::topology
