// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/Tools.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>

/// Rows of the catalogue: collectives of NCCL and RCCL. For Tools.cpp.
namespace fabricscope::bench::catalogue {

inline constexpr Test kCollectives[] = {
    {"all_reduce_perf", "Every rank gets the sum of all: busbw = algbw * 2(n-1)/n."},
    {"all_gather_perf", "Every rank gets what each one has: busbw = algbw * (n-1)/n."},
    {"reduce_scatter_perf", "Every rank gets its part of the sum: busbw = algbw * (n-1)/n."},
    {"alltoall_perf", "Every rank sends a part to each other one: busbw = algbw * (n-1)/n."},
    {"alltoallv_perf", "As alltoall, with parts of different sizes (rccl-tests)."},
    {"broadcast_perf", "One rank's buffer goes to all: busbw = algbw."},
    {"reduce_perf", "One rank gets the sum of all: busbw = algbw."},
    {"gather_perf", "One rank gets what each one has: busbw = algbw * (n-1)/n."},
    {"scatter_perf", "Each rank gets its part of one rank's buffer: busbw = algbw * (n-1)/n."},
    {"sendrecv_perf", "Each rank sends to the next one: busbw = algbw."},
    {"hypercube_perf", "All gather in log2(n) steps, from nccl-tests' own send and receive: busbw = algbw."},
};

/// Two tables in one, the first in front.
template<std::size_t A, std::size_t B>
constexpr std::array<Option, A + B> joined(const Option (&first)[A], const Option (&second)[B]) {
    std::array<Option, A + B> all{};
    std::copy(std::begin(first), std::end(first), all.begin());
    std::copy(std::begin(second), std::end(second), all.begin() + A);
    return all;
}

// K, M and G are 1024-based (src/common.cu: parsesize).
inline constexpr Option kCollectiveOptions[] = {
    {"-b", "Smallest size", "bytes", "32M", "The sweep begins here; K, M and G are powers of 1024."},
    {"-e", "Largest size", "bytes", "32M", "The sweep ends here."},
    {"-f", "Factor", "", "", "Each size is so many times the one before; 2 doubles."},
    {"-i", "Step", "bytes", "1M", "Each size is so much more than the one before, where no factor is given."},
    {"-g", "GPUs a thread", "", "1",
     "All GPUs of the host in one process: -g 8. One rank a GPU by mpirun measures better."},
    {"-t", "Threads", "", "1", "Threads of a process, each with its GPUs."},
    {"-n", "Iterations", "", "20", "Timed rounds of each size."},
    {"-w", "Warm-up rounds", "", "1, else 5",
     "Rounds of each size before the timed ones. Without it: 1, by rccl-tests and older versions 5."},
    {"-c", "Check", "", "1", "Rounds whose values are checked; 0 does not validate, and #wrong is unknown."},
    {"-o", "Operation", "", "sum", "sum, prod, min, max, avg or all."},
    {"-d", "Data type", "", "float", "int8 ... double, half, bfloat16 or all."},
    {"-r", "Root", "", "0", "Rank that is the root, where the collective has one."},
    {"-m", "Aggregate", "", "1", "Operations issued together as one group."},
    {"-z", "Blocking", "", "0", "1: each operation is waited for before the next one."},
    {"-G", "Graph launches", "", "0", "Operations are captured and launched so many times as a graph."},
    {"-a", "Which time", "", "1", "0: rank 0's, 1: the mean, 2: the least, 3: the most of all ranks."},
    {"-np", "Ranks", "", "", "Processes that mpirun starts: one a GPU, with -g 1.", OptionForm::Launcher},
};

inline constexpr auto kNcclOptions = joined(
    kCollectiveOptions,
    {{"-N", "Cycles", "", "1", "The whole sweep so many times; 0 for ever."},
     {"-T", "Timeout", "s", "off", "A hang becomes an error after so long."},
     {"-R", "Register buffers", "", "0", "1: local registration, 2: symmetric memory (newer versions)."},
     {"-J", "JSON file", "", "",
      "Writes a JSON file as well (2.17.3 and later); it holds the whole environment, secrets too."}});

inline constexpr auto kRcclOptions =
    joined(kCollectiveOptions,
           {{"-Y", "Memory type", "", "coarse", "coarse, fine, host or managed."},
            {"-u", "CU mask", "", "", "Compute units that may be used."},
            {"-F", "Flush caches", "", "0", "Caches are flushed so many rounds apart."},
            {"-E", "Rotating buffers", "", "0", "1: each round uses other buffers."},
            {"-s", "Stress cycles", "", "1", "The whole sweep so many times, each with a table of its own."},
            {"-Z", "Report", "", "", "csv or json: rows as a file too, which -x names (2025 and later)."},
            {"-x", "Report file", "", "", "File of -Z."}});

inline constexpr Preset kCollectivePresets[] = {
    {"Quick look", "all_reduce_perf", "-b 1M -e 1G -f 2 -g 8", "Eleven sizes on 8 GPUs, under a minute."},
    {"Whole sweep", "all_reduce_perf", "-b 8 -e 16G -f 2 -g 8", "From latency to plateau, 32 sizes."},
    {"Plateau", "all_reduce_perf", "-o sum -b 1G -e 16G -f 2 -g 8",
     "The five sizes that bandwidth is "
     "judged by."},
    {"In a pod", "all_reduce_perf", "-b 8 -e 256M -f 2 -g 1", "One GPU a process, as in a container."},
    {"Without checks", "all_gather_perf", "-b 4 -e 16G -f 2 -g 1 -w 5 -n 100 -c 0",
     "Not validated: speed alone."},
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
