// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/bench/OutputTexts.h"

#include <gtest/gtest.h>

namespace fabricscope::bench::logs {

namespace {

const std::vector<OutputText> &printedTexts() {
    static const std::vector<OutputText> kTexts = {
        {"counters of a host", "counters",
         R"(# fabricscope counters 1
time 5312.44
cpu - user=100 nice=0 system=50 idle=800 iowait=1 irq=0 softirq=9 steal=0
memory - available_kib=261120000
rdma ionic_0/1 port_xmit_data=4294967290 tx_rdma_ucast_bytes=48000000000 req_rx_pkt_seq_err=0
net enp1s0 tx_bytes=100 rx_bytes=? tx_dropped=3
gpu 0000:c1:00.0 power1_input=412000000 temp2_input=71000 current_link_speed=32.0 current_link_width=16
pcie 0000:c1:00.0 received_bytes=1000 sent_bytes=48000000000
time 5313.45
cpu - user=150 nice=0 system=60 idle=830 iowait=1 irq=0 softirq=19 steal=0
rdma ionic_0/1 port_xmit_data=20 tx_rdma_ucast_bytes=96000000000 req_rx_pkt_seq_err=2
pause enp1s0 rx_prio3_pause=17
net enp1s0 tx_bytes=40 rx_bytes=7 tx_dropped=4
)"},
        {"nccl", "nccl-tests",
         R"(# nccl-tests version 2.19.6 nccl-headers=22900 nccl-library=22900
# Collective test starting: reduce_perf
# nThread 1 nGpus 1 minBytes 1024 maxBytes 4096 step: 2(factor) warmup iters: 1 iters: 20 agg iters: 3 validation: 1 graph: 0 unalign: 0
#
# Using devices
#  Rank  0 Group  0 Pid  40001 on     node-a device  0 [0000:1b:00] NVIDIA H100
#  Rank  1 Group  0 Pid  40002 on     node-a device  1 [0000:43:00] NVIDIA H100
NCCL version 2.29.2+cuda13.0
#
#                                                              out-of-place                       in-place
#       size         count      type   redop    root     time   algbw   busbw  #wrong     time   algbw   busbw  #wrong
#        (B)    (elements)                               (us)  (GB/s)  (GB/s)             (us)  (GB/s)  (GB/s)
        1024           256     float     sum       0    12.50    0.08    0.08       0    12.25    0.08    0.08       0
        2048           512     float     sum       0    1e+06    0.00    0.00       0    12.50    0.16    0.16       0
        4096          1024     float     sum       0    12.80    0.32    0.32       0    12.80    0.32    0.32       0
# Out of bounds values : 0 OK
# Avg bus bandwidth    : 0.173333
#
# Collective test concluded: reduce_perf
)"},
        {"nccl split by log lines", "nccl-tests",
         R"(# nThread 1 nGpus 2 minBytes 8 maxBytes 64 step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1 validation: 1 graph: 0
#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
#        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)
           8             2     float     sum      -110-1-2-3:77:80 [0] NCCL INFO Channel 00/0 : 0[0] -> 1[1] via P2P/IPC
10-1-2-3:77:80 [0] NCCL INFO Connected all rings
    10.00    0.00    0.00      0    11.00    0.00    0.00      0
          16             4     float     sum      -1    12.00    0.00    0.00      0node7:77:80 [0] NCCL INFO Launch mode Parallel
    13.00    0.00    0.00      0
          32             8     float     sum      -1    14.00    0.00    0.00      0    15.00    0.00    0.00      0
          64            16     float     sum      -1
    16.00    0.00    0.01      2    17.00    0.00    0.01      0
# Out of bounds values : 2 FAILED
# Avg bus bandwidth    : 0.00125
)"},
        {"nccl 1.x in milliseconds", "nccl-tests",
         R"(# nccl-tests of 2017
#  bytes             N    type      op     time  algbw  busbw      res     time  algbw  busbw      res
    1024           256   float     sum    0.025   0.04   0.07    0e+00    0.024   0.04   0.07    1e-06
)"},
        {"rccl with algorithm columns", "rccl-tests",
         R"(rccl-tests: Version develop:1234567
# nThread 1 nGpus 2 minBytes 1024 maxBytes 1024 step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1 validation: 1 graph: 0
#   Rank  0 Pid     77 on     node-b device  0 [0000:05:00.0] AMD Instinct MI300X
#   Rank  1 Pid     77 on     node-b device  1 [0000:26:00.0] AMD Instinct MI300X
#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong      algo   proto nchannels
#        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)
        1024           256     float     sum      -1    11.00    0.09    0.09      0    11.00    0.09    0.09     0*      Ring      LL        56
# Errors with asterisks indicate errors that have exceeded the maximum threshold.
# Out of bounds values : 0 OK
# Avg bus bandwidth    : 0.09
)"},
        {"nccl not validated", "nccl-tests",
         R"(# nThread 1 nGpus 2 minBytes 8 maxBytes 8 step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1 validation: 0 graph: 0
#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
           8             2     float     sum      -1    10.00    0.00    0.00    N/A    11.00    0.00    0.00    N/A
# Out of bounds values : 0 OK
# Avg bus bandwidth    : 0
)"},
        {"tagged by mpirun with times", "nccl-tests",
         "2026-11-22T13:11:54.123Z [1,0]<stdout>:# nThread 1 nGpus 1 minBytes 8 maxBytes 16 step: 2(factor) "
         "warmup "
         "iters: 5 iters: 20 agg iters: 1 validation: 1 graph: 0\n"
         "2026-11-22T13:11:54.124Z [1,1]<stdout>:node-c:9:9 [1] NCCL INFO Bootstrap: Using eth9:10.9.0.2<0>\n"
         "2026-11-22T13:11:55.123Z [1,0]<stdout>:#       size         count      type   redop    root     "
         "time   algbw "
         "  busbw #wrong     time   algbw   busbw #wrong\n"
         "2026-11-22T13:11:56.123Z [1,0]<stdout>:           8             2     float     sum      -1    "
         "10.00    0.00 "
         "   0.00      0    11.00    0.00    0.00      0\n"
         "2026-11-22T13:11:56.200Z [1,1]<stderr>:node-c:9:9 [1] misc/ibvwrap.cc:99 NCCL WARN Call to "
         "ibv_reg_mr failed "
         "with error Bad address\n"
         "2026-11-22T13:11:57.123Z [1,0]<stdout>:          16             4     float     sum      -1    "
         "12.00    0.00 "
         "   0.00      0    13.00    0.00    0.00      0\n"
         "2026-11-22T13:11:58.123Z [1,0]<stdout>:# Out of bounds values : 0 OK\n"
         "2026-11-22T13:11:58.124Z [1,0]<stdout>:# Avg bus bandwidth    : 0.000833333\n"},
        {"perftest with errors behind rows", "perftest",
         "************************************\n* Waiting for client to connect... "
         "*\n************************************\n"
         "---------------------------------------------------------------------------------------\n"
         "                    RDMA_Read BW Test\n Dual-port       : OFF\t\tDevice         : mlx5_3\n"
         " Number of qps   : 2\t\tTransport type : IB\n Using ROCm Device with ID: 2, Name: AMD Instinct "
         "MI300X\n"
         " local address: LID 0000 QPN 0x0001 PSN 0x1\n GID: 00:00:255:255:10:00:00:01\n"
         " local address: LID 0000 QPN 0x0002 PSN 0x2\n GID: 00:00:255:255:10:00:00:01\n"
         " remote address: LID 0000 QPN 0x0003 PSN 0x3\n GID: 00:00:255:255:10:00:00:02\n"
         "---------------------------------------------------------------------------------------\n"
         " #bytes     #iterations    BW peak[Gb/sec]    BW average[Gb/sec]   MsgRate[Mpps]\n"
         " 2          1000           0.050000            0.040000            2.500000\n"
         " 8388608    1000             387.10             386.90 \t\t   0.005765Correlation coefficient r^2: "
         "0.80 < 0.9\n"
         "\n---------------------------------------------------------------------------------------\n"},
        {"perftest latency by time", "perftest",
         "                    Send Latency Test\n #bytes #iterations t_avg[usec] tps average\n"
         " 2 500000 1.95 512820.51\n 4 500000 -nan inf\n"
         "---------------------------------------------------------------------------------------\n"},
        {"telemetry beside a test", "nccl-tests",
         R"(# Collective test starting: all_gather_perf
#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
        1024           256     float    none      -1    11.00    0.09    0.04      0    11.00    0.09    0.04      0
# gpu rxpci txpci
# Idx  MB/s  MB/s
    0  1200   800
    1     -   900
        2048           512     float    none      -1    11.00    0.18    0.09      0    11.00    0.18    0.09      0
    0  1300   850
# Avg bus bandwidth    : 0.065
)"},
        {"dmon with times", "nvidia-smi-dmon",
         "#Date       Time        gpu    pwr  gtemp\n#YYYYMMDD   HH:MM:SS    Idx      W      C\n"
         " 20261122   13:11:54      0     71     40\n 20261122   13:11:54      1      -     41\n"
         "#Date       Time        gpu    pwr  gtemp\n#YYYYMMDD   HH:MM:SS    Idx      W      C\n"
         " 20261122   13:11:55      0     72     40\n"},
        {"amd-smi with times", "amd-smi",
         "TIMESTAMP  GPU  POWER  HOTSPOT_TEMP  GFX_CLOCK\n1763817114    0  140 W         43 \xc2\xb0"
         "C    132 MHz\n1763817114    1    N/A         44 \xc2\xb0"
         "C    133 MHz\nTIMESTAMP  GPU  POWER  HOTSPOT_TEMP  GFX_CLOCK\n1763817115    0  750 W         71 "
         "\xc2\xb0"
         "C   2100 MHz\n"},
        {"stress", "rvs",
         R"([RESULT] [  1000.5     ] Action name :iet-stress
[RESULT] [  1000.6     ] Module name :iet
[RESULT] [  1001.7     ] [iet-stress] [GPU:: 1234] Power(W) 700.5
[RESULT] [  1002.1000  ] [iet-stress] [GPU:: 1234] Power(W) 741.0 pass: TRUE
[ERROR ] [  1003.2     ] [iet-stress] [GPU:: 5678] hipMalloc failed
[RESULT] [  1004.2     ] [iet-stress] [GPU:: 5678] Power(W) 210.0 pass: FALSE
[RESULT] [  1005.2     ] [p2p] p2p-bandwidth[ 1/ 2] [GPU:: 2 - 1234 - 0000:05:00.0] [GPU:: 3 - 5678 - 0000:26:00.0] bidirectional: true 97.250 GBps
)"},
        {"serving", "vllm",
         R"(Traffic request rate: 2.0
============ Serving Benchmark Result ============
Successful requests:                     100
Benchmark duration (s):                  50.10
Request throughput (req/s):              1.99
---------------Time to First Token----------------
Mean TTFT (ms):                          41.50
==================================================
============ Serving Benchmark Result ============
Request rate configured (RPS):           4.00
Successful requests:                     100
Benchmark duration (s):                  26.00
Request throughput (req/s):              3.85
---------------Time to First Token----------------
Mean TTFT (ms):                          55.25
==================================================
)"},
        {"inference", "inference",
         "\n=== Inference Benchmark ===\nHidden Size: 4096, Batch Size: 128, GPUs: 8\nAverage Latency: 0.640 "
         "ms\n"
         "Throughput: 200000.00 samples/sec\n\n=== Inference Benchmark ===\nHidden Size: 4096, Batch Size: "
         "256, GPUs: 8\n"
         "Average Latency: 0.800 ms\nThroughput: 320000.00 samples/sec\n"},
        {"stream copy of a GPU", "gpu-stream",
         "[Stream Copy Benchmark]\nTensor size: 1.00 MB, DType: torch.float32, Block size: 1024\n"
         "Time per iteration: 0.000010 sec\nEffective Bandwidth: 209.72 GB/s\n[Stream Copy Benchmark]\n"
         "Tensor size: 8192.00 MB, DType: torch.float32, Block size: 1024\nTime per iteration: 0.004200 sec\n"
         "Effective Bandwidth: 4090.45 GB/s\n"},
        {"stream of hpcc", "stream",
         "Begin of Summary "
         "section.\nStarSTREAM_VectorSize=2666666\nStarSTREAM_Copy=11.25\nStarSTREAM_Triad=10.5\n"
         "SingleSTREAM_Copy=14.75\n"},
        {"babel stream", "stream",
         "BabelStream\nVersion: 5.0\nFunction    MBytes/sec  Min (sec)   Max         Average     \n"
         "Copy        4001234.5   0.00013     0.00014     0.00013     \nTriad       3901234.5   0.00020     "
         "0.00021     0.00020     \n"},
        {"rocm bandwidth of all pairs", "rocm-bandwidth-test",
         R"(.....
          RocmBandwidthTest Version: 2.6.0
          Launch Command is: rocm-bandwidth-test -a
          Device: 0,  CPU of some kind
          Device: 1,  GPU of some kind
          Unidirectional copy peak bandwidth GB/s

          D/D       0           1

          0         N/A         28.500

          1         28.750      1100.250

          Inter-Device Numa Distance

          D/D       0           1

          0         0           20

          1         20          0
)"},
        {"progress by carriage returns", "perftest-mesh",
         "pair 1 of 4\rpair 2 of 4\rpair 3 of 4\r\nNIC0 NIC1\r\nNIC0 1.5 N/A\r\nNIC1 2.5 3.5\r\n"},
        {"a matrix of pairs", "perftest-mesh",
         R"(fabricscope pairs: ib_write_bw
title: ib_write_bw: clients on b (rows), servers on a (columns)
unit: Gb/sec
row b mlx5_0
row b mlx5_1
column a mlx5_0
note: mlx5_7 of a is left out: its port is not up
pairs: 2
round 1 of 1
pair 0 0, server on a: ib_write_bw -d mlx5_0
pair 0 0, client on b: ib_write_bw -d mlx5_0 10.0.0.1
server|                     RDMA_Write BW Test
client|  simulated: a demo host
client|  65536      5000             0.00               387.25
cell 0 0 387.25
cell 1 0 none: the server did not start
end: 1 of 2 pairs measured
)"},
        {"launchers that fail", "",
         "bash: line 1: all_reduce_perf: command not found\nsrun: error: node-d: task 0: Exited with exit "
         "code 127\n"
         "mpirun noticed that process rank 3 with PID 0 on node node-e exited on signal 9 (Killed).\n"},
    };
    return kTexts;
}

} // namespace

const std::vector<OutputText> &outputTexts() {
    static const std::vector<OutputText> kAll = [] {
        std::vector<OutputText> all = printedTexts();
        all.insert(all.end(), outputFiles().begin(), outputFiles().end());
        all.insert(all.end(), outputParts().begin(), outputParts().end());
        return all;
    }();
    return kAll;
}

const std::string &outputText(std::string_view name) {
    for (const OutputText &text : outputTexts())
        if (text.name == name)
            return text.text;
    static const std::string kNone;
    ADD_FAILURE() << "no text " << name;
    return kNone;
}

std::vector<Results> parsed(std::string_view bytes, std::string_view tool) {
    const auto parser = makeParser(tool);
    parser->feed(bytes);
    parser->end();
    return parser->results();
}

Results onlyRun(std::string_view bytes, std::string_view tool) {
    const std::vector<Results> runs = parsed(bytes, tool);
    EXPECT_EQ(runs.size(), 1U);
    return runs.empty() ? Results{} : runs[0];
}

std::string factOf(const Results &run, std::string_view key) {
    for (const ContextFact &fact : run.context)
        if (fact.key == key)
            return fact.value;
    return {};
}

} // namespace fabricscope::bench::logs
