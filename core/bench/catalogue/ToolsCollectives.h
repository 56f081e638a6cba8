// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/catalogue/Tools.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>

/// Rows of the catalogue: collectives of NCCL and RCCL. For Tools.cpp.
namespace fabricscope::bench::catalogue {

inline constexpr Test kCollectives[] = {
    {"all_reduce_perf", "Every rank gets the reduction of all: busbw = algbw * 2(n-1)/n."},
    {"all_gather_perf", "Every rank gets all ranks' data: busbw = algbw * (n-1)/n."},
    {"reduce_scatter_perf", "Every rank gets its part of the reduction: busbw = algbw * (n-1)/n."},
    {"alltoall_perf", "Every rank sends a part to every other: busbw = algbw * (n-1)/n."},
    {"alltoallv_perf", "alltoall with parts of different sizes (rccl-tests)."},
    {"broadcast_perf", "One rank's buffer goes to all: busbw = algbw."},
    {"reduce_perf", "One rank gets the reduction of all: busbw = algbw."},
    {"gather_perf", "One rank gets all ranks' data: busbw = algbw * (n-1)/n."},
    {"scatter_perf", "Each rank gets its part of one rank's buffer: busbw = algbw * (n-1)/n."},
    {"sendrecv_perf", "Each rank sends to the next one: busbw = algbw."},
    {"hypercube_perf", "All-gather in log2(n) steps of send and receive: busbw = algbw."},
};

/// Concatenates two tables.
template<std::size_t A, std::size_t B>
constexpr std::array<Option, A + B> joined(const Option (&first)[A], const Option (&second)[B]) {
    std::array<Option, A + B> all{};
    std::copy(std::begin(first), std::end(first), all.begin());
    std::copy(std::begin(second), std::end(second), all.begin() + A);
    return all;
}

// K, M and G are 1024-based (src/common.cu: parsesize).
inline constexpr Option kCollectiveOptions[] = {
    {"-b", "Smallest size", "bytes", "32M", "Smallest message size; K, M and G are powers of 1024."},
    {"-e", "Largest size", "bytes", "32M", "Largest message size."},
    {"-f", "Factor", "", "", "Size factor per step; 2 doubles."},
    {"-i", "Step", "bytes", "1M", "Fixed step (without -f)."},
    {"-g", "GPUs per thread", "", "1",
     "-g 8: eight GPUs in one process. One rank per GPU (mpirun) is preferable."},
    {"-t", "Threads", "", "1", "Threads per process, each with its GPUs."},
    {"-n", "Iterations", "", "20", "Timed iterations per size."},
    {"-w", "Warm-up", "", "1 or 5", "Warm-up iterations (default 1; rccl-tests and older nccl-tests: 5)."},
    {"-c", "Check", "", "1", "Iterations whose values are checked; 0: no check, #wrong is unknown."},
    {"-o", "Operation", "", "sum", "sum, prod, min, max, avg or all."},
    {"-d", "Data type", "", "float", "int8 ... double, half, bfloat16 or all."},
    {"-r", "Root", "", "0", "Rank of the root, if the collective has one."},
    {"-m", "Aggregate", "", "1", "Operations issued together as one group."},
    {"-z", "Blocking", "", "0", "1: wait for each operation before the next."},
    {"-G", "Graph launches", "", "0", "Replays of the captured graph; 0: no graph."},
    {"-a", "Reported time", "", "1",
     "Reported time: 0: of rank 0, 1: mean, 2: minimum, 3: maximum of all ranks."},
    {"-np", "Ranks", "", "", "Processes started by mpirun: one per GPU with -g 1.", OptionForm::Launcher},
};

inline constexpr auto kNcclOptions = joined(
    kCollectiveOptions,
    {{"-N", "Cycles", "", "1", "Repeats of all sizes; 0: until stopped."},
     {"-T", "Timeout", "s", "off", "A test that hangs is aborted after this time; default: never."},
     {"-R", "Register buffers", "", "0", "1: local registration, 2: symmetric memory (newer versions)."},
     {"-J", "JSON file", "", "",
      "Also write a JSON file (2.17.3 and later); it holds the whole environment, secrets included."}});

inline constexpr auto kRcclOptions =
    joined(kCollectiveOptions,
           {{"-Y", "Memory type", "", "coarse", "coarse, fine, host or managed."},
            {"-u", "CU mask", "", "", "Compute units to use."},
            {"-F", "Flush caches", "", "0", "Flush caches every N iterations."},
            {"-E", "Rotating buffers", "", "0", "1: rotate buffers per iteration."},
            {"-s", "Stress cycles", "", "1", "Repeats of all sizes, one table each."},
            {"-Z", "Report", "", "", "csv or json: also write the rows to the -x file (2025 and later)."},
            {"-x", "Report file", "", "", "Output file (with -Z)."}});

inline constexpr Preset kCollectivePresets[] = {
    {"Quick look", "all_reduce_perf", "-b 1M -e 1G -f 2 -g 8", "11 sizes on 8 GPUs, under a minute."},
    {"Whole sweep", "all_reduce_perf", "-b 8 -e 16G -f 2 -g 8", "From latency to plateau, 32 sizes."},
    {"Plateau", "all_reduce_perf", "-o sum -b 1G -e 16G -f 2 -g 8",
     "The five sizes used to judge bandwidth."},
    {"In a pod", "all_reduce_perf", "-b 8 -e 256M -f 2 -g 1", "One GPU per process, as in a container."},
    {"Without checks", "all_gather_perf", "-b 4 -e 16G -f 2 -g 1 -w 5 -n 100 -c 0",
     "Speed only; values are not checked."},
};

inline constexpr std::string_view kNcclRecipe =
    "git clone https://github.com/NVIDIA/nccl-tests.git && cd nccl-tests\n"
    "make MPI=1 MPI_HOME=/usr/lib/x86_64-linux-gnu/openmpi CUDA_HOME=/usr/local/cuda NCCL_HOME=/usr\n"
    "# without MPI: make. The programs are then in build/.\n";

inline constexpr std::string_view kRcclRecipe =
    "git clone https://github.com/ROCm/rccl-tests.git && cd rccl-tests\n"
    "./install.sh --mpi 1 --mpi_home=/opt/ompi --rccl_home=/opt/rocm\n"
    "# without MPI: ./install.sh. The programs are then in build/.\n";

} // namespace fabricscope::bench::catalogue
