// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/graph/Paths.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::nccl {

namespace {

constexpr PathType typeOf(LinkType link) {
    switch (link) {
    case LinkType::Nvl:
        return PathType::Nvl;
    case LinkType::C2c:
        return PathType::C2c;
    case LinkType::Pci:
        return PathType::Pix;
    case LinkType::Sys:
        return PathType::Sys;
    case LinkType::Loc:
    case LinkType::Net:
        break; // only the way between NIC and GPU counts
    }
    return PathType::Loc;
}

/// Breadth-first search from one node, like ncclTopoSetPaths: a path may be replaced by a better one, from
/// which the search continues again.
class PathSearch {
public:
    PathSearch(const System &system, bool relayOverGpu)
        : m_system(system)
        , m_version(*system.version)
        , m_relay(relayOverGpu && m_version.relayOverGpu)
        , m_paths(system.nodes.size())
        , m_stamps(system.nodes.size(), 0) {}

    void reset() { std::fill(m_paths.begin(), m_paths.end(), Path{}); }
    /// Returns false if the library fails: see error().
    [[nodiscard]] bool from(int base);
    [[nodiscard]] const Path &to(int node) const { return m_paths[static_cast<std::size_t>(node)]; }
    [[nodiscard]] const PathError &error() const { return m_error; }

private:
    [[nodiscard]] const SystemNode &node(int index) const {
        return m_system.nodes[static_cast<std::size_t>(index)];
    }
    [[nodiscard]] bool mayPass(int base, int at, const Link &link) const;
    [[nodiscard]] PathType typeAfter(int base, int at, const Link &link) const;
    [[nodiscard]] bool isBetter(const Path &candidate, const Path &present) const;
    [[nodiscard]] bool follow(int base, int at, const Link &link);
    void giveUp(int xml, std::string what, std::string consequence);

    const System &m_system;
    const Version &m_version;
    bool m_relay;
    std::vector<Path> m_paths;
    std::vector<std::uint64_t> m_stamps; ///< by node: the round that has it in its list
    std::uint64_t m_round = 0;
    std::uint64_t m_steps = 0;
    std::vector<int> m_list, m_next;
    PathError m_error;
};

/// A path does not pass through a GPU, except for one relay by NVLink.
bool PathSearch::mayPass(int base, int at, const Link &link) const {
    const SystemNode &here = node(at);
    if (!m_version.deviceNodes)
        return at == base || here.type != NodeType::Gpu ||
               (m_relay && link.type == LinkType::Nvl && node(link.remote).type == NodeType::Gpu &&
                m_paths[static_cast<std::size_t>(at)].hops <= 1);
    const int own = node(base).type == NodeType::Gpu ? node(base).device : base;
    if (at == own || here.type != NodeType::Dev)
        return true;
    const NodeType remote = node(link.remote).type;
    if (link.type == LinkType::Loc && remote == NodeType::Gpu)
        return true;
    const int longest = node(base).type == NodeType::Gpu ? 2 : 1;
    return m_relay && link.type == LinkType::Nvl && remote == NodeType::Dev &&
           m_paths[static_cast<std::size_t>(at)].hops <= longest;
}

PathType PathSearch::typeAfter(int base, int at, const Link &link) const {
    const Path &path = m_paths[static_cast<std::size_t>(at)];
    const NodeType here = node(at).type;
    const NodeType there = node(link.remote).type;
    PathType type = typeOf(link.type);
    if (here == NodeType::Pci && there == NodeType::Pci)
        type = PathType::Pxb;
    if (link.type == LinkType::Pci && (here == NodeType::Cpu || there == NodeType::Cpu))
        type = PathType::Phb;
    const NodeType relay = m_version.deviceNodes ? NodeType::Dev : NodeType::Gpu;
    const int longest = m_version.deviceNodes && node(base).type == NodeType::Gpu ? 2 : 1;
    if (m_relay && here == relay && path.type == PathType::Nvl && type == PathType::Nvl &&
        path.hops == longest)
        type = PathType::Nvb;
    return std::max(path.type, type);
}

bool PathSearch::isBetter(const Path &candidate, const Path &present) const {
    switch (m_version.replacement) {
    case PathReplacement::NearerThenFasterThenShorter:
        if (candidate.type != present.type)
            return candidate.type < present.type;
        if (candidate.bandwidth != present.bandwidth)
            return candidate.bandwidth > present.bandwidth;
        return candidate.hops < present.hops;
    case PathReplacement::ShorterAndFaster:
        return (present.bandwidth == 0 || present.hops >= candidate.hops) &&
               present.bandwidth < candidate.bandwidth;
    }
    return false;
}

void PathSearch::giveUp(int xml, std::string what, std::string consequence) {
    m_error.error.call = "ncclTopoComputePaths";
    m_error.error.what = std::move(what);
    m_error.error.consequence = std::move(consequence);
    m_error.xml = xml;
}

bool PathSearch::follow(int base, int at, const Link &link) {
    if (!mayPass(base, at, link))
        return true;
    const Path &path = m_paths[static_cast<std::size_t>(at)];
    Path &present = m_paths[static_cast<std::size_t>(link.remote)];
    const bool isPassed = at != base && (node(at).type == NodeType::Nvs || node(at).type == NodeType::Dev);
    const Path candidate{std::min(path.bandwidth, link.bandwidth), typeAfter(base, at, link), path.hops + 1,
                         isPassed ? path.next : node(at).type};
    if (!isBetter(candidate, present))
        return true;
    // Paths are stored from the far end: it searches for the link back, and only the first time detects that
    // it is missing.
    if (!link.hasReverse && present.hops == 0) {
        giveUp(node(link.remote).xml, "a link in one direction only (\"Failed to find reverse path\")",
               "ncclCommInitRank fails with ncclInternalError");
        return false;
    }
    present = candidate;
    const bool continues = m_version.relayOverGpu || node(link.remote).type != NodeType::Gpu;
    auto &stamp = m_stamps[static_cast<std::size_t>(link.remote)];
    if (continues && stamp != m_round) {
        stamp = m_round;
        m_next.push_back(link.remote);
    }
    return true;
}

bool PathSearch::from(int base) {
    m_paths[static_cast<std::size_t>(base)] = {kLocalBandwidth, PathType::Loc, 0, node(base).type};
    m_list.assign(1, base);
    while (!m_list.empty()) {
        ++m_round;
        m_next.clear();
        for (const int at : m_list) {
            const auto &links = node(at).links;
            m_steps += links.size();
            if (m_steps > kMaxPathSteps) {
                giveUp(-1, "too many devices and links", "larger topologies are not supported");
                return false;
            }
            for (const Link &link : links)
                if (!follow(base, at, link))
                    return false;
        }
        std::swap(m_list, m_next);
    }
    return true;
}

struct Columns {
    PathTable *fromGpu, *fromCpu, *fromNet;
};

/// All paths to the nodes of one type. Nodes with the same id share the column of the first, as in the
/// library, which searches by id; the others are then unreachable.
bool searchType(const System &system, NodeType type, const Columns &columns, PathSearch &search) {
    const auto &bases = system.of(type);
    std::unordered_map<std::int64_t, std::vector<int>> byId;
    std::vector<std::int64_t> ids;
    for (const int base : bases) {
        auto &same = byId[system.nodes[static_cast<std::size_t>(base)].id];
        if (same.empty())
            ids.push_back(system.nodes[static_cast<std::size_t>(base)].id);
        same.push_back(base);
    }
    for (const std::int64_t id : ids) {
        search.reset();
        for (const int base : byId[id])
            if (!search.from(base))
                return false;
        const auto column =
            static_cast<std::size_t>(system.nodes[static_cast<std::size_t>(byId[id].front())].place);
        const auto fill = [&](PathTable *table, NodeType from) {
            if (table == nullptr)
                return;
            for (std::size_t place = 0; place < system.count(from); ++place)
                table->at(place, column) = search.to(system.of(from)[place]);
        };
        fill(columns.fromGpu, NodeType::Gpu);
        fill(columns.fromCpu, NodeType::Cpu);
        fill(columns.fromNet, NodeType::Net);
    }
    return true;
}

/// Who makes the list of a GPU's paths sets what it does not reach: a search from an earlier GPU to DIS, its
/// own to LOC.
void markUnreached(PathTable &gpuGpu, std::size_t gpus) {
    for (std::size_t gpu = 0; gpu < gpus; ++gpu) {
        bool isReachedBefore = false;
        for (std::size_t earlier = 0; earlier < gpu && !isReachedBefore; ++earlier)
            isReachedBefore = gpuGpu.at(gpu, earlier).hops > 0;
        for (std::size_t to = 0; to < gpus && !isReachedBefore; ++to)
            if (gpuGpu.at(gpu, to).hops == 0)
                gpuGpu.at(gpu, to).type = PathType::Loc;
    }
}

} // namespace

tl::expected<Paths, PathError> pathsOf(const System &system, bool relayOverGpu) {
    const std::size_t gpus = system.count(NodeType::Gpu);
    const std::size_t cpus = system.count(NodeType::Cpu);
    const std::size_t nets = system.count(NodeType::Net);
    Paths paths;
    paths.gpuCpu = PathTable(gpus, cpus);
    paths.netCpu = PathTable(nets, cpus);
    paths.cpuGpu = PathTable(cpus, gpus);
    paths.gpuGpu = PathTable(gpus, gpus);
    paths.netGpu = PathTable(nets, gpus);
    paths.cpuNet = PathTable(cpus, nets);
    paths.gpuNet = PathTable(gpus, nets);
    PathSearch search(system, relayOverGpu);
    const bool done =
        searchType(system, NodeType::Cpu, {&paths.gpuCpu, nullptr, &paths.netCpu}, search) &&
        searchType(system, NodeType::Gpu, {&paths.gpuGpu, &paths.cpuGpu, &paths.netGpu}, search) &&
        searchType(system, NodeType::Net, {&paths.gpuNet, &paths.cpuNet, nullptr}, search);
    if (!done)
        return tl::unexpected<PathError>(search.error());
    if (system.version->unreachedIsLocal)
        markUnreached(paths.gpuGpu, gpus);
    return paths;
}

void localNodes(std::span<const Path> row, std::vector<int> &locals) {
    locals.clear();
    float bandwidth = 0;
    PathType type = PathType::Dis;
    for (std::size_t place = 0; place < row.size(); ++place) {
        const Path &path = row[place];
        if (path.bandwidth > bandwidth || (path.bandwidth == bandwidth && path.type < type)) {
            bandwidth = path.bandwidth;
            type = path.type;
            locals.clear();
        }
        if (path.bandwidth == bandwidth && path.type == type)
            locals.push_back(static_cast<int>(place));
    }
}

namespace {

int nearestCpu(const Paths &paths, const Version &version, std::size_t gpu, bool countsUnreached) {
    const auto row = paths.gpuCpu.row(gpu);
    int nearest = -1;
    if (version.affinityByPath) {
        std::vector<int> locals;
        localNodes(row, locals);
        for (const int cpu : locals)
            if (nearest < 0 ||
                row[static_cast<std::size_t>(cpu)].hops < row[static_cast<std::size_t>(nearest)].hops)
                nearest = cpu;
        return nearest;
    }
    if (std::none_of(row.begin(), row.end(), [](const Path &path) { return path.hops > 0; }))
        return -1;
    for (std::size_t cpu = 0; cpu < row.size(); ++cpu)
        if ((row[cpu].hops > 0 || countsUnreached) &&
            (nearest < 0 || row[cpu].hops < row[static_cast<std::size_t>(nearest)].hops))
            nearest = static_cast<int>(cpu);
    return nearest;
}

} // namespace

int localCpu(const Paths &paths, const Version &version, std::size_t gpu) {
    return nearestCpu(paths, version, gpu, version.redirectByNoPath);
}

int affinityCpu(const Paths &paths, const Version &version, std::size_t gpu) {
    return nearestCpu(paths, version, gpu, version.affinityByNoPath);
}

} // namespace fabricscope::nccl
