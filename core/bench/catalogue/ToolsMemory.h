// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/catalogue/Tools.h"

/// Rows of the catalogue: GPUs, their memory and links inside a host. For Tools.cpp.
namespace fabricscope::bench::catalogue {

inline constexpr Test kRvsModules[] = {
    {"gst", "GPU stress: matrix multiplications at a target rate."},
    {"iet", "Power: holds a GPU at a target in watts."},
    {"pebb", "Bandwidth over PCIe between CPU and GPU."},
    {"pbqt", "Peer to peer: reachability and bandwidth between GPUs."},
    {"babel", "Memory bandwidth of each GPU."},
    {"peqt", "PCIe qualification: link speed, width and capabilities."},
};
inline constexpr Option kRvsOptions[] = {
    {"-c", "Configuration", "file", "rvs.conf", "Test file; the package has files per GPU model in conf."},
    {"-r", "Level", "", "", "1 to 5: a predefined set of tests (1.3 and later)."},
    {"-m", "Module", "", "", "Module with this platform's settings (1.4 and later)."},
    {"-i", "GPUs", "", "all", "GPU ids from `rvs -g`, separated by commas."},
    {"-n", "Rounds", "", "1", "Repeats of the whole configuration."},
    {"-t", "Duration", "", "from the file", "Length of a test (1.6 and later; unit: see rvs --help)."},
    {"-p", "Parallel", "", "from the file", "All GPUs concurrently: true or false."},
    {"-d", "Verbosity", "", "2", "0 to 5; 3 prints progress."},
    {"-j", "JSON", "file", "", "Also write a JSON file."},
};
// gst_stress.conf: a round is 600000 ms (rvs/conf/MI300X/gst_stress.conf).
inline constexpr Preset kRvsPresets[] = {
    {"10 minutes", "gst", "-c /opt/rocm/share/rocm-validation-suite/conf/MI300X/gst_stress.conf -d 3",
     "One round of GPU stress."},
    {"1 hour", "gst", "-c /opt/rocm/share/rocm-validation-suite/conf/MI300X/gst_stress.conf -d 3 -n 6",
     "Six rounds of 10 minutes."},
    {"3 hours", "gst", "-c /opt/rocm/share/rocm-validation-suite/conf/MI300X/gst_stress.conf -d 3 -n 18",
     "18 rounds of 10 minutes."},
    {"9 hours", "gst", "-c /opt/rocm/share/rocm-validation-suite/conf/MI300X/gst_stress.conf -d 3 -n 54",
     "54 rounds of 10 minutes: watch the temperatures."},
    {"Power", "iet", "-c /opt/rocm/share/rocm-validation-suite/conf/MI300X/iet_stress.conf -d 3",
     "GPUs at their power target."},
    {"PCIe", "pebb", "-c /opt/rocm/share/rocm-validation-suite/conf/MI300X/pebb_single.conf -d 3",
     "Each CPU to each GPU."},
    {"Peers", "pbqt", "-c /opt/rocm/share/rocm-validation-suite/conf/MI300X/pbqt_single.conf -d 3",
     "Each GPU to every other."},
    {"Memory", "babel", "-c /opt/rocm/share/rocm-validation-suite/conf/MI300X/babel.conf -d 3",
     "Copy, scale, add, triad and dot on each GPU."},
    {"Qualification", "peqt", "-c /opt/rocm/share/rocm-validation-suite/conf/MI300X/peqt_single.conf -d 3",
     "Links and capabilities."},
};

inline constexpr Test kTransferBenchPresets[] = {
    {"p2p", "Each CPU and GPU to every other, one and both ways."},
    {"a2a", "All GPUs to all others concurrently."},
    {"healthcheck", "CPU to GPU and GPU to GPU against built-in limits."},
    {"scaling", "One GPU to every other by number of compute units."},
    {"schmoo", "Local and remote reads, writes and copies by number of compute units."},
    {"hbm", "Memory bandwidth of each GPU (newer versions)."},
    {"nicp2p", "Each NIC to every other (newer versions)."},
};
inline constexpr Option kTransferBenchOptions[] = {
    {"N", "Size", "bytes", "64M (1.6x: 256M)", "Size of one transfer; K, M and G.", OptionForm::Positional},
    {"NUM_ITERATIONS=", "Iterations", "", "10", "Negative: duration in seconds.", OptionForm::Variable},
    {"USE_GPU_DMA=", "DMA engine", "", "0", "1: copy with the DMA engine instead of kernels.",
     OptionForm::Variable},
    {"USE_REMOTE_READ=", "Remote read", "", "0", "1: the destination reads; 0: the source writes.",
     OptionForm::Variable},
    {"NUM_CPU_DEVICES=", "CPUs", "", "all", "Number of NUMA nodes to use.", OptionForm::Variable},
    {"NUM_GPU_DEVICES=", "GPUs", "", "all", "Number of GPUs to use.", OptionForm::Variable},
    {"OUTPUT_TO_CSV=", "CSV output", "", "0", "1: comma-separated lists instead of tables.",
     OptionForm::Variable},
    {"HIDE_ENV=", "Hide settings", "", "0", "1: do not print the settings first.", OptionForm::Variable},
};
inline constexpr Preset kTransferBenchRuns[] = {
    {"Every pair", "p2p", "64M", "A heat map, row by row."},
    {"All to all", "a2a", "64M", "Total bandwidth of the GPU fabric."},
    {"GPU memory", "hbm", "64M", "Bandwidth of each GPU's own memory."},
};

inline constexpr Test kRocmBandwidth[] = {
    {"rocm_bandwidth_test", "Copies between all devices, one and both ways; results at the end."},
};
inline constexpr Option kRocmBandwidthOptions[] = {
    {"-a", "One way", "", "", "All pairs, one direction.", OptionForm::Switch},
    {"-A", "Both ways", "", "", "All pairs, both directions.", OptionForm::Switch},
    {"-s", "Source", "", "", "Device number; with -d a table by size."},
    {"-d", "Destination", "", "", "Device number."},
    {"-b", "Pairs", "", "", "Devices, separated by commas: both directions."},
    {"-t", "Topology", "", "", "Only the links between devices.", OptionForm::Switch},
    {"-v", "Verify", "", "", "Verify the copies.", OptionForm::Switch},
    {"-l", "Latency", "", "", "Latency of one-way copies.", OptionForm::Switch},
};
inline constexpr Preset kRocmBandwidthPresets[] = {
    {"One way", "rocm_bandwidth_test", "-a", "All pairs; the matrix is printed at the end."},
    {"Both ways", "rocm_bandwidth_test", "-A", "All pairs, both directions concurrently."},
};

inline constexpr Test kNvbandwidth[] = {
    {"nvbandwidth", "Copies between host and GPUs and among GPUs, one matrix per test."},
};
inline constexpr Option kNvbandwidthOptions[] = {
    {"-b", "Buffer", "MiB", "512", "Size of a copy."},
    {"-i", "Samples", "", "3", "Reports the median; -m: the mean."},
    {"-t", "Tests", "", "all", "Names or numbers, separated by blanks."},
    {"-p", "Prefix", "", "", "Prefix of the test names."},
    {"-s", "No check", "", "", "Do not verify the copies.", OptionForm::Switch},
    {"-j", "JSON", "", "", "One document at the end instead of running text (0.5 and later).",
     OptionForm::Switch},
};
inline constexpr Preset kNvbandwidthPresets[] = {
    {"All tests", "nvbandwidth", "", "Several minutes on eight GPUs."},
    {"GPU to GPU", "nvbandwidth", "-p device_to_device", "Copy engines and kernels."},
};

inline constexpr Test kStream[] = {
    {"stream", "Copy, scale, add and triad on CPU memory."},
};
inline constexpr Option kStreamOptions[] = {
    {"OMP_NUM_THREADS=", "Threads", "", "all CPUs", "Threads, if built with OpenMP.", OptionForm::Variable},
};
inline constexpr Preset kStreamPresets[] = {
    {"CPU memory", "stream", "", "Best rate of 10 iterations, without the first."}};

inline constexpr Test kGpuStream[] = {
    {"benchmark_stream.py", "Memory bandwidth of a GPU or of its partitions, by size."},
};
inline constexpr Option kGpuStreamOptions[] = {
    {"--size", "Size", "bytes", "", "1M to 8G; sweep it to compare partitions with the whole GPU."},
};
inline constexpr Preset kGpuStreamPresets[] = {
    {"Large", "benchmark_stream.py", "--size 1G", "Larger than the caches."},
};

inline constexpr std::string_view kRvsRecipe =
    "apt-get install -y rocm-validation-suite   # from the ROCm package source\n"
    "# or: git clone https://github.com/ROCm/ROCmValidationSuite.git && cd ROCmValidationSuite\n"
    "# cmake -B build -DROCM_PATH=/opt/rocm && make -C build -j\n";
inline constexpr std::string_view kTransferBenchRecipe =
    "apt-get install -y transferbench           # from the ROCm package source\n"
    "# or: git clone https://github.com/ROCm/TransferBench.git && cd TransferBench && make\n";
inline constexpr std::string_view kRocmBandwidthRecipe =
    "apt-get install -y rocm-bandwidth-test     # from the ROCm package source\n"
    "# Discontinued with ROCm 7.14; TransferBench and RVS replace it.\n";
inline constexpr std::string_view kNvbandwidthRecipe =
    "apt-get install -y cmake g++ libboost-program-options-dev\n"
    "git clone https://github.com/NVIDIA/nvbandwidth.git && cd nvbandwidth && cmake . && make\n";
inline constexpr std::string_view kStreamRecipe =
    "wget https://www.cs.virginia.edu/stream/FTP/Code/stream.c\n"
    "gcc -O3 -fopenmp -mcmodel=medium -DSTREAM_ARRAY_SIZE=100000000 stream.c -o stream\n"
    "# Also in Debian's package hpcc. ImageMagick's stream is a different program.\n";
inline constexpr std::string_view kDstackRecipe =
    "git clone https://github.com/dstackai/benchmarks.git && cd benchmarks\n"
    "git checkout amd_partitions_benchmark && cd amd/partitions   # needs PyTorch for ROCm\n";

} // namespace fabricscope::bench::catalogue
