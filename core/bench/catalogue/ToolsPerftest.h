// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/catalogue/Tools.h"

/// Rows of the catalogue: RDMA between two NICs. For Tools.cpp.
namespace fabricscope::bench::catalogue {

inline constexpr Test kPerftests[] = {
    {"ib_write_bw", "Bandwidth of RDMA writes: the usual test of a NIC and its path to memory."},
    {"ib_read_bw", "Bandwidth of RDMA reads."},
    {"ib_send_bw", "Bandwidth of send and receive."},
    {"ib_write_lat", "Latency of RDMA writes."},
    {"ib_read_lat", "Latency of RDMA reads."},
    {"ib_send_lat", "Latency of send and receive."},
};

// Defaults by src/perftest_parameters.h.
inline constexpr Option kPerftestOptions[] = {
    {"-d", "NIC", "", "first device", "RDMA device: \"mlx5_0\"."},
    {"-i", "Port", "", "1", "Port of the device."},
    {"-x", "GID index", "", "0 (RoCE: auto)", "Index of the port's address; use a RoCE v2 entry."},
    {"-s", "Size", "bytes", "65536 (latency: 2)", "Message size."},
    {"-a", "All sizes", "", "", "2 bytes to 8M, doubled each step: 23 rows.", OptionForm::Switch},
    {"-n", "Iterations", "", "5000 (write), 1000", "Iterations per size (min 5)."},
    {"-D", "Duration", "s", "", "Duration in seconds instead of iterations; no peak is measured."},
    {"-q", "Queue pairs", "", "1", "Must be equal on both ends."},
    {"-b", "Both directions", "", "", "Both directions at once, summed; set it on both ends.",
     OptionForm::Switch},
    {"-m", "MTU", "bytes", "port MTU", "256 to 4096."},
    {"-t", "TX depth", "", "128", "Outstanding requests per queue pair."},
    {"-p", "TCP port", "", "18515", "TCP port of both ends."},
    {"-F", "No frequency warning", "", "", "Ignore CPU frequency differences.", OptionForm::Switch},
    {"-R", "rdma_cm", "", "", "Connect with the RDMA connection manager.", OptionForm::Switch},
    {"--report_gbits", "In Gb/s", "", "MiB/s", "Gb/s (10^9 bit/s) instead of MiB/s.", OptionForm::Switch},
    {"--limit_bw", "Minimum bandwidth", "Gb/s with --report_gbits, else MiB/s", "",
     "Fail below this bandwidth.", OptionForm::Joined},
    {"--use_rocm", "ROCm GPU", "", "host memory",
     "HIP index of the GPU whose memory is used, counting visible GPUs.", OptionForm::Joined},
    {"--use_rocm_dmabuf", "ROCm dma-buf", "", "",
     "Register GPU memory by dma-buf: required since kernel 6.8 "
     "(perftest of 2025-01 and later).",
     OptionForm::Switch},
    {"--use_cuda", "CUDA GPU", "", "host memory", "CUDA index of the GPU whose memory is used.",
     OptionForm::Joined},
    {"--use_cuda_bus_id", "CUDA GPU by address", "", "", "PCI address of the GPU whose memory is used.",
     OptionForm::Joined},
    {"--use_cuda_dmabuf", "CUDA dma-buf", "", "",
     "Register GPU memory by dma-buf instead of "
     "nvidia_peermem (perftest of 2022-11 and later).",
     OptionForm::Switch},
    {"--run_infinitely", "Endless", "", "", "A row every -D seconds until stopped.", OptionForm::Switch},
};

inline constexpr Preset kPerftestPresets[] = {
    {"All sizes", "ib_write_bw", "-a -F --report_gbits", "23 sizes, 2 bytes to 8M."},
    {"Large writes", "ib_write_bw", "-s 8388608 -q 8 -D 10 -F --report_gbits",
     "One row: bandwidth of the path."},
    {"Both ways", "ib_write_bw", "-b -a -F --report_gbits -q 2", "Sum of both directions, by size."},
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
