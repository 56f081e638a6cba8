// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/Tools.h"

/// Rows of the catalogue: GPUs, their memory and links inside a host. For Tools.cpp.
namespace fabricscope::bench::catalogue {

inline constexpr Test kRvsModules[] = {
    {"gst", "GPU stress: matrix multiplications at a target rate."},
    {"iet", "Power: holds a GPU at a target in watts."},
    {"pebb", "Bandwidth over PCIe between CPU and GPU."},
    {"pbqt", "Peer to peer: which GPUs reach each other, and how fast."},
    {"babel", "Memory bandwidth of each GPU."},
    {"peqt", "PCIe qualification: link speed, width and capabilities."},
};
inline constexpr Option kRvsOptions[] = {
    {"-c", "Configuration", "file", "rvs.conf", "What is run; by model, below conf of the package."},
    {"-r", "Level", "", "", "1 to 5: a ready-made collection (1.3 and later)."},
    {"-m", "Module", "", "", "A module with the settings for this platform (1.4 and later)."},
    {"-i", "GPUs", "", "all", "GPU ids as `rvs -g` prints them, commas between."},
    {"-n", "Rounds", "", "1", "The whole configuration so many times."},
    {"-t", "Duration", "", "the configuration's", "Length of a test (1.6 and later; unit: see rvs --help)."},
    {"-p", "Parallel", "", "the configuration's", "All GPUs at once: true or false."},
    {"-d", "Verbosity", "", "2", "0 to 5; 3 prints progress."},
    {"-j", "JSON", "file", "", "Also writes a JSON file."},
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
     "Each GPU to each other one."},
    {"Memory", "babel", "-c /opt/rocm/share/rocm-validation-suite/conf/MI300X/babel.conf -d 3",
     "Copy, scale, add, triad and dot on each GPU."},
    {"Qualification", "peqt", "-c /opt/rocm/share/rocm-validation-suite/conf/MI300X/peqt_single.conf -d 3",
     "Links and capabilities."},
};

inline constexpr Test kTransferBenchPresets[] = {
    {"p2p", "Each CPU and GPU to each other one, one and both ways."},
    {"a2a", "All GPUs to all others at once."},
    {"healthcheck", "CPU to GPU and GPU to GPU against built-in limits."},
    {"scaling", "One GPU to each other one by number of compute units."},
    {"schmoo", "Local and remote reads, writes and copies by number of compute units."},
    {"hbm", "Memory bandwidth of each GPU (newer versions)."},
    {"nicp2p", "Each NIC to each other one (newer versions)."},
};
inline constexpr Option kTransferBenchOptions[] = {
    {"N", "Size", "bytes", "64M (1.6x: 256M)", "Of one transfer; K, M and G.", OptionForm::Positional},
    {"NUM_ITERATIONS=", "Iterations", "", "10", "Below 0: so many seconds.", OptionForm::Variable},
    {"USE_GPU_DMA=", "DMA engine", "", "0", "1: copies by the DMA engine instead of kernels.",
     OptionForm::Variable},
    {"USE_REMOTE_READ=", "Remote read", "", "0", "1: the destination reads; 0: the source writes.",
     OptionForm::Variable},
    {"NUM_CPU_DEVICES=", "CPUs", "", "all", "NUMA nodes that take part.", OptionForm::Variable},
    {"NUM_GPU_DEVICES=", "GPUs", "", "all", "GPUs that take part.", OptionForm::Variable},
    {"OUTPUT_TO_CSV=", "As CSV", "", "0", "1: comma-separated lists instead of tables.",
     OptionForm::Variable},
    {"HIDE_ENV=", "Hide settings", "", "0", "1: the settings are not printed first.", OptionForm::Variable},
};
inline constexpr Preset kTransferBenchRuns[] = {
    {"Every pair", "p2p", "64M", "A heat map, row by row."},
    {"All at once", "a2a", "64M", "What the GPU fabric carries in all."},
    {"GPU memory", "hbm", "64M", "Bandwidth of each GPU's own memory."},
};

inline constexpr Test kRocmBandwidth[] = {
    {"rocm_bandwidth_test", "Each device to each other one: copies, one and both ways, at the end."},
};
inline constexpr Option kRocmBandwidthOptions[] = {
    {"-a", "One way", "", "", "All pairs, one direction.", OptionForm::Switch},
    {"-A", "Both ways", "", "", "All pairs, both directions.", OptionForm::Switch},
    {"-s", "Source", "", "", "Device number; with -d a table by size."},
    {"-d", "Destination", "", "", "Device number."},
    {"-b", "Pairs", "", "", "Devices, commas between: both directions."},
    {"-t", "Topology", "", "", "Only what is linked to what.", OptionForm::Switch},
    {"-v", "Verify", "", "", "Checks the copies.", OptionForm::Switch},
    {"-l", "Latency", "", "", "With one way: of copies.", OptionForm::Switch},
};
inline constexpr Preset kRocmBandwidthPresets[] = {
    {"One way", "rocm_bandwidth_test", "-a", "All pairs; the matrix comes at the end."},
    {"Both ways", "rocm_bandwidth_test", "-A", "All pairs, both directions at once."},
};

inline constexpr Test kNvbandwidth[] = {
    {"nvbandwidth", "Copies between host and GPUs and among GPUs, a matrix a test."},
};
inline constexpr Option kNvbandwidthOptions[] = {
    {"-b", "Buffer", "MiB", "512", "Size of a copy."},
    {"-i", "Samples", "", "3", "The median counts; -m: the mean."},
    {"-t", "Tests", "", "all", "By name or number, blanks between."},
    {"-p", "Prefix", "", "", "Tests whose names begin so."},
    {"-s", "No check", "", "", "Copies are not verified.", OptionForm::Switch},
    {"-j", "JSON", "", "", "One document at the end instead of text as it goes (0.5 and later).",
     OptionForm::Switch},
};
inline constexpr Preset kNvbandwidthPresets[] = {
    {"All tests", "nvbandwidth", "", "Several minutes on eight GPUs."},
    {"GPU to GPU", "nvbandwidth", "-p device_to_device", "Copy engines and kernels."},
};

inline constexpr Test kStream[] = {
    {"stream", "Copy, scale, add and triad over the CPUs' memory."},
};
inline constexpr Option kStreamOptions[] = {
    {"OMP_NUM_THREADS=", "Threads", "", "all CPUs", "Threads, where it was built with OpenMP.",
     OptionForm::Variable},
};
inline constexpr Preset kStreamPresets[] = {{"CPU memory", "stream", "", "Best rate of ten rounds."}};

inline constexpr Test kGpuStream[] = {
    {"benchmark_stream.py", "Memory bandwidth of a GPU or of its partitions, by size."},
};
inline constexpr Option kGpuStreamOptions[] = {
    {"--size", "Size", "bytes", "", "1M to 8G; sweep it to see partitions against the whole GPU."},
};
inline constexpr Preset kGpuStreamPresets[] = {
    {"Large", "benchmark_stream.py", "--size 1G", "Beyond what caches hold."},
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
    "# It ends with ROCm 7.14; TransferBench and RVS take its place.\n";
inline constexpr std::string_view kNvbandwidthRecipe =
    "apt-get install -y cmake g++ libboost-program-options-dev\n"
    "git clone https://github.com/NVIDIA/nvbandwidth.git && cd nvbandwidth && cmake . && make\n";
inline constexpr std::string_view kStreamRecipe =
    "wget https://www.cs.virginia.edu/stream/FTP/Code/stream.c\n"
    "gcc -O3 -fopenmp -mcmodel=medium -DSTREAM_ARRAY_SIZE=100000000 stream.c -o stream\n"
    "# Debian's package hpcc holds one too; ImageMagick's program of the same name is not it.\n";
inline constexpr std::string_view kDstackRecipe =
    "git clone https://github.com/dstackai/benchmarks.git && cd benchmarks\n"
    "git checkout amd_partitions_benchmark && cd amd/partitions   # needs PyTorch for ROCm\n";

} // namespace fabricscope::bench::catalogue
