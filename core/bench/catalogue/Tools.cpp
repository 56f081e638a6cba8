// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/catalogue/Tools.h"

#include "core/bench/catalogue/ToolsCollectives.h"
#include "core/bench/catalogue/ToolsMemory.h"
#include "core/bench/catalogue/ToolsPerftest.h"
#include "core/bench/catalogue/ToolsTelemetry.h"

#include <algorithm>
#include <iterator>

namespace fabricscope::bench {

namespace {

using namespace catalogue;

constexpr Option kNoOptions[] = {
    {"", "Command", "", "", "The program and its arguments, unchanged.", OptionForm::Positional},
};
constexpr Test kCustomTests[] = {
    {"custom", "Any program; a regular expression with named groups finds its columns."},
};

// Which tools need a line-buffered pipe, from how each writes its output: nccl-tests and rccl-tests call
// setlinebuf themselves, nvbandwidth and TransferBench flush, Python's tools never do.
constexpr std::string_view kLineBuffered = "stdbuf -oL";
constexpr std::string_view kUnbufferedPython = "env PYTHONUNBUFFERED=1";

constexpr Tool kTools[] = {
    {"nccl-tests", "nccl-tests", Drawing::BusBandwidth, kCollectives, kNcclOptions,
     "NVIDIA GPUs, CUDA and NCCL; MPI for more than one process.", "", kNcclRecipe, kCollectivePresets,
     Uses::GpusAndNics, "", "{}", true},
    {"rccl-tests", "rccl-tests", Drawing::BusBandwidth, kCollectives, kRcclOptions,
     "AMD GPUs, ROCm and RCCL; MPI for more than one process.", "", kRcclRecipe, kCollectivePresets,
     Uses::GpusAndNics, "", "{}", true},
    {"perftest", "perftest", Drawing::BySize, kPerftests, kPerftestOptions,
     "An active RDMA device; for GPU memory, a build with ROCm or CUDA.", "{} --version", kPerftestRecipe,
     kPerftestPresets, Uses::GpusAndNics, kLineBuffered, "{}", true, "{} --help"},
    {"rvs", "ROCm Validation Suite", Drawing::OverTime, kRvsModules, kRvsOptions,
     "AMD GPUs, ROCm and access to /dev/kfd.", "rvs --version", kRvsRecipe, kRvsPresets, Uses::Gpus,
     kLineBuffered, "rvs"},
    {"transferbench", "TransferBench", Drawing::HeatMap, kTransferBenchPresets, kTransferBenchOptions,
     "AMD GPUs and ROCm.", "TransferBench", kTransferBenchRecipe, kTransferBenchRuns, Uses::Gpus, "",
     "TransferBench {}", true},
    {"rocm-bandwidth-test", "rocm_bandwidth_test", Drawing::HeatMap, kRocmBandwidth, kRocmBandwidthOptions,
     "AMD GPUs and ROCm before 7.14.", "rocm_bandwidth_test -q", kRocmBandwidthRecipe, kRocmBandwidthPresets,
     Uses::Gpus},
    {"nvbandwidth", "nvbandwidth", Drawing::HeatMap, kNvbandwidth, kNvbandwidthOptions,
     "NVIDIA GPUs and CUDA.", "nvbandwidth -h", kNvbandwidthRecipe, kNvbandwidthPresets, Uses::Gpus, "", "{}",
     true},
    {"stream", "STREAM", Drawing::Bars, kStream, kStreamOptions, "A compiler; nothing else.", "",
     kStreamRecipe, kStreamPresets, Uses::None, kLineBuffered, "{}", true},
    {"gpu-stream", "GPU stream", Drawing::BySize, kGpuStream, kGpuStreamOptions, "PyTorch for ROCm or CUDA.",
     "", kDstackRecipe, kGpuStreamPresets, Uses::Gpus, kUnbufferedPython, "python3 {}"},
    {"vllm", "vLLM serving", Drawing::ByLoad, kServing, kServingOptions,
     "A running vLLM server, and Python with vLLM's benchmarks.", "", kVllmRecipe, kServingPresets,
     Uses::Gpus, kUnbufferedPython, "python3 {}"},
    {"inference", "Toy inference", Drawing::ByLoad, kInference, kInferenceOptions,
     "PyTorch for ROCm or CUDA.", "", kDstackRecipe, kInferencePresets, Uses::Gpus, kUnbufferedPython,
     "python3 {}"},
    {"nvidia-smi-dmon", "nvidia-smi dmon", Drawing::OverTime, kDmon, kDmonOptions, "NVIDIA's driver.",
     "nvidia-smi --version", kNvidiaRecipe, kDmonPresets},
    {"rocm-smi", "rocm-smi -b", Drawing::OverTime, kRocmSmi, kRocmSmiOptions, "AMD's driver and ROCm.",
     "rocm-smi --version", kRocmSmiRecipe, kRocmSmiPresets, Uses::None, kUnbufferedPython},
    {"amd-smi", "amd-smi monitor", Drawing::OverTime, kAmdSmi, kAmdSmiOptions, "AMD's driver and ROCm.",
     "amd-smi version", kAmdSmiRecipe, kAmdSmiPresets, Uses::None, kUnbufferedPython},
    {"custom",
     "Custom command",
     Drawing::OverTime,
     kCustomTests,
     kNoOptions,
     "Depends on the command.",
     "",
     "",
     {},
     Uses::GpusAndNics,
     kLineBuffered,
     ""},
};

} // namespace

const Test *Tool::test(std::string_view testName) const {
    const auto found = std::find_if(tests.begin(), tests.end(),
                                    [&](const Test &candidate) { return candidate.name == testName; });
    return found == tests.end() ? nullptr : &*found;
}

const Option *Tool::option(std::string_view flag) const {
    const auto found = std::find_if(options.begin(), options.end(),
                                    [&](const Option &candidate) { return candidate.flag == flag; });
    return found == options.end() ? nullptr : &*found;
}

std::span<const Tool> tools() {
    return kTools;
}

const Test *Tool::testIn(std::span<const std::string> words) const {
    for (const std::string &word : words)
        if (const Test *found = test(std::string_view(word).substr(word.rfind('/') + 1)))
            return found;
    return nullptr;
}

const Tool *toolOf(std::string_view key) {
    const auto *found = std::find_if(std::begin(kTools), std::end(kTools),
                                     [key](const Tool &tool) { return tool.key == key; });
    return found == std::end(kTools) ? nullptr : found;
}

} // namespace fabricscope::bench
