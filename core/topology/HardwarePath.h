// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/topology/Topology.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::topology {

/// How two devices reach each other, in the terms of `nvidia-smi topo -m`, good to bad.
enum class PathWord : std::uint8_t {
    Self,
    NvLink, ///< NV#: # links
    Xgmi,
    Pix,  ///< at most one PCIe switch
    Pxb,  ///< several switches, no host bridge
    Phb,  ///< one host bridge
    Node, ///< several host bridges of one NUMA node
    Sys,  ///< across NUMA nodes
    Unknown,
};

/// The distance of two devices: what a cell of a matrix holds.
struct Reach {
    PathWord word = PathWord::Unknown;
    int count = 0; ///< NvLink: links, 0 where unknown
    /// Of the narrowest link, one direction, physical (Gen5 x16 = 63.0): at the speed that both ends can
    /// (idle devices lower theirs) and the width that the link has. What the CPU lets through between its
    /// host bridges is unknown on every machine and not included. Unknown where the rate of any link is.
    std::optional<GigabytesPerSecond> bandwidth;
    /// Why the word is unknown, a sentence; empty where it is known.
    std::string_view why;
    friend bool operator==(const Reach &, const Reach &) = default;
};

/// "PIX", "NV18", "XGMI", "X", "?".
[[nodiscard]] std::string toString(const Reach &reach);
[[nodiscard]] std::string_view toString(PathWord word);
/// Through switches alone (or nearer): peer-to-peer without the CPU.
[[nodiscard]] constexpr bool isBelowSwitch(PathWord word) {
    return word <= PathWord::Pxb;
}

/// One step of a route.
struct PathHop {
    enum class Kind : std::uint8_t {
        Link,       ///< a PCIe link; `lower` is the node at its lower end, which has its facts
        HostBridge, ///< inside one root complex, from root port to root port
        Socket,     ///< from root complex to root complex of one NUMA node
        Sockets,    ///< from NUMA node to NUMA node
        Peer,       ///< NVLink or XGMI
    };
    Kind kind = Kind::Link;
    NodeId from = 0, to = 0;
    NodeId lower = 0;                            ///< Kind::Link
    std::optional<pci::LinkRate> rate;           ///< as it runs now
    std::optional<GigabytesPerSecond> bandwidth; ///< as Reach counts it
};

struct HardwarePath {
    Reach reach;
    std::vector<PathHop> hops; ///< from the first device to the second; empty where the way is unknown
    std::optional<std::size_t> narrowest; ///< hop, the first of equals; where a bandwidth is known
};

/// The paths between the GPUs and NICs of one host (other devices' too). Reads the topology once; a query
/// takes time by the depth of the tree, and beyond 64 bridges nothing is reported.
/// A virtual machine's flat buses state nothing: there, devices that no switch shows together are at unknown
/// distance, unless on different NUMA nodes.
class HardwarePaths {
public:
    /// Covers only these devices: by default all GPUs, including partitions, and NICs.
    explicit HardwarePaths(const Topology &topology);

    [[nodiscard]] Reach between(NodeId a, NodeId b) const;
    [[nodiscard]] HardwarePath route(NodeId a, NodeId b) const;
    /// It is, or appears to be, a virtual machine.
    [[nodiscard]] bool isGuest() const { return m_guest; }

private:
    struct Step {
        NodeId node = 0;
        std::uint16_t boxes = 0;         ///< switches and bridges between the device and this node
        bool rateKnown = true;           ///< all links up to here have a known rate
        std::optional<double> bandwidth; ///< the least up to here
    };
    struct Line {
        std::vector<Step> steps; ///< the device itself first, the top root complex last
        bool placed = false;     ///< its root bus is known
        bool flat = false;       ///< no switch or bridge above it
        bool tooDeep = false;
    };
    struct CommonAncestor {
        const Line *a = nullptr, *b = nullptr;
        std::size_t atA = 0, atB = 0; ///< the common step; the sizes of the lines where there is none
    };
    [[nodiscard]] Line lineOf(NodeId device) const;
    [[nodiscard]] std::optional<CommonAncestor> commonAncestor(NodeId a, NodeId b) const;
    [[nodiscard]] Reach wordOf(NodeId a, NodeId b, const CommonAncestor &ancestor) const;
    [[nodiscard]] bool hasNoNuma(NodeId device) const;
    [[nodiscard]] Reach acrossRoots(NodeId a, NodeId b) const;
    void addUpstreamHops(const Line &line, std::size_t end, bool down, std::vector<PathHop> &hops) const;

    const Topology &m_topology;
    std::vector<std::uint32_t> m_lineOf; ///< by node: index into m_lines, or none
    std::vector<Line> m_lines;
    std::map<std::pair<NodeId, NodeId>, const PeerLink *> m_peers;
    std::set<NodeId> m_shownRoots; ///< root complexes whose bus the data shows to be a root bus
    bool m_guest = false;
    bool m_statesTree = true;
    bool m_oneNumaNode = false;
};

} // namespace fabricscope::topology
