// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/fleet/DiffCollector.h"
#include "core/fleet/Matching.h"

namespace fabricscope::fleet {

/// What every part of the comparison works on.
struct Work {
    const HostView &before;
    const HostView &after;
    const Matching &matching;
    DiffCollector &collector;

    [[nodiscard]] Subject subject(Position before) const;
    [[nodiscard]] DevicePair addresses(Position before) const;
    /// Both sides have the function, and it is not another device there.
    [[nodiscard]] bool isSame(Position before) const;
    /// The driver bound is the same, as far as it is known.
    [[nodiscard]] bool hasSameDriver(Position before) const;
};

// The parts, each a family of facts. A new part is declared here and called in Compare.cpp.

/// Functions that came, went, moved or were replaced; bus numbers.
void comparePresence(const Work &work);
/// The facts of each function, and of its link: tables in FunctionDifferences.cpp.
void compareFunctions(const Work &work);
/// The facts of the host, its memory nodes and its VMs: tables in HostDifferences.cpp.
void compareHosts(const Work &work);
void compareNumaNodes(const Work &work);
void compareVms(const Work &work);
/// Modules and their parameters, limits, settings and files of NCCL, words of the command line.
void compareSoftware(const Work &work);
/// Network interfaces and RDMA devices, and their names.
void compareNetwork(const Work &work);
/// What the GPU's driver says, links between GPUs, their order.
void compareGpus(const Work &work);
void compareIommu(const Work &work);

/// A name of something before and after.
struct Renamed {
    std::string before, after;
    DevicePair device;
};
/// "mlx5_0 and mlx5_2 changed places", or "is called mlx5_4 now, mlx5_0 before" where nothing else got the
/// old name.
void addRenamed(const Work &work, std::string_view rule, std::vector<Renamed> names);

} // namespace fabricscope::fleet
