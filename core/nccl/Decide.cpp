// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/Decide.h"

#include "core/base/HostText.h"
#include "core/nccl/file/Numbers.h"
#include "core/nccl/graph/LostGpus.h"
#include "core/nccl/graph/Redirect.h"
#include "core/nccl/rccl/ModelMatch.h"

#include <algorithm>
#include <map>

namespace fabricscope::nccl {

namespace {

/// Fills Decisions from the final graph of the library.
class Result {
public:
    Result(const XmlTree &tree, const System &system, Paths &paths, Redirect &redirect,
           const Options &options)
        : m_tree(tree)
        , m_system(system)
        , m_version(*system.version)
        , m_paths(paths)
        , m_redirect(redirect)
        , m_options(options) {}

    /// `best`: the fastest path to a NIC that counts already, GB/s.
    void fill(Decisions &decisions, float best);

private:
    [[nodiscard]] const XmlNode &element(int xml) const {
        return m_tree.nodes[static_cast<std::size_t>(xml)];
    }
    /// The library looks a NIC up by its `dev`: of several with the same one, it finds the first.
    [[nodiscard]] std::size_t firstWithDevOf(std::size_t net) const;
    [[nodiscard]] GpuNode gpu(std::size_t place) const;
    [[nodiscard]] NicNode nic(std::size_t place) const;
    [[nodiscard]] GpuNic gpuNic(std::size_t gpu, std::size_t net) const;
    [[nodiscard]] GpuGpu gpuGpu(std::size_t from, std::size_t to) const;
    [[nodiscard]] bool isNetFaster(std::size_t from, std::size_t to) const;
    [[nodiscard]] float nearNetBandwidth(std::size_t gpu) const;
    [[nodiscard]] float linkBandwidth(std::size_t gpu) const;
    [[nodiscard]] bool isAllXgmi() const;
    [[nodiscard]] NicTrim trim() const;
    [[nodiscard]] std::vector<std::size_t> keptNets(const Decisions &decisions) const;
    void addNics(Decisions &decisions) const;
    void takeRings(Decisions &decisions);
    void widenDistances();

    const XmlTree &m_tree;
    const System &m_system;
    const Version &m_version;
    Paths &m_paths;
    Redirect &m_redirect;
    const Options &m_options;
};

// getMaxBw of search.cc
float bestOf(std::span<const Path> row) {
    float best = 0;
    for (const Path &path : row)
        if (path.hops > 0)
            best = std::max(best, path.bandwidth);
    return best;
}

float bestToNets(const System &system, const Paths &paths) {
    float best = 0;
    for (std::size_t gpu = 0; gpu < system.count(NodeType::Gpu); ++gpu)
        best = std::max(best, bestOf(paths.gpuNet.row(gpu)));
    return best;
}

std::optional<int> numaOf(const CpuFacts &cpu) {
    return cpu.numa >= 0 ? std::optional(cpu.numa) : std::nullopt;
}

std::size_t Result::firstWithDevOf(std::size_t net) const {
    std::size_t found = 0;
    while (m_system.node(NodeType::Net, found).id != m_system.node(NodeType::Net, net).id)
        ++found;
    return found;
}

GpuNode Result::gpu(std::size_t place) const {
    const GpuFacts &facts = m_system.gpus[place];
    const XmlNode &pci = element(m_system.node(NodeType::Gpu, place).xml);
    GpuNode node;
    node.rank = facts.rank;
    node.dev = facts.dev;
    node.busIdText = HostText(pci.value("busid").value_or("")).plain(64);
    node.busId = pci::Address::parse(node.busIdText);
    node.gcn = HostText(facts.gcn).plain(64);
    node.sm = facts.sm;
    node.gdr = facts.gdr;
    node.line = pci.line;
    node.assumed = facts.assumed;
    const int cpu = affinityCpu(m_paths, m_version, place);
    if (cpu >= 0) {
        const CpuFacts &local = m_system.cpus[static_cast<std::size_t>(cpu)];
        node.numa = numaOf(local);
        node.affinity = local.affinity;
    }
    return node;
}

NicNode Result::nic(std::size_t place) const {
    const SystemNode &of = m_system.node(NodeType::Net, place);
    const XmlNode &net = element(of.xml);
    NicNode node;
    node.dev = m_system.nets[place].dev;
    node.name = HostText(net.value("name").value_or("")).plain(256);
    for (int above = net.parent; above >= 0; above = element(above).parent) {
        if (element(above).name != "pci")
            continue;
        node.busIdText = HostText(element(above).value("busid").value_or("")).plain(64);
        node.busId = pci::Address::parse(node.busIdText);
        break;
    }
    node.port = cInt(net.value("port").value_or("0"));
    if (const auto guid = net.value("guid"))
        node.guid = cUnsigned(*guid, 16);
    node.bandwidth = of.links.empty() ? 0 : plain(of.links.front().bandwidth);
    node.gdr = m_system.nets[place].gdr;
    node.coll = cInt(net.value("coll").value_or("0")) != 0;
    if (m_version.rails) {
        node.rail = cInt(net.value("rail").value_or("-1"));
        node.plane = cInt(net.value("plane").value_or("-1"));
    }
    node.line = net.line;
    node.assumed = net.assumed;
    if (of.cpu >= 0)
        node.numa = numaOf(
            m_system.cpus[static_cast<std::size_t>(m_system.nodes[static_cast<std::size_t>(of.cpu)].place)]);
    if (const int local = m_redirect.choice().localGpu(firstWithDevOf(place)); local >= 0)
        node.localGpuRank = m_system.gpus[static_cast<std::size_t>(local)].rank;
    return node;
}

GpuNic Result::gpuNic(std::size_t gpu, std::size_t net) const {
    const Path &path = m_paths.gpuNet.at(gpu, net);
    GpuNic pair;
    pair.gpu = static_cast<int>(gpu);
    pair.nic = static_cast<int>(net);
    pair.type = path.type;
    pair.bandwidth = plain(path.bandwidth);
    pair.hops = path.hops;
    pair.gdrSend = m_redirect.gdr(gpu, firstWithDevOf(net), true);
    pair.gdrRecv = m_redirect.gdr(gpu, firstWithDevOf(net), false);
    if (const int relay = m_redirect.relay(gpu, net); relay >= 0)
        pair.relayGpu = relay;
    return pair;
}

float Result::nearNetBandwidth(std::size_t gpu) const {
    float best = 0;
    for (const Path &path : m_paths.gpuNet.row(gpu))
        if (path.type <= PathType::Pxb)
            best = std::max(best, path.bandwidth);
    return best;
}

// ncclTopoCheckNet
bool Result::isNetFaster(std::size_t from, std::size_t to) const {
    if (m_options.environment.number(Variable::NetDisableIntra).value_or(m_version.netDisableIntraDefault) ==
        1)
        return false;
    const float direct = m_paths.gpuGpu.at(from, to).bandwidth;
    return nearNetBandwidth(from) > direct && nearNetBandwidth(to) > direct;
}

GpuGpu Result::gpuGpu(std::size_t from, std::size_t to) const {
    const Path &path = m_paths.gpuGpu.at(from, to);
    GpuGpu pair;
    pair.from = static_cast<int>(from);
    pair.to = static_cast<int>(to);
    pair.type = path.type;
    pair.bandwidth = plain(path.bandwidth);
    pair.hops = path.hops;
    pair.level = m_redirect.p2pLevel();
    pair.distance = m_redirect.p2pDistance(from, to);
    const bool near = path.type <= pair.level;
    const bool shm = m_options.environment.number(Variable::ShmDisable).value_or(0) != 1;
    pair.transport = near ? Transport::P2p : shm ? Transport::Shm : Transport::Net;
    pair.reason = near                       ? P2pReason::NearEnough
                  : m_redirect.p2pDisabled() ? P2pReason::Disabled
                                             : P2pReason::TooFar;
    if (pair.transport != Transport::Net && isNetFaster(from, to)) {
        pair.transport = Transport::Net;
        pair.reason = P2pReason::NetFaster;
    }
    return pair;
}

// getTotalBw of search.cc
float Result::linkBandwidth(std::size_t gpu) const {
    const SystemNode &node = m_system.node(NodeType::Gpu, gpu);
    const SystemNode &device =
        node.device >= 0 ? m_system.nodes[static_cast<std::size_t>(node.device)] : node;
    float pci = 0;
    float nvlink = 0;
    for (const Link &link : device.links) {
        if (link.type == LinkType::Pci)
            pci = link.bandwidth;
        if (link.type == LinkType::Nvl)
            nvlink += link.bandwidth;
    }
    return std::max(pci, nvlink);
}

// ncclTopoTrimSystem
bool Result::isAllXgmi() const {
    const std::size_t gpus = m_system.count(NodeType::Gpu);
    constexpr int kMostLinks = 5; // MAX_XGMI_INTER_GPUS of topo.h, and one
    for (std::size_t from = 0; from < gpus; ++from) {
        std::vector<bool> reached(gpus);
        std::vector<std::size_t> last{from};
        reached[from] = true;
        std::size_t count = 1;
        for (int links = 0; links < kMostLinks && !last.empty(); ++links) {
            std::vector<std::size_t> next;
            for (const std::size_t gpu : last)
                for (std::size_t to = 0; to < gpus; ++to)
                    if (const Path &path = m_paths.gpuGpu.at(gpu, to);
                        !reached[to] && path.hops == 1 && path.type == PathType::Nvl) {
                        reached[to] = true;
                        next.push_back(to);
                    }
            count += next.size();
            last = std::move(next);
        }
        if (count < gpus)
            return false;
    }
    return true;
}

NicTrim Result::trim() const {
    const std::size_t nets = m_system.count(NodeType::Net);
    if (!m_version.trimsNicsOfOneHost || m_options.nodes != 1 || nets == 0 ||
        m_options.environment.number(Variable::EnableIntranet) == 1)
        return NicTrim::None;
    if (isAllXgmi())
        return NicTrim::AllXgmi;
    for (std::size_t gpu = 0; gpu < m_system.count(NodeType::Gpu); ++gpu)
        if (const int net = m_redirect.choice().localNet(gpu, 0);
            net < 0 || !m_redirect.gdr(gpu, static_cast<std::size_t>(net), true).on())
            return NicTrim::NoGdr;
    return NicTrim::None;
}

/// Places of the NICs that the job keeps: not those of a card with a faster one (ncclTopoTrimSystem).
std::vector<std::size_t> Result::keptNets(const Decisions &decisions) const {
    std::map<std::uint64_t, double> fastest;
    for (const NicNode &nic : decisions.nics)
        if (nic.guid) {
            double &bandwidth = fastest[*nic.guid];
            bandwidth = std::max(bandwidth, nic.bandwidth);
        }
    std::vector<std::size_t> kept;
    for (std::size_t place = 0; place < decisions.nics.size() && decisions.trim == NicTrim::None; ++place)
        if (const NicNode &nic = decisions.nics[place]; !nic.guid || nic.bandwidth >= fastest[*nic.guid])
            kept.push_back(place);
    return kept;
}

void Result::addNics(Decisions &decisions) const {
    decisions.nics.clear();
    for (std::size_t place = 0; place < m_system.count(NodeType::Net); ++place)
        decisions.nics.push_back(nic(place));
}

// netOverride of parseA2a8P: once the rings are known
void Result::widenDistances() {
    const std::size_t gpus = m_system.count(NodeType::Gpu);
    for (std::size_t net = 0; net < m_system.count(NodeType::Net); ++net)
        for (std::size_t gpu = 0; gpu < gpus; ++gpu) {
            std::size_t other = 0;
            while (other < gpus &&
                   (other == gpu || m_system.gpus[other].dev / 2 != m_system.gpus[gpu].dev / 2))
                ++other;
            if (other == gpus || m_paths.gpuNet.at(gpu, net).type != PathType::Pxb)
                continue;
            m_paths.gpuNet.at(other, net).type = PathType::Pxb;
            m_redirect.choice().changed(other, net);
        }
}

void Result::takeRings(Decisions &decisions) {
    decisions.trim = trim();
    rccl::RingSource rings = rccl::ringSourceOf(m_system, m_paths, m_options, keptNets(decisions));
    decisions.model = std::move(rings.model);
    decisions.mayMatchModel = rings.isOpen;
    decisions.ringText = std::move(rings.text);
    if (rings.widensDistances) {
        widenDistances();
        addNics(decisions);
    }
}

void Result::fill(Decisions &decisions, float best) {
    const std::size_t gpus = m_system.count(NodeType::Gpu);
    const std::size_t nets = m_system.count(NodeType::Net);
    float total = 0;
    for (std::size_t place = 0; place < gpus; ++place)
        decisions.gpus.push_back(gpu(place));
    addNics(decisions);
    takeRings(decisions);
    decisions.gpuNic.reserve(gpus * nets);
    for (std::size_t from = 0; from < gpus; ++from) {
        total = std::max(total, linkBandwidth(from));
        for (std::size_t net = 0; net < nets; ++net)
            decisions.gpuNic.push_back(gpuNic(from, net));
        best = std::max(best, bestOf(nets > 0 ? m_paths.gpuNet.row(from) : m_paths.gpuGpu.row(from)));
        for (std::size_t to = 0; to < gpus; ++to)
            if (to != from)
                decisions.gpuGpu.push_back(gpuGpu(from, to));
        auto &channels = decisions.localNetByChannel.emplace_back();
        for (std::size_t channel = 0; channel < channels.size(); ++channel)
            if (const int net = m_redirect.choice().localNet(from, static_cast<int>(channel)); net >= 0)
                channels[channel] = net;
    }
    if (m_version.aloneIsLocal && gpus == 1 && nets == 0)
        best = total = kLocalBandwidth;
    if (!m_system.cpus.empty())
        decisions.interCpuBandwidth = interCpuBandwidth(m_version, m_system.cpus.front());
    decisions.maxBandwidth = plain(best);
    decisions.totalBandwidth = plain(total);
}

} // namespace

Decisions decide(const XmlTree &system, const Options &options) {
    Decisions decisions;
    const int root = system.system();
    const Version *version = options.version;
    if (version == nullptr && root >= 0)
        version =
            assumedVersion(cInt(system.nodes[static_cast<std::size_t>(root)].value("version").value_or("")));
    if (version == nullptr)
        version = assumedVersion(Flavor::Nccl);
    decisions.library = version;

    auto graph = systemOf(system, *version);
    if (!graph) {
        decisions.error = std::move(graph.error());
        return decisions;
    }
    const auto failed = [&](PathError error) {
        decisions.error = std::move(error.error);
        if (error.xml >= 0) {
            decisions.error->line = system.nodes[static_cast<std::size_t>(error.xml)].line;
            decisions.error->column = system.nodes[static_cast<std::size_t>(error.xml)].column;
        }
        return decisions;
    };
    for (bool isTrimmed = false;; isTrimmed = true) {
        decisions.warnings = graph->warnings;
        auto paths = pathsOf(*graph, options.environment.number(Variable::NvbDisable).value_or(0) == 0);
        if (!paths)
            return failed(std::move(paths.error()));
        const float best = version->maxBwOfDevices ? bestToNets(*graph, *paths) : 0;
        Redirect redirect(*graph, *paths, options);
        if (auto error = redirect.run())
            return failed(std::move(*error));
        if (!isTrimmed && removeLostGpus(*graph, *paths))
            continue;
        Result(system, *graph, *paths, redirect, options).fill(decisions, best);
        return decisions;
    }
}

} // namespace fabricscope::nccl
