// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/judge/Bands.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace fabricscope::bench {

namespace {

constexpr std::uint64_t kMebi = std::uint64_t{1} << 20, kGibi = std::uint64_t{1} << 30;
constexpr std::uint64_t kAny = UINT64_MAX;

constexpr Band kBands[] = {
    {"MI355X", "all_reduce_perf", 2, 512 * kMebi, 16 * kGibi, 357, 368, "GB/s", 3200, false,
     "field report: 2 VMs, MI355X with Pollara 400"},
    {"MI300X", "all_reduce_perf", 2, 2 * kGibi, 2 * kGibi, 353.67, 368.23, "GB/s", 3200, false,
     "field report: 2 VMs, MI300X with InfiniBand"},
    {"MI300X", "all_reduce_perf", 1, kGibi, 16 * kGibi, 324, 329, "GB/s", 0, false,
     "vendor's guide: one MI300X node, rccl-tests"},
    {"MI300X", "all_reduce_perf", 2, kGibi, 16 * kGibi, 91, 92, "GB/s", 800, false,
     "vendor's guide: 2 MI300X nodes, 8 NICs of 100 Gb/s"},
    {"MI300X", "all_reduce_perf", 2, 8 * kGibi, 16 * kGibi, 339, 350, "GB/s", 3200, false,
     "dstackai/benchmarks: 2 MI300X nodes, Broadcom RoCE"},
    {"MI350X", "all_reduce_perf", 1, 8 * kGibi, 16 * kGibi, 304, 304, "GB/s", 0, true,
     "AMD's acceptance tests: MI350X, 8G in place"},
    {"MI300X", "all_reduce_perf", 2, 8 * kGibi, 8 * kGibi, 330, 330, "GB/s", 3200, true,
     "ROCm/cvs rccl_config.json"},
    {"MI300X", "all_reduce_perf", 2, 16 * kGibi, 16 * kGibi, 350, 350, "GB/s", 3200, true,
     "ROCm/cvs rccl_config.json"},
    {"MI300X", "all_gather_perf", 2, 8 * kGibi, 8 * kGibi, 330, 330, "GB/s", 3200, true,
     "ROCm/cvs rccl_config.json"},
    {"MI300X", "all_gather_perf", 2, 16 * kGibi, 16 * kGibi, 350, 350, "GB/s", 3200, true,
     "ROCm/cvs rccl_config.json"},
    {"MI300X", "reduce_scatter_perf", 2, 8 * kGibi, 8 * kGibi, 340, 340, "GB/s", 3200, true,
     "ROCm/cvs rccl_config.json"},
    {"MI300X", "reduce_scatter_perf", 2, 16 * kGibi, 16 * kGibi, 360, 360, "GB/s", 3200, true,
     "ROCm/cvs rccl_config.json"},
    {"MI300X", "alltoall_perf", 2, 8 * kGibi, 8 * kGibi, 45, 45, "GB/s", 3200, true,
     "ROCm/cvs rccl_config.json"},
    {"MI300X", "alltoall_perf", 2, 16 * kGibi, 16 * kGibi, 50, 50, "GB/s", 3200, true,
     "ROCm/cvs rccl_config.json"},
    {"MI300X", "sendrecv_perf", 2, 8 * kGibi, 8 * kGibi, 47, 47, "GB/s", 3200, true,
     "ROCm/cvs rccl_config.json"},
    {"MI300X", "sendrecv_perf", 2, 16 * kGibi, 16 * kGibi, 48, 48, "GB/s", 3200, true,
     "ROCm/cvs rccl_config.json"},
    {"MI300X", "broadcast_perf", 2, 8 * kGibi, 8 * kGibi, 310, 310, "GB/s", 3200, true,
     "ROCm/cvs rccl_config.json"},
    {"MI300X", "broadcast_perf", 2, 16 * kGibi, 16 * kGibi, 312, 312, "GB/s", 3200, true,
     "ROCm/cvs rccl_config.json"},
    {"A100", "all_reduce_perf", 1, 8 * kGibi, 16 * kGibi, 228, 228, "GB/s", 0, true,
     "azurehpc-health-checks conf"},
    {"H100", "all_reduce_perf", 1, 8 * kGibi, 16 * kGibi, 460, 460, "GB/s", 0, true,
     "azurehpc-health-checks conf"},
    {"MI300X", "all_reduce_perf", 1, 8 * kGibi, 16 * kGibi, 314, 314, "GB/s", 0, true,
     "azurehpc-health-checks conf"},
    {"H100", "all_reduce_perf", 2, 8 * kGibi, 16 * kGibi, 464, 471, "GB/s", 3200, false,
     "oracle-quickstart/oci-hpc: 2 H100 nodes"},
    {"", "ib_write_bw", 2, kMebi, kAny, 368, 388, "Gb/sec", 400, false,
     "92 to 97 % of 400 Gb/s on large writes"},
    {"", "ib_write_bw", 2, kMebi, kAny, 184, 194, "Gb/sec", 200, false,
     "92 to 97 % of 200 Gb/s on large writes"},
    {"", "ib_write_bw", 2, kMebi, kAny, 92, 97, "Gb/sec", 100, false,
     "92 to 97 % of 100 Gb/s on large writes"},
    {"MI355X", "ib_write_bw -b", 2, kMebi, kAny, 740, 740, "Gb/sec", 400, false,
     "field report: 2 VMs, MI355X with Pollara 400, each pair"},
    {"MI300X", "ib_write_bw -b", 2, kMebi, kAny, 726, 726, "Gb/sec", 400, false,
     "dstackai/benchmarks: MI300X, Broadcom RoCE"},
    {"", "ib_write_bw -b", 2, 8 * kMebi, 8 * kMebi, 280, 280, "Gb/sec", 400, true,
     "ROCm/cvs ibperf_config.json"},
};

} // namespace

std::vector<Band> bandsFor(std::string_view model, std::string_view test, int nodes, Carrier carrier,
                           std::optional<double> networkGbits) {
    const bool isPerftest = test.starts_with("ib_");
    std::vector<Band> found;
    for (const Band &band : kBands) {
        const bool overNetwork = band.networkGbits > 0;
        if (test != band.test || model.find(band.model) == std::string_view::npos)
            continue;
        if (!isPerftest && std::min(nodes, 2) != band.nodes)
            continue;
        // Bands do not cover one host that uses its NICs, nor NICs of another speed.
        if (overNetwork != (carrier == Carrier::Nics))
            continue;
        constexpr double kSameRate = 0.01;
        if (overNetwork && (!networkGbits || std::abs(*networkGbits / band.networkGbits - 1) > kSameRate))
            continue;
        found.push_back(band);
    }
    std::stable_partition(found.begin(), found.end(), [](const Band &band) { return !band.floor; });
    return found;
}

} // namespace fabricscope::bench
