// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/bench/BenchPictureList.h"
#include "core/layout/bench/Chart.h"
#include "core/layout/bench/ChartMarks.h"
#include "tests/support/samples/SampleBench.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

namespace fabricscope::layout {

using bench::BenchView;
using draw::DisplayList;
using draw::Item;
using draw::Point;
using draw::Token;
using present::BenchChart;
using present::benchCharts;
using present::ChartLine;
using present::ChartPoint;
using present::ChartSpec;
using present::chartSpecOf;
using present::plateauOf;
using present::thinned;

namespace {

BenchChart firstOf(const BenchView &view) {
    return benchCharts(*view.results).front();
}

DisplayList chartOf(const BenchView &view, double width = 616, double height = 380) {
    return layoutBenchChart(view, firstOf(view), {width, height, draw::approximateTextWidth});
}

bool hasText(const DisplayList &list, const std::string &text) {
    return std::any_of(list.items.begin(), list.items.end(), [&](const Item &item) {
        return item.shape == Item::Shape::Text && item.text == text;
    });
}

const Item *lineOf(const DisplayList &list, Token token) {
    const Item *longest = nullptr;
    for (const Item &item : list.items)
        if (item.shape == Item::Shape::Polyline && item.stroke.token == token &&
            (longest == nullptr || item.points.size() > longest->points.size()))
            longest = &item;
    return longest;
}

TEST(BenchChart, HasAPointForEachSizeOutOfPlaceAndInPlace) {
    const DisplayList list = chartOf(samples::allReduceView());
    ASSERT_NE(lineOf(list, Token::Series1), nullptr);
    EXPECT_EQ(lineOf(list, Token::Series1)->points.size(), samples::kAllReduceSizes);
    EXPECT_EQ(lineOf(list, Token::Series2)->points.size(), samples::kAllReduceSizes);
    EXPECT_EQ(list.areas.size(), samples::kAllReduceSizes);
}

TEST(BenchChart, AreaOfASizeIsLabelledWithAllItsValues) {
    const DisplayList list = chartOf(samples::allReduceView());
    EXPECT_EQ(list.areas[4].label.substr(0, 58),
              "16M: out of place 101.6 GB/s, in place 100.2 GB/s, baselin");
}

TEST(BenchChart, NamesItsCeilingWithItsSourceAndItsPeak) {
    const DisplayList list = chartOf(samples::allReduceView());
    EXPECT_TRUE(hasText(list, "ceiling 400 GB/s: 8 × 400 Gb/s per node"));
    EXPECT_TRUE(hasText(list, "peak 368.09 at 8G"));
    EXPECT_TRUE(hasText(list, "baseline, 10 runs, min to max"));
    EXPECT_TRUE(hasText(list, "GB/s by message size"));
}

TEST(BenchChart, ThePeakIsNotWrittenOverAnotherCurve) {
    for (const double height : {220.0, 260.0, 380.0}) {
        const DisplayList list = chartOf(samples::slowView(0), 616, height);
        const Item *words = nullptr;
        for (const Item &item : list.items)
            if (item.shape == Item::Shape::Text && item.text.rfind("peak ", 0) == 0)
                words = &item;
        if (words == nullptr)
            continue; // if there is no room for it
        for (const Token token : {Token::Series1, Token::Series2, Token::BaselineEdge})
            for (const Point &point : lineOf(list, token)->points)
                EXPECT_FALSE(words->rect.contains(point.x, point.y))
                    << height << ", " << static_cast<int>(token);
    }
}

TEST(BenchChart, ACeilingOfAnotherUnitIsNotDrawn) {
    BenchView view = samples::allReduceView();
    view.ceiling->unit = "Gb/s";
    EXPECT_FALSE(hasText(chartOf(view), view.ceiling->words));
}

TEST(BenchChart, EachDoublingHasTheSameStep) {
    const DisplayList list = chartOf(samples::allReduceView());
    const auto &points = lineOf(list, Token::Series1)->points;
    const double step = points[1].x - points[0].x;
    for (std::size_t index = 2; index < points.size(); ++index)
        EXPECT_NEAR(points[index].x - points[index - 1].x, step, 1e-6);
}

TEST(BenchChart, ReachesAsFarAsTheRunWillGoFromItsFirstRowOn) {
    const DisplayList list = chartOf(samples::runningView(0));
    EXPECT_TRUE(hasText(list, "16G"));
    EXPECT_EQ(list.areas.back().label, "16G: running");
    BenchView early = samples::runningView(0);
    early.results = std::make_shared<const bench::Results>(samples::allReduce(2));
    EXPECT_TRUE(hasText(chartOf(early), "16G"));
}

TEST(BenchChart, ShowsItsPlateauLargerWhereThereIsRoomForIt) {
    EXPECT_TRUE(hasText(chartOf(samples::allReduceView()), "512M to 16G, 356.6 to 368.1"));
    EXPECT_FALSE(hasText(chartOf(samples::allReduceView(), 400, 220), "512M to 16G, 356.6 to 368.1"));
}

TEST(BenchChart, APlateauIsTheTailWithinATenthOfThePeak) {
    ChartLine line;
    for (const double y : {1.0, 10.0, 50.0, 80.0, 60.0, 95.0, 99.0, 100.0, 98.0})
        line.points.push_back({static_cast<double>(line.points.size()), y});
    EXPECT_EQ(plateauOf(line), std::optional<std::size_t>(5));
    line.points.back().y = 70; // a dip at the end: not settled
    EXPECT_EQ(plateauOf(line), std::nullopt);
    line.points.back().y.reset();
    EXPECT_EQ(plateauOf(line), std::nullopt);
}

TEST(BenchChart, AnUnknownValueLeavesAGap) {
    bench::Results results = samples::allReduce();
    results.rows[7].outOfPlace->busbw.reset();
    BenchView view = samples::allReduceView();
    view.results = std::make_shared<const bench::Results>(results);
    const DisplayList list = chartOf(view);
    EXPECT_EQ(lineOf(list, Token::Series1)->points.size(), 7U);
    EXPECT_NE(list.areas[7].label.find("out of place unknown"), std::string::npos);
}

TEST(BenchChart, TestsThatTimeInPlaceOnlyHaveThatLineAlone) {
    bench::Results results = samples::allReduce();
    for (std::size_t at = 0; at < results.rows.size(); ++at)
        results.rows[at].outOfPlace.reset();
    BenchView view = samples::allReduceView();
    view.results = std::make_shared<const bench::Results>(results);
    const ChartSpec spec = chartSpecOf(view, firstOf(view));
    ASSERT_EQ(spec.lines.size(), 1U);
    EXPECT_EQ(spec.lines.front().name, "in place");
}

TEST(BenchChart, AMillionPointsBecomeAsManyAsAreSeenAndKeepTheirExtremes) {
    std::vector<ChartPoint> points;
    for (int index = 0; index < 1'000'000; ++index)
        points.push_back({static_cast<double>(index), index == 512345 ? 9.0 : index == 512346 ? -9.0 : 1.0});
    const auto few = thinned(points, 600);
    EXPECT_LE(few.size(), 1200U);
    const auto [least, greatest] = std::minmax_element(
        few.begin(), few.end(), [](const ChartPoint &a, const ChartPoint &b) { return *a.y < *b.y; });
    EXPECT_EQ(*least->y, -9);
    EXPECT_EQ(*greatest->y, 9);
    EXPECT_TRUE(std::is_sorted(few.begin(), few.end(),
                               [](const ChartPoint &a, const ChartPoint &b) { return a.x < b.x; }));
}

TEST(BenchChart, TheFirstSixteenLinesDifferInMoreThanTheirColour) {
    std::set<std::tuple<Token, float, float>> looks;
    std::set<std::tuple<float, float, SeriesStyle::Marker>> grey;
    for (std::size_t index = 0; index < 16; ++index) {
        const SeriesStyle look = seriesStyle(index);
        looks.emplace(look.token, look.dash, look.gap);
        grey.emplace(look.dash, look.gap, look.marker);
    }
    EXPECT_EQ(looks.size(), 16U);
    EXPECT_EQ(grey.size(), 16U);
}

TEST(BenchChart, CurvesOfManyPointsHaveMarkersAtDifferentPlaces) {
    std::set<std::size_t> first;
    for (std::size_t line = 0; line < 8; ++line) {
        const MarkedPoints marked = markedPoints(600, 800, seriesStyle(line));
        EXPECT_EQ(marked.step, 72U);
        EXPECT_LT(marked.first, marked.step);
        first.insert(marked.first);
    }
    EXPECT_EQ(first.size(), 8U);
    EXPECT_EQ(markedPoints(20, 800, seriesStyle(5)).first, 0U) << "each point of a curve of few";
    EXPECT_EQ(markedPoints(20, 800, seriesStyle(5)).step, 1U);
    for (const std::size_t points : {0U, 1U, 3U, 50U})
        for (const double width : {0.0, 1.0, 30.0, 5000.0}) {
            const MarkedPoints marked = markedPoints(points, width, seriesStyle(15));
            EXPECT_GE(marked.step, 1U);
            EXPECT_TRUE(points == 0 || marked.first < points) << points << ' ' << width;
        }
}

TEST(BenchChart, NothingLeavesThePictureInAnySize) {
    for (const BenchView &view : {samples::allReduceView(), samples::runningView(0), samples::perftestView(),
                                  samples::telemetryView(), samples::streamView(), samples::meshView()})
        for (const BenchChart &chart : benchCharts(*view.results))
            for (const auto &[width, height] :
                 {std::pair(616.0, 380.0), std::pair(1400.0, 700.0), std::pair(300.0, 150.0)}) {
                const DisplayList list =
                    layoutBenchPicture(view, chart, {width, height, draw::approximateTextWidth}, 0);
                for (const Item &item : list.items)
                    for (const Point &point : item.points) {
                        EXPECT_GE(point.x, -1);
                        EXPECT_LE(point.x, width + 1);
                        EXPECT_LE(point.y, list.height + 1);
                    }
            }
}

TEST(BenchChart, HostileValuesDrawSomethingAndNeverNan) {
    bench::Results results;
    bench::Series series{"x", "", "W", bench::Axis::Seconds, {}};
    for (const double y : {std::nan(""), 1e308, -1e308, 0.0, HUGE_VAL})
        series.points.push_back({static_cast<double>(series.points.size()), y, {}});
    series.points.push_back({std::nan(""), 1.0, {}});
    results.series.push_back(series);
    BenchView view;
    view.results = std::make_shared<const bench::Results>(results);
    for (const Item &item : chartOf(view).items) {
        EXPECT_FALSE(std::isnan(item.rect.x) || std::isnan(item.rect.y)) << item.text;
        for (const Point &point : item.points)
            EXPECT_FALSE(std::isnan(point.x) || std::isnan(point.y));
    }
}

TEST(BenchChart, ExportedPictureNamesItsRunAndMarksItSimulated) {
    BenchView view = samples::allReduceView();
    view.simulated = "MI355X";
    const DisplayList list =
        layoutBenchPicture(view, firstOf(view), {960, 560, draw::approximateTextWidth}, 0);
    EXPECT_TRUE(hasText(list, "all_reduce_perf (simulated)"));
    EXPECT_EQ(list.height, 560);
}

} // namespace
} // namespace fabricscope::layout
