// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/graph/LostGpus.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::nccl {

namespace {

/// By GPU: the first one of those that it reaches. As in the library, only GPUs before it are asked.
std::vector<std::size_t> domainsOf(std::size_t gpus, const Paths &paths) {
    std::vector<std::size_t> domains(gpus);
    for (std::size_t gpu = 0; gpu < gpus; ++gpu) {
        domains[gpu] = gpu;
        for (std::size_t before = 0; before < gpu; ++before)
            if (paths.gpuGpu.at(gpu, before).type < PathType::Net)
                domains[gpu] = std::min(domains[gpu], domains[before]);
    }
    return domains;
}

// ncclTopoRemoveNode
void unlink(System &system, int removed) {
    for (SystemNode &node : system.nodes)
        std::erase_if(node.links, [removed](const Link &link) { return link.remote == removed; });
    system.nodes[static_cast<std::size_t>(removed)].links.clear();
}

} // namespace

bool removeLostGpus(System &system, const Paths &paths) {
    const std::size_t gpus = system.count(NodeType::Gpu);
    if (gpus == 0)
        return false;
    const std::vector<std::size_t> domains = domainsOf(gpus, paths);
    const auto first = std::min_element(system.gpus.begin(), system.gpus.end(),
                                        [](const GpuFacts &a, const GpuFacts &b) { return a.rank < b.rank; });
    const std::size_t own = domains[static_cast<std::size_t>(first - system.gpus.begin())];
    const int rank = first->rank;
    std::vector<int> kept;
    std::vector<GpuFacts> facts;
    for (std::size_t gpu = 0; gpu < gpus; ++gpu) {
        const int node = system.of(NodeType::Gpu)[gpu];
        if (domains[gpu] == own) {
            system.nodes[static_cast<std::size_t>(node)].place = static_cast<int>(kept.size());
            kept.push_back(node);
            facts.push_back(std::move(system.gpus[gpu]));
            continue;
        }
        if (system.warnings.size() < XmlLimits::kWarnings)
            system.warnings.push_back(
                {0, 0,
                 fmt::format("no path between GPU {} and rank {}: its library leaves the GPU out",
                             system.gpus[gpu].dev, rank)});
        unlink(system, node);
    }
    system.gpus = std::move(facts);
    if (kept.size() == gpus)
        return false;
    system.byType[static_cast<std::size_t>(NodeType::Gpu)] = std::move(kept);
    return true;
}

} // namespace fabricscope::nccl
