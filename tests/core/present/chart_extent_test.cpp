// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/present/bench/ChartExtent.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace fabricscope::present {
namespace {

ChartSpec sizes() {
    ChartSpec spec;
    spec.axis = bench::Axis::Bytes;
    spec.lines = {{"a", {{1024, 10.0}, {2048, 20.0}, {4096, 40.0}, {8192, 80.0}}}};
    return spec;
}

TEST(ChartExtent, WithoutZoomYBeginsAtZeroAndHoldsTheCeiling) {
    ChartSpec spec = sizes();
    spec.ceiling = bench::BenchCeiling{100, "GB/s", "ceiling"};
    const ChartExtent extent = visibleOf(spec, 600).extent;
    EXPECT_EQ(extent.x, (ChartRange{1024, 8192}));
    EXPECT_EQ(extent.y.low, 0);
    EXPECT_GT(extent.y.high, 100);
}

TEST(ChartExtent, AZoomedLineEndsAtTheEdgesAndYFitsIt) {
    ChartSpec spec = sizes();
    spec.zoom = {std::exp2(10.5), std::exp2(12.5)};
    const VisibleChart visible = visibleOf(spec, 600);
    const auto &line = visible.lines.front();
    ASSERT_EQ(line.size(), 4U); // two points and two crossings
    EXPECT_DOUBLE_EQ(line.front().x, spec.zoom->low);
    EXPECT_NEAR(*line.front().y, 15, 1e-9); // half way between 10 and 20
    EXPECT_NEAR(*line.back().y, 60, 1e-9);
    EXPECT_GT(visible.extent.y.low, 5);
    EXPECT_LT(visible.extent.y.high, 70);
}

TEST(ChartExtent, ALogarithmHasAGapWhereAValueIsNotPositive) {
    ChartSpec spec = sizes();
    spec.logarithmic = true;
    spec.lines[0].points[1].y = 0;
    const VisibleChart visible = visibleOf(spec, 600);
    EXPECT_FALSE(visible.lines[0][1].y.has_value());
    EXPECT_GT(visible.extent.y.low, 5);
    EXPECT_GT(visible.extent.y.high, 80);
}

TEST(ChartExtent, AHiddenLineTakesNoSpace) {
    ChartSpec spec = sizes();
    spec.lines.push_back({"b", {{1024, 1000.0}, {8192, 1000.0}}, true});
    const VisibleChart visible = visibleOf(spec, 600);
    EXPECT_TRUE(visible.lines[1].empty());
    EXPECT_LT(visible.extent.y.high, 100);
}

TEST(ChartExtent, AMillionPointsAreAtMostTwoForEachColumnWithTheirExtremes) {
    ChartSpec spec;
    spec.axis = bench::Axis::Seconds;
    spec.lines.emplace_back();
    for (int index = 0; index < 1'000'000; ++index)
        spec.lines[0].points.push_back({index * 1.0, index == 777'777 ? 9.0 : 1.0});
    spec.zoom = {500'000, 900'000};
    const VisibleChart visible = visibleOf(spec, 700);
    EXPECT_LE(visible.lines[0].size(), 1402U);
    EXPECT_GT(visible.extent.y.high, 9);
}

TEST(ChartExtent, ACoarseCopyKeepsTheExtremesAndIsNotEnoughForANarrowZoom) {
    ChartSpec spec;
    spec.axis = bench::Axis::Seconds;
    spec.lines.emplace_back();
    for (int index = 0; index < 200'000; ++index)
        spec.lines[0].points.push_back({index * 1.0, index == 77'777 ? 9.0 : 1.0});
    ChartSpec coarse = thinnedSpec(spec, 4096);
    EXPECT_LE(coarse.lines[0].points.size(), 8192U);
    EXPECT_TRUE(fillsColumns(coarse, spec, 400));
    coarse.zoom = {50'000, 150'000};
    EXPECT_TRUE(fillsColumns(coarse, spec, 400));
    EXPECT_GT(visibleOf(coarse, 400).extent.y.high, 9);
    coarse.zoom = {50'000, 51'000};
    EXPECT_FALSE(fillsColumns(coarse, spec, 400));
}

TEST(ChartExtent, TicksOfSizesAreDoublingsAndTheLastIsLabelled) {
    const auto few = xTicks(bench::Axis::Bytes, {1 << 20, std::exp2(34)}, 200);
    EXPECT_EQ(few.size(), 15U);
    EXPECT_EQ(few.back().label, "16G");
    EXPECT_LT(std::count_if(few.begin(), few.end(), [](const Tick &tick) { return !tick.label.empty(); }), 7);
    for (const Tick &tick : xTicks(bench::Axis::Bytes, {1 << 20, std::exp2(34)}, 1400))
        EXPECT_FALSE(tick.label.empty());
}

TEST(ChartExtent, TicksOfALogarithmAreAtTensAndOfANarrowOneRound) {
    const auto wide = yTicks(ScaleKind::Decade, {0.5, 2000}, 6);
    ASSERT_EQ(wide.size(), 4U);
    EXPECT_EQ(wide.front().label, "1");
    EXPECT_EQ(wide.back().label, "1000");
    EXPECT_GE(yTicks(ScaleKind::Decade, {200, 400}, 6).size(), 3U);
}

TEST(ChartExtent, NothingIsStillAnAxis) {
    for (const bool logarithmic : {false, true}) {
        ChartSpec spec;
        spec.logarithmic = logarithmic;
        const ChartExtent extent = visibleOf(spec, 600).extent;
        EXPECT_LT(extent.x.low, extent.x.high);
        EXPECT_LT(extent.y.low, extent.y.high);
    }
}

} // namespace
} // namespace fabricscope::present
