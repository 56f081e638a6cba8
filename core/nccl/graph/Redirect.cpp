// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/graph/Redirect.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace fabricscope::nccl {

Redirect::Redirect(const System &system, Paths &paths, const Options &options)
    : m_system(system)
    , m_version(*system.version)
    , m_options(options)
    , m_paths(paths)
    , m_choice(system, paths, netDevsPolicy(options.environment, *system.version))
    , m_gpus(system.count(NodeType::Gpu))
    , m_nets(system.count(NodeType::Net))
    , m_relays(m_gpus * m_nets, -1)
    , m_p2pDistances(m_gpus * m_gpus, PathType::Dis)
    , m_pxnNicLevel(PathType::Pxb)
    , m_gdrLevel(m_version.gdrLevel) {
    const Environment &env = options.environment;
    for (std::size_t gpu = 0; gpu < m_gpus; ++gpu)
        m_localCpus.push_back(localCpu(paths, m_version, gpu));

    const CpuFacts cpu = system.cpus.empty() ? CpuFacts{} : system.cpus.front();
    const std::size_t devices = system.count(m_version.deviceNodes ? NodeType::Dev : NodeType::Gpu);
    const auto row = std::find_if(m_version.p2p.begin(), m_version.p2p.end(), [&](const P2pRow &r) {
        return (r.arch == CpuArch::Undefined || r.arch == cpu.arch) &&
               (r.vendor == CpuVendor::Undefined || r.vendor == cpu.vendor) &&
               (r.maxGpus == 0 || devices <= static_cast<std::size_t>(r.maxGpus));
    });
    if (row != m_version.p2p.end())
        m_p2pLevel = row->level;
    m_p2pDisabled = env.number(Variable::P2pDisable) == 1;
    const bool isRuled = m_version.p2pCpuRuleWins && m_p2pLevel < PathType::Sys;
    m_p2pDisabled = m_p2pDisabled && !isRuled;
    if (!isRuled)
        m_p2pLevel =
            m_p2pDisabled ? PathType::Loc : env.level(Variable::P2pLevel, m_version).value_or(m_p2pLevel);

    m_pxn = env.number(Variable::PxnDisable).value_or(pxnByRanks() ? 0 : m_version.pxnDisableDefault) != 1;
    if (m_version.pxnC2cDefault && env.number(Variable::PxnC2c).value_or(*m_version.pxnC2cDefault) != 0)
        m_pxnNicLevel = PathType::P2c;
    constexpr int kGdrC2c = 1; // the default of NCCL_NET_GDR_C2C since 2.27
    if (m_version.gdrOverC2c == GdrOverC2c::P2c)
        m_gdrOverP2c = env.number(Variable::NetGdrC2c).value_or(kGdrC2c) != 0;
    else if (m_version.gdrOverC2c == GdrOverC2c::PhbIfAsked)
        m_gdrOverPhb = env.number(Variable::NetGdrC2c).value_or(0) != 0;
    if (const auto level = env.level(Variable::NetGdrLevel, m_version)) {
        m_gdrLevel = *level;
        m_gdrLevelSet = true;
    }
    m_gdrRead = env.number(Variable::NetGdrRead);
    m_mloPartGdr = env.number(Variable::NetGdrMloPart).value_or(0) != 0;
}

bool Redirect::pxnByRanks() const {
    const std::string_view gcn = m_system.gpus.empty() ? "" : m_system.gpus.front().gcn;
    const auto ranks = static_cast<std::int64_t>(m_gpus) * m_options.nodes;
    return std::any_of(m_version.pxnByRanks.begin(), m_version.pxnByRanks.end(), [&](const PxnRanksRow &row) {
        return gcn.starts_with(row.gcn) && ranks >= row.ranks;
    });
}

std::optional<PathError> Redirect::run() {
    if (m_version.affinityByPath &&
        std::find(m_localCpus.begin(), m_localCpus.end(), -1) != m_localCpus.end()) {
        giveUp("a GPU reaches no CPU (\"could not find CPU close to GPU\")");
        return m_error;
    }
    decideP2p();
    crashAtUnreached();
    if (m_error)
        return m_error;
    if (m_version.p2c != P2cPairs::None)
        markP2c();
    if (!m_version.hyperV.empty())
        pairUnderHyperV();
    redirectNets();
    return m_error;
}

void Redirect::giveUp(std::string what) {
    if (m_error)
        return;
    m_error.emplace();
    m_error->error.call = "ncclTopoComputePaths";
    m_error->error.what = std::move(what);
    m_error->error.consequence = "ncclCommInitRank fails with ncclInternalError";
}

void Redirect::crash(const std::string &what) {
    // Why it has no path: the element of a CPU that is apart, if there is one.
    const auto &cpus = m_system.cpus;
    const auto apart = std::find_if(cpus.begin(), cpus.end(),
                                    [&](const CpuFacts &cpu) { return cpu.host != cpus.front().host; });
    const auto negative =
        std::find_if(cpus.begin(), cpus.end(), [](const CpuFacts &cpu) { return cpu.numa < 0; });
    const bool isNegative = m_version.negativeNumaIsApart && negative != cpus.end();
    giveUp(what + (isNegative            ? ": a CPU with a negative numaid has no link to others"
                   : apart != cpus.end() ? ": a CPU with another host_hash has no link to others"
                                         : ""));
    if (apart != cpus.end())
        m_error->xml =
            m_system
                .node(NodeType::Cpu, static_cast<std::size_t>((isNegative ? negative : apart) - cpus.begin()))
                .xml;
    m_error->error.code = ResultCode::Crash;
    m_error->error.consequence = "the process ends with a segmentation fault";
}

// A GPU that no NET reaches has no list of paths to them, and the library reads it. In some versions it does
// so with a NET that no GPU reaches.
void Redirect::crashAtUnreached() {
    const auto isUnreached = [](std::span<const Path> row) {
        return std::none_of(row.begin(), row.end(),
                            [](const Path &path) { return path.type != PathType::Dis; });
    };
    for (std::size_t gpu = 0; gpu < m_gpus && m_nets > 0 && !m_error; ++gpu)
        if (isUnreached(m_paths.gpuNet.row(gpu)))
            crash(fmt::format("no path from GPU {} to any NIC", m_system.gpus[gpu].dev));
    for (std::size_t net = 0; net < m_nets && m_gpus > 0 && m_version.unreachedNetCrashes && !m_error; ++net)
        if (isUnreached(m_paths.netGpu.row(net)))
            crash(fmt::format("no path from NIC {} to any GPU", m_system.nets[net].dev));
}

PathType Redirect::merged(PathType one, PathType other) const {
    const PathType far = std::max(one, other);
    return m_version.p2c != P2cPairs::None && far == PathType::Phb && std::min(one, other) == PathType::C2c
               ? PathType::P2c
               : far;
}

// addInterStep
Path Redirect::joined(const Path &first, const Path &second) const {
    return {std::min(first.bandwidth, second.bandwidth), merged(first.type, second.type),
            first.hops + second.hops, first.next};
}

void Redirect::decideP2p() {
    for (std::size_t to = 0; to < m_gpus; ++to) {
        for (std::size_t from = 0; from < m_gpus; ++from) {
            Path &path = m_paths.gpuGpu.at(from, to);
            m_p2pDistances[from * m_gpus + to] = path.type;
            if (path.type <= m_p2pLevel)
                continue;
            if (m_localCpus[to] < 0)
                return crash(fmt::format("GPU {} reaches no CPU", m_system.gpus[to].dev));
            const auto cpu = static_cast<std::size_t>(m_localCpus[to]);
            path = joined(m_paths.gpuCpu.at(from, cpu), m_paths.cpuGpu.at(cpu, to));
        }
    }
}

void Redirect::markP2c() {
    std::vector<int> locals;
    for (std::size_t gpu = 0; gpu < m_gpus; ++gpu) {
        if (m_localCpus[gpu] < 0)
            continue;
        const auto cpu = static_cast<std::size_t>(m_localCpus[gpu]);
        localNodes(m_paths.gpuNet.row(gpu), locals);
        if (m_version.p2c == P2cPairs::All) {
            locals.resize(m_nets);
            std::iota(locals.begin(), locals.end(), 0);
        }
        for (const int local : locals) {
            const auto net = static_cast<std::size_t>(local);
            if (merged(m_paths.gpuCpu.at(gpu, cpu).type, m_paths.netCpu.at(net, cpu).type) != PathType::P2c)
                continue;
            for (Path *path : {&m_paths.gpuNet.at(gpu, net), &m_paths.netGpu.at(net, gpu)})
                path->type = std::min(PathType::P2c, path->type);
            m_choice.changed(gpu, net);
        }
    }
}

// rcclPathOverride: all GPUs must have a NIC at this distance of bus ids, then these pairs count as near.
bool Redirect::pairByDistance(std::int64_t distance) {
    const auto isPair = [&](std::size_t gpu, std::size_t net) {
        const std::int64_t gpuId = m_system.node(NodeType::Gpu, gpu).id;
        const std::int64_t netId = m_system.nets[net].busId;
        return netId - gpuId == distance || gpuId - netId == distance;
    };
    for (std::size_t gpu = 0; gpu < m_gpus; ++gpu) {
        bool any = false;
        for (std::size_t net = 0; net < m_nets && !any; ++net)
            any = isPair(gpu, net);
        if (!any)
            return false;
    }
    for (std::size_t gpu = 0; gpu < m_gpus; ++gpu) {
        for (std::size_t net = 0; net < m_nets; ++net) {
            if (!isPair(gpu, net))
                continue;
            m_paths.gpuNet.at(gpu, net).type = PathType::Pxb;
            m_choice.changed(gpu, net);
        }
    }
    return true;
}

void Redirect::pairUnderHyperV() {
    constexpr std::string_view kBios = "Hyper-V UEFI Release";
    const bool isVm = std::string_view(m_options.biosVersion).substr(0, kBios.size()) == kBios;
    if (!isVm || m_gpus == 0 || m_system.cpus.empty() || m_system.cpus.front().vendor != CpuVendor::Intel ||
        std::none_of(m_version.hyperV.begin(), m_version.hyperV.end(),
                     [&](std::string_view gcn) { return m_system.gpus.front().gcn.starts_with(gcn); }) ||
        (m_options.nodes == 1 && (m_gpus != 8 || m_nets != 8)))
        return;
    for (const std::int64_t distance : {0x100000, 0x1000, 0xff00000})
        if (pairByDistance(distance))
            return;
}

void Redirect::redirectNets() {
    for (std::size_t net = 0; net < m_nets && !m_error; ++net) {
        for (std::size_t gpu = 0; gpu < m_gpus && !m_error; ++gpu) {
            if (m_pxn)
                relayOverGpu(gpu, net);
            if (asksForLostRelay(gpu, net))
                giveUp("NVLinks that lead over a CPU: PXN finds no GPU as a relay there (\"Could not find "
                       "intermediate "
                       "GPU\")");
            if (m_paths.gpuNet.at(gpu, net).type < PathType::Phb && !gdr(gpu, net, false).on())
                avoidGdr(gpu, net);
        }
    }
}

// ncclTopoGetIntermediateRank, asked by ncclTopoCheckGdr: on the way to the relay it looks for a GPU behind
// NVLink switches only. Where NVLink leads over a CPU, it finds the CPU.
bool Redirect::asksForLostRelay(std::size_t gpu, std::size_t net) const {
    return relay(gpu, net) >= 0 && m_system.nets[net].gdr && m_system.gpus[gpu].gdr &&
           m_paths.gpuNet.at(gpu, net).next != NodeType::Gpu;
}

void Redirect::relayOverGpu(std::size_t gpu, std::size_t net) {
    const int local = m_choice.localGpu(net);
    if (local < 0 || static_cast<std::size_t>(local) == gpu)
        return;
    const auto peer = static_cast<std::size_t>(local);
    const Path &toNet = m_paths.gpuNet.at(peer, net);
    Path &own = m_paths.gpuNet.at(gpu, net);
    if (toNet.type > m_pxnNicLevel || (m_version.pxnNeedsGdr && !gdr(peer, net, true).on()) ||
        m_paths.gpuGpu.at(peer, gpu).type > PathType::Nvl ||
        (toNet.bandwidth <= own.bandwidth && own.type <= m_version.pxnInsteadOf))
        return;
    own = joined(m_paths.gpuGpu.at(gpu, peer), toNet);
    own.type = PathType::Pxn;
    m_relays[gpu * m_nets + net] = local;
    m_choice.changed(gpu, net);
}

void Redirect::avoidGdr(std::size_t gpu, std::size_t net) {
    if (m_localCpus[gpu] < 0)
        return crash(fmt::format("GPU {} reaches no CPU", m_system.gpus[gpu].dev));
    const auto cpu = static_cast<std::size_t>(m_localCpus[gpu]);
    m_paths.netGpu.at(net, gpu) = joined(m_paths.netCpu.at(net, cpu), m_paths.cpuGpu.at(cpu, gpu));
    m_paths.gpuNet.at(gpu, net) = joined(m_paths.gpuCpu.at(gpu, cpu), m_paths.cpuNet.at(cpu, net));
    m_relays[gpu * m_nets + net] = -1;
    m_choice.changed(gpu, net);
}

// Both two hops below the same CPU, and of the same upper half of a byte of bus numbers.
bool Redirect::isRomeNeighbour(std::size_t gpu, std::size_t net) const {
    const CpuFacts cpu = m_system.cpus.empty() ? CpuFacts{} : m_system.cpus.front();
    if (!m_version.romeGdr || !isRome(cpu))
        return false;
    const auto twoHopsFrom = [](std::span<const Path> row) -> std::optional<std::size_t> {
        for (std::size_t place = 0; place < row.size(); ++place)
            if (row[place].hops == 2)
                return place;
        return std::nullopt;
    };
    const auto ofGpu = twoHopsFrom(m_paths.gpuCpu.row(gpu));
    const auto ofNet = twoHopsFrom(m_paths.netCpu.row(net));
    constexpr std::int64_t kBusNibble = 0xf0000;
    return ofGpu && ofNet && *ofGpu == *ofNet &&
           (m_system.node(NodeType::Gpu, gpu).id & kBusNibble) == (m_system.nets[net].busId & kBusNibble);
}

bool Redirect::hasNvlinkPeer(std::size_t gpu) const {
    for (std::size_t peer = 0; peer < m_gpus; ++peer)
        if (peer != gpu && m_paths.gpuGpu.at(gpu, peer).type == PathType::Nvl)
            return true;
    return m_gpus == 1; // alone it may, since it does not see others
}

bool Redirect::hasC2c(std::size_t gpu) const {
    return m_localCpus[gpu] >= 0 &&
           m_paths.gpuCpu.at(gpu, static_cast<std::size_t>(m_localCpus[gpu])).type == PathType::C2c;
}

/// Without NCCL_NET_GDR_LEVEL, C2C makes a longer way good enough.
PathType Redirect::gdrLevel(std::size_t gpu, std::size_t net) const {
    if (m_gdrLevelSet || (!m_gdrOverP2c && !m_gdrOverPhb))
        return m_gdrLevel;
    if (m_gdrOverP2c)
        return std::max(m_gdrLevel, PathType::P2c);
    return hasC2c(gpu) && m_paths.gpuNet.at(gpu, net).type == PathType::Phb ? PathType::Phb : m_gdrLevel;
}

// ncclTopoCheckGdr
GdrDecision Redirect::gdr(std::size_t gpu, std::size_t net, bool send) const {
    GdrDecision decision;
    decision.distance = m_paths.gpuNet.at(gpu, net).type;
    if (decision.distance == PathType::Pxn && relay(gpu, net) >= 0)
        decision.distance = m_paths.gpuNet.at(static_cast<std::size_t>(relay(gpu, net)), net).type;
    decision.level = gdrLevel(gpu, net);
    decision.levelFromEnvironment = m_gdrLevelSet;
    const bool isRome = !m_gdrLevelSet && isRomeNeighbour(gpu, net);
    if (isRome)
        decision.level = PathType::Phb;
    if (!m_system.nets[net].gdr)
        decision.reason = GdrReason::NicUnsupported;
    else if (!m_system.gpus[gpu].gdr)
        decision.reason = GdrReason::GpuUnsupported;
    else if (m_version.mloPartNeedsOptIn && m_system.gpus[gpu].mloPart && !m_mloPartGdr)
        decision.reason = GdrReason::MloPart;
    else if (send && m_gdrRead == 0)
        decision.reason = GdrReason::ReadDisabled;
    else if (send && m_gdrRead.value_or(-2) < 0 &&
             m_system.gpus[gpu].sm < m_version.gdrReadNeedsNvlinkBelowSm && !hasNvlinkPeer(gpu))
        decision.reason = GdrReason::ReadBeforeAmpere;
    else if (decision.distance > decision.level)
        decision.reason = GdrReason::TooFar;
    else
        decision.reason =
            isRome && decision.distance > m_gdrLevel ? GdrReason::RomeNeighbour : GdrReason::NearEnough;
    decision.overPci = decision.on() && m_version.gdrOverC2c != GdrOverC2c::No && hasC2c(gpu) &&
                       decision.distance != PathType::P2c && decision.distance != PathType::Phb;
    return decision;
}

} // namespace fabricscope::nccl
