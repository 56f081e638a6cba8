// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/data/DemoHost.h"
#include "app/demo/sysfs/TreeWriter.h"

#include <string>
#include <string_view>

namespace fabricscope::app::demo {

/// Where a tree keeps what its tools print and use for their results.
inline constexpr const char *kSimulatedFolder = "usr/share/simulated";

/// Benchmarks of a host with GPUs bound to a driver (rccl-tests), or with RDMA devices (perftest): small
/// programs that compute what the host's links would carry and print it in the real formats at a realistic
/// pace. Their output is marked as simulated.
void writeBenchTools(TreeWriter &out, const DemoHost &host);

/// What a host's links carry for the simulated benchmarks.
struct DemoBench {
    double fabric = 0;   ///< busbw of all GPUs over their own links, GB/s; 0: no such links
    double network = 0;  ///< busbw over the NICs that the library's pairs use, GB/s; 0: no such NICs
    std::string sharing; ///< why `network` is below its maximum; empty: it is not
    /// "GPU:NIC:Gb/s" of each pair that is not below one switch: the most that perftest gets between them.
    std::string pairs;
    /// "GPU:Gb/s" of each GPU whose PCIe link carries less than its NIC: the most that perftest gets from
    /// it.
    std::string links;
};
[[nodiscard]] DemoBench benchOf(const DemoHost &host);

/// First lines of a script that prints texts, where a benchmark replaces it: numactl runs its arguments,
/// rocm-smi and amd-smi show traffic.
[[nodiscard]] std::string benchPrelude(std::string_view tool);

} // namespace fabricscope::app::demo
