// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/bench/Chart.h"
#include "core/layout/bench/ChartMarks.h"
#include "core/layout/bench/ChartOverview.h"
#include "core/layout/bench/ChartPointer.h"
#include "tests/support/samples/SampleBench.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace fabricscope::layout {

using draw::DisplayList;
using draw::Item;
using draw::Rect;
using draw::Token;
using present::ChartSpec;

namespace {

constexpr Rect kPlot{50, 10, 550, 320};
const ChartOptions kOptions{616, 366};

ChartSpec allReduce() {
    const bench::BenchView view = samples::allReduceView();
    return chartSpecOf(view, present::benchCharts(*view.results).front());
}

DisplayList notesOf(const ChartSpec &spec, const ChartPointer &pointer = {}) {
    return layoutChartNotes(spec, present::visibleOf(spec, 550), kPlot, kOptions, pointer);
}

bool hasText(const DisplayList &list, const std::string &text) {
    return std::any_of(list.items.begin(), list.items.end(), [&](const Item &item) {
        return item.shape == Item::Shape::Text && item.text == text;
    });
}

TEST(ChartNotes, HaveTheAreasAndTextsOfTheWholePicture) {
    const ChartSpec spec = allReduce();
    const DisplayList notes = notesOf(spec), whole = layoutChart(spec, kOptions);
    ASSERT_EQ(notes.areas.size(), whole.areas.size());
    for (std::size_t index = 0; index < notes.areas.size(); ++index)
        EXPECT_EQ(notes.areas[index].label, whole.areas[index].label);
    EXPECT_TRUE(hasText(notes, "peak 368.09 at 8G"));
    EXPECT_TRUE(hasText(notes, "512M to 16G, 356.6 to 368.1")) << "the plateau";
}

TEST(ChartNotes, TheValueUnderThePointerIsReadNextToTheCurve) {
    const ChartSpec spec = allReduce();
    const auto visible = present::visibleOf(spec, 550);
    for (const present::ChartPoint &point : spec.lines.front().points) {
        const DisplayList notes = notesOf(spec, {point.x, std::nullopt, true});
        const auto box = std::find_if(notes.items.begin(), notes.items.end(), [](const Item &item) {
            return item.shape == Item::Shape::Box && item.fill.token == Token::Raised;
        });
        if (box == notes.items.end())
            continue; // no space without covering the curve
        EXPECT_TRUE(hasText(notes, "out of place"));
        const ChartFrame frame = chartFrame(spec, visible.extent, kPlot);
        const auto span = spanWithin(frame, spec.lines, box->rect.x, box->rect.right());
        if (span) {
            EXPECT_TRUE(span->first > box->rect.bottom() || span->second < box->rect.y) << point.x;
        }
        EXPECT_GE(box->rect.y, kPlot.y);
        EXPECT_LE(box->rect.bottom(), kPlot.bottom());
    }
    const auto boxes = [](const DisplayList &list) {
        return std::count_if(list.items.begin(), list.items.end(),
                             [](const Item &item) { return item.fill.token == Token::Raised; });
    };
    EXPECT_EQ(boxes(notesOf(spec, {16777216.0, std::nullopt, true})), 1);
    EXPECT_EQ(boxes(notesOf(spec, {16777216.0, std::nullopt, false})), 0);
}

TEST(ChartNotes, TheAxesNameWhatIsPointedAt) {
    const DisplayList notes = notesOf(allReduce(), {268435456.0, 268435456.0, false});
    EXPECT_TRUE(hasText(notes, "256M"));
    EXPECT_TRUE(hasText(notes, "318.6"));
}

TEST(ChartNotes, WhatIsOutsideOfTheZoomIsNotDrawnInIt) {
    ChartSpec spec = allReduce();
    spec.zoom = {1 << 20, 1 << 24};
    const DisplayList notes = notesOf(spec, {std::exp2(34), std::exp2(34), true});
    EXPECT_EQ(notes.areas.size(), 5U);
    for (const Item &item : notes.items)
        for (const draw::Point &point : item.points)
            EXPECT_LE(point.x, kPlot.right() + 1);
    EXPECT_FALSE(hasText(notes, "16G"));
}

TEST(ChartNotes, ABoxWithoutSpaceIsNotPlaced) {
    const ChartSpec spec = allReduce();
    const ChartFrame frame = chartFrame(spec, present::visibleOf(spec, 550).extent, kPlot);
    EXPECT_EQ(placeNear({300, 100}, 600, 80, frame, {}, {}), std::nullopt);
    const auto free = placeNear({300, 100}, 100, 80, frame, {}, {});
    ASSERT_TRUE(free);
    EXPECT_FALSE(placeNear({300, 100}, 100, 80, frame, {}, {kPlot}));
}

TEST(ChartNotes, AnExportedPictureShowsTheZoomAndNotWhatIsSwitchedOff) {
    present::ChartSeen seen;
    seen.zoom = {1 << 24, std::exp2(34)};
    seen.hidden = {1};
    seen.ceiling = false;
    const DisplayList list = layoutChart(seenOf(allReduce(), seen), kOptions);
    EXPECT_FALSE(hasText(list, "1M"));
    EXPECT_FALSE(hasText(list, "in place"));
    EXPECT_TRUE(std::none_of(list.items.begin(), list.items.end(),
                             [](const Item &item) { return item.stroke.token == Token::Series2; }));
    EXPECT_EQ(list.areas.size(), 11U);
    EXPECT_EQ(list.areas.front().label.find("in place"), std::string::npos);
}

TEST(ChartNotes, TheOverviewFramesTheZoom) {
    ChartSpec spec = allReduce();
    const ChartOverview all = layoutChartOverview(spec, 50, 600, kOptions.measure);
    EXPECT_NEAR(all.window.width, all.strip.width, 30);
    spec.zoom = {std::exp2(27), std::exp2(34)};
    const ChartOverview half = layoutChartOverview(spec, 50, 600, kOptions.measure);
    EXPECT_NEAR(half.window.width, all.strip.width / 2, 20);
    EXPECT_TRUE(hasText(half.list, "16G"));
}

} // namespace
} // namespace fabricscope::layout
