// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/present/bench/BenchTable.h"
#include "tests/support/samples/SampleBench.h"

#include <gtest/gtest.h>

#include <cmath>

namespace fabricscope::present {

using bench::BenchView;

namespace {

BenchTable tableOf(const BenchView &view, std::size_t chart = 0) {
    return {view, benchCharts(*view.results)[chart]};
}

std::vector<std::string> namesOf(const BenchTable &table) {
    std::vector<std::string> names;
    for (const BenchColumn &column : table.columns())
        names.push_back(column.name);
    return names;
}

std::vector<std::string> rowOf(const BenchTable &table, std::size_t row) {
    std::vector<std::string> cells;
    for (std::size_t column = 0; column < table.columns().size(); ++column)
        cells.push_back(table.cell(row, column));
    return cells;
}

using Texts = std::vector<std::string>;

TEST(BenchTable, EachCsvRowOfASimulatedRunIsMarked) {
    BenchView view = samples::meshView();
    const std::string real = tableOf(view).csv();
    EXPECT_EQ(real.find("simulated"), std::string::npos);
    view.simulated = "the demo";
    const std::string simulated = tableOf(view).csv();
    std::size_t lines = 0;
    for (std::size_t at = 0, end = 0; (end = simulated.find("\r\n", at)) != std::string::npos; at = end + 2)
        EXPECT_TRUE(
            std::string_view(simulated).substr(at, end - at).ends_with(lines++ == 0 ? ",simulated" : ",yes"));
    EXPECT_GT(lines, 2U);
    view.simulated.clear(); // an opened log, or a run of the command line
    bench::Results results = *view.results;
    results.version = "simulated: a demo host of fabricscope";
    view.results = std::make_shared<const bench::Results>(std::move(results));
    EXPECT_EQ(tableOf(view).csv(), simulated);
}

TEST(BenchTable, OfACollectiveHasTheColumnsOfTheDesign) {
    const BenchTable table = tableOf(samples::allReduceView());
    EXPECT_EQ(namesOf(table),
              (Texts{"size", "count", "time", "algbw", "busbw", "in place", "#wrong", "vs base"}));
    EXPECT_EQ(rowOf(table, 4),
              (Texts{"16M", "4194304", "309.6", "54.19", "101.60", "100.20", "0", "−1.4 %"}));
}

TEST(BenchTable, WithoutABaselineThereIsNothingToCompareWith) {
    BenchView view = samples::allReduceView();
    view.baseline.reset();
    const BenchTable table = tableOf(view);
    EXPECT_EQ(namesOf(table).back(), "#wrong");
    EXPECT_EQ(table.difference(0), std::nullopt);
    EXPECT_GE(table.differenceColumn(), table.columns().size());
}

TEST(BenchTable, TheRunningRowHasOnlyItsSizeUntilItIsThere) {
    const BenchTable table = tableOf(samples::runningView(0));
    ASSERT_EQ(table.rows(), samples::kAllReduceSizes);
    EXPECT_TRUE(table.isRunning(14));
    EXPECT_FALSE(table.isRunning(13));
    EXPECT_EQ(rowOf(table, 14), (Texts{"16G", "running", "", "", "", "", "", ""}));
}

TEST(BenchTable, ARunThatWasStoppedHasNoRunningRow) {
    BenchView view = samples::runningView(0);
    view.state->phase = bench::Phase::Stopped;
    EXPECT_EQ(tableOf(view).rows(), samples::kAllReduceSizes - 1);
}

TEST(BenchTable, WrongValuesAreMarkedAndUnvalidatedOnesUnknown) {
    bench::Results results = samples::allReduce();
    results.rows[2].inPlace->wrong = 3;
    results.rows[3].outOfPlace->wrong = 1e-6; // an `error` of versions before 2.13: normal
    results.rows[3].inPlace->wrong = 0;
    results.rows[4].outOfPlace->wrong.reset();
    results.rows[4].inPlace->wrong.reset();
    BenchView view = samples::allReduceView();
    view.results = std::make_shared<const bench::Results>(results);
    const BenchTable table = tableOf(view);
    EXPECT_TRUE(table.isWrong(2));
    EXPECT_EQ(table.isWrong(3), false);
    EXPECT_EQ(table.cell(4, 6), "");
}

TEST(BenchTable, SeriesOfTheSameSizesShareRows) {
    const BenchTable table = tableOf(samples::perftestView());
    EXPECT_EQ(namesOf(table), (Texts{"size", "BW peak", "BW average"}));
    EXPECT_EQ(table.rows(), 23U);
    EXPECT_EQ(table.cell(22, 0), "8M");
}

TEST(BenchTable, OthersBelow) {
    bench::Results results = *samples::perftestView().results;
    results.series[1].points.pop_back();
    BenchView view;
    view.results = std::make_shared<const bench::Results>(results);
    const BenchTable table = tableOf(view);
    EXPECT_EQ(table.rows(), 23U + 22U);
    EXPECT_EQ(table.cell(22, 0), "BW peak");
    EXPECT_EQ(table.cell(23, 0), "BW average");
    EXPECT_EQ(table.cell(23, 1), "2");
}

TEST(BenchTable, AMatrixKeepsItsNamesAndItsGaps) {
    const BenchTable table = tableOf(samples::meshView());
    EXPECT_EQ(table.rows(), 8U);
    EXPECT_EQ(table.columns().size(), 9U);
    EXPECT_EQ(table.cell(6, 0), "vm-01a ionic_6");
    EXPECT_EQ(table.cell(6, 4), "588.1");
    EXPECT_EQ(table.cell(7, 4), "");
}

TEST(BenchTable, CsvIsForPrograms) {
    bench::Results results = samples::allReduce(1);
    results.rows[0].inPlace.reset();
    results.rows[0].outOfPlace->timeUs = 200.625;
    BenchView view;
    view.results = std::make_shared<const bench::Results>(results);
    EXPECT_EQ(tableOf(view).csv(), "size,count,time [µs],algbw [GB/s],busbw [GB/s],#wrong\r\n"
                                   "1048576,262144,200.625,5.23,9.8,0\r\n");
    bench::Results odd;
    odd.series.push_back({"a,\"b\"", "", "MB/s", bench::Axis::Index, {{0, std::nullopt, {}}}});
    view.results = std::make_shared<const bench::Results>(odd);
    EXPECT_EQ(tableOf(view).csv(), "name,value [MB/s]\r\n\"a,\"\"b\"\"\",\r\n");
}

} // namespace
} // namespace fabricscope::present
