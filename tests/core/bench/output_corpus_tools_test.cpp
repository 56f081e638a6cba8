// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/output/text/LogFinding.h"
#include "tests/core/bench/CorpusLogs.h"

#include <algorithm>

namespace fabricscope::bench {
namespace {

using namespace logs;
using nlohmann::json;

TEST_F(CorpusLogs, AMeshHasEveryPair) {
    const json reference = expected("perftest-mesh-matrix-mi300x-loopback.txt");
    const Results found = run("perftest-mesh-matrix-mi300x-loopback.txt", "perftest-mesh");
    ASSERT_EQ(found.matrices.size(), 1U);
    const std::size_t size = reference["size"];
    ASSERT_EQ(found.matrices[0].values.size(), size);
    double least = 1e9, most = 0, sum = 0;
    for (const auto &row : found.matrices[0].values)
        for (const auto &value : row) {
            least = std::min(least, value.value());
            most = std::max(most, *value);
            sum += *value;
        }
    EXPECT_DOUBLE_EQ(least, reference["min"].get<double>());
    EXPECT_DOUBLE_EQ(most, reference["max"].get<double>());
    EXPECT_NEAR(sum / static_cast<double>(size * size), reference["mean_close_to"].get<double>(), 0.5);
    EXPECT_EQ(found.matrices[0].unit, "") << "the text does not say it";
}

TEST_F(CorpusLogs, TelemetryHasARowForEachGpuAndTime) {
    const json reference = expected("nvidia-smi-dmon-v100-8gpu.log");
    const Results found = run("nvidia-smi-dmon-v100-8gpu.log", "nvidia-smi-dmon");
    std::size_t rows = 0;
    std::vector<double> first = {0};
    for (const Series &series : found.series) {
        rows += series.name.ends_with(" pwr") ? series.points.size() : 0;
        if (series.subject == "GPU 0")
            first.push_back(series.points[0].y.value());
    }
    EXPECT_EQ(rows, reference["row_count"].get<std::size_t>());
    EXPECT_EQ(found.series.size(), reference["gpus"].get<std::size_t>() * (reference["columns"].size() - 1));
    EXPECT_EQ(first, reference["first_row"].get<std::vector<double>>());

    const json pcie = expected("nvidia-smi-dmon-s-t.log");
    const Results rates = run("nvidia-smi-dmon-s-t.log", "nvidia-smi-dmon");
    ASSERT_EQ(rates.series.size(), 2U);
    EXPECT_EQ(rates.series[0].unit, pcie["units"][1].get<std::string>());
    EXPECT_EQ(rates.series[0].points.size(), pcie["row_count"].get<std::size_t>());
    EXPECT_DOUBLE_EQ(rates.series[0].points[3].y.value(), pcie["max_rx"].get<double>());

    const json amd = expected("amd-smi-monitor-putm-mi300x.log");
    const Results monitor = run("amd-smi-monitor-putm-mi300x.log", "amd-smi");
    EXPECT_EQ(monitor.series.size(), amd["row_count"].get<std::size_t>() * (amd["columns"].size() - 1));
    EXPECT_DOUBLE_EQ(monitor.series[0].points[0].y.value(), amd["first_row"]["POWER_W"].get<double>());
    EXPECT_EQ(monitor.series[0].unit, "W");
    EXPECT_DOUBLE_EQ(monitor.series[4].points[0].y.value(), amd["first_row"]["GFX_CLOCK_MHz"].get<double>());

    const json queue = expected("amd-smi-monitor-q-6.2.log");
    const Results processes = run("amd-smi-monitor-q-6.2.log", "amd-smi");
    EXPECT_EQ(processes.series.size() + 1, queue["columns"].get<std::size_t>());
    EXPECT_DOUBLE_EQ(processes.series[0].points[0].y.value(), queue["POWER_W"].get<double>());
    EXPECT_FALSE(processes.series.back().points[0].y) << "PCIE_BW is N/A";
    EXPECT_EQ(processes.context.size(), queue["processes"].get<std::size_t>());

    const json smi = expected("rocm-smi-b-mi210.log");
    const Results rate = run("rocm-smi-b-mi210.log", "rocm-smi");
    ASSERT_EQ(rate.series.size(), 1U);
    EXPECT_EQ(rate.series[0].unit, smi["unit"].get<std::string>());
    EXPECT_DOUBLE_EQ(rate.series[0].points[0].y.value(), smi["values"]["0"].get<double>());
}

TEST_F(CorpusLogs, ValidationSuiteReportsTheResultOfEachGpu) {
    const json reference = expected("rvs-1.6-gst-mi355x.log");
    const Results found = run("rvs-1.6-gst-mi355x.log", "rvs");
    std::size_t values = 0;
    for (const Series &series : found.series)
        values += series.points.size();
    EXPECT_EQ(values, reference["gflops"][0].get<std::size_t>());
    expectNumber(found.series.front().points.front().y, reference["gflops"][1], "first");
    expectNumber(found.series.back().points.back().y, reference["gflops"][2], "last");
    EXPECT_EQ(found.summary.fields.size(), reference["met"].size());
    for (std::size_t i = 0; i < found.summary.fields.size(); ++i)
        EXPECT_EQ(found.summary.fields[i].text, reference["met"][i].get<std::string>());
    EXPECT_EQ(found.test, reference["modules"][0].get<std::string>());
    EXPECT_EQ(factOf(found, "action"), reference["actions"][0].get<std::string>());
    EXPECT_EQ("RVS gst " + found.version, reference["tool"].get<std::string>());

    const json pairs = expected("rvs-pebb-mi355x.log")["bandwidths_GBps"];
    const Results bandwidths = run("rvs-pebb-mi355x.log", "rvs");
    ASSERT_EQ(bandwidths.matrices.size(), 1U);
    std::size_t cells = 0;
    for (const auto &row : bandwidths.matrices[0].values)
        cells += static_cast<std::size_t>(
            std::count_if(row.begin(), row.end(), [](const auto &cell) { return cell.has_value(); }));
    EXPECT_EQ(cells, pairs[0].get<std::size_t>());
    expectNumber(bandwidths.matrices[0].values.front().front(), pairs[1], "first");
    expectNumber(bandwidths.matrices[0].values.back().back(), pairs[2], "last");
}

double fieldOf(const Results &run, const std::string &name) {
    for (const Field &field : run.summary.fields)
        if (field.name == name)
            return field.value.value_or(-1);
    ADD_FAILURE() << "no " << name;
    return -1;
}

TEST_F(CorpusLogs, TransferBenchHasItsMatrices) {
    const json reference = expected("transferbench-1.50-p2p-mi210.log");
    const Results found = run("transferbench-1.50-p2p-mi210.log", "transferbench");
    ASSERT_EQ(found.matrices.size(), 4U);
    const std::size_t size = reference["cpus"].get<std::size_t>() + reference["gpus"].get<std::size_t>();
    for (const Matrix &matrix : found.matrices) {
        EXPECT_EQ(matrix.values.size(), size) << matrix.title;
        EXPECT_EQ(matrix.columns.size(), size) << matrix.title;
        EXPECT_EQ(matrix.unit, "GB/s");
    }
    expectNumber(found.matrices[0].values[0][0], reference["uni_first"], "first");
    expectNumber(found.matrices[0].values[2][3], reference["uni_GPU00_GPU01"], "GPU 0 to 1");
    expectNumber(found.matrices[3].values[8][9], reference["bi_GPU06_GPU07_sum"], "both ways");
    const std::vector<std::string> groups = {"CPU->CPU", "CPU->GPU", "GPU->CPU", "GPU->GPU"};
    for (std::size_t i = 0; i < groups.size(); ++i) {
        EXPECT_DOUBLE_EQ(fieldOf(found, "UniDir " + groups[i]), reference["uni_averages"][i].get<double>());
        EXPECT_DOUBLE_EQ(fieldOf(found, "BiDir " + groups[i]), reference["bi_averages"][i].get<double>());
    }

    const json all = expected("transferbench-1.60-a2a-mi300x.log");
    const Results toAll = run("transferbench-1.60-a2a-mi300x.log", "transferbench");
    ASSERT_EQ(toAll.matrices.size(), 1U);
    EXPECT_EQ(toAll.matrices[0].rows.size(), all["gpus"].get<std::size_t>());
    expectNumber(toAll.matrices[0].values[0][1], all["cell_0_1"], "0 to 1");
    expectNumber(toAll.matrices[0].values[7][6], all["cell_7_6"], "7 to 6");
    EXPECT_FALSE(toAll.matrices[0].values[3][3]) << "N/A";
    EXPECT_DOUBLE_EQ(fieldOf(toAll, "STotal GPU 00"), all["stotal_0"].get<double>());
    EXPECT_DOUBLE_EQ(fieldOf(toAll, "RTotal sum"), all["rtotal_sum"].get<double>());
    EXPECT_DOUBLE_EQ(fieldOf(toAll, "Average bandwidth (GPU Timed)"), all["avg_link"].get<double>());
    EXPECT_DOUBLE_EQ(fieldOf(toAll, "Aggregate bandwidth (CPU Timed)"), all["aggregate_cpu"].get<double>());

    const json box = expected("transferbench-1.68-hbm-box.log");
    const Results memory = run("transferbench-1.68-hbm-box.log", "transferbench");
    ASSERT_EQ(memory.series.size(), box["rows"].get<std::size_t>());
    EXPECT_EQ(memory.series[0].name, "Rank 0 GPU 0");
    expectNumber(memory.series[0].points[0].y, box["first"][2], "max");
    expectNumber(memory.series[0].points[0].fields[1].value, box["first"][4], "min");
    expectNumber(memory.series[1].points[0].y, box["max_bw"], "max");
}

TEST_F(CorpusLogs, BandwidthTestsHaveTheirNumbers) {
    const json sweep = expected("rocm-bandwidth-test-2.6.0-s0-d4.log");
    const Results rbt = run("rocm-bandwidth-test-2.6.0-s0-d4.log", "rocm-bandwidth-test");
    ASSERT_EQ(rbt.series.size(), 1U);
    const GrowingList<Point> &points = rbt.series[0].points;
    ASSERT_EQ(points.size(), sweep["row_count"].get<std::size_t>());
    EXPECT_DOUBLE_EQ(points[0].x, 1024);
    EXPECT_DOUBLE_EQ(points.back().x, 512.0 * 1048576);
    for (const auto &[point, row] :
         {std::pair(points.front(), sweep["first_row"]), std::pair(points.back(), sweep["last_row"])}) {
        expectNumber(point.fields[0].value, row[1], "time");
        expectNumber(point.y, row[2], "average");
        expectNumber(point.fields[1].value, row[3], "least time");
        expectNumber(point.fields[2].value, row[4], "peak");
    }

    const json nv = expected("nvbandwidth-0.6-gh200.log");
    const Results nvbandwidth = run("nvbandwidth-0.6-gh200.log", "nvbandwidth");
    EXPECT_EQ(nvbandwidth.version, nv["version"].get<std::string>());
    ASSERT_EQ(nvbandwidth.summary.fields.size(), nv["tests_with_sum"].get<std::size_t>());
    EXPECT_EQ(nvbandwidth.matrices.size(), nvbandwidth.summary.fields.size());
    EXPECT_EQ(nvbandwidth.summary.fields.front().name, "SUM " + nv["first_sum"][0].get<std::string>());
    EXPECT_EQ(nvbandwidth.summary.fields.back().name, "SUM " + nv["last_sum"][0].get<std::string>());
    EXPECT_DOUBLE_EQ(nvbandwidth.summary.fields.front().value.value(),
                     std::stod(nv["first_sum"][1].get<std::string>()));
    EXPECT_EQ(nvbandwidth.summary.fields.back().unit, "ns");
    EXPECT_EQ(factOf(nvbandwidth, "waived"), std::to_string(nv["waived"].get<int>()));
    EXPECT_EQ(nvbandwidth.matrices[0].columns.size(), 3U)
        << "wider than the list of devices: its column line counts";
}

TEST_F(CorpusLogs, StreamHasItsFunctions) {
    const json reference = expected("stream-5.10-zen.log");
    const Results stream = run("stream-5.10-zen.log", "stream");
    ASSERT_EQ(stream.series.size(), 4U);
    for (const Series &series : stream.series) {
        expectNumber(series.points[0].y, reference[series.name], series.name);
        EXPECT_EQ(series.unit, reference["unit"].get<std::string>());
    }
    EXPECT_EQ(stream.summary.passed, reference["validates"].get<bool>());

    const json first = expected("superbench-gpu-stream.log")["first"];
    const Results gpu = run("superbench-gpu-stream.log", "gpu-stream");
    ASSERT_EQ(gpu.series.size(), 32U);
    EXPECT_EQ(gpu.series[0].name, first[0].get<std::string>());
    expectNumber(gpu.series[0].points[0].y, first[1], "rate");
    expectNumber(gpu.series[0].points[0].fields[0].value, first[2], "of peak");
}

TEST_F(CorpusLogs, AJobsStateNamesTheRankThatIsMissing) {
    const json reference = expected("rccl-ras-2.28.3-degraded.txt");
    const Results found = run("rccl-ras-2.28.3-degraded.txt", "rcclras");
    EXPECT_EQ(factOf(found, "status"), reference["status"].get<std::string>());
    EXPECT_EQ(factOf(found, "nodes"), std::to_string(reference["nodes"].get<int>()));
    EXPECT_EQ(factOf(found, "processes"), std::to_string(reference["processes"].get<int>()));
    EXPECT_EQ(found.summary.passed, false);
    const std::string rank = "Rank " + std::to_string(reference["missing_rank"].get<int>()) + " ";
    EXPECT_TRUE(std::any_of(found.diagnostics.begin(), found.diagnostics.end(), [&](const Finding &one) {
        return lineText(one).starts_with(rank) && !meaningOf(one).empty();
    }));
}

} // namespace
} // namespace fabricscope::bench
