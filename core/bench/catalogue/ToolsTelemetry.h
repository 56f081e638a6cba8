// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/catalogue/Tools.h"

/// Rows of the catalogue: serving, inference and telemetry. For Tools.cpp.
namespace fabricscope::bench::catalogue {

inline constexpr Test kServing[] = {
    {"benchmark_serving.py", "Requests to a running vLLM server: throughput and latencies by request rate."},
};
inline constexpr Option kServingOptions[] = {
    {"--backend", "Backend", "", "vllm", "Type of the server."},
    {"--model", "Model", "", "", "Model of the server: \"meta-llama/Llama-3.1-8B-Instruct\"."},
    {"--request-rate", "Request rate", "requests/s", "inf", "Sweep it: 2, 4 ... 32."},
    {"--num-prompts", "Requests", "", "1000", "Total number of requests."},
    {"--dataset-name", "Data set", "", "sharegpt", "random needs no file."},
    {"--dataset-path", "Data file", "file", "", "File of the data set."},
    {"--port", "Port", "", "8000", "Port of the server."},
};
inline constexpr Preset kServingPresets[] = {
    {"8 requests/s", "benchmark_serving.py",
     "--backend vllm --model meta-llama/Llama-3.1-8B-Instruct --dataset-name random --request-rate 8",
     "A server must be running: vllm serve MODEL --max-model-len 4096."},
};

inline constexpr Test kInference[] = {
    {"toy_inference_benchmark.py", "A tensor-parallel forward pass by batch size."},
};
inline constexpr Option kInferenceOptions[] = {
    {"--batch-size", "Batch size", "", "", "Sweep it: 128, 256 ... 32768."},
    {"HIP_VISIBLE_DEVICES=", "GPUs", "", "all", "0 for one GPU, 0,1,2,3,4,5,6,7 for eight or its partitions.",
     OptionForm::Variable},
};
inline constexpr Preset kInferencePresets[] = {
    {"Batch of 1024", "toy_inference_benchmark.py", "--batch-size 1024", "One point of the curve."},
};

inline constexpr Test kDmon[] = {{"nvidia-smi dmon", "Power, temperature, load, clocks and PCIe rates."}};
inline constexpr Option kDmonOptions[] = {
    {"-s", "Columns", "", "puc",
     "p power and temperature, u load, c clocks, v violations, m memory, e errors, "
     "t PCIe rates."},
    {"-d", "Interval", "s", "1", "Time between rows."},
    {"-c", "Rows", "", "endless", "Number of rows."},
    {"-i", "GPUs", "", "all (old drivers: 4)", "nvidia-smi's indices, separated by commas."},
    {"-o", "Clock", "", "", "D: date, T: time of each row."},
};
inline constexpr Preset kDmonPresets[] = {
    {"PCIe rates", "nvidia-smi dmon", "-s t",
     "PCIe traffic of each GPU: shows whether GPUDirect RDMA is used."},
    {"Load", "nvidia-smi dmon", "-s puct", "Power, temperature, load, clocks and PCIe."},
};

inline constexpr Test kRocmSmi[] = {{"rocm-smi", "PCIe bandwidth of each GPU over the last second."}};
inline constexpr Option kRocmSmiOptions[] = {
    {"-b", "PCIe bandwidth", "", "", "Empty on MI300; use amd-smi.", OptionForm::Switch},
    {"--json", "JSON", "", "", "One object instead of lines.", OptionForm::Switch},
};
inline constexpr Preset kRocmSmiPresets[] = {
    {"PCIe rates", "rocm-smi", "-b", "One reading; it takes a second."},
};

inline constexpr Test kAmdSmi[] = {{"amd-smi monitor", "Power, temperature, load, memory and PCIe by GPU."}};
inline constexpr Option kAmdSmiOptions[] = {
    {"-p", "Power", "", "", "Watts.", OptionForm::Switch},
    {"-t", "Temperature", "", "", "GPU and memory.", OptionForm::Switch},
    {"-u", "Load", "", "", "GPU load and clock.", OptionForm::Switch},
    {"-m", "Memory load", "", "", "Memory load and clock.", OptionForm::Switch},
    {"-r", "PCIe", "", "", "Bandwidth and replays.", OptionForm::Switch},
    {"-w", "Interval", "s", "", "Time between tables."},
    {"-i", "Tables", "", "endless", "Number of tables."},
    {"-W", "Total time", "s", "", "Stop after this time."},
};
inline constexpr Preset kAmdSmiPresets[] = {
    {"Load", "amd-smi monitor", "-ptum -w 1", "Power, temperature and load, every second."},
    {"PCIe", "amd-smi monitor", "-r -w 1", "PCIe bandwidth, every second."},
};

inline constexpr std::string_view kVllmRecipe =
    "pip install vllm                           # NVIDIA; AMD: the image rocm/vllm\n"
    "git clone https://github.com/vllm-project/vllm.git && cd vllm/benchmarks\n";
inline constexpr std::string_view kNvidiaRecipe = "# nvidia-smi comes with NVIDIA's driver.\n";
inline constexpr std::string_view kRocmSmiRecipe =
    "apt-get install -y rocm-smi-lib            # from the ROCm package source\n";
inline constexpr std::string_view kAmdSmiRecipe =
    "apt-get install -y amd-smi-lib             # from the ROCm package source\n";

} // namespace fabricscope::bench::catalogue
