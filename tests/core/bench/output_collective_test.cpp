// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/output/text/LogFinding.h"
#include "tests/core/bench/OutputTexts.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace fabricscope::bench {
namespace {

using logs::factOf;
using logs::onlyRun;
using logs::outputText;
using logs::parsed;

TEST(CollectiveOutput, RunHasItsConfigurationAndResults) {
    const Results run = onlyRun(outputText("nccl"));
    EXPECT_EQ(run.tool, "nccl-tests");
    EXPECT_EQ(run.version, "2.19.6");
    EXPECT_EQ(run.test, "reduce_perf");
    EXPECT_EQ(factOf(run, "nccl_library"), "22900");
    EXPECT_EQ(factOf(run, "nccl_version"), "2.29.2+cuda13.0");
    EXPECT_EQ(factOf(run, "min_bytes"), "1024");
    EXPECT_EQ(factOf(run, "max_bytes"), "4096");
    EXPECT_EQ(factOf(run, "warmup_iterations"), "1");
    EXPECT_EQ(factOf(run, "iterations"), "20");
    EXPECT_EQ(factOf(run, "aggregated_iterations"), "3");
    EXPECT_EQ(factOf(run, "ranks"), "2");
    EXPECT_EQ(factOf(run, "rank_1"), "Group 0 Pid 40002 on node-a device 1 [0000:43:00] NVIDIA H100");
    ASSERT_EQ(run.rows.size(), 3U);
    EXPECT_EQ(run.rows[0].root, 0);
    EXPECT_DOUBLE_EQ(run.rows[1].outOfPlace->timeUs.value(), 1e6) << "printed as 1e+06";
    EXPECT_DOUBLE_EQ(run.rows[2].inPlace->busbw.value(), 0.32);
    EXPECT_DOUBLE_EQ(run.summary.avgBusbw.value(), 0.173333);
    EXPECT_EQ(run.summary.outOfBounds, 0U);
    EXPECT_EQ(run.summary.passed, true);
    EXPECT_TRUE(run.complete);
    EXPECT_TRUE(run.diagnostics.empty());
}

TEST(CollectiveOutput, ARowThatLogLinesBreakIsOneRow) {
    const Results run = onlyRun(outputText("nccl split by log lines"));
    ASSERT_EQ(run.rows.size(), 4U);
    EXPECT_EQ(run.rows[0].root, -1) << "the log line begins with a digit: the header's column ends the cell";
    const double times[4][2] = {{10, 11}, {12, 13}, {14, 15}, {16, 17}};
    for (std::size_t i = 0; i < 4; ++i) {
        ASSERT_TRUE(run.rows[i].outOfPlace && run.rows[i].inPlace) << i;
        EXPECT_DOUBLE_EQ(run.rows[i].outOfPlace->timeUs.value(), times[i][0]);
        EXPECT_DOUBLE_EQ(run.rows[i].inPlace->timeUs.value(), times[i][1]);
    }
    EXPECT_DOUBLE_EQ(run.rows[1].outOfPlace->wrong.value(), 0);
}

TEST(CollectiveOutput, WrongValuesAreAHardStop) {
    const Results run = onlyRun(outputText("nccl split by log lines"));
    EXPECT_DOUBLE_EQ(run.rows[3].outOfPlace->wrong.value(), 2);
    EXPECT_EQ(run.summary.outOfBounds, 2U);
    EXPECT_EQ(run.summary.passed, false);
    ASSERT_EQ(run.diagnostics.size(), 1U);
    EXPECT_EQ(run.diagnostics[0].severity, Severity::Error);
    EXPECT_FALSE(meaningOf(run.diagnostics[0]).empty());
    EXPECT_EQ(run.diagnostics[0].place.line, 11U) << "where the values stand";
}

TEST(CollectiveOutput, VersionOneIsInMilliseconds) {
    const Results run = onlyRun(outputText("nccl 1.x in milliseconds"));
    ASSERT_EQ(run.rows.size(), 1U);
    EXPECT_DOUBLE_EQ(run.rows[0].outOfPlace->timeUs.value(), 25);
    EXPECT_EQ(run.rows[0].redop, "sum");
    EXPECT_DOUBLE_EQ(run.rows[0].inPlace->wrong.value(), 1e-06);
    EXPECT_TRUE(run.diagnostics.empty()) << "a difference of 1e-06 is normal: `res` is no count";
}

TEST(CollectiveOutput, ColumnsThatNobodyKnowsAreKept) {
    const Results run = onlyRun(outputText("rccl with algorithm columns"));
    EXPECT_EQ(run.tool, "rccl-tests");
    EXPECT_EQ(run.version, "develop:1234567");
    ASSERT_EQ(run.rows.size(), 1U);
    EXPECT_DOUBLE_EQ(run.rows[0].inPlace->wrong.value(), 0) << "marked with an asterisk";
    ASSERT_EQ(run.rows[0].more.size(), 3U);
    EXPECT_EQ(run.rows[0].more[0].text, "Ring");
    EXPECT_DOUBLE_EQ(run.rows[0].more[2].value.value(), 56);
}

TEST(CollectiveOutput, AColumnOfBothHalvesIsKeptTwice) {
    const Results run = onlyRun(
        "#  size  count  type   time  algbw  busbw  #wrong  i_p99   time  algbw  busbw  #wrong  i_p99\n"
        "   1024    256  half   2.00   0.51   0.51       0   2.50   4.00   0.25   0.25       0   4.50\n");
    ASSERT_EQ(run.rows.size(), 1U);
    EXPECT_DOUBLE_EQ(run.rows[0].inPlace->timeUs.value(), 4);
    ASSERT_EQ(run.rows[0].more.size(), 2U);
    EXPECT_EQ(run.rows[0].more[0].name, "i_p99");
    EXPECT_EQ(run.rows[0].more[1].name, "i_p99 in place");
    EXPECT_DOUBLE_EQ(run.rows[0].more[1].value.value(), 4.5);
}

TEST(CollectiveOutput, WhatWasNotCheckedHasNoVerdict) {
    const Results run = onlyRun(outputText("nccl not validated"));
    ASSERT_EQ(run.rows.size(), 1U);
    EXPECT_FALSE(run.rows[0].outOfPlace->wrong);
    EXPECT_FALSE(run.summary.passed) << "the tool says OK, and has looked at nothing";
    EXPECT_EQ(factOf(run, "validated"), "no");
}

TEST(CollectiveOutput, LinesUnderAPrefixAreTheSameLines) {
    const Results run = onlyRun(outputText("tagged by mpirun with times"));
    ASSERT_EQ(run.rows.size(), 2U);
    EXPECT_DOUBLE_EQ(run.rows[1].inPlace->timeUs.value(), 13);
    EXPECT_EQ(factOf(run, "max_bytes"), "16");
    ASSERT_EQ(run.transport.size(), 1U) << "another rank's line";
    EXPECT_EQ(run.transport[0].value, "Bootstrap interface eth9");
    EXPECT_TRUE(run.complete);
    ASSERT_EQ(run.diagnostics.size(), 1U);
    EXPECT_NE(findings::remedy(run.diagnostics[0]).find("NCCL_DMABUF_ENABLE"), std::string::npos);
}

TEST(CollectiveOutput, EachLabelIsARunOfItsOwn) {
    std::string both;
    for (const char *label : {"node-a: ", "node-b: "})
        both += std::string(label) +
                "# nThread 1 nGpus 1 minBytes 8 maxBytes 8 step: 2(factor) warmup iters: 5 iters: 20\n";
    for (const char *label : {"node-a: ", "node-b: "})
        both += std::string(label) + "#       size         count      type     time   algbw   busbw #wrong\n";
    both += "node-b:            8             2     float    20.00    0.00    0.00      0\n";
    both += "node-a:            8             2     float    10.00    0.00    0.00      0\n";
    const std::vector<Results> runs = parsed(both);
    ASSERT_EQ(runs.size(), 2U);
    ASSERT_EQ(runs[0].rows.size(), 1U);
    ASSERT_EQ(runs[1].rows.size(), 1U);
    EXPECT_DOUBLE_EQ(runs[0].rows[0].outOfPlace->timeUs.value(), 10);
    EXPECT_DOUBLE_EQ(runs[1].rows[0].outOfPlace->timeUs.value(), 20);
}

TEST(CollectiveOutput, RanksThatDoNotKnowEachOtherMeanABuildWithoutMpi) {
    std::string text;
    for (int rank = 0; rank < 3; ++rank)
        text += "# nThread 1 nGpus 1 minBytes 8 maxBytes 8 step: 2(factor) warmup iters: 5 iters: 20 "
                "validation: 1\n"
                "# Using devices\n#  Rank  0 Group  0 Pid  4000 on  node-a device  0 [0x1b] GPU\n";
    std::size_t mentions = 0;
    for (const Results &run : parsed(text))
        for (const Finding &finding : run.diagnostics)
            mentions += finding.rule == "log.single_rank_runs" ? 1 : 0;
    EXPECT_EQ(mentions, 1U);
}

TEST(CollectiveOutput, SeveralRunsOfALogAreKeptApart) {
    const std::vector<Results> runs =
        parsed(outputText("nccl") + outputText("perftest with errors behind rows") +
               outputText("nccl not validated"));
    ASSERT_EQ(runs.size(), 3U);
    EXPECT_EQ(runs[0].rows.size(), 3U);
    EXPECT_EQ(runs[1].tool, "perftest");
    EXPECT_EQ(runs[2].rows.size(), 1U);
    EXPECT_EQ(runs[1].firstLine, 21U);
}

TEST(CollectiveOutput, ACommandLineInTheLogNamesTheTest) {
    const std::string text = outputText("nccl not validated");
    EXPECT_EQ(onlyRun("$ mpirun -np 2 ./build/sendrecv_perf -b 8\n" + text).test, "sendrecv_perf");
    EXPECT_EQ(onlyRun(text).test, "");
}

TEST(CollectiveOutput, ALogWithoutItsHeadIsReadWhereItsNumbersFit) {
    const std::string row = "     1048576        262144     float     sum      -1    53.25   19.69   34.46   "
                            "    0    52.00   20.16   "
                            "35.29     N/A\n";
    const Results run =
        onlyRun(row + row + "# Out of bounds values : 0 OK\n# Avg bus bandwidth    : 34.875\n");
    EXPECT_EQ(run.tool, "nccl-tests");
    ASSERT_EQ(run.rows.size(), 2U);
    EXPECT_EQ(run.rows[0].root, -1);
    EXPECT_DOUBLE_EQ(run.rows[0].inPlace->busbw.value(), 35.29);
    EXPECT_FALSE(run.rows[0].inPlace->wrong);
    EXPECT_TRUE(run.complete);
    ASSERT_EQ(run.diagnostics.size(), 1U);
    EXPECT_EQ(run.diagnostics[0].severity, Severity::Note);
    // A row in milliseconds, or of another table, is rejected.
    std::string other = row;
    other.replace(other.find("53.25"), 5, "0.053");
    EXPECT_TRUE(parsed(other).empty());
    EXPECT_TRUE(parsed("1 2 3 4 5 6 7 8 9 10 11 12 13\n").empty());
}

TEST(CollectiveOutput, TelemetryBetweenTheRowsIsItsOwnRun) {
    const std::vector<Results> runs = parsed(outputText("telemetry beside a test"));
    ASSERT_EQ(runs.size(), 2U);
    EXPECT_EQ(runs[0].rows.size(), 2U);
    EXPECT_TRUE(runs[0].complete);
    EXPECT_EQ(runs[1].tool, "nvidia-smi-dmon");
    ASSERT_EQ(runs[1].series.size(), 4U);
    EXPECT_EQ(runs[1].series[0].points.size(), 2U);
    EXPECT_EQ(runs[1].series[0].unit, "MB/s");
    EXPECT_FALSE(runs[1].series[2].points[0].y) << "a dash is no number";
}

TEST(CollectiveOutput, AColumnThatComesAgainBehindTheTimesIsKeptByItsName) {
    const Results run = onlyRun("#    size   count    type   redop   root    time   algbw   busbw   size\n"
                                "#     (B)                                 (us)  (GB/s)  (GB/s)\n"
                                "     1024     256   float     sum     -1   10.00    0.10    0.20     77\n",
                                "nccl-tests");
    ASSERT_EQ(run.rows.size(), 1U);
    EXPECT_EQ(run.rows[0].sizeBytes, 1024U);
    EXPECT_DOUBLE_EQ(run.rows[0].outOfPlace->busbw.value(), 0.2);
    ASSERT_EQ(run.rows[0].more.size(), 1U);
    EXPECT_EQ(run.rows[0].more[0].name, "size");
    EXPECT_DOUBLE_EQ(run.rows[0].more[0].value.value(), 77);
}

} // namespace
} // namespace fabricscope::bench
