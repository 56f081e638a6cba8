// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/output/text/LogFinding.h"
#include "tests/core/bench/OutputTexts.h"

#include <gtest/gtest.h>

namespace fabricscope::bench {
namespace {

using test::factOf;
using test::onlyRun;
using test::outputText;

TEST(PerftestOutput, IgnoresTextAfterARow) {
    const Results run = onlyRun(outputText("perftest with errors behind rows"));
    EXPECT_EQ(run.test, "RDMA_Read BW Test");
    EXPECT_EQ(factOf(run, "device"), "mlx5_3");
    EXPECT_EQ(factOf(run, "number_of_qps"), "2");
    EXPECT_EQ(factOf(run, "role"), "server");
    EXPECT_EQ(factOf(run, "gpu_memory"), "Using ROCm Device with ID: 2, Name: AMD Instinct MI300X");
    EXPECT_EQ(factOf(run, "local_address"), "LID 0000 QPN 0x0001 PSN 0x1")
        << "of several queue pairs the first";
    EXPECT_EQ(factOf(run, "remote_gid"), "00:00:255:255:10:00:00:02");
    ASSERT_EQ(run.series.size(), 1U);
    EXPECT_EQ(run.series[0].name, "BW average");
    EXPECT_EQ(run.series[0].unit, "Gb/sec");
    EXPECT_EQ(run.series[0].axis, Axis::Bytes);
    ASSERT_EQ(run.series[0].points.size(), 2U);
    EXPECT_DOUBLE_EQ(run.series[0].points[1].fields[2].value.value(), 0.005765);
    ASSERT_EQ(run.diagnostics.size(), 1U);
    EXPECT_EQ(run.diagnostics[0].severity, Severity::Warning) << "the clock, not the link";
    EXPECT_TRUE(run.complete);
}

TEST(PerftestOutput, ARowIsThereBeforeItsLineFeed) {
    const std::string text = outputText("perftest with errors behind rows");
    const std::size_t row = text.find(" 8388608");
    const auto parser = makeParser("perftest");
    parser->feed(text.substr(0, row));
    EXPECT_EQ(parser->results()[0].series[0].points.size(), 1U);
    parser->feed(" 8388608    1000             387.10             386.90 \t\t   0.00");
    const Change early = parser->idle();
    EXPECT_EQ(early.points, 1U);
    ASSERT_EQ(parser->results()[0].series[0].points.size(), 2U);
    EXPECT_FALSE(parser->idle().any()) << "nothing new came";
    const Change rest = parser->feed("5765\n");
    EXPECT_EQ(rest.points, 1U) << "its last cell was not whole";
    ASSERT_EQ(parser->results()[0].series[0].points.size(), 2U);
    EXPECT_DOUBLE_EQ(parser->results()[0].series[0].points[1].fields[2].value.value(), 0.005765);
}

TEST(PerftestOutput, WhatIsNoNumberIsUnknown) {
    const Results run = onlyRun(outputText("perftest latency by time"));
    ASSERT_EQ(run.series.size(), 1U);
    EXPECT_EQ(run.series[0].name, "t_avg");
    EXPECT_EQ(run.series[0].unit, "usec");
    ASSERT_EQ(run.series[0].points.size(), 2U);
    EXPECT_DOUBLE_EQ(run.series[0].points[0].y.value(), 1.95);
    EXPECT_EQ(run.series[0].points[0].fields[1].name, "tps average");
    EXPECT_FALSE(run.series[0].points[1].y);
    EXPECT_EQ(run.series[0].points[1].fields[1].text, "inf");
}

TEST(TelemetryOutput, AHeaderThatComesAgainBeginsNothing) {
    const Results dmon = onlyRun(outputText("dmon with times"));
    ASSERT_EQ(dmon.series.size(), 4U);
    EXPECT_EQ(dmon.series[0].name, "GPU 0 pwr");
    EXPECT_EQ(dmon.series[0].unit, "W");
    EXPECT_EQ(dmon.series[0].points.size(), 2U);
    EXPECT_FALSE(dmon.series[2].points[0].y);
    const Results amd = onlyRun(outputText("amd-smi with times"));
    ASSERT_EQ(amd.series.size(), 6U);
    EXPECT_EQ(amd.series[0].axis, Axis::Seconds);
    ASSERT_EQ(amd.series[0].points.size(), 2U);
    EXPECT_DOUBLE_EQ(amd.series[0].points[1].x, 1763817115);
    EXPECT_DOUBLE_EQ(amd.series[0].points[1].y.value(), 750);
    EXPECT_FALSE(amd.series[3].points[0].y) << "N/A";
    EXPECT_EQ(amd.series[1].unit, "\xc2\xb0"
                                  "C");
}

TEST(StressOutput, MicrosecondsHaveNoLeadingZeros) {
    const Results run = onlyRun(outputText("stress"));
    EXPECT_EQ(run.test, "iet");
    ASSERT_GE(run.series.size(), 2U);
    EXPECT_EQ(run.series[0].name, "GPU 1234 power");
    ASSERT_EQ(run.series[0].points.size(), 2U);
    EXPECT_NEAR(run.series[0].points[1].x, 1002.001 - 1001.000007, 1e-6);
    EXPECT_EQ(run.summary.passed, false);
    ASSERT_EQ(run.matrices.size(), 1U);
    EXPECT_EQ(run.matrices[0].title, "iet-stress both ways");
    EXPECT_EQ(run.matrices[0].rows[0], "GPU 0000:05:00.0");
    EXPECT_DOUBLE_EQ(run.matrices[0].values[0][0].value(), 97.25);
    ASSERT_EQ(run.diagnostics.size(), 2U) << "an error's line, and a GPU that failed";
    EXPECT_FALSE(meaningOf(run.diagnostics[1]).empty());
}

TEST(ServingOutput, AllRatesOfALogAreOneRun) {
    const Results run = onlyRun(outputText("serving"));
    ASSERT_EQ(run.series.size(), 4U);
    EXPECT_EQ(run.series[2].name, "Request throughput");
    EXPECT_EQ(run.series[2].unit, "req/s");
    EXPECT_EQ(run.series[3].name, "Mean TTFT");
    EXPECT_EQ(run.series[3].axis, Axis::Rate);
    ASSERT_EQ(run.series[3].points.size(), 2U);
    EXPECT_DOUBLE_EQ(run.series[3].points[0].x, 2);
    EXPECT_DOUBLE_EQ(run.series[3].points[1].x, 4);
    EXPECT_DOUBLE_EQ(run.series[3].points[1].y.value(), 55.25);
}

TEST(InferenceOutput, BatchesAreTheAxis) {
    const Results run = onlyRun(outputText("inference"));
    ASSERT_EQ(run.series.size(), 2U);
    EXPECT_EQ(run.series[1].name, "Throughput");
    EXPECT_EQ(run.series[1].unit, "samples/sec");
    EXPECT_EQ(run.series[1].axis, Axis::Batch);
    ASSERT_EQ(run.series[1].points.size(), 2U);
    EXPECT_DOUBLE_EQ(run.series[1].points[1].x, 256);
    EXPECT_DOUBLE_EQ(run.series[1].points[1].y.value(), 320000);
}

TEST(StreamOutput, ItsKinAreReadByTheirHeaders) {
    const Results copy = onlyRun(outputText("stream copy of a GPU"));
    ASSERT_EQ(copy.series.size(), 1U);
    ASSERT_EQ(copy.series[0].points.size(), 2U);
    EXPECT_DOUBLE_EQ(copy.series[0].points[1].x, 8589934592.0) << "its MB are 2^20 bytes";
    EXPECT_EQ(copy.series[0].unit, "GB/s");
    const Results hpcc = onlyRun(outputText("stream of hpcc"));
    ASSERT_EQ(hpcc.series.size(), 3U);
    EXPECT_EQ(hpcc.series[1].name, "StarSTREAM Triad");
    EXPECT_DOUBLE_EQ(hpcc.series[2].points[0].y.value(), 14.75);
    const Results babel = onlyRun(outputText("babel stream"));
    ASSERT_EQ(babel.series.size(), 2U);
    EXPECT_EQ(babel.test, "BabelStream");
    EXPECT_EQ(babel.series[0].unit, "MBytes/sec");
    EXPECT_DOUBLE_EQ(babel.series[1].points[0].y.value(), 3901234.5);
}

TEST(MatrixOutput, EmptyLinesBetweenRowsEndNothing) {
    const Results run = onlyRun(outputText("rocm bandwidth of all pairs"));
    ASSERT_EQ(run.matrices.size(), 2U);
    EXPECT_EQ(run.matrices[0].title, "Unidirectional copy peak bandwidth");
    EXPECT_EQ(run.matrices[0].unit, "GB/s");
    ASSERT_EQ(run.matrices[0].values.size(), 2U);
    EXPECT_FALSE(run.matrices[0].values[0][0]);
    EXPECT_DOUBLE_EQ(run.matrices[0].values[1][1].value(), 1100.25);
    EXPECT_EQ(run.matrices[1].title, "Inter-Device Numa Distance");
    EXPECT_EQ(factOf(run, "device_1"), "GPU of some kind");
}

TEST(MatrixOutput, AMeshInWholeNumbersIsOneAlsoWhereAPairCarriesNothing) {
    for (const char *text :
         {"GPU0 GPU1\nGPU0 388 0\nGPU1 391 389\n", "GPU0 GPU1\nGPU0 0 388\nGPU1 391 0\n"}) {
        const Results run = onlyRun(text);
        ASSERT_EQ(run.matrices.size(), 1U) << text;
        ASSERT_EQ(run.matrices[0].values.size(), 2U) << text;
        EXPECT_DOUBLE_EQ(run.matrices[0].values[1][0].value(), 391);
    }
    const auto parser = makeParser("auto"); // hops and weights; the diagonal is 0
    parser->feed("GPU0 GPU1 GPU2\nGPU0 0 15 72\nGPU1 15 0 15\nGPU2 72 15 0\n");
    parser->end();
    EXPECT_TRUE(parser->results().empty());
}

TEST(MatrixOutput, ProgressOverALineIsNoRow) {
    const Results run = onlyRun(outputText("progress by carriage returns"));
    ASSERT_EQ(run.matrices.size(), 1U);
    EXPECT_EQ(run.matrices[0].rows.size(), 2U);
    EXPECT_FALSE(run.matrices[0].values[0][1]);
    EXPECT_EQ(run.firstLine, 2U);
    EXPECT_TRUE(run.complete);
}

} // namespace
} // namespace fabricscope::bench
