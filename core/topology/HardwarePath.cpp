// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/topology/HardwarePath.h"

#include "core/topology/Classes.h"

#include <algorithm>
#include <array>

namespace fabricscope::topology {

namespace {

constexpr std::uint32_t kNoLine = 0xFFFFFFFF;
/// PCI has at most 256 buses in a domain, and a switch takes two; real trees have about a dozen steps.
constexpr std::size_t kMaxSteps = 64;

constexpr std::string_view kTooDeep = "more than 64 bridges above it: damaged input";
constexpr std::string_view kFlatGuest =
    "the PCI tree of a virtual machine is emulated: only its hypervisor shows the distances";
constexpr std::string_view kNotPlaced = "the data does not show the device's root port";
constexpr std::string_view kNoTree =
    "the text does not show the bridges above the devices (lspci -t or -vvv does)";
constexpr std::string_view kNoNuma = "NUMA node unknown (numa_node = -1)";
constexpr std::string_view kNumaUnread = "the data does not contain the NUMA nodes of the devices";
constexpr std::string_view kNotAsked = "neither a GPU nor a NIC";

struct Name {
    PathWord word;
    std::string_view text;
};
constexpr std::array kNames = {
    Name{PathWord::Self, "X"},    Name{PathWord::NvLink, "NV"}, Name{PathWord::Xgmi, "XGMI"},
    Name{PathWord::Pix, "PIX"},   Name{PathWord::Pxb, "PXB"},   Name{PathWord::Phb, "PHB"},
    Name{PathWord::Node, "NODE"}, Name{PathWord::Sys, "SYS"},   Name{PathWord::Unknown, "?"},
};

/// Bandwidth of the link above a node: its current width at the highest speed of both ends.
std::optional<GigabytesPerSecond> bandwidthOf(const Topology &topology, const Node &node) {
    if (node.link && node.link->width) {
        const auto &link = *node.link;
        const auto speed = link.speed && link.maxSpeed ? std::max(link.speed, link.maxSpeed)
                                                       : (link.speed ? link.speed : link.maxSpeed);
        if (speed)
            return pci::LinkRate{*speed, *link.width}.bandwidth();
    }
    if (node.function)
        if (const auto &fact = topology.host().functions[*node.function].rare->linkBandwidth)
            return *fact;
    return std::nullopt;
}

/// A virtual function has no link of its own: its traffic uses that of its physical function.
bool hasNoLink(const Node &node) {
    return !node.link || node.kind == NodeKind::RootPort || node.kind == NodeKind::RootComplex ||
           node.kind == NodeKind::Partition;
}

/// It is directly on a root bus, like a device that a hypervisor emulates: no link shows its bandwidth.
bool isIntegrated(const Topology &topology, const Node &node, const Node &above) {
    return !node.link && above.kind == NodeKind::RootComplex && node.function &&
           node.kind != NodeKind::RootPort && node.kind != NodeKind::Partition &&
           !topology.host().functions[*node.function].physfn;
}

bool isBox(NodeKind kind) {
    return kind == NodeKind::Switch || kind == NodeKind::Bridge;
}

/// The result of systemd-detect-virt; std::nullopt if it did not run.
std::optional<bool> reportedGuest(const host::Host &host) {
    if (!host.virtualization)
        return std::nullopt;
    return *host.virtualization != "none";
}

/// Where no source has the tree (lspci's text): only a root bus has a host bridge, a root port or a root
/// complex's own endpoints (PCI Express Base Specification 6.0, 1.3), and bus 0 is one.
bool showsRootBus(const host::PciFunction &at) {
    if (at.rootBus || at.address.bus == 0 || at.classCode.valueOr(0) >> 8 == 0x0600)
        return true;
    if (!at.config || at.config->dead || !at.config->express)
        return false;
    const pci::PortType type = at.config->express->portType;
    return type == pci::PortType::RootPort || type == pci::PortType::RootComplexEndpoint ||
           type == pci::PortType::EventCollector;
}

/// A list that begins with the host bridge of bus 0 is whole: what is above a bridge is then listed, too.
bool isWholeList(const host::Host &host) {
    return std::any_of(host.functions.begin(), host.functions.end(), [](const host::PciFunction &at) {
        return at.address.bus == 0 && at.address.device == 0 && at.classCode.valueOr(0) >> 8 == 0x0600;
    });
}

bool showsRootBus(const Topology &topology, const Node &root, bool isWhole) {
    return std::any_of(root.children.begin(), root.children.end(), [&](NodeId child) {
        const auto &function = topology.node(child).function;
        if (!function)
            return false;
        const host::PciFunction &at = topology.host().functions[*function];
        return showsRootBus(at) || (isWhole && at.rare->secondaryBus && isPciBridge(at));
    });
}

Reach unknown(std::string_view why) {
    Reach reach;
    reach.why = why;
    return reach;
}

std::optional<GigabytesPerSecond> lesser(bool rateKnown, std::optional<double> a, std::optional<double> b) {
    if (!rateKnown || (!a && !b))
        return std::nullopt;
    return GigabytesPerSecond{a && b ? std::min(*a, *b) : (a ? *a : *b)};
}

} // namespace

std::string_view toString(PathWord word) {
    for (const Name &name : kNames)
        if (name.word == word)
            return name.text;
    return "?";
}

std::string toString(const Reach &reach) {
    std::string text(toString(reach.word));
    if (reach.word == PathWord::NvLink)
        text += reach.count > 0 ? std::to_string(reach.count) : "#";
    return text;
}

HardwarePaths::HardwarePaths(const Topology &topology) : m_topology(topology) {
    m_lineOf.assign(topology.nodes().size(), kNoLine);
    const std::optional<bool> guest = reportedGuest(topology.host());
    bool anyNuma = false;
    bool anyBox = false;
    bool anyBelowPort = false;
    std::size_t numaNodes = 0;
    const bool isWhole = isWholeList(topology.host());
    for (const Node &node : topology.nodes()) {
        if (node.kind == NodeKind::RootComplex && showsRootBus(topology, node, isWhole))
            m_shownRoots.insert(node.id);
        if (node.kind == NodeKind::Numa && node.numa)
            ++numaNodes;
        if (node.kind != NodeKind::Gpu && node.kind != NodeKind::Nic && node.kind != NodeKind::Partition)
            continue;
        anyNuma = anyNuma || node.numa.has_value();
        m_lineOf[node.id] = static_cast<std::uint32_t>(m_lines.size());
        m_lines.push_back(lineOf(node.id));
        anyBox = anyBox || !m_lines.back().flat;
        anyBelowPort = anyBelowPort || m_lines.back().steps.size() > 2;
    }
    m_oneNumaNode = numaNodes == 1;
    // If the kind of machine is unknown, flat buses without NUMA nodes indicate a guest, but below the root
    // port of a real chipset: a server with one NUMA node states -1 too.
    m_statesTree = statesTree(topology.host());
    m_guest = guest.value_or(m_statesTree && !anyNuma && !anyBox && topology.host().numaNodes.size() <= 1 &&
                             (!anyBelowPort || hasEmulatedDevices(topology.host())));
    for (const PeerLink &link : topology.peerLinks())
        m_peers.try_emplace({link.from, link.to}, &link); // sorted by kind: NVLink or XGMI, never both
}

HardwarePaths::Line HardwarePaths::lineOf(NodeId device) const {
    Line line;
    line.flat = true;
    Step step;
    step.node = device;
    for (std::size_t count = 0;; ++count) {
        if (count == kMaxSteps) {
            line.tooDeep = true;
            return line;
        }
        const Node &node = m_topology.node(step.node);
        if (node.kind == NodeKind::Numa || node.kind == NodeKind::Host || !node.parent)
            return line;
        line.steps.push_back(step);
        const Node &above = m_topology.node(*node.parent);
        const bool top = node.kind == NodeKind::RootComplex && above.kind == NodeKind::Numa;
        if (top)
            return line;
        if (above.kind == NodeKind::RootComplex && node.function)
            line.placed = m_shownRoots.contains(above.id);
        if (isBox(above.kind)) {
            line.flat = false;
            ++step.boxes;
        }
        // To the parent, over the link above this node.
        if (const auto bandwidth = bandwidthOf(m_topology, node))
            step.bandwidth = std::min(step.bandwidth.value_or(bandwidth->value), bandwidth->value);
        else if (!hasNoLink(node) || (step.node == device && isIntegrated(m_topology, node, above)))
            step.rateKnown = false;
        step.node = above.id;
    }
}

std::optional<HardwarePaths::CommonAncestor> HardwarePaths::commonAncestor(NodeId a, NodeId b) const {
    if (m_lineOf[a] == kNoLine || m_lineOf[b] == kNoLine)
        return std::nullopt;
    CommonAncestor at;
    at.a = &m_lines[m_lineOf[a]];
    at.b = &m_lines[m_lineOf[b]];
    // Parents precede their children, so the later of the two moves up.
    while (at.atA < at.a->steps.size() && at.atB < at.b->steps.size()) {
        const NodeId left = at.a->steps[at.atA].node;
        const NodeId right = at.b->steps[at.atB].node;
        if (left == right)
            return at;
        ++(left > right ? at.atA : at.atB);
    }
    at.atA = at.a->steps.size();
    at.atB = at.b->steps.size();
    return at;
}

/// The kernel's file was read, and holds -1.
bool HardwarePaths::hasNoNuma(NodeId device) const {
    const Node &node = m_topology.node(device);
    return !node.numa && node.function && m_topology.host().functions[*node.function].numaNode.known();
}

/// Over different root complexes: by the NUMA nodes of the devices, which are more precise than that of the
/// bus.
Reach HardwarePaths::acrossRoots(NodeId a, NodeId b) const {
    Reach reach;
    const auto &left = m_topology.node(a).numa;
    const auto &right = m_topology.node(b).numa;
    if (left && right)
        reach.word = *left == *right ? PathWord::Node : PathWord::Sys;
    else if (m_oneNumaNode)
        reach.word = PathWord::Node;
    else
        return unknown(!m_statesTree ? kNoTree : hasNoNuma(a) || hasNoNuma(b) ? kNoNuma : kNumaUnread);
    return reach;
}

Reach HardwarePaths::wordOf(NodeId a, NodeId b, const CommonAncestor &ancestor) const {
    const Line &left = *ancestor.a;
    const Line &right = *ancestor.b;
    const bool meets = ancestor.atA < left.steps.size();
    const bool atRoot = meets &&
                        m_topology.node(left.steps[ancestor.atA].node).kind == NodeKind::RootComplex &&
                        ancestor.atA + 1 == left.steps.size();
    Reach reach;
    if (meets && !atRoot) {
        const NodeId common = left.steps[ancestor.atA].node;
        const int boxes = left.steps[ancestor.atA].boxes + right.steps[ancestor.atB].boxes -
                          (isBox(m_topology.node(common).kind) ? 1 : 0); // counted from both sides
        reach.word = boxes <= 1 ? PathWord::Pix : PathWord::Pxb;
        return reach;
    }
    reach = acrossRoots(a, b);
    const bool placed = left.placed && right.placed;
    if (atRoot && placed)
        reach = Reach{PathWord::Phb, 0, {}, {}};
    if (reach.word == PathWord::Sys || reach.word == PathWord::Unknown)
        return reach; // NUMA nodes are reported even if buses are not
    if (!placed)
        return unknown(m_statesTree ? kNotPlaced : kNoTree);
    if (m_guest && (left.flat || right.flat))
        return unknown(kFlatGuest);
    return reach;
}

Reach HardwarePaths::between(NodeId a, NodeId b) const {
    if (a == b)
        return {PathWord::Self, 0, {}, {}};
    if (const auto peer = m_peers.find({std::min(a, b), std::max(a, b)}); peer != m_peers.end()) {
        const PeerLink &link = *peer->second;
        const bool nvlink = link.kind == host::GpuLink::Kind::NvLink;
        return {nvlink ? PathWord::NvLink : PathWord::Xgmi, link.count.value_or(0), link.bandwidth, {}};
    }
    const auto ancestor = commonAncestor(a, b);
    if (!ancestor)
        return unknown(kNotAsked);
    if (ancestor->a->tooDeep || ancestor->b->tooDeep)
        return unknown(kTooDeep);
    Reach reach = wordOf(a, b, *ancestor);
    if (reach.word == PathWord::Unknown || ancestor->a->steps.empty() || ancestor->b->steps.empty())
        return reach;
    const Step &up = ancestor->a->steps[std::min(ancestor->atA, ancestor->a->steps.size() - 1)];
    const Step &down = ancestor->b->steps[std::min(ancestor->atB, ancestor->b->steps.size() - 1)];
    reach.bandwidth = lesser(up.rateKnown && down.rateKnown, up.bandwidth, down.bandwidth);
    return reach;
}

void HardwarePaths::addUpstreamHops(const Line &line, std::size_t end, bool down,
                                    std::vector<PathHop> &hops) const {
    std::vector<PathHop> upstreamHops;
    for (std::size_t i = 0; i + 1 <= end && i + 1 < line.steps.size(); ++i) {
        const Node &node = m_topology.node(line.steps[i].node);
        const NodeId above = line.steps[i + 1].node;
        if (i + 2 == line.steps.size())
            break; // inside the root complex there is no link
        PathHop hop;
        hop.from = down ? above : node.id;
        hop.to = down ? node.id : above;
        hop.lower = node.id;
        hop.rate = node.link ? node.link->rate() : std::nullopt;
        hop.bandwidth = bandwidthOf(m_topology, node);
        upstreamHops.push_back(hop);
    }
    if (down)
        std::reverse(upstreamHops.begin(), upstreamHops.end());
    hops.insert(hops.end(), upstreamHops.begin(), upstreamHops.end());
}

HardwarePath HardwarePaths::route(NodeId a, NodeId b) const {
    HardwarePath path;
    path.reach = between(a, b);
    const PathWord word = path.reach.word;
    if (word == PathWord::Self || word == PathWord::Unknown)
        return path;
    if (word == PathWord::NvLink || word == PathWord::Xgmi) {
        path.hops.push_back({PathHop::Kind::Peer, a, b, 0, {}, path.reach.bandwidth});
    } else if (const auto ancestor = commonAncestor(a, b)) {
        addUpstreamHops(*ancestor->a, ancestor->atA, false, path.hops);
        const auto top = [](const Line &line) {
            const bool onRootBus = line.steps.size() == 2; // the device itself
            return onRootBus ? line.steps.front().node : line.steps.back().node;
        };
        const auto below = [](const Line &line) { // the root port, or the device on the root bus
            return line.steps[line.steps.size() < 2 ? 0 : line.steps.size() - 2].node;
        };
        if (word == PathWord::Phb || word == PathWord::Node || word == PathWord::Sys) {
            const PathHop::Kind kind = word == PathWord::Phb    ? PathHop::Kind::HostBridge
                                       : word == PathWord::Node ? PathHop::Kind::Socket
                                                                : PathHop::Kind::Sockets;
            const bool one = word == PathWord::Phb;
            path.hops.push_back({kind,
                                 one ? below(*ancestor->a) : top(*ancestor->a),
                                 one ? below(*ancestor->b) : top(*ancestor->b),
                                 0,
                                 {},
                                 {}});
        }
        addUpstreamHops(*ancestor->b, ancestor->atB, true, path.hops);
    }
    for (std::size_t i = 0; i < path.hops.size(); ++i)
        if (path.hops[i].bandwidth &&
            (!path.narrowest || *path.hops[i].bandwidth < *path.hops[*path.narrowest].bandwidth))
            path.narrowest = i;
    return path;
}

} // namespace fabricscope::topology
