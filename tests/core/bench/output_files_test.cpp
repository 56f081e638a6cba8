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

const Series &seriesOf(const Results &run, std::string_view name) {
    const auto found = std::find_if(run.series.begin(), run.series.end(),
                                    [&](const Series &one) { return one.name == name; });
    static const Series kNone;
    EXPECT_NE(found, run.series.end()) << name;
    return found == run.series.end() ? kNone : *found;
}

TEST(CollectiveFiles, TheJsonOfARunIsTheRun) {
    const Results run = onlyRun(outputText("nccl json"));
    EXPECT_EQ(run.tool, "nccl-tests");
    EXPECT_EQ(run.test, "all_reduce_perf");
    EXPECT_EQ(factOf(run, "nccl_library"), "22902");
    EXPECT_EQ(factOf(run, "min_bytes"), "1024");
    EXPECT_EQ(factOf(run, "max_bytes"), "2048");
    EXPECT_EQ(factOf(run, "step"), "2(factor)");
    EXPECT_EQ(factOf(run, "aggregated_iterations"), "3");
    EXPECT_EQ(factOf(run, "ranks"), "2");
    EXPECT_EQ(factOf(run, "rank_1"), "Group 0 Pid 40002 on node-b device 0 [0000:43:00] NVIDIA H100");
    ASSERT_EQ(run.rows.size(), 2U);
    EXPECT_EQ(run.rows[0].sizeBytes, 1024U);
    EXPECT_EQ(run.rows[0].count, 256U);
    EXPECT_EQ(run.rows[0].root, -1) << "written as a string with blanks";
    EXPECT_DOUBLE_EQ(run.rows[0].outOfPlace->timeUs.value(), 9.5);
    EXPECT_DOUBLE_EQ(run.rows[0].inPlace->busbw.value(), 0.110703);
    EXPECT_FALSE(run.rows[1].outOfPlace);
    EXPECT_FALSE(run.rows[1].inPlace->timeUs) << "nan";
    EXPECT_FALSE(run.rows[1].inPlace->wrong) << "not checked";
    ASSERT_EQ(run.rows[0].more.size(), 4U);
    EXPECT_EQ(run.rows[0].more[2].name, "i_p99");
    EXPECT_DOUBLE_EQ(run.rows[0].more[2].value.value(), 11);
    EXPECT_DOUBLE_EQ(run.summary.avgBusbw.value(), 0.137);
    EXPECT_EQ(run.summary.outOfBounds, 2U);
    EXPECT_EQ(run.summary.passed, false);
    EXPECT_TRUE(run.complete);
    ASSERT_EQ(run.diagnostics.size(), 2U) << "wrong values, and what the library said last";
    EXPECT_FALSE(lineText(run.diagnostics[1]).empty());
}

TEST(CollectiveFiles, OnlyTheLibrarysOwnVariablesAreKept) {
    const Results run = onlyRun(outputText("nccl json"));
    EXPECT_EQ(factOf(run, "NCCL_DEBUG"), "WARN");
    for (const ContextFact &fact : run.context) {
        EXPECT_EQ(fact.value.find("hunter2"), std::string::npos) << fact.key;
        EXPECT_NE(fact.key, "PATH");
    }
}

TEST(CollectiveFiles, ReportsATruncatedFile) {
    const Results run = onlyRun(outputText("nccl json of threads, cut"));
    ASSERT_EQ(run.rows.size(), 1U);
    EXPECT_DOUBLE_EQ(run.rows[0].outOfPlace->timeUs.value(), 9.5);
    EXPECT_DOUBLE_EQ(run.rows[0].inPlace->timeUs.value(), 9.2);
    EXPECT_FALSE(run.rows[0].inPlace->busbw);
    EXPECT_EQ(factOf(run, "ranks"), "8") << "without MPI only the first device is written";
    EXPECT_FALSE(run.complete);
    ASSERT_EQ(run.diagnostics.size(), 1U);
    EXPECT_NE(lineText(run.diagnostics[0]).find("truncated"), std::string::npos);
}

TEST(CollectiveFiles, RecordsOfHalvesBecomeRows) {
    for (const char *name : {"rccl records a line", "rccl records with commas"}) {
        const Results run = onlyRun(outputText(name));
        EXPECT_EQ(run.tool, "rccl-tests") << name;
        EXPECT_EQ(run.test, "all_reduce_perf");
        EXPECT_EQ(factOf(run, "ranks"), "16") << name;
        ASSERT_GE(run.rows.size(), 1U);
        EXPECT_EQ(run.rows[0].sizeBytes, 1048576U);
        EXPECT_EQ(run.rows[0].type, "float");
        EXPECT_DOUBLE_EQ(run.rows[0].outOfPlace->timeUs.value(), 53.25);
        EXPECT_DOUBLE_EQ(run.rows[0].inPlace->busbw.value(), 35.288615);
        EXPECT_DOUBLE_EQ(run.rows[0].outOfPlace->wrong.value(), 0);
        EXPECT_FALSE(run.rows[0].inPlace->wrong);
    }
    const Results lines = onlyRun(outputText("rccl records a line"));
    ASSERT_EQ(lines.rows.size(), 2U);
    EXPECT_FALSE(lines.rows[1].outOfPlace) << "in place only";
    ASSERT_EQ(lines.diagnostics.size(), 1U);
    EXPECT_EQ(lines.diagnostics[0].severity, Severity::Error);
    const Results list = onlyRun(outputText("rccl records in a list"));
    EXPECT_EQ(list.test, "all_gather_perf");
    EXPECT_EQ(factOf(list, "ranks"), "8") << "of a build without MPI";
    ASSERT_EQ(list.rows.size(), 1U);
    EXPECT_TRUE(list.complete);
}

TEST(MatrixFiles, NvbandwidthsJsonIsItsTables) {
    const Results run = onlyRun(outputText("nvbandwidth json"));
    EXPECT_EQ(run.version, "v0.8");
    EXPECT_EQ(factOf(run, "cuda_runtime_version"), "12080");
    EXPECT_EQ(factOf(run, "device_1"), "1: NVIDIA H100: (00000000:2d:00)");
    EXPECT_EQ(factOf(run, "waived"), "1");
    ASSERT_EQ(run.matrices.size(), 1U);
    EXPECT_EQ(run.matrices[0].title, "device_to_device_memcpy_read_ce");
    EXPECT_EQ(run.matrices[0].unit, "GB/s");
    EXPECT_EQ(run.matrices[0].columns, (std::vector<std::string>{"0", "1"}));
    ASSERT_EQ(run.matrices[0].values.size(), 2U);
    EXPECT_FALSE(run.matrices[0].values[0][0]);
    EXPECT_DOUBLE_EQ(run.matrices[0].values[1][0].value(), 392.25);
    ASSERT_EQ(run.summary.fields.size(), 1U);
    EXPECT_EQ(run.summary.fields[0].name, "SUM device_to_device_memcpy_read_ce");
    ASSERT_EQ(run.diagnostics.size(), 1U);
    EXPECT_TRUE(run.complete);
}

TEST(MatrixFiles, TransferBenchsCommasAreItsTables) {
    const Results run = onlyRun(outputText("transferbench with commas"));
    EXPECT_EQ(run.version, "1.52.00");
    EXPECT_EQ(factOf(run, "NUM_ITERATIONS"), "10");
    ASSERT_EQ(run.matrices.size(), 1U);
    EXPECT_EQ(run.matrices[0].title, "Unidirectional copy peak bandwidth");
    EXPECT_EQ(run.matrices[0].columns, (std::vector<std::string>{"CPU 00", "GPU 00", "GPU 01"}));
    ASSERT_EQ(run.matrices[0].values.size(), 2U);
    EXPECT_FALSE(run.matrices[0].values[0][2]);
    EXPECT_DOUBLE_EQ(run.matrices[0].values[1][1].value(), 1100.25);
    const Series &transfer = seriesOf(run, "Transfer 00");
    ASSERT_EQ(transfer.points.size(), 1U);
    EXPECT_DOUBLE_EQ(transfer.points[0].y.value(), 46.001);
    EXPECT_EQ(transfer.subject, "G0 -> G000:004 -> G1");
}

TEST(ServingFiles, TheJsonNamesWhatTheTextNames) {
    const Results file = onlyRun(outputText("serving json, a rate a line"));
    const Results text = onlyRun(outputText("serving"));
    EXPECT_EQ(file.test, text.test);
    EXPECT_EQ(factOf(file, "model_id"), "a/b");
    for (const Series &series : text.series) {
        const Series &same = seriesOf(file, series.name);
        EXPECT_EQ(same.unit, series.unit) << series.name;
        EXPECT_EQ(same.axis, series.axis) << series.name;
        EXPECT_EQ(same.points, series.points) << series.name;
    }
    EXPECT_EQ(seriesOf(file, "P99 ITL").unit, "ms");
    EXPECT_TRUE(file.complete);
}

TEST(StressFiles, ActionsOfTheJsonAreReadDespiteItsCommas) {
    const Results run = onlyRun(outputText("rvs json"));
    EXPECT_EQ(run.test, "gst");
    EXPECT_EQ(factOf(run, "action"), "gst-581Tflops");
    const Series &gflops = seriesOf(run, "GPU 42583 Gflops");
    ASSERT_EQ(gflops.points.size(), 2U);
    EXPECT_DOUBLE_EQ(gflops.points[1].y.value(), 25200.25);
    EXPECT_EQ(run.summary.passed, false);
    ASSERT_EQ(run.diagnostics.size(), 1U);
    EXPECT_FALSE(meaningOf(run.diagnostics[0]).empty());
    EXPECT_TRUE(run.complete);
}

TEST(TelemetryFiles, AmdSmisJsonAndCommasNameWhatItsTableNames) {
    const Results object = onlyRun(outputText("amd-smi json"));
    EXPECT_EQ(object.tool, "amd-smi");
    EXPECT_EQ(seriesOf(object, "GPU 0 POWER").points.size(), 2U) << "printed twice";
    EXPECT_EQ(seriesOf(object, "GPU 0 POWER").unit, "W");
    EXPECT_FALSE(seriesOf(object, "GPU 1 POWER").points[0].y);
    EXPECT_DOUBLE_EQ(seriesOf(object, "GPU 0 PCIE SPEED").points[0].y.value(), 32);
    const Results commas = onlyRun(outputText("amd-smi with commas"));
    const Series &power = seriesOf(commas, "GPU 0 POWER");
    EXPECT_EQ(power.axis, Axis::Seconds);
    ASSERT_EQ(power.points.size(), 2U);
    EXPECT_DOUBLE_EQ(power.points[1].y.value(), 750);
    EXPECT_FALSE(seriesOf(commas, "GPU 1 POWER").points[0].y);
}

TEST(TelemetryFiles, WhatIsAboutTheHostIsNoTelemetry) {
    for (const char *text :
         {R"([{"gpu": 0, "bdf": "0000:05:00.0", "uuid": "x"}])",
          R"([{"gpu": 0, "asic": {"market_name": "MI300X"}, "bus": {"bdf": "0000:05:00.0"}}])",
          R"([{"gpu": 0, "bdf": "0000:05:00.0", "links": [{"gpu": 1, "weight": 15}]}])",
          R"({"version": "1.0", "nodes": {"a": [{"power": 1}]}})"})
        EXPECT_TRUE(parsed(text).empty()) << text;
}

TEST(TelemetryFiles, RocmSmisJsonAndCommasAreTheSame) {
    const Results object = onlyRun(outputText("rocm-smi json"));
    const Results commas = onlyRun(outputText("rocm-smi with commas"));
    for (const Results &run : {object, commas}) {
        const Series &edge = seriesOf(run, "GPU 1 Temperature (Sensor edge)");
        EXPECT_EQ(edge.unit, "C");
        EXPECT_EQ(edge.subject, "GPU 1");
        EXPECT_DOUBLE_EQ(edge.points[0].y.value(), 51);
    }
    EXPECT_EQ(seriesOf(commas, "GPU 1 GPU use").points.size(), 2U) << "a header that comes again";
}

TEST(TelemetryFiles, ReadsUnitsOfAQueryFromHeadersAndCells) {
    const Results run = onlyRun(outputText("nvidia-smi query"));
    EXPECT_EQ(run.tool, "nvidia-smi");
    const Series &power = seriesOf(run, "GPU 0 power.draw");
    EXPECT_EQ(power.unit, "W");
    ASSERT_EQ(power.points.size(), 2U);
    EXPECT_DOUBLE_EQ(power.points[1].y.value(), 680.5);
    EXPECT_FALSE(seriesOf(run, "GPU 1 power.draw").points[0].y);
    EXPECT_FALSE(seriesOf(run, "GPU 1 utilization.gpu").points[0].y) << "[Not Supported]";
    EXPECT_EQ(factOf(run, "gpu_1_name"), "NVIDIA H100 80GB HBM3");
}

TEST(TelemetryFiles, DmonWithCommasIsDmon) {
    std::string plain = outputText("dmon with commas");
    std::replace(plain.begin(), plain.end(), ',', ' ');
    EXPECT_EQ(onlyRun(outputText("dmon with commas")), onlyRun(plain));
    EXPECT_EQ(onlyRun(plain).series.size(), 4U);
}

TEST(OutputFiles, TextThatOnlyBeginsLikeJsonIsLostToNobody) {
    for (const char *before : {"{\n", "[\n", "[{\n", "{\"a\": \n", "[1,0]<x> {\n", "{\"a\": {\"b\":\n"}) {
        const std::vector<Results> runs = parsed(before + outputText("nccl"));
        ASSERT_EQ(runs.size(), 1U) << before;
        EXPECT_EQ(runs[0].rows.size(), 3U) << before;
    }
    EXPECT_TRUE(parsed("{\"settings\": {\"colour\": true}}\n[1, 2]\n{}\n").empty());
}

TEST(OutputFiles, JsonOfAnyDepthAndSizeIsBounded) {
    EXPECT_TRUE(parsed(std::string(100'000, '[') + "\n").empty());
    std::string deep;
    for (int i = 0; i < 1000; ++i)
        deep += "{\"a\":\n";
    EXPECT_TRUE(parsed(deep).empty());
    // More values than the limit: the stored rows are correct, and the truncation is reported.
    std::string text = R"({"args":["x"],"nccl_version":1,"results":[)";
    for (int i = 0; i < 120'000; ++i)
        text += (i == 0 ? "" : ",\n") + std::string(R"({"size":)") + std::to_string(i) +
                R"(,"out_of_place":{"time":1,"alg_bw":2,"bus_bw":3,"nwrong":0},"in_place":null,"x":[1,2,3]})";
    const Results run = onlyRun(text + "]}\n");
    EXPECT_LT(run.rows.size(), 120'000U);
    EXPECT_GT(run.rows.size(), 50'000U);
    ASSERT_EQ(run.diagnostics.size(), 1U);
    EXPECT_EQ(run.diagnostics[0].rule, "log.json_too_large");
}

TEST(OutputFiles, FileBetweenTestsIsASeparateRun) {
    const std::vector<Results> runs =
        parsed(outputText("nccl") + outputText("nvbandwidth json") + outputText("nccl not validated"));
    ASSERT_EQ(runs.size(), 3U);
    EXPECT_EQ(runs[0].rows.size(), 3U);
    EXPECT_EQ(runs[1].matrices.size(), 1U);
    EXPECT_EQ(runs[2].rows.size(), 1U);
}

} // namespace
} // namespace fabricscope::bench
