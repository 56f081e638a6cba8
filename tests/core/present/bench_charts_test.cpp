// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/command/CommandText.h"
#include "core/present/bench/BenchCharts.h"
#include "tests/support/samples/SampleBench.h"

#include <gtest/gtest.h>

namespace fabricscope::present {
namespace {

using Kind = BenchChart::Kind;

TEST(BenchCharts, QuantitiesOfOneUnitShareAChart) {
    const auto charts = benchCharts(*samples::perftestView().results);
    ASSERT_EQ(charts.size(), 2U);
    EXPECT_EQ(charts[0].title, "BW peak, BW average");
    EXPECT_EQ(charts[0].subtitle(), "Gb/s by message size");
    EXPECT_EQ(charts[1].title, "MsgRate");
}

TEST(BenchCharts, DevicesAreComparedInOneChartForEachQuantity) {
    const auto charts = benchCharts(*samples::telemetryView(5).results);
    ASSERT_EQ(charts.size(), 2U);
    EXPECT_EQ(charts[0].title, "power");
    EXPECT_EQ(charts[0].series.size(), 8U);
    EXPECT_EQ(charts[1].title, "temperature");
    EXPECT_EQ(charts[1].subtitle(), "°C over time");
}

TEST(BenchCharts, AFewFiguresAreBarsAndPairsAHeatMap) {
    EXPECT_EQ(benchCharts(*samples::streamView().results).front().kind, Kind::Bars);
    EXPECT_EQ(benchCharts(*samples::streamView().results).front().title, "STREAM");
    EXPECT_EQ(benchCharts(*samples::meshView().results).front().kind, Kind::Matrix);
    EXPECT_EQ(benchCharts(*samples::allReduceView().results).front().kind, Kind::Collective);
    EXPECT_TRUE(benchCharts({}).empty());
}

TEST(BenchCharts, UnitsAreTheSameHoweverTheSecondIsWritten) {
    EXPECT_TRUE(bench::sameUnit("Gb/sec", "Gb/s"));
    EXPECT_EQ(bench::shownUnit("Gb/sec"), "Gb/s");
    EXPECT_EQ(bench::shownUnit("MB/sec"), "MB/sec") << "2^20 bytes";
    EXPECT_FALSE(bench::sameUnit("GB/s", "Gb/s"));
    EXPECT_FALSE(bench::sameUnit("MiB/sec", "MB/s"));
}

} // namespace
} // namespace fabricscope::present
