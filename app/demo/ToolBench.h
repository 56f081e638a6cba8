// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/DemoHost.h"
#include "app/demo/TreeWriter.h"

#include <string>
#include <string_view>

namespace fabricscope::app::demo {

/// Where a tree holds what its tools print and compute with.
inline constexpr const char *kSimulatedFolder = "usr/share/simulated";

/// Benchmarks of a host with GPUs that a driver holds (rccl-tests), or with RDMA devices (perftest): small
/// programs that compute what the host's links would carry and print it in the real formats at a real pace.
/// Their output is marked as simulated.
void writeBenchTools(TreeWriter &out, const DemoHost &host);

/// What a host's links carry for the simulated benchmarks.
struct DemoBench {
    double fabric = 0;   ///< busbw of all GPUs over their own links, GB/s; 0: there are none
    double network = 0;  ///< busbw over the NICs that the library's pairs use, GB/s; 0: there are none
    std::string sharing; ///< why `network` is less than it could be; empty: it is not
    /// "GPU:NIC:Gb/s" of each pair that is not below one switch: what perftest gets between them at most.
    std::string pairs;
    /// "GPU:Gb/s" of each GPU whose PCIe link carries less than its NIC: what perftest gets out of it at
    /// most.
    std::string links;
};
[[nodiscard]] DemoBench benchOf(const DemoHost &host);

/// Lines at the beginning of a tool that prints texts, where a benchmark takes it over: numactl runs what it
/// is given, rocm-smi and amd-smi show traffic.
[[nodiscard]] std::string benchPrelude(std::string_view tool);

} // namespace fabricscope::app::demo
