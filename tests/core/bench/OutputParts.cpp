// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/bench/OutputTexts.h"

namespace fabricscope::bench::logs {

/// Logs as people send them: parts, quoted, indented, with the tags of a launcher inside, and kinds that are
/// small.
const std::vector<OutputText> &outputParts() {
    static const std::vector<OutputText> kTexts = {
        {"nvbandwidth quoted, without its head", "nvbandwidth",
         R"(> Running host_to_device_memcpy_sm.
memcpy SM CPU(row) -> GPU(column) bandwidth (GB/s)
0         1
0     31.25     31.50

> Running device_to_host_memcpy_sm.
> memcpy SM CPU(row) <- GPU(column) bandwidth (GB/s)
> 0         1
> 0     41.25     41.50
)"},
        {"nvbandwidth that found wrong data", "nvbandwidth",
         R"(nvbandwidth Version: v0.8
CUDA Runtime Version: 12080
Waiving device_to_device_memcpy_write_ce.
Running device_to_device_memcpy_read_ce.
 Invalid value when checking the pattern at 0x7f0000000000
 Current offset : 4096
ASSERT in expression h_errorFlag == 0 in void memcmpPatternHelper() : /src/memcpy.cpp:165
)"},
        {"nccl with pieces of a launcher", "nccl-tests",
         R"([3]#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
[3]#        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)
[3]         1024           256     float     sum      -1
[3]    10.24    0.10    0.19      0[3]    20.48    0.05    0.09      0
[3]         2048           512     float     sum      -1[3]    10.24    0.20    0.37      0[3]    20.48    0.10    0.18      0
)"},
        {"nccl with tags inside", "nccl-tests",
         R"(   [1,0]<stdout>:#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
   [1,0]<stdout>:        1024           256     float     sum      -1[1,0]<stdout>:    10.24    0.10    0.19      0    20.48    0.05    0.09      0
   [1,0]<stdout>:# Avg bus bandwidth    : 0.14
)"},
        {"nccl of 2021, rows only", "nccl-tests",
         R"(       65536          2048     float    50.00    1.31    1.15  0e+00    50.00    1.31    1.15  0e+00
      131072          4096     float   100.00    1.31    1.15  0e+00   100.00    1.31    1.15  1e-01
)"},
        {"only an average", "nccl-tests", "# Avg bus bandwidth    : 12.5 \n"},
        {"rvs without times", "rvs",
         R"(
    [RESULT] mem Test 1 : PASS
    [RESULT] mem Test 2 : FAIL
    [RESULT] mem Test 3 : PASS
)"},
        {"rvs peers", "rvs",
         R"([RESULT] [118.5     ] [action_4] p2p 1111 2222 peers:true distance:15 xGMI:15
[RESULT] [118.6     ] [action_4] p2p 1111 3333 peers:false distance:-1
)"},
        {"rocm bandwidth under a prefix, without its head", "rocm-bandwidth-test",
         R"(node7:          Bidirectional copy peak bandwidth GB/s
node7:
node7:          D/D       0           1
node7:
node7:          0         N/A         47.5
node7:
node7:          1         48.5        N/A
)"},
        {"rocm bandwidth's devices", "rocm-bandwidth-test",
         R"(   RocmBandwidthTest Version: 2.6.0

      Launch Command is: rocm-bandwidth-test -e

      Device Index:                             1
      Device Type:                            GPU
      Device Name:                            Some GPU
      Device  BDF:                            05:0.0
)"},
        {"ras with nodes that differ", "rcclras",
         R"(NCCL version 2.28.3 compiled with CUDA "13.0"
Job summary
===========

  Nodes  Processes         GPUs  Processes     GPUs
(total)   per node  per process    (total)  (total)
      2        7-8            1         15       15

Communicators... (0.00s)
=============

Group     Comms     Nodes     Ranks     Ranks     Ranks    Status  Errors
    #  in group  per comm  per node  per comm  in group
    0         1         2       7-8        16        15   RUNNING  INCOMPLETE
)"},
        {"ras json", "rcclras",
         R"({
  "nccl_version": "2.29.1",
  "communicators_count": 1,
  "communicators": [
    {"hash": "0x1a", "size": 3, "ranks_count": 3, "missing_ranks_count": 1,
     "ranks": [
       {"rank": 0, "host": "a", "pid": 7, "status": {"init_state": 0, "async_error": 0, "abort_flag": false},
        "collective_counts": {"AllReduce": 5}},
       {"rank": 2, "host": "b", "pid": 9, "status": {"init_state": 0, "async_error": 3, "abort_flag": true},
        "collective_counts": {"AllReduce": 4}}
     ]}
  ]
}
)"},
        {"inspector", "nccl-inspector",
         R"({"header": {"id": "0x7f", "rank": 0, "n_ranks": 2, "nnodes": 1}, "metadata": {"inspector_output_format_version": "v4.0", "hostname": "a"}, "coll_perf": {"coll": "AllReduce", "coll_sn": 1, "coll_msg_size_bytes": 4096, "coll_exec_time_us": 10, "coll_timing_source": "kernel_gpu", "coll_algobw_gbs": 0.4, "coll_busbw_gbs": 0.5}}
{"header": {"id": "0x7f", "rank": 1, "n_ranks": 2, "nnodes": 1}, "metadata": {"hostname": "a"}, "coll_perf": {"coll": "AllReduce", "coll_sn": 1, "coll_msg_size_bytes": 4096, "coll_exec_time_us": 11, "coll_algobw_gbs": 0.3, "coll_busbw_gbs": 0.4}}
)"},
        {"osu", "osu",
         R"(# OSU MPI-CUDA Allreduce Latency Test v7.4
# Datatype: MPI_FLOAT.
# Send Buffer on DEVICE (D) and Receive Buffer on DEVICE (D)
# Size       Avg Latency(us)   Min Latency(us)   Max Latency(us)  Iterations
4                       8.25              7.50              9.00        1000
8                       8.50              7.75              9.25        1000
)"},
        {"ucx", "ucx-perftest",
         R"(+----------------------------------------------------------------------------------------------------------+
| API:          protocol layer                                                                             |
| Test:         tag match bandwidth                                                                        |
+--------------+--------------+------------------------------+---------------------+-----------------------+
|              |              |       overhead (usec)        |   bandwidth (MB/s)  |  message rate (msg/s) |
+--------------+--------------+----------+---------+---------+----------+----------+-----------+-----------+
|    Stage     | # iterations | 50.0%ile | average | overall |  average |  overall |  average  |  overall  |
+--------------+--------------+----------+---------+---------+----------+----------+-----------+-----------+
[thread 0]               100      5.000    10.000    10.500    9500.00   9400.00         100          99
Final:                  1000      5.000    10.250    10.250    9450.00   9450.00         101         101
)"},
        {"p2p bandwidth", "p2p-bandwidth-latency-test",
         R"([P2P (Peer-to-Peer) GPU Bandwidth Latency Test]
Device: 0, NVIDIA X, pciBusID: 1b, pciDeviceID: 0, pciDomainID:0
Device=0 CANNOT Access Peer Device=1
P2P Connectivity Matrix
     D\D     0     1
     0       1     0
     1       0     1
Unidirectional P2P=Disabled Bandwidth Matrix (GB/s)
   D\D     0      1
     0 700.50  11.25
     1  11.50 701.50
P2P=Enabled Latency (P2P Writes) Matrix (us)
   GPU     0      1
     0   1.50  12.50
     1  12.25   1.75

   CPU     0      1
     0   2.50   7.50
     1   7.25   2.75
)"},
        {"peer status", "nvidia-smi-topo-p2p",
         " \tGPU0\tGPU1\tGPU2\t\n GPU0\tX\tOK\tCNS\t\n GPU1\tOK\tX\tCNS\t\n "
         "GPU2\tCNS\tCNS\tX\t\n\nLegend:\n\n"
         "  X    = Self\n  OK   = Status Ok\n  CNS  = Chipset not supported\n"},
        {"gpu copy", "gpu-copy",
         "cpu_to_gpu0_by_sm_under_numa0_uni 26.25\ncpu_to_gpu1_by_sm_under_numa0_uni 25.5\n"
         "gpu0_to_gpu1_write_by_dma_under_numa0_uni 274.5\n"},
        {"perftest json in gigabits", "perftest",
         R"({"test_info": {"test": "RDMA_Write_BW_Test", "Device": "mlx5_0"},
"results": {"MsgSize": 65536, "n_iterations": 5000, "BW_peak": 390.50, "BW_average": 390.25, "MsgRate": 0.744343}}
)"},
        {"perftest with times", "perftest",
         R"(2026-11-22T12:00:00.123456789Z                     RDMA_Write BW Test
2026-11-22T12:00:01.123456789Z  Dual-port       : OFF		Device         : mlx5_0
2026-11-22T12:00:05.123456789Z  #bytes     #iterations    BW peak[Gb/sec]    BW average[Gb/sec]   MsgRate[Mpps]
2026-11-22T12:00:06.123456789Z  65536      5000             390.50             390.25             0.744343
)"},
        {"perftest of both ends in one log", "perftest",
         R"(************************************
* Waiting for client to connect... *
************************************
                    RDMA_Write BW Test
 Dual-port       : OFF		Device         : mlx5_0
                    RDMA_Write BW Test
 Dual-port       : OFF		Device         : mlx5_1
 #bytes     #iterations    BW peak[MB/sec]    BW average[MB/sec]   MsgRate[Mpps]
 #bytes     #iterations    BW peak[MB/sec]    BW average[MB/sec]   MsgRate[Mpps]
 2          5000             10.50              10.25		   5.373952
 2          5000             10.75              10.50		   5.505024
 4          5000             20.50              20.25		   5.308416
---------------------------------------------------------------------------------------
 4          5000             20.75              20.50		   5.373952
---------------------------------------------------------------------------------------
)"},
        {"library lines without a process", "",
         "NCCL INFO NET/IB : No device found.\nNCCL INFO NET/Socket : Using [0]eth0:10.0.0.7<0>\n"
         "NCCL INFO Using network Socket\nNCCL INFO NET/FastSocket : GPU Direct RDMA Disabled for HCA 0 "
         "'eth1'\n"},
    };
    return kTexts;
}

} // namespace fabricscope::bench::logs
