// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/LinePrefix.h"
#include "core/bench/output/text/LogFinding.h"
#include "tests/core/bench/OutputTexts.h"

#include <gtest/gtest.h>

namespace fabricscope::bench {
namespace {

using logs::factOf;
using logs::onlyRun;
using logs::outputText;
using logs::parsed;

std::size_t mentions(const Results &run, std::string_view rule) {
    std::size_t count = 0;
    for (const Finding &finding : run.diagnostics)
        count += finding.rule == rule ? 1 : 0;
    return count;
}

TEST(PartsOfOutput, NvbandwidthIsKnownByATestOrItsMatrix) {
    const Results run = onlyRun(outputText("nvbandwidth quoted, without its head"));
    EXPECT_EQ(run.tool, "nvbandwidth");
    ASSERT_EQ(run.matrices.size(), 2U);
    EXPECT_EQ(run.matrices[1].title, "device_to_host_memcpy_sm");
    const Results elided =
        onlyRun("nvbandwidth Version: v0.8\n...\nmemcpy CE GPU(row) -> GPU(column) bandwidth (GB/s)\n"
                "  0 1\n 0 N/A 26.5\n");
    EXPECT_EQ(elided.matrices.at(0).title, "memcpy CE GPU(row) -> GPU(column) bandwidth");
    EXPECT_EQ(elided.matrices.at(0).unit, "GB/s");
    EXPECT_EQ(run.matrices[1].unit, "GB/s");
    EXPECT_DOUBLE_EQ(run.matrices[1].values.at(0).at(1).value(), 41.5);
    EXPECT_TRUE(parsed("Running device plugin.\nRunning on host.\n").empty()) << "other programs run, too";
}

TEST(PartsOfOutput, WrongDataOfNvbandwidthIsCorruption) {
    const Results run = onlyRun(outputText("nvbandwidth that found wrong data"));
    EXPECT_GE(mentions(run, "log.copied_data_differ"), 1U);
    EXPECT_EQ(run.diagnostics.at(0).severity, Severity::Error);
    EXPECT_EQ(factOf(run, "waived"), "1");
    const Results refused =
        onlyRun("Running multinode_device_to_device_memcpy_read_ce.\n"
                "[CUDA_ERROR_INVALID_VALUE] invalid argument in expression cuMemSetAccess()\n");
    EXPECT_EQ(mentions(refused, "log.error_line"), 1U);
    EXPECT_EQ(mentions(onlyRun(outputText("nvbandwidth quoted, without its head")), "log.copied_data_differ"),
              0U);
}

TEST(PartsOfOutput, PiecesOfALauncherAreJoined) {
    const Results pieces = onlyRun(outputText("nccl with pieces of a launcher"));
    ASSERT_EQ(pieces.rows.size(), 2U);
    EXPECT_DOUBLE_EQ(pieces.rows[0].inPlace->timeUs.value(), 20.48);
    EXPECT_DOUBLE_EQ(pieces.rows[1].outOfPlace->busbw.value(), 0.37);
    const Results tags = onlyRun(outputText("nccl with tags inside"));
    ASSERT_EQ(tags.rows.size(), 1U);
    EXPECT_DOUBLE_EQ(tags.rows[0].inPlace->busbw.value(), 0.09);
    EXPECT_DOUBLE_EQ(tags.summary.avgBusbw.value(), 0.14);
    EXPECT_EQ(withoutTags("Channel 00 : 9[1] -> 8[0]", "[0]"), "Channel 00 : 9[1] -> 8[0]");
}

TEST(PartsOfOutput, OldRowsHaveNeitherOperationNorRoot) {
    const Results run = onlyRun(outputText("nccl of 2021, rows only"));
    ASSERT_EQ(run.rows.size(), 2U);
    EXPECT_DOUBLE_EQ(run.rows[1].inPlace->wrong.value(), 0.1);
    EXPECT_EQ(mentions(run, "log.no_header"), 1U);
    EXPECT_EQ(mentions(run, "log.wrong_values"), 0U) << "a difference, not a count";
    for (const char *text :
         {"   65536  2048  float  prod  -1  50.00  9.31  1.15  0e+00  50.00  1.31  1.15  0e+00\n",
          "   65536  2048  float  50.00  1.31  1.15  0e+00\n", "1 2 3 4 5 6 7 8 9 10 11 12\n"})
        EXPECT_TRUE(parsed(text).empty()) << text;
}

TEST(PartsOfOutput, AnAverageAloneIsARunWithoutRows) {
    const Results run = onlyRun(outputText("only an average"));
    EXPECT_DOUBLE_EQ(run.summary.avgBusbw.value(), 12.5);
    EXPECT_DOUBLE_EQ(onlyRun("Avg bus bandwidth:      0.25GB/s\n").summary.avgBusbw.value(), 0.25);
    EXPECT_TRUE(parsed("Avg bus bandwidth was good\nAvg bus bandwidth: none\n").empty());
}

TEST(PartsOfOutput, ProcessesOfSeveralGpusWithoutMpiAreIndependentToo) {
    const std::string config =
        "# nThread 1 nGpus 2 minBytes 8 maxBytes 64 step: 2(factor)\n# Using devices\n";
    std::string text = config + config;
    for (const char *host : {"node-a", "node-b"})
        for (const char *rank : {"0", "1"})
            text += std::string("#  Rank  ") + rank + " Group  0 Pid  4000 on  " + host + " device  " + rank +
                    " [0x1b] GPU\n";
    std::size_t count = 0;
    for (const Results &run : parsed(text))
        count += mentions(run, "log.single_rank_runs");
    EXPECT_EQ(count, 1U);
}

TEST(PartsOfOutput, RvsResultsNeedNoTime) {
    const Results run = onlyRun(outputText("rvs without times"));
    EXPECT_EQ(run.tool, "rvs");
    EXPECT_EQ(factOf(run, "result_lines"), "3");
    EXPECT_EQ(factOf(run, "failed_tests"), "1");
    ASSERT_EQ(run.summary.fields.size(), 3U);
    EXPECT_EQ(run.summary.fields[1].name, "mem Test 2");
    EXPECT_EQ(run.summary.fields[1].text, "FAIL");
    EXPECT_EQ(run.summary.passed, false);
    EXPECT_EQ(mentions(run, "log.gpu_test_failed"), 1U);
    const Results peers = onlyRun(outputText("rvs peers"));
    ASSERT_EQ(peers.summary.fields.size(), 2U);
    EXPECT_EQ(peers.summary.fields[0].name, "p2p 1111 2222");
    EXPECT_EQ(peers.summary.fields[0].text, "peers:true distance:15 xGMI:15");
    EXPECT_FALSE(peers.summary.passed) << "no verdict";
    EXPECT_TRUE(parsed("[INFO] worker : PASS\n[RESULT] all of it\n").empty()) << "other programs' lines";
}

TEST(PartsOfOutput, RocmBandwidthIsKnownByItsMatrixAndUnderAPrefix) {
    const Results run = onlyRun(outputText("rocm bandwidth under a prefix, without its head"));
    ASSERT_EQ(run.matrices.size(), 1U);
    EXPECT_EQ(run.matrices[0].unit, "GB/s");
    EXPECT_DOUBLE_EQ(run.matrices[0].values.at(1).at(0).value(), 48.5);
    const Results devices = onlyRun(outputText("rocm bandwidth's devices"));
    EXPECT_EQ(devices.version, "2.6.0");
    EXPECT_EQ(factOf(devices, "device_1"), "Some GPU");
    EXPECT_EQ(factOf(devices, "device_1_bdf"), "05:0.0");
}

TEST(PartsOfOutput, TheRasClientsTextAndDocumentHaveAStatus) {
    const Results text = onlyRun(outputText("ras with nodes that differ"));
    EXPECT_EQ(factOf(text, "status"), "INCOMPLETE");
    EXPECT_EQ(factOf(text, "processes"), "15");
    const Results run = onlyRun(outputText("ras json"));
    EXPECT_EQ(run.tool, "rcclras");
    EXPECT_EQ(run.version, "2.29.1");
    EXPECT_EQ(factOf(run, "status"), "ERROR");
    EXPECT_EQ(factOf(run, "ranks"), "3");
    EXPECT_EQ(factOf(run, "ranks_seen"), "2");
    EXPECT_EQ(run.summary.passed, false);
    ASSERT_EQ(run.diagnostics.size(), 3U) << "an error, a missing rank, and different counts";
    EXPECT_EQ(run.diagnostics[0].rule, "log.error_line");
    EXPECT_EQ(run.diagnostics[1].rule, "log.ras_rank");
    EXPECT_EQ(mentions(onlyRun("read socket: Connection reset by peer\n"), "log.ras_no_answer"), 1U);
}

// "Permission denied" anywhere was a GPU's, and made the run fail.
TEST(PartsOfOutput, AnOrdinaryProgramsSentenceIsNoFinding) {
    for (const char *line :
         {"train.py: Permission denied: dataset.lock", "cat: /etc/shadow: Permission denied",
          "/opt/cuda/x.sh: Permission denied", "cat: notes.txt: No such file or directory",
          "looking for a.yaml: No such file or directory, using defaults", "max error: 1.5e-05",
          "rms Error: -0.25", "ERROR: 0", "0 NONFATAL, 0 ERR_FATAL", "Test timeout set to 30 s",
          "Correlation coefficient: 0.93", "IB device mlx5_0 is up", "Missing packages: none",
          "criterion met: FALSE", "gate pass: FALSE", "unit: Test failure rate 0",
          "system not yet initialized, waiting", "no core dumped", "in read socket: closed"}) {
        EXPECT_TRUE(parsed(std::string(line) + "\n").empty()) << line;
    }
    const Results run = onlyRun("curl: (7) Couldn't connect to server\n");
    EXPECT_EQ(mentions(run, "log.error_line"), 1U) << "its own words, without a cause";
}

TEST(PartsOfOutput, ALineAboutADeviceOrOfAToolIsAFinding) {
    const std::pair<const char *, const char *> lines[] = {
        {"Unable to open /dev/kfd read-write: Permission denied", "log.permission_denied"},
        {"open /dev/dri/renderD128: Permission denied", "log.permission_denied"},
        {"libibverbs: Warning: couldn't open: Permission denied", "log.permission_denied"},
        {"hsa_init failed: Permission denied", "log.permission_denied"},
        {"me@node-2: Permission denied (publickey).", "log.no_accepted_key"},
        {"bash: line 1: ./all_reduce: No such file or directory", "log.no_such_file"},
        {"env: 'x': No such file or directory", "log.no_such_file"},
        {"bash: line 1: x: command not found", "log.command_not_found"},
        {"ibv_create_cq(cqe=16) failed: Cannot allocate memory", "log.cannot_allocate_memory"},
        {"fork: Cannot allocate memory", "log.out_of_memory"},
        {"  IB device rocep9 not found", "log.no_such_rdma_device"},
        {"Couldn't connect to node-2:18515", "log.could_not_connect_to"},
        {"node-2: Test timeout (30s) common.cu:417", "log.test_timeout"},
        {"-> system not yet initialized", "log.nvswitches_not_set_up"},
        {"[RESULT] [ 1.5 ] [gst] 1234 GFLOPS 9 Target stress : 10 met: FALSE", "log.target_not_met"},
        {"ERROR: 3 ranks are missing", "log.error_line"},
        {"worker error: it ended", "log.error_line"},
        {"NONFATAL, then FATAL: it ended", "log.error_line"},
    };
    for (const auto &[line, rule] : lines)
        EXPECT_EQ(mentions(onlyRun(std::string(line) + "\n"), rule), 1U) << line;
}

TEST(PartsOfOutput, InspectorLinesAreOneRun) {
    const Results run = onlyRun(outputText("inspector"));
    EXPECT_EQ(run.version, "v4.0");
    ASSERT_EQ(run.series.size(), 1U);
    EXPECT_EQ(run.series[0].name, "AllReduce busbw, communicator 0x7f");
    ASSERT_EQ(run.series[0].points.size(), 2U);
    EXPECT_DOUBLE_EQ(run.series[0].points[1].x, 4096);
    EXPECT_DOUBLE_EQ(run.series[0].points[1].y.value(), 0.4);
    EXPECT_EQ(factOf(run, "communicator_0x7f"), "2 ranks, 1 nodes");
}

TEST(PartsOfOutput, OsuHasARowForEachSize) {
    const Results run = onlyRun(outputText("osu"));
    EXPECT_EQ(run.tool, "osu");
    EXPECT_EQ(run.version, "7.4");
    EXPECT_EQ(run.test, "MPI-CUDA Allreduce Latency Test");
    ASSERT_EQ(run.series.size(), 1U);
    EXPECT_EQ(run.series[0].name, "Avg Latency");
    EXPECT_EQ(run.series[0].unit, "us");
    ASSERT_EQ(run.series[0].points.size(), 2U);
    EXPECT_DOUBLE_EQ(run.series[0].points[1].y.value(), 8.5);
    EXPECT_EQ(run.series[0].points[1].fields.at(2).name, "Iterations");
}

TEST(PartsOfOutput, UcxColumnsBelongToTheirGroups) {
    const Results run = onlyRun(outputText("ucx"));
    EXPECT_EQ(run.tool, "ucx-perftest");
    EXPECT_EQ(run.test, "tag match bandwidth");
    ASSERT_EQ(run.series.size(), 2U);
    EXPECT_EQ(run.series[0].name, "thread 0 bandwidth average");
    EXPECT_EQ(run.series[0].unit, "MB/s");
    EXPECT_DOUBLE_EQ(run.series[0].points.front().y.value(), 9500);
    EXPECT_EQ(run.series[0].points.front().fields.at(1).name, "overhead 50.0%ile");
    EXPECT_EQ(run.series[0].points.front().fields.at(1).unit, "usec");
    EXPECT_TRUE(run.complete);
}

TEST(PartsOfOutput, P2pBandwidthHasAMatrixForEachTitle) {
    const Results run = onlyRun(outputText("p2p bandwidth"));
    EXPECT_EQ(run.tool, "p2p-bandwidth-latency-test");
    ASSERT_EQ(run.matrices.size(), 4U);
    EXPECT_EQ(run.matrices[1].title, "Unidirectional P2P=Disabled Bandwidth Matrix");
    EXPECT_EQ(run.matrices[1].unit, "GB/s");
    EXPECT_DOUBLE_EQ(run.matrices[1].values.at(0).at(1).value(), 11.25);
    EXPECT_EQ(run.matrices[3].title, "P2P=Enabled Latency (P2P Writes) Matrix, CPU");
    EXPECT_EQ(run.matrices[3].unit, "us");
    EXPECT_EQ(factOf(run, "peer_access"), "Device=0 CANNOT Access Peer Device=1");
}

TEST(PartsOfOutput, PeerStatusIsExplainedOnceForEachCode) {
    const Results run = onlyRun(outputText("peer status"));
    EXPECT_EQ(run.tool, "nvidia-smi-topo-p2p");
    EXPECT_EQ(factOf(run, "gpu1"), "OK X CNS");
    EXPECT_EQ(mentions(run, "log.no_peer_access"), 1U);
    EXPECT_EQ(run.diagnostics.at(0).severity, Severity::Note);
}

TEST(PartsOfOutput, ABlockOfCodeOrAReplyChangesNothing) {
    for (const char *name :
         {"nvbandwidth that found wrong data", "ras with nodes that differ", "p2p bandwidth", "osu",
          "nccl of 2021, rows only", "rvs without times", "ucx", "peer status", "gpu copy"}) {
        const std::vector<Results> plain = parsed(outputText(name));
        for (const char *prefix :
             {"    ", "\t", "> ", "2026-11-22T12:00:00Z ", "node7: ", "[1,0]<stdout>:"}) {
            std::string text = prefix;
            for (const char c : outputText(name))
                text += c == '\n' ? "\n" + std::string(prefix) : std::string(1, c);
            const std::vector<Results> runs = parsed(text);
            ASSERT_EQ(runs.size(), plain.size()) << name << prefix;
            EXPECT_EQ(runs[0].tool, plain[0].tool) << name << prefix;
            EXPECT_EQ(runs[0].rows, plain[0].rows) << name << prefix;
            EXPECT_EQ(runs[0].series, plain[0].series) << name << prefix;
            EXPECT_EQ(runs[0].matrices, plain[0].matrices) << name << prefix;
            EXPECT_EQ(runs[0].diagnostics.size(), plain[0].diagnostics.size()) << name << prefix;
        }
    }
}

TEST(PartsOfOutput, ACommandLineDoesNotHideTheRestOfAPrefix) {
    std::string text;
    const std::string prefix = "2026-11-22 12:00:00,678 INFO worker: ";
    for (const char *line :
         {"$ mpirun -np 2 ./build/all_reduce_perf -b 8 -e 64",
          "# nThread 1 nGpus 1 minBytes 8 maxBytes 64 step: 2(factor)",
          "#       size         count      type   redop    root     time   algbw   busbw #wrong",
          "        1024           256     float     sum      -1    10.24    0.10    0.19      0"})
        text += prefix + line + "\n";
    std::size_t rows = 0;
    for (const Results &run : parsed(text))
        rows += run.rows.size();
    EXPECT_EQ(rows, 1U);
}

TEST(PartsOfOutput, CopiesOfSuperBenchAreMatrices) {
    const Results run = onlyRun(outputText("gpu copy"));
    EXPECT_EQ(run.tool, "gpu-copy");
    ASSERT_EQ(run.matrices.size(), 2U);
    EXPECT_EQ(run.matrices[0].title, "by sm under numa0 uni");
    EXPECT_EQ(run.matrices[0].columns, (std::vector<std::string>{"gpu0", "gpu1"}));
    EXPECT_EQ(run.matrices[0].unit, "GB/s");
    EXPECT_DOUBLE_EQ(run.matrices[0].values.at(0).at(1).value(), 25.5);
    EXPECT_TRUE(parsed("cpu_to_gpu0 5\nhost_to_device_by_x 5\ngpu_to_cpu_by_sm 5\n").empty());
}

TEST(PartsOfOutput, TheUnitOfPerftestsDocumentFollowsFromItsRate) {
    const Results run = onlyRun(outputText("perftest json in gigabits"));
    ASSERT_EQ(run.series.size(), 1U);
    EXPECT_EQ(run.series[0].unit, "Gb/sec");
    std::string text = outputText("perftest json in gigabits");
    text.replace(text.find("390.25"), 6, "46521.0");
    EXPECT_EQ(onlyRun(text).series.at(0).unit, "MB/sec");
    text.replace(text.find("0.744343"), 8, "0.000000");
    EXPECT_EQ(onlyRun(text).series.at(0).unit, "") << "unknown stays unknown";
}

TEST(PartsOfOutput, ATimeBeforeEachLineIsNoValue) {
    const Results run = onlyRun(outputText("perftest with times"));
    ASSERT_EQ(run.context.size(), 2U);
    EXPECT_EQ(factOf(run, "device"), "mlx5_0");
    ASSERT_EQ(run.series.size(), 1U);
    ASSERT_EQ(run.series[0].points.size(), 1U);
    EXPECT_DOUBLE_EQ(run.series[0].points[0].y.value(), 390.25);
    EXPECT_EQ(run.series[0].unit, "Gb/sec");
}

TEST(PartsOfOutput, BothEndsInOneLogAreOneRun) {
    const Results run = onlyRun(outputText("perftest of both ends in one log"));
    EXPECT_EQ(factOf(run, "role"), "server and client in one log");
    ASSERT_EQ(run.series.size(), 2U);
    ASSERT_EQ(run.series[0].points.size(), 2U);
    ASSERT_EQ(run.series[1].points.size(), 2U);
    EXPECT_DOUBLE_EQ(run.series[0].points[1].y.value(), 20.25);
    EXPECT_DOUBLE_EQ(run.series[1].points[1].y.value(), 20.5);
    EXPECT_TRUE(run.complete);
}

TEST(PartsOfOutput, LibraryLinesNeedNoProcessAndWarnOfALossOfSpeed) {
    const Results run = onlyRun(outputText("library lines without a process"));
    EXPECT_EQ(run.tool, "nccl");
    ASSERT_EQ(run.diagnostics.size(), 2U);
    for (const Finding &finding : run.diagnostics) {
        EXPECT_EQ(finding.severity, Severity::Warning);
        EXPECT_FALSE(meaningOf(finding).empty());
    }
}

} // namespace
} // namespace fabricscope::bench
