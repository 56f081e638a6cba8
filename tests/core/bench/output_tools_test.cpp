// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/output/text/Diagnostics.h"
#include "core/bench/output/text/LogFinding.h"
#include "core/bench/run/PrintedEnd.h"
#include "tests/core/bench/OutputTexts.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace fabricscope::bench {
namespace {

using logs::factOf;
using logs::onlyRun;
using logs::outputText;
using logs::parsed;
using testing::ElementsAre;
using testing::IsEmpty;

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

std::string served(const std::string &prefix, const std::string &requests, const std::string &tokens) {
    return prefix + "============ Serving Benchmark Result ============\n" + prefix +
           "Successful requests:                     50        \n" + prefix +
           "Benchmark duration (s):                  10.00     \n" + prefix +
           "Request throughput (req/s):              " + requests + "      \n" + prefix +
           "Total Token throughput (tok/s):          " + tokens + "   \n" + prefix +
           "==================================================\n";
}

std::optional<double> summaryOf(const Results &run, std::string_view name) {
    for (const Field &field : run.summary.fields)
        if (field.name == name)
            return field.value;
    return std::nullopt;
}

TEST(ServingOutput, ThroughputsOfSeveralServersAreAdded) {
    std::string log, labelled;
    for (int server = 0; server < 8; ++server) {
        log += served("", "2.50", "1000.25");
        labelled += served(std::to_string(server) + ": ", "2.50", "1000.25");
    }
    const Results one = onlyRun(log);
    EXPECT_EQ(summaryOf(one, "Request throughput, sum of 8 results, if they ran at once"), 20.0);
    EXPECT_EQ(summaryOf(one, "Total Token throughput, sum of 8 results, if they ran at once"), 8002.0);
    EXPECT_EQ(one.summary.fields.size(), 2U) << "the duration is no sum";
    const auto runs = parsed(labelled);
    ASSERT_EQ(runs.size(), 8U) << "each behind its label";
    EXPECT_EQ(summaryOf(runs[0], "Request throughput, sum of 8 results"), 20.0);
}

TEST(ServingOutput, FailedRequestsAreAFinding) {
    const auto with = [](std::string_view failed) {
        std::string text = served("", "2.50", "1.0");
        return text.insert(text.find("Benchmark duration"),
                           "Failed requests:                         " + std::string(failed) + "\n");
    };
    const Results run = onlyRun(with("7"));
    ASSERT_EQ(run.diagnostics.size(), 1U);
    EXPECT_EQ(findings::title(run.diagnostics[0]),
              "7 requests failed, and 50 succeeded: the rates and times are of those that succeeded");
    EXPECT_TRUE(onlyRun(with("0")).diagnostics.empty());
    EXPECT_TRUE(onlyRun(served("", "2.50", "1.0")).diagnostics.empty());
    const Results summary = onlyRun(R"({"completed": 49, "failed": 1, "request_throughput": 2.5,)"
                                    R"( "mean_ttft_ms": 12.5, "request_rate": "inf"})");
    ASSERT_EQ(summary.diagnostics.size(), 1U);
    EXPECT_EQ(findings::title(summary.diagnostics[0]),
              "1 request failed, and 49 succeeded: the rates and times are of those that succeeded");
}

TEST(ServingOutput, ThroughputsAtSeveralRatesAreNotAdded) {
    EXPECT_TRUE(onlyRun("Traffic request rate: 2.0\n" + served("", "2.50", "1.0") +
                        "Traffic request rate: 4.0\n" + served("", "3.50", "2.0"))
                    .summary.fields.empty());
    EXPECT_TRUE(onlyRun(served("", "2.50", "1.0")).summary.fields.empty()) << "one server";
}

TEST(RocmBandwidthOutput, AsCommaSeparatedValuesIsReadTheSame) {
    const Results run = onlyRun("RocmBandwidthTest Version: 2.6.0,,\nDevice: 0,  AMD EPYC 9554\n"
                                "Unidirectional copy peak bandwidth GB/s,,\nD/D,0,1\n0,N/A,55.25\n"
                                "1,54.75,1900.5\n");
    EXPECT_EQ(run.version, "2.6.0");
    ASSERT_EQ(run.matrices.size(), 1U);
    EXPECT_EQ(run.matrices[0].title, "Unidirectional copy peak bandwidth");
    EXPECT_EQ(run.matrices[0].values.at(0).at(1), 55.25);
    EXPECT_EQ(run.matrices[0].values.at(0).at(0), std::nullopt);
    EXPECT_EQ(run.matrices[0].values.at(1).at(1), 1900.5);
    const Results sweep =
        onlyRun("RocmBandwidthTest Version: 2.6.0\nData Size,Avg Time(us),Avg BW(GB/s),Min Time(us),Peak "
                "BW(GB/s)\n1 KB,5.4,0.19,5.1,0.2\n2 MB,80.0,26.25,79.0,26.5\n");
    ASSERT_EQ(sweep.series.size(), 1U);
    EXPECT_EQ(sweep.series[0].points.size(), 2U);
    EXPECT_EQ((*(sweep.series[0].points.begin() + 1)).y, 26.25);
}

TEST(RocmBandwidthOutput, IsReadBehindThePrefixesOfLaunchers) {
    const std::string text =
        "          RocmBandwidthTest Version: 2.6.0\n\n"
        "          Launch Command is: rocm-bandwidth-test -a\n\n\n"
        "          Device: 0,  AMD EPYC 9554\n          Device: 1,  AMD Instinct,  05:0.0\n\n"
        "          Unidirectional copy peak bandwidth GB/s\n\n"
        "          D/D       0           1           \n\n"
        "          0         N/A         55.25       \n\n"
        "          1         54.75       1900.5      \n\n";
    for (const char *prefix : {"0: ", "gpu-07: ", "[1,0]<stdout>:", "[gpu-07] ", "2026-11-22T13:11:54.123Z ",
                               "Nov 22 13:11:54 gpu-07 rbt[12]: ", "worker-1  | ", "> "}) {
        std::string wrapped;
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);)
            wrapped += prefix + line + "\n";
        const Results run = onlyRun(wrapped);
        ASSERT_EQ(run.matrices.size(), 1U) << prefix;
        EXPECT_EQ(run.matrices[0].rows.size(), 2U) << prefix;
        EXPECT_EQ(run.matrices[0].values.at(1).at(0), 54.75) << prefix;
        EXPECT_EQ(factOf(run, "device_1"), "AMD Instinct,  05:0.0") << prefix;
    }
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

std::string osu(const std::string &title, std::size_t from, std::size_t to) {
    std::string text =
        "# OSU MPI-ROCM " + title + " Test v7.4\n# Datatype: MPI_CHAR.\n# Size      Bandwidth (MB/s)\n";
    for (std::size_t size = from; size <= to; size *= 2)
        text += fmt::format("{:<10}{:>18.2f}\n", size, 3.5 * static_cast<double>(size) / 1000 + 1);
    return text;
}

TEST(OutputEnds, OsuEndsAtItsLargestSize) {
    constexpr std::size_t kMebibyte = 1048576;
    EXPECT_TRUE(onlyRun(osu("Bandwidth", 1, 4 * kMebibyte)).complete);
    EXPECT_FALSE(onlyRun(osu("Bandwidth", 1, kMebibyte)).complete);
    EXPECT_TRUE(onlyRun(osu("Bi-Directional Bandwidth", 1, 4 * kMebibyte)).complete);
    EXPECT_FALSE(printsEnd("osu"));
    EXPECT_TRUE(printsEnd("nccl-tests"));
}

TEST(OutputEnds, RocmBandwidthEndsWithItsLastTable) {
    const std::string head = "         RocmBandwidthTest Version: 2.6.0\n\n         Launch Command is: "
                             "rocm-bandwidth-test (rocm_bandwidth -a + rocm_bandwidth -A)\n\n";
    const auto matrix = [](const std::string &kind, int rows) {
        std::string text =
            "          " + kind + " copy peak bandwidth GB/s\n\n          D/D       0           1\n\n";
        for (int row = 0; row < rows; ++row)
            text += fmt::format("          {}         {}\n\n", row,
                                row == 0 ? "N/A         28.110" : "28.204      1100.5");
        return text;
    };
    EXPECT_TRUE(onlyRun(head + matrix("Unidirectional", 2) + matrix("Bidirectional", 2)).complete);
    EXPECT_FALSE(onlyRun(head + matrix("Unidirectional", 2) + matrix("Bidirectional", 1)).complete);
    std::string sweep = "         RocmBandwidthTest Version: 2.6.0\n\n"
                        "================    Unidirectional Benchmark Result    ================\n"
                        "================ Src Device Id: 0 Src Device Type: Cpu ================\n"
                        "================ Dst Device Id: 2 Dst Device Type: Gpu ================\n\n"
                        "Data Size      Avg Time(us)   Avg BW(GB/s)   Min Time(us)   Peak BW(GB/s)\n"
                        "256 MB         9365.280       28.663         9365.160       28.663\n";
    EXPECT_FALSE(onlyRun(sweep).complete);
    EXPECT_TRUE(
        onlyRun(sweep + "512 MB         18722.762      28.675         18722.482      28.675\n").complete);
}

/// The titles of findings about closed pairs, with their severity.
std::vector<std::string> closed(const std::string &text) {
    std::vector<std::string> titles;
    for (const Finding &finding : onlyRun(text).diagnostics)
        if (finding.rule == "log.no_peer_access")
            titles.push_back((finding.severity == Severity::Warning ? "warning: " : "note: ") +
                             findings::title(finding));
    return titles;
}

std::string cuda(const std::string &rows) {
    return "[P2P (Peer-to-Peer) GPU Bandwidth Latency Test]\nDevice: 0, NVIDIA X900, pciBusID: 41, "
           "pciDeviceID: "
           "0, pciDomainID:0\n\nP2P Connectivity Matrix\n     D\\D     0     1     2\n" +
           rows +
           "Unidirectional P2P=Disabled Bandwidth Matrix (GB/s)\n   D\\D     0      1      2\n"
           "     0 2000.00  11.00  0\n     1  11.00 2000.00 11.00\n     2  0 11.00 2000.00\n";
}

TEST(ClosedPairs, OfCudasTestAreNamedOnce) {
    EXPECT_THAT(
        closed(cuda("     0     1     1     0\n     1     1     1     1\n     2     0     1     1\n")),
        ElementsAre("warning: no peer-to-peer access between GPU0 and GPU2, others have it: "
                    "cudaDeviceCanAccessPeer() says no"));
    EXPECT_THAT(
        closed(cuda("     0     1     1     1\n     1     1     1     1\n     2     1     1     1\n")),
        IsEmpty())
        << "a bandwidth of 0 is no statement about access";
}

TEST(ClosedPairs, OfLinesBeforeTheTableAreThoseOfTheTable) {
    const std::string head =
        "[P2P (Peer-to-Peer) GPU Bandwidth Latency Test]\nDevice=0 CANNOT Access Peer Device=2\n"
        "Device=2 CANNOT Access Peer Device=0\n\nP2P Connectivity Matrix\n"
        "     D\\D     0     1     2\n";
    EXPECT_THAT(
        closed(head + "     0     1     1     0\n     1     1     1     1\n     2     0     1     1\n"),
        ElementsAre("warning: no peer-to-peer access between GPU0 and GPU2, others have it: "
                    "cudaDeviceCanAccessPeer() says no"));
}

TEST(ClosedPairs, OfAllGpusAreANote) {
    EXPECT_THAT(
        closed(cuda("     0     1     0     0\n     1     0     1     0\n     2     0     0     1\n")),
        ElementsAre("note: no peer-to-peer access between any of the GPUs (GPU0 and GPU1, GPU0 and GPU2, "
                    "GPU1 and GPU2): cudaDeviceCanAccessPeer() says no"));
}

TEST(ClosedPairs, OfACutLogAreNamed) {
    EXPECT_THAT(closed("[P2P (Peer-to-Peer) GPU Bandwidth Latency Test]\nDevice=0 CANNOT Access Peer "
                       "Device=1\nDevice=1 CANNOT Access Peer Device=0\n"),
                ElementsAre("note: no peer-to-peer access between any of the GPUs (GPU0 and GPU1): "
                            "cudaDeviceCanAccessPeer() says no"));
}

std::string rocm(const std::string &access) {
    return "          RocmBandwidthTest Version: 2.6.0\n\n          Launch Command is: "
           "rocm-bandwidth-test\n\n"
           "          Device: 0,  AMD EPYC 9554 64-Core Processor\n"
           "          Device: 1,  AMD Instinct MI300X,  GPU-1a,  1b:0.0\n"
           "          Device: 2,  AMD Instinct MI300X,  GPU-2a,  3d:0.0\n"
           "          Device: 3,  AMD Instinct MI300X,  GPU-3a,  4e:0.0\n\n          Inter-Device Access\n\n"
           "          D/D       0         1         2         3         \n\n" +
           access + "\n";
}

TEST(ClosedPairs, OfRocmBandwidthTestAreThoseOfGpus) {
    EXPECT_THAT(
        closed(rocm("          0         1         0         1         1         \n\n"
                    "          1         1         1         1         0         \n\n"
                    "          2         1         1         1         1         \n\n"
                    "          3         1         0         1         1         \n")),
        ElementsAre("warning: no peer-to-peer access between device 1 and device 3, others have it: 0 in "
                    "the table Inter-Device Access"));
    EXPECT_THAT(closed(rocm("          0         1         0         0         0         \n\n"
                            "          1         1         1         1         1         \n\n"
                            "          2         1         1         1         1         \n\n"
                            "          3         1         1         1         1         \n")),
                IsEmpty())
        << "what a CPU reaches has another cause";
}

TEST(Diagnostics, OfTheRdmaLibraryAreFindings) {
    const auto rule = [](std::string_view line) {
        const auto finding = output::diagnosticOf(line, 1);
        return finding ? finding->rule : std::string();
    };
    EXPECT_EQ(rule("libibverbs: Could not open /dev/infiniband/uverbs0"), "log.rdma_library_warns");
    EXPECT_EQ(rule("libibverbs: Warning: couldn't load driver 'libmlx5-rdmav34.so': x"),
              "log.rdma_library_warns");
    EXPECT_EQ(rule("libibverbs: Warning: no userspace device-specific driver found for "
                   "/sys/class/infiniband_verbs/uverbs0"),
              "log.rdma_library_warns");
    EXPECT_EQ(rule("Failed to open libibverbs.so[.1]"), "log.rdma_library_missing");
    EXPECT_EQ(rule("libibverbs: version 44"), "");
}

} // namespace
} // namespace fabricscope::bench
