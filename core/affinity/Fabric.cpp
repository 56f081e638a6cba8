// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/affinity/Fabric.h"

#include "core/affinity/Rails.h"
#include "core/affinity/Sentences.h"
#include "core/base/HostText.h"
#include "core/nccl/Version.h"
#include "core/topology/Classes.h"
#include "core/topology/UnplacedDevices.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace fabricscope::affinity {

namespace {

using host::NicEntry;
using nccl::PathType;
using topology::Node;
using topology::NodeKind;
using topology::PathWord;
using topology::Reach;

constexpr std::size_t kMaxName = 64;

/// Summary of all ports of a function.
struct Ports {
    NicEntry::State state = NicEntry::State::Unknown;
    bool unused = true;
    bool rdma = false;
    std::string netdev;
    std::optional<GigabitsPerSecond> rate;
};

bool isNamed(const Ports &ports) {
    return ports.rdma || !ports.netdev.empty();
}

std::map<pci::Address, Ports> portsOf(const host::Host &host) {
    std::map<pci::Address, Ports> all;
    for (const NicEntry &entry : host::nicTable(host)) {
        Ports &ports = all[entry.address];
        if (ports.state != NicEntry::State::Active)
            ports.state = entry.state;
        ports.unused = ports.unused && entry.unused;
        ports.rdma = ports.rdma || entry.rdma.known();
        if (entry.netdev && ports.netdev.empty())
            ports.netdev = HostText(*entry.netdev).plain(kMaxName);
        if (entry.rate && (!ports.rate || *ports.rate < *entry.rate))
            ports.rate = *entry.rate;
    }
    return all;
}

/// Bound to VFIO, or to a driver that only keeps a device for a VM.
bool isHeldForVm(const host::PciFunction &function) {
    static constexpr std::array<std::string_view, 3> kHolders = {"pci-stub", "pciback", "xen-pciback"};
    return function.driver &&
           (topology::isVfioDriver(*function.driver) ||
            std::find(kHolders.begin(), kHolders.end(), *function.driver) != kHolders.end());
}

/// Its driver is known, and is one that works with it.
bool isUsedByHost(const host::PciFunction &function) {
    return function.driver && !isHeldForVm(function);
}

/// Whether the host itself uses all of its GPUs; false where it has none.
bool usesAllGpus(const topology::Topology &topology) {
    std::size_t gpus = 0, used = 0;
    for (const Node &node : topology.nodes())
        if (node.kind == NodeKind::Gpu) {
            ++gpus;
            used += isUsedByHost(topology.host().functions[*node.function]) ? 1 : 0;
        }
    return gpus > 0 && gpus == used;
}

/// Vendor and device IDs of NICs that are next to GPUs.
std::set<std::uint32_t> fabricModels(const topology::Topology &topology) {
    std::set<std::uint32_t> models;
    for (const Node &node : topology.nodes()) {
        if (node.kind != NodeKind::Nic || node.frontEnd || node.physfn)
            continue;
        const host::PciFunction &function = topology.host().functions[*node.function];
        if (function.vendor && function.device)
            models.insert(std::uint32_t{*function.vendor} << 16 | *function.device);
    }
    return models;
}

class FabricBuilder {
public:
    FabricBuilder(const topology::Topology &topology, const host::GpuTable &gpus)
        : m_topology(topology)
        , m_gpus(gpus)
        , m_ports(portsOf(topology.host()))
        , m_rails(railsOf(topology.host()))
        , m_models(fabricModels(topology))
        , m_isOfHost(usesAllGpus(topology)) {}

    Fabric build() {
        for (const Node &node : m_topology.nodes())
            if (node.kind == NodeKind::Gpu)
                addGpu(node);
            else if (node.kind == NodeKind::Nic)
                addNic(node);
        if (m_omittedGpus > 0)
            m_fabric.notes.push_back(
                fmt::format("{} GPUs beyond the first {} are not checked", m_omittedGpus, Fabric::kMaxGpus));
        if (m_omittedNics > 0)
            m_fabric.notes.push_back(
                fmt::format("{} NICs beyond the first {} are not checked", m_omittedNics, Fabric::kMaxNics));
        if (!m_fabric.nicsOfVms.empty())
            m_fabric.notes.push_back(std::string(kNicsOfVms) + listed(m_fabric.nicsOfVms, kMostListedNics));
        for (const host::RdmaDevice *device : topology::unplacedRdma(m_topology))
            if (m_fabric.unplacedNics.size() < Fabric::kMaxNics)
                m_fabric.unplacedNics.push_back(HostText(device->name).plain(kMaxName));
        m_fabric.nicsListed = listsNics();
        m_fabric.gpusListed = listsGpus();
        markDown();
        measure();
        return std::move(m_fabric);
    }

private:
    /// The output of a tool for GPUs has no other functions.
    [[nodiscard]] bool listsNics() const {
        const host::Host &host = m_topology.host();
        return !host.rdmaDevices.empty() || !host.netInterfaces.empty() ||
               !topology::listsOnlyGpus(m_topology);
    }
    /// A kernel's log names some devices.
    [[nodiscard]] bool listsGpus() const {
        const host::Host &host = m_topology.host();
        return !host.gpus.empty() ||
               std::any_of(host.functions.begin(), host.functions.end(),
                           [](const host::PciFunction &function) { return function.classCode.known(); });
    }

    void addGpu(const Node &node) {
        if (m_fabric.gpus.size() == Fabric::kMaxGpus) {
            ++m_omittedGpus;
            return;
        }
        Gpu &gpu = m_fabric.gpus.emplace_back();
        gpu.name = node.name;
        gpu.bdf = node.bdf;
        gpu.busIdText = node.bdf->toString();
        gpu.node = node.id;
        gpu.numa = node.numa;
        if (node.link)
            gpu.link = node.link->rateWith(node.link->width);
        if (const host::GpuEntry *entry = m_gpus.find(*node.bdf))
            gpu.numbers = *entry;
    }

    void addNic(const Node &node) {
        if (m_fabric.nics.size() == Fabric::kMaxNics) {
            ++m_omittedNics;
            return;
        }
        const host::PciFunction &function = m_topology.host().functions[*node.function];
        if (m_isOfHost && isHeldForVm(function) && !node.frontEnd) {
            if (!node.physfn) // those of a physical function are too many to name
                m_fabric.nicsOfVms.push_back(node.name == "NIC" ? node.bdf->toString() : node.name);
            return;
        }
        Nic &nic = m_fabric.nics.emplace_back();
        nic.name = node.name;
        if (!m_ports.contains(*node.bdf) || !isNamed(m_ports.at(*node.bdf)))
            nic.name = node.bdf->toString();
        nic.bdf = node.bdf;
        nic.busIdText = node.bdf->toString();
        nic.node = node.id;
        nic.numa = node.numa;
        if (node.link)
            nic.link = node.link->rateWith(node.link->width);
        nic.isVirtual = node.physfn && m_topology.find(*node.physfn);
        nic.frontEnd = node.frontEnd && !isFabricModel(function);
        if (const auto ports = m_ports.find(*node.bdf); ports != m_ports.end()) {
            nic.state = ports->second.state;
            nic.unused = ports->second.unused;
            nic.rdma = ports->second.rdma;
            nic.netdev = ports->second.netdev;
            nic.rate = ports->second.rate;
        }
        if (const auto rails = m_rails.find(*node.bdf); rails != m_rails.end())
            nic.rails = rails->second;
    }

    /// A NIC of a fabric model in the wrong slot is still a fabric NIC.
    [[nodiscard]] bool isFabricModel(const host::PciFunction &function) const {
        return function.vendor && function.device &&
               m_models.contains(std::uint32_t{*function.vendor} << 16 | *function.device);
    }

    /// A host whose fabric is not cabled yet keeps its NICs: their places are known. An interface without an
    /// RDMA device may be for management: that it is up says nothing about the fabric.
    void markDown() {
        const auto isActive = [](const Nic &nic) {
            return nic.isCandidate() && nic.rdma && nic.state == NicEntry::State::Active;
        };
        if (std::none_of(m_fabric.nics.begin(), m_fabric.nics.end(), isActive))
            return;
        for (Nic &nic : m_fabric.nics)
            nic.down = nic.isCandidate() &&
                       (nic.state == NicEntry::State::Down || nic.state == NicEntry::State::Disabled);
    }

    void measure() {
        const topology::HardwarePaths paths(m_topology);
        m_fabric.guest = paths.isGuest();
        m_fabric.gpuNic.reserve(m_fabric.gpus.size() * m_fabric.nics.size());
        m_fabric.gpuGpu.reserve(m_fabric.gpus.size() * m_fabric.gpus.size());
        std::vector<topology::NodeId> gpuNodes, nicNodes;
        for (const Gpu &gpu : m_fabric.gpus)
            gpuNodes.push_back(*gpu.node);
        for (const Nic &nic : m_fabric.nics)
            nicNodes.push_back(*nic.node);
        m_fabric.upstreamPaths = upstreamPathsOf(m_topology, gpuNodes, nicNodes);
        for (const Gpu &gpu : m_fabric.gpus) {
            for (const Nic &nic : m_fabric.nics)
                m_fabric.gpuNic.push_back(reachOf(paths, *gpu.node, *nic.node));
            for (const Gpu &other : m_fabric.gpus)
                m_fabric.gpuGpu.push_back(paths.between(*gpu.node, *other.node));
        }
    }

    /// A GPU that the host uses cannot use a NIC of a VM, however near. A VM's GPU and a NIC of the host may
    /// be a pair once the NIC, or a virtual function of it, is passed through, too.
    [[nodiscard]] Reach reachOf(const topology::HardwarePaths &paths, topology::NodeId gpu,
                                topology::NodeId nic) const {
        const auto &functions = m_topology.host().functions;
        const Node &gpuNode = m_topology.node(gpu), &nicNode = m_topology.node(nic);
        if (!nicNode.physfn && isUsedByHost(functions[*gpuNode.function]) &&
            isHeldForVm(functions[*nicNode.function]))
            return {PathWord::Unknown, 0, {}, kNicOfVm};
        return paths.between(gpu, nic);
    }

    const topology::Topology &m_topology;
    const host::GpuTable &m_gpus;
    std::map<pci::Address, Ports> m_ports;
    std::map<pci::Address, std::vector<std::string>> m_rails;
    std::set<std::uint32_t> m_models;
    bool m_isOfHost; ///< all GPUs are used by the host
    Fabric m_fabric;
    std::size_t m_omittedGpus = 0, m_omittedNics = 0;
};

struct TypeWord {
    PathType type;
    PathWord word;
};
/// The library has one word, PHB, for what nvidia-smi calls PHB and NODE.
constexpr std::array kTypeWords = {
    TypeWord{PathType::Loc, PathWord::Self},   TypeWord{PathType::Nvl, PathWord::NvLink},
    TypeWord{PathType::Nvb, PathWord::NvLink}, TypeWord{PathType::C2c, PathWord::Phb},
    TypeWord{PathType::Pix, PathWord::Pix},    TypeWord{PathType::Pxb, PathWord::Pxb},
    TypeWord{PathType::P2c, PathWord::Phb},    TypeWord{PathType::Phb, PathWord::Phb},
    TypeWord{PathType::Sys, PathWord::Sys},
};

constexpr std::string_view kNoPath = "the file has no path between them";

Reach reachOf(PathType type, nccl::Flavor flavor) {
    Reach reach;
    reach.why = kNoPath;
    for (const TypeWord &row : kTypeWords)
        if (row.type == type) {
            reach.word = row.word;
            reach.why = {};
        }
    if (reach.word == PathWord::NvLink && flavor == nccl::Flavor::Rccl)
        reach.word = PathWord::Xgmi;
    return reach;
}

template<class Prefixes> bool startsWithAny(std::string_view name, const Prefixes &prefixes) {
    return std::any_of(prefixes.begin(), prefixes.end(),
                       [&](std::string_view prefix) { return name.starts_with(prefix); });
}

/// Names of interfaces that no fabric uses: of containers, bridges, VMs, Wi-Fi.
constexpr std::array<std::string_view, 9> kNoFabricNames = {"br-", "cali", "cni",   "docker", "lo",
                                                            "tap", "veth", "virbr", "wl"};
/// Names of interfaces. Those of IPoIB are left out: RDMA devices may have them too.
constexpr std::array<std::string_view, 7> kInterfaceNames = {"bond", "eno", "enp", "ens",
                                                             "enP",  "eth", "enx"};

/// The library's socket transport lists an interface with port 0 (net_socket.cc); ports of RDMA devices begin
/// with 1.
bool isOfSockets(const nccl::NicNode &node) {
    return node.port == 0 &&
           (startsWithAny(node.name, kInterfaceNames) || startsWithAny(node.name, kNoFabricNames));
}

/// A file states no drivers; Ethernet of at most 2.5 Gb/s is no fabric.
bool isNoFabric(const nccl::NicNode &node, const std::optional<GigabitsPerSecond> &rate) {
    constexpr double kMostGigabits = 2.5;
    return isOfSockets(node) &&
           (startsWithAny(node.name, kNoFabricNames) || (rate && rate->value <= kMostGigabits));
}

std::optional<NumaNode> numaOf(std::optional<int> numa) {
    return numa && *numa >= 0 ? std::optional(NumaNode{*numa}) : std::nullopt;
}

} // namespace

std::optional<std::size_t> Fabric::gpuAt(const pci::Address &address) const {
    for (std::size_t i = 0; i < gpus.size(); ++i)
        if (gpus[i].bdf == address)
            return i;
    return std::nullopt;
}

std::optional<std::size_t> Fabric::nicAt(const pci::Address &address) const {
    for (std::size_t i = 0; i < nics.size(); ++i)
        if (nics[i].bdf == address)
            return i;
    return std::nullopt;
}

std::optional<std::size_t> Fabric::nicNamed(std::string_view name) const {
    if (name.empty())
        return std::nullopt;
    for (std::size_t i = 0; i < nics.size(); ++i)
        if (nics[i].name == name || nics[i].netdev == name)
            return i;
    const auto address = pci::Address::parse(name);
    return address ? nicAt(*address) : std::nullopt;
}

Fabric fabricOf(const topology::Topology &topology, const host::GpuTable &gpus) {
    return FabricBuilder(topology, gpus).build();
}

Fabric fabricOf(const nccl::Decisions &decisions) {
    Fabric fabric;
    fabric.claimOnly = true;
    fabric.source = "the file itself: no machine is known";
    const nccl::Flavor flavor = decisions.library ? decisions.library->flavor : nccl::Flavor::Nccl;
    const std::size_t gpus = std::min(decisions.gpus.size(), Fabric::kMaxGpus);
    const std::size_t nics = std::min(decisions.nics.size(), Fabric::kMaxNics);
    for (std::size_t i = 0; i < gpus; ++i) {
        const nccl::GpuNode &node = decisions.gpus[i];
        Gpu &gpu = fabric.gpus.emplace_back();
        gpu.name = fmt::format("GPU{}", node.dev);
        gpu.busIdText = node.busIdText;
        gpu.bdf = node.busId;
        gpu.numa = numaOf(node.numa);
        gpu.library = i;
    }
    std::set<std::string> names;
    for (std::size_t i = 0; i < nics; ++i) {
        const nccl::NicNode &node = decisions.nics[i];
        Nic &nic = fabric.nics.emplace_back();
        nic.name = node.name.empty() ? node.busIdText : HostText(node.name).plain(kMaxName);
        if (!names.insert(nic.name).second)
            nic.name += fmt::format(":{}", node.port); // another port of the device, named like the library's
        nic.busIdText = node.busIdText;
        nic.bdf = node.busId;
        nic.numa = numaOf(node.numa);
        nic.library = i;
        nic.ports = {i};
        nic.rdma = !isOfSockets(node);
        constexpr double kBits = 8;
        if (node.bandwidth > 0)
            nic.rate = GigabitsPerSecond{node.bandwidth * kBits};
        nic.frontEnd = isNoFabric(node, nic.rate);
    }
    for (std::size_t gpu = 0; gpu < gpus; ++gpu) {
        for (std::size_t nic = 0; nic < nics; ++nic)
            fabric.gpuNic.push_back(reachOf(decisions.pair(gpu, nic).type, flavor));
        for (std::size_t other = 0; other < gpus; ++other)
            fabric.gpuGpu.push_back(
                reachOf(gpu == other ? PathType::Loc : decisions.pairOfGpus(gpu, other).type, flavor));
    }
    return fabric;
}

namespace {

std::optional<std::size_t> nicOf(const Fabric &fabric, const nccl::NicNode &node, bool byName) {
    if (byName)
        return fabric.nicNamed(node.name);
    return node.busId ? fabric.nicAt(*node.busId) : std::nullopt;
}

/// The library counts ports; a device with two is listed twice, with the same name and address.
bool isPortOf(const Nic &nic, const nccl::Decisions &decisions, const nccl::NicNode &node) {
    return nic.library && !node.name.empty() && decisions.nics[*nic.library].name == node.name &&
           decisions.nics[*nic.library].port != node.port;
}

} // namespace

void joinLibrary(Fabric &fabric, const nccl::Decisions &decisions) {
    fabric.crossing = decisions.interCpuBandwidth;
    for (std::size_t i = 0; i < decisions.gpus.size(); ++i)
        if (const auto gpu = decisions.gpus[i].busId ? fabric.gpuAt(*decisions.gpus[i].busId) : std::nullopt)
            fabric.gpus[*gpu].library = i;
    // Names first: the library merges the functions of one card, and virtual functions, into one bus id.
    std::vector<bool> taken(decisions.nics.size());
    for (const bool byName : {true, false})
        for (std::size_t i = 0; i < decisions.nics.size(); ++i) {
            const nccl::NicNode &node = decisions.nics[i];
            const auto at = taken[i] ? std::nullopt : nicOf(fabric, node, byName);
            if (!at)
                continue;
            Nic &nic = fabric.nics[*at];
            if (nic.library && !isPortOf(nic, decisions, node))
                continue;
            taken[i] = true;
            nic.ports.push_back(i);
            if (!nic.library)
                nic.library = i;
        }
}

} // namespace fabricscope::affinity
