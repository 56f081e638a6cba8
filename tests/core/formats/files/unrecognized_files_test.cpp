// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/files/Import.h"

#include <gmock/gmock.h>

namespace fabricscope::formats {
namespace {

using testing::HasSubstr;

TEST(Import, WhatIsOfNoUseIsCalledByItsKindWithWhatToDo) {
    const struct {
        const char *name, *text, *what, *hint;
    } kFiles[] = {
        {"empty.xml", "", "is empty", "Copy it again"},
        {"blank.txt", " \r\n\n", "is empty", "Copy it again"},
        {"graph.xml", "<graphs version=\"1\">\n  <graph id=\"0\"/>\n</graphs>\n", "is an NCCL graph file",
         "NCCL_TOPO_FILE"},
        {"topo.xml", "<!DOCTYPE html>\n<html><body>404</body></html>\n", "is a web page", "raw file"},
        {"other.xml", "<recipe><egg/></recipe>\n", "XML that begins with <recipe>", "--help"},
    };
    for (const auto &file : kFiles) {
        const auto refused = importPieces({{file.name, file.text}});
        ASSERT_FALSE(refused) << file.name;
        EXPECT_EQ(refused.error().where, file.name);
        EXPECT_THAT(refused.error().what, HasSubstr(file.what)) << file.name;
        EXPECT_THAT(refused.error().hint, HasSubstr(file.hint)) << file.name;
        EXPECT_EQ(refused.error().hint.find('\n'), std::string::npos) << file.name;
    }
}

// A few lines of each tool are enough, whatever a launcher or a container prints before them.
TEST(Import, LogsOfRunsLeadToTheCommandThatReadsThem) {
    constexpr const char *kBench = "`fabricscope bench parse FILE`", *kNccl = "`fabricscope nccl-log FILE`";
    const struct {
        const char *name, *text, *command;
    } kFiles[] = {
        {"header",
         "#   size  count  type  redop  root  time  algbw  busbw #wrong  time  algbw  busbw #wrong\n",
         kBench},
        {"rows", "   4096   1024   float   sum   -1   21.4   0.19   0.36   0   21.2   0.19   0.36   0\n",
         kBench},
        {"old rows", "4096   512   half   61.01   0.06   0.05  0e+00   60.12   0.06   0.05  0e+00\n", kBench},
        {"tagged", "[1,0]<stdout>:# Avg bus bandwidth    : 88.1\n", kBench},
        {"perftest", "2026-01-02T03:04:05.1Z  #bytes     #iterations    BW peak[Gb/sec]    BW average\n",
         kBench},
        {"banner", "                    RDMA_Read Latency Test\n", kBench},
        {"nvbandwidth", "> memcpy CE GPU(row) -> GPU(column) bandwidth (GB/s)\n> 0  1\n", kBench},
        {"waived", "nvbandwidth Version: v0.9\nWaiving host_device_latency_sm.\n", kBench},
        {"osu", "# OSU MPI-CUDA Latency Test v7.3\n# Size          Latency (us)\n1   2.2\n", kBench},
        {"peer", "Bidirectional P2P=Disabled Bandwidth Matrix (GB/s)\n   D\\D     0      1\n", kBench},
        {"rocm", "          Unidirectional copy peak bandwidth GB/s\n   D/D   0   1\n", kBench},
        {"rvs", "[RESULT] [ 12.5] [action_1] gst 9 GFLOPS 11000\n", kBench},
        {"rvs checked", "[RESULT] babel Test 3 : FAIL\n", kBench},
        {"ucx", "|  Stage | # iterations | 50.0%ile |\n|  | | overhead (usec) | bandwidth (MB/s) |\n",
         kBench},
        {"transferbench", "TransferBench v1.60.00\n", kBench},
        {"inspector", "{\"header\": {\"id\": \"0x7\"}, \"coll_perf\": {\"coll\": \"AllReduce\"}}\n", kBench},
        {"dmon", "# gpu    pwr  gtemp  mtemp     sm\n# Idx      W      C      C      %\n", kBench},
        {"ras", "NCCL version 2.29.1 compiled with CUDA 13\nJob summary\n=====\n\nCommunicators... (0.1s)\n",
         kBench},
        {"ras json", "{\"nccl_version\": \"2.29.1\", \"communicators\": []}\n", kBench},
        {"nccl", "node-9:7:8 [2] NCCL INFO NET/IB : Using [0]mlx5_9:1/RoCE [RO]\n", kNccl},
        {"nccl without its host", "NCCL WARN Call to connect returned Connection refused\n", kNccl},
        {"nccl of a pod", "worker-0 stdout F node-9:7:8 [2] NCCL INFO comm 0x5 rank 0 nranks 16\n", kNccl},
        {"both", "n:1:1 [0] NCCL INFO Bootstrap : Using eth0\n# Avg bus bandwidth    : 88.1\n", kBench},
        {"both", "n:1:1 [0] NCCL INFO Bootstrap : Using eth0\n# Avg bus bandwidth    : 88.1\n", kNccl},
    };
    for (const auto &file : kFiles) {
        const auto refused = importPieces({{file.name, file.text}});
        ASSERT_FALSE(refused) << file.name;
        EXPECT_THAT(refused.error().hint, HasSubstr(file.command)) << file.name;
    }
}

TEST(Import, ProseAboutRunsIsNoLogOfOne) {
    const auto refused =
        importPieces({{"notes.txt", "The NCCL test was slow.\nin-place and\nout-of-place: both.\n"
                                    "4096 1024 float is the size of a row\n"}});
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().what, HasSubstr("is not a file of a known kind"));
}

} // namespace
} // namespace fabricscope::formats
