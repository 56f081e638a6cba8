// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/bench/OutputTexts.h"

namespace fabricscope::bench::logs {

/// The JSON and CSV modes, with the keys and the grammar used in the tools' sources.
const std::vector<OutputText> &outputFiles() {
    static const std::vector<OutputText> kTexts = {
        {"nccl json", "nccl-tests",
         R"text({"version":3,"start_time":"2026-11-22 13:11:54","args":["./build/all_reduce_perf","-b","1K","-J","out.json"],"env":["NCCL_DEBUG=WARN","AWS_SECRET_ACCESS_KEY=hunter2","PATH=\/usr\/bin"],"nccl_version":22902,"config":{"nthreads":1,"ngpus":1,"minimum_bytes":1024,"maximum_bytes":2048,"step_factor":2,"warmup_iters":1,"iterations":20,"aggregated_iterations":3,"validation":1,"graph":0,"blocking_collectives":"false","per_iter_timing":"true","parallel_init":"false","devices":[{"rank":0,"group":0,"pid":40001,"hostname":"node-a","device":0,"device_hex":"0000:1b:00","device_info":"NVIDIA H100"},{"rank":1,"group":0,"pid":40002,"hostname":"node-b","device":0,"device_hex":"0000:43:00","device_info":"NVIDIA H100"}]},"results":[{"size":1024,"count":256,"type":"float","redop":"sum","root":"    -1","out_of_place":{"time":9.500000,"alg_bw":0.107789,"bus_bw":0.107789,"nwrong":0.000000},"out_of_place_per_iter":{"min_us":9.1,"max_us":11.2,"avg_us":9.5,"p99_us":11.0,"cv_pct":2.5,"times_us":[9.1,11.2]},"in_place":{"time":9.250000,"alg_bw":0.110703,"bus_bw":0.110703,"nwrong":2.000000},"actual_iterations":20,"experiment_name":"x"},{"size":2048,"count":512,"type":"float","redop":"sum","root":"    -1","out_of_place":null,"in_place":{"cpu_time":"nan","alg_bw":0.2,"bus_bw":0.2,"nwrong":null},"actual_iterations":20,"experiment_name":"x"}],"out_of_bounds":{"count":2,"okay":"false"},"average_bus_bandwidth":{"bandwidth":0.137,"okay":"unchecked"},"errors":["unhandled system error (run with NCCL_DEBUG=INFO for details)"],"end_time":"2026-11-22 13:12:00"})text"
         "\n"},
        {"nccl json of threads, cut", "nccl-tests",
         R"text({"version":2,"args":["/opt/sendrecv_perf"],"env":[],"nccl_version":22703,"config":{"nthreads":1,"ngpus":8,"step_bytes":1048576,"devices":[{"rank":0,"group":0,"pid":7,"hostname":"n","device":0,"device_hex":"0000:1b:00","device_info":"NVIDIA H100"}]},"results":[{"size":8,"count":2,"type":"float","redop":"none","root":"    -1","out_of_place":{"time":9.5,"alg_bw":0.0,"bus_bw":0.0,"nwrong":0.0},"in_place":{"time":9.2)text"},
        {"rccl records a line", "rccl-tests",
         R"text({"name":"AllReduce", "nodes":2, "ranks":16, "ranksPerNode":8, "gpusPerRank":1, "size":1048576, "type":"float", "redop":"sum", "inPlace":0, "time":53.250000, "algBw":19.691569, "busBw":34.460246, "wrong":"0"}
{"name":"AllReduce", "nodes":2, "ranks":16, "ranksPerNode":8, "gpusPerRank":1, "size":1048576, "type":"float", "redop":"sum", "inPlace":1, "time":52.000000, "algBw":20.164923, "busBw":35.288615, "wrong":"N/A"}
{"name":"AllReduce", "nodes":2, "ranks":16, "ranksPerNode":8, "gpusPerRank":1, "size":2097152, "type":"float", "redop":"sum", "inPlace":1, "time":60.000000, "algBw":34.952533, "busBw":61.166933, "wrong":"3"}
)text"},
        {"rccl records in a list", "rccl-tests",
         R"text([
  {"numCycle":0, "name":"AllGather", "gpus":8, "size":1024, "type":"float", "redop":"none", "inPlace":0, "time":20.5, "algBw":0.05, "busBw":0.04, "wrong":"0"},
  {"numCycle":0, "name":"AllGather", "gpus":8, "size":1024, "type":"float", "redop":"none", "inPlace":1, "time":20.0, "algBw":0.05, "busBw":0.04, "wrong":"0"}
]
)text"},
        // The header lacks the node columns of the records.
        {"rccl records with commas", "rccl-tests",
         R"text(collective, ranks, rankspernode, gpusperrank, size, type, redop, inplace, time, algbw, busbw, #wrong
"AllReduce", 2, 16, 8, 1, 1048576, "float", "sum", 0, 53.250000, 19.691569, 34.460246, "0"
"AllReduce", 2, 16, 8, 1, 1048576, "float", "sum", 1, 52.000000, 20.164923, 35.288615, "N/A"
)text"},
        {"nvbandwidth json", "nvbandwidth",
         R"text({
   "nvbandwidth" : {
      "CUDA Runtime Version" : 12080,
      "Driver Version" : "570.86",
      "GPU Device list" : [ "0: NVIDIA H100: (00000000:0f:00)", "1: NVIDIA H100: (00000000:2d:00)" ],
      "git_version" : "v0.8",
      "testcases" : [
         {
            "bandwidth_description" : "memcpy CE GPU(row) -> GPU(column) bandwidth (GB/s)",
            "bandwidth_matrix" : [ [ "N/A", "391.52" ], [ "392.25", "N/A" ] ],
            "name" : "device_to_device_memcpy_read_ce",
            "status" : "Passed",
            "sum" : 783.77
         },
         { "name" : "multinode_device_to_device", "status" : "Waived" },
         { "name" : "host_to_device_memcpy_ce", "status" : "Error", "error" : "out of memory" }
      ],
      "version" : "v0.8"
   }
}
)text"},
        {"serving json, a rate a line", "vllm",
         R"text({"date": "20261122-131154", "backend": "vllm", "model_id": "a/b", "num_prompts": 100, "request_rate": 2.0, "max_concurrency": null, "duration": 50.1, "completed": 100, "total_input_tokens": 1000, "request_throughput": 1.99, "mean_ttft_ms": 41.5, "median_ttft_ms": 40.0, "p99_itl_ms": 12.5, "input_lens": [10, 20], "ttfts": [0.04, NaN]}
{"date": "20261122-132154", "backend": "vllm", "model_id": "a/b", "num_prompts": 100, "request_rate": 4.0, "max_concurrency": null, "duration": 26.0, "completed": 100, "total_input_tokens": 1000, "request_throughput": 3.85, "mean_ttft_ms": 55.25, "median_ttft_ms": 50.0, "p99_itl_ms": 13.5}
)text"},
        // RVS writes a comma after the last action.
        {"rvs json", "rvs",
         R"text({
"version":"1.0",
  "gst":{
  "gst-581Tflops":[

{
    "gpu_id" : "42583",
    "Gflops" : "25123.5"
  },
{
    "gpu_id" : "42583",
    "Gflops" : "25200.25"
  },
{
    "gpu_id" : "1234",
    "pass" : "false"
  }  ],    }
}
)text"},
        {"amd-smi json", "amd-smi",
         R"text([
    {
        "gpu": 0,
        "power_usage": { "value": 140, "unit": "W" },
        "hotspot_temperature": { "value": 43, "unit": "C" },
        "pcie": { "width": 16, "speed": { "value": 32, "unit": "GT/s" } },
        "vclock": "N/A"
    },
    { "gpu": 1, "power_usage": { "value": "N/A", "unit": "W" } }
]
[
    {
        "gpu": 0,
        "power_usage": { "value": 750, "unit": "W" }
    }
]
)text"},
        {"amd-smi with commas", "amd-smi",
         "timestamp,gpu,power_usage,hotspot_temperature,gfx\n1763817114,0,140,43,98\n1763817114,1,N/A,44,99\n"
         "1763817115,0,750,71,100\n"},
        {"rocm-smi json", "rocm-smi",
         R"text({"card0": {"Temperature (Sensor edge) (C)": "49.0", "GPU use (%)": "0", "Card series": "Instinct"}, "card1": {"Temperature (Sensor edge) (C)": "51.0"}, "system": {
    "Driver version" : "6.8"
}
}
)text"},
        {"rocm-smi with commas", "rocm-smi",
         "device,Temperature (Sensor edge) (C),GPU use (%)\ncard0,49.0,0\ncard1,51.0,97\n\n"
         "device,Temperature (Sensor edge) (C),GPU use (%)\ncard0,50.0,3\ncard1,52.0,98\n"},
        {"nvidia-smi query", "nvidia-smi",
         "timestamp, index, name, power.draw [W], utilization.gpu [%], temperature.gpu\n"
         "2026/11/22 13:11:54.123, 0, NVIDIA H100 80GB HBM3, 131.17 W, 70 %, 38\n"
         "2026/11/22 13:11:54.125, 1, NVIDIA H100 80GB HBM3, [N/A], [Not Supported], 35\n"
         "2026/11/22 13:11:55.123, 0, NVIDIA H100 80GB HBM3, 680.5 W, 99 %, 61\n"},
        {"dmon with commas", "nvidia-smi-dmon",
         "#gpu, pwr, gtemp\n#Idx, W, C\n0, 71, 40\n1, -, 41\n0, 72, 40\n"},
        {"transferbench with commas", "transferbench",
         R"text(EnvVar,Value,Description,(TransferBench v1.52.00)
NUM_ITERATIONS,10,Running 10  timed iteration(s)
Bytes Per Direction,67108864
Unidirectional copy peak bandwidth GB/s [Local read / Remote write] (GPU-Executor: GFX)
 SRC+EXE\DST,    CPU 00,       GPU 00,    GPU 01,
  CPU 00  ->,     22.23,       28.50,      N/A,
  GPU 00  ->,     27.75,     1100.25,    45.50,
Test#,Transfer#,NumBytes,Src,Exe,Dst,CUs,BW(GB/s),Time(ms),SrcAddr,DstAddr
 Executor: GPU 00 ,   45.123 GB/s ,    1.487 ms ,     67108864 bytes , 46.001  GB/s (sum)
     Transfer 00  ,   46.001 GB/s ,    1.459 ms ,     67108864 bytes , G0 -> G000:004 -> G1
 Aggregate (CPU)  ,   44.500 GB/s ,    1.508 ms ,     67108864 bytes , Overhead: 0.021 ms
)text"},
    };
    return kTexts;
}

} // namespace fabricscope::bench::logs
