// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/Tools.h"

/// Rows of the catalogue: RDMA between two NICs. For Tools.cpp.
namespace fabricscope::bench::catalogue {

inline constexpr Test kPerftests[] = {
    {"ib_write_bw", "Bandwidth of RDMA writes: the usual measure of a NIC and its way to memory."},
    {"ib_read_bw", "Bandwidth of RDMA reads."},
    {"ib_send_bw", "Bandwidth of send and receive."},
    {"ib_write_lat", "Latency of RDMA writes."},
    {"ib_read_lat", "Latency of RDMA reads."},
    {"ib_send_lat", "Latency of send and receive."},
};

// Defaults by src/perftest_parameters.h.
inline constexpr Option kPerftestOptions[] = {
    {"-d", "NIC", "", "the first one", "RDMA device: \"mlx5_0\"."},
    {"-i", "Port", "", "1", "Of the device."},
    {"-x", "GID index", "", "0 (RoCE: the first that fits)",
     "Which address of the port; RoCE v2 is what is "
     "wanted."},
    {"-s", "Size", "bytes", "65536 (latency: 2)", "Of one message."},
    {"-a", "All sizes", "", "", "2 bytes to 8 MiB, doubling: 23 rows.", OptionForm::Switch},
    {"-n", "Iterations", "", "5000 (write), 1000", "Of each size; at least 5."},
    {"-D", "Duration", "s", "",
     "Measures for so long instead of so many iterations; peak is then not "
     "measured."},
    {"-q", "Queue pairs", "", "1", "Both ends must ask for the same number."},
    {"-b", "Both directions", "", "", "Sums both ways; must be given at both ends.", OptionForm::Switch},
    {"-m", "MTU", "bytes", "that of the port", "256 to 4096."},
    {"-t", "TX depth", "", "128", "Outstanding requests of a queue pair."},
    {"-p", "TCP port", "", "18515", "On which the two ends meet."},
    {"-F", "No frequency warning", "", "", "Says nothing of CPU frequencies that differ.",
     OptionForm::Switch},
    {"-R", "rdma_cm", "", "", "Connects by the RDMA connection manager.", OptionForm::Switch},
    {"--report_gbits", "In Gb/s", "", "MiB/s", "10^9 bits a second instead of 2^20 bytes.",
     OptionForm::Switch},
    {"--limit_bw", "Least bandwidth", "Gb/s or MiB/s", "", "Below it the program fails.", OptionForm::Joined},
    {"--use_rocm", "ROCm GPU", "", "host memory",
     "HIP's number of the GPU whose memory is used; counts the "
     "visible ones.",
     OptionForm::Joined},
    {"--use_rocm_dmabuf", "ROCm by dma-buf", "", "",
     "Registers GPU memory by dma-buf: needed from kernel "
     "6.8 on (perftest of 2025-01 and later).",
     OptionForm::Switch},
    {"--use_cuda", "CUDA GPU", "", "host memory", "CUDA's number of the GPU whose memory is used.",
     OptionForm::Joined},
    {"--use_cuda_bus_id", "CUDA GPU by address", "", "", "The same by its PCI address.", OptionForm::Joined},
    {"--use_cuda_dmabuf", "CUDA by dma-buf", "", "",
     "Registers GPU memory by dma-buf instead of "
     "nvidia_peermem (perftest of 2022-11 and later).",
     OptionForm::Switch},
    {"--run_infinitely", "For ever", "", "", "A row every -D seconds until it is stopped.",
     OptionForm::Switch},
};

inline constexpr Preset kPerftestPresets[] = {
    {"All sizes", "ib_write_bw", "-a -F --report_gbits", "23 sizes, 2 bytes to 8 MiB."},
    {"Large writes", "ib_write_bw", "-s 8388608 -q 8 -D 10 -F --report_gbits",
     "One row: what the way carries."},
    {"Both ways", "ib_write_bw", "-b -a -F --report_gbits -q 2", "Sums both directions, by size."},
    {"Latency", "ib_write_lat", "-a -F", "By size."},
};

inline constexpr std::string_view kPerftestRecipe =
    "apt-get install -y perftest   # host memory only; for GPU memory build it:\n"
    "apt-get install -y git make gcc autoconf automake libtool libibverbs-dev librdmacm-dev libibumad-dev "
    "libpci-dev\n"
    "git clone https://github.com/linux-rdma/perftest.git && cd perftest && ./autogen.sh\n"
    "./configure --enable-rocm --with-rocm=/opt/rocm --enable-rocm-dmabuf   # AMD\n"
    "./configure CUDA_H_PATH=/usr/local/cuda/include/cuda.h                 # NVIDIA\n"
    "make -j && make install\n";

} // namespace fabricscope::bench::catalogue
