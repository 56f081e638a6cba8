// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/nccl/graph/System.h"

#include <span>
#include <vector>

namespace fabricscope::nccl {

struct Path {
    float bandwidth = 0; ///< GB/s; 0 where there is none
    PathType type = PathType::Dis;
    int hops = 0;
    /// Type of the first node after the start that is neither an NVLink switch nor a DEV; of the start itself
    /// where it is the end.
    NodeType next = NodeType::Pci;
};

/// Paths from the nodes of one kind to those of another, by place.
class PathTable {
public:
    PathTable() = default;
    PathTable(std::size_t from, std::size_t to) : m_to(to), m_paths(from * to) {}

    [[nodiscard]] Path &at(std::size_t from, std::size_t to) { return m_paths[from * m_to + to]; }
    [[nodiscard]] const Path &at(std::size_t from, std::size_t to) const { return m_paths[from * m_to + to]; }
    [[nodiscard]] std::span<const Path> row(std::size_t from) const {
        return {m_paths.data() + from * m_to, m_to};
    }

private:
    std::size_t m_to = 0;
    std::vector<Path> m_paths;
};

/// What ncclTopoSetPaths finds, as far as decisions need it: between GPUs, NETs and CPUs.
struct Paths {
    PathTable gpuCpu, netCpu;
    PathTable cpuGpu, gpuGpu, netGpu;
    PathTable cpuNet, gpuNet;
};

/// Bound of ours on the work of finding them: steps over a link.
inline constexpr std::uint64_t kMaxPathSteps = 400'000'000;

struct PathError {
    FileError error;
    int xml = -1; ///< the element in whose node it came up; -1: none
};

/// ncclTopoSetPaths for each CPU, GPU and NET. `relayOverGpu`: NVLink over one other GPU (NCCL_NVB_DISABLE is
/// 0).
[[nodiscard]] tl::expected<Paths, PathError> pathsOf(const System &system, bool relayOverGpu);

/// The nodes nearest to one, by its row of paths (ncclTopoGetLocal): all with the highest bandwidth, and
/// among these the best type.
void localNodes(std::span<const Path> row, std::vector<int> &locals);

/// Place of the CPU over which paths of a GPU are led (ncclGetLocalCpu), and of that which its affinity is of
/// (ncclTopoGetCpuAffinity); -1 where none is reached.
[[nodiscard]] int localCpu(const Paths &paths, const Version &version, std::size_t gpu);
[[nodiscard]] int affinityCpu(const Paths &paths, const Version &version, std::size_t gpu);

} // namespace fabricscope::nccl
