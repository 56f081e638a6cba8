// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/fleet/DiffCollector.h"
#include "core/fleet/Matching.h"

namespace fabricscope::fleet {

/// Input and output of every part of the comparison.
struct Work {
    const HostView &before;
    const HostView &after;
    const Matching &matching;
    DiffCollector &collector;

    [[nodiscard]] Subject subject(Position before) const;
    [[nodiscard]] DevicePair addresses(Position before) const;
    /// Whether both sides have the function, and it was not replaced by another device.
    [[nodiscard]] bool isSame(Position before) const;
    /// Whether the bound driver is the same, as far as known.
    [[nodiscard]] bool hasSameDriver(Position before) const;
};

// The parts, one for each family of facts. To add one, declare it here and call it in Compare.cpp.

/// Functions that were added, removed, moved or replaced; bus numbers.
void comparePresence(const Work &work);
/// The facts of each function, and of its link: tables in FunctionDifferences.cpp.
void compareFunctions(const Work &work);
/// The facts of the host, its memory nodes and its VMs: tables in HostDifferences.cpp.
void compareHosts(const Work &work);
void compareNumaNodes(const Work &work);
void compareVms(const Work &work);
/// Modules and their parameters, limits, settings and files of NCCL, kernel command line arguments.
void compareSoftware(const Work &work);
/// Network interfaces and RDMA devices, and their names.
void compareNetwork(const Work &work);
/// Facts reported by the GPU driver, links between GPUs, GPU order.
void compareGpus(const Work &work);
void compareIommu(const Work &work);

/// The name of something before and after.
struct Renamed {
    std::string before, after;
    DevicePair device;
};
/// "mlx5_0 and mlx5_2 changed places", or "is called mlx5_4 now, mlx5_0 before" if nothing else got the old
/// name.
void addRenamed(const Work &work, std::string_view rule, std::vector<Renamed> names);

} // namespace fabricscope::fleet
