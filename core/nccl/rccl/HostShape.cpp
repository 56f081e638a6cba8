// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/rccl/HostShape.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace fabricscope::nccl::rccl {

namespace {

/// Place of the CPU with the fewest hops, the first of equal ones; -1 where none is reached.
int nearestCpu(std::span<const Path> row) {
    if (std::none_of(row.begin(), row.end(), [](const Path &path) { return path.hops > 0; }))
        return -1;
    const auto nearest = std::min_element(row.begin(), row.end(),
                                          [](const Path &a, const Path &b) { return a.hops < b.hops; });
    return static_cast<int>(nearest - row.begin());
}

// ncclTopoXGMISpeed
float xgmiBandwidth(const Version &version, std::string_view gcn) {
    for (const XgmiRow &row : version.xgmi)
        if (gcn.starts_with(row.gcn))
            return static_cast<float>(row.bandwidth);
    return 0;
}

class HostShapeBuilder {
public:
    HostShapeBuilder(const System &system, const Paths &paths) : m_system(system), m_paths(paths) {}

    [[nodiscard]] std::optional<HostShape> build(const std::vector<std::size_t> &nets) {
        m_shape.gpus.resize(m_system.count(NodeType::Gpu));
        std::iota(m_shape.gpus.begin(), m_shape.gpus.end(), std::size_t{0});
        m_shape.nics = nets;
        std::stable_sort(m_shape.gpus.begin(), m_shape.gpus.end(), [&](std::size_t a, std::size_t b) {
            return m_system.gpus[a].dev < m_system.gpus[b].dev;
        });
        std::stable_sort(m_shape.nics.begin(), m_shape.nics.end(), [&](std::size_t a, std::size_t b) {
            return m_system.nets[a].dev < m_system.nets[b].dev;
        });
        if (m_system.cpus.empty() || !addNodes())
            return std::nullopt;
        m_shape.isRome = nccl::isRome(m_system.cpus.front());
        m_shape.cpuKnown = m_system.cpus.front().vendor != CpuVendor::Other;
        addPerNode();
        addLinks();
        for (const std::size_t net : m_shape.nics)
            for (const std::size_t gpu : m_shape.gpus)
                m_shape.levels.push_back(m_paths.gpuNet.at(gpu, net).type);
        return addOrder() ? std::optional(std::move(m_shape)) : std::nullopt;
    }

private:
    [[nodiscard]] bool addNodes() {
        m_shape.areAtCpu = true;
        for (const std::size_t gpu : m_shape.gpus) {
            const int cpu = nearestCpu(m_paths.gpuCpu.row(gpu));
            if (cpu < 0)
                return false;
            const auto place = static_cast<std::size_t>(cpu);
            m_shape.gpuNodes.push_back(m_system.node(NodeType::Cpu, place).id);
            m_shape.gpuIds.push_back(m_system.node(NodeType::Gpu, gpu).id);
            constexpr int kOverHostBridge = 2;
            m_shape.areAtCpu = m_shape.areAtCpu && m_paths.gpuCpu.at(gpu, place).hops <= kOverHostBridge;
        }
        for (const std::size_t net : m_shape.nics) {
            const int cpu = nearestCpu(m_paths.netCpu.row(net));
            if (cpu < 0)
                return false;
            m_shape.nicNodes.push_back(m_system.node(NodeType::Cpu, static_cast<std::size_t>(cpu)).id);
        }
        return true;
    }

    void addPerNode() {
        std::vector<std::int64_t> nodes;
        for (std::size_t cpu = 0; cpu < m_system.count(NodeType::Cpu); ++cpu)
            nodes.push_back(m_system.node(NodeType::Cpu, cpu).id);
        std::sort(nodes.begin(), nodes.end());
        for (const std::int64_t node : nodes)
            m_shape.perNode.emplace_back(std::count(m_shape.gpuNodes.begin(), m_shape.gpuNodes.end(), node),
                                         std::count(m_shape.nicNodes.begin(), m_shape.nicNodes.end(), node));
    }

    void addLinks() {
        for (const std::size_t from : m_shape.gpus) {
            const float one = xgmiBandwidth(*m_system.version, m_system.gpus[from].gcn);
            int peers = 0;
            for (const std::size_t to : m_shape.gpus) {
                const Path &path = m_paths.gpuGpu.at(from, to);
                const bool isLinked = from != to && path.type == PathType::Nvl;
                peers += isLinked ? 1 : 0;
                // the library keeps a byte of it
                const int links =
                    isLinked && one > 0 ? static_cast<int>(std::min(path.bandwidth / one, 255.0F)) : 0;
                m_shape.links.push_back(links);
            }
            m_shape.peers = std::max(m_shape.peers, peers);
        }
    }

    [[nodiscard]] bool addOrder() {
        const std::set<std::int64_t> ids(m_shape.gpuIds.begin(), m_shape.gpuIds.end());
        for (const std::int64_t id : m_shape.gpuIds)
            m_shape.order.push_back(static_cast<std::size_t>(std::distance(ids.begin(), ids.find(id))));
        return ids.size() == m_shape.gpuIds.size();
    }

    const System &m_system;
    const Paths &m_paths;
    HostShape m_shape;
};

} // namespace

std::optional<HostShape> hostShapeOf(const System &system, const Paths &paths,
                                     const std::vector<std::size_t> &nets) {
    return HostShapeBuilder(system, paths).build(nets);
}

bool isChordalRing(const System &system) {
    constexpr std::size_t kGpus = 8;
    constexpr int kPeers = 6;
    if (system.count(NodeType::Gpu) != kGpus)
        return false;
    for (std::size_t gpu = 0; gpu < kGpus; ++gpu) {
        int peers = 0;
        std::int64_t left = std::int64_t{kGpus * (kGpus - 1) / 2} - system.gpus[gpu].dev;
        for (std::size_t other = 0; other < kGpus; ++other) {
            const auto &links = system.node(NodeType::Gpu, gpu).links;
            const bool isLinked = std::any_of(links.begin(), links.end(), [&](const Link &link) {
                const SystemNode &remote = system.nodes[static_cast<std::size_t>(link.remote)];
                return link.type == LinkType::Nvl && remote.type == NodeType::Gpu &&
                       system.gpus[static_cast<std::size_t>(remote.place)].dev == static_cast<int>(other);
            });
            if (!isLinked)
                continue;
            ++peers;
            left -= system.gpus[other].dev;
        }
        if (peers != kPeers || left < 0 || left >= std::int64_t{kGpus})
            return false;
    }
    return true;
}

} // namespace fabricscope::nccl::rccl
