// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/bench/BenchPictureList.h"

#include "core/bench/view/LibraryPage.h"
#include "core/draw/Sketch.h"
#include "core/layout/bench/HeatMap.h"
#include "core/layout/bench/LibraryPicture.h"
#include "core/present/bench/BenchStatus.h"

#include <algorithm>
#include <utility>

namespace fabricscope::layout {

using bench::BenchView;
using draw::Area;
using draw::DisplayList;
using draw::Font;
using draw::Hint;
using draw::Item;
using draw::Point;
using draw::Rect;
using draw::Sketch;
using draw::TextStyle;
using draw::Token;
namespace level = draw::level;
using present::BenchChart;
using present::benchStatus;
using present::chartSpecOf;
using present::runDetail;
using present::runName;
using present::seenOf;

namespace {

constexpr TextStyle kRun{Font::SansSemibold, 15, Token::Text};
constexpr TextStyle kDetail{Font::Sans, 12, Token::Text3};
constexpr double kSide = 16, kHead = 54;

bool isThere(const BenchView &view, const BenchChart &chart) {
    if (chart.kind == BenchChart::Kind::Library)
        return view.library != nullptr;
    if (chart.kind == BenchChart::Kind::Matrix)
        return chart.matrix < view.results->matrices.size();
    return std::all_of(chart.series.begin(), chart.series.end(),
                       [&](std::size_t index) { return index < view.results->series.size(); });
}

/// Adds one list of pictures below another.
void append(DisplayList &list, DisplayList below, double y) {
    const auto move = [y](Rect &rect) {
        rect.y += y;
    };
    for (Item &item : below.items) {
        move(item.rect);
        for (Point &point : item.points)
            point.y += y;
        list.items.push_back(std::move(item));
    }
    for (Area &area : below.areas) {
        move(area.rect);
        list.areas.push_back(std::move(area));
    }
    for (Hint &hint : below.hints) {
        move(hint.rect);
        list.hints.push_back(std::move(hint));
    }
    list.width = std::max(list.width, below.width);
    list.height = y + below.height;
}

} // namespace

DisplayList layoutBenchChart(const BenchView &view, const BenchChart &chart, const ChartOptions &options) {
    if (!isThere(view, chart))
        return {};
    switch (chart.kind) {
    case BenchChart::Kind::Matrix:
        return layoutHeatMap(view, chart.matrix, options);
    case BenchChart::Kind::Bars:
        return layoutBars(view, chart, options);
    case BenchChart::Kind::Library:
        return layoutLibraryPage(*view.library, options);
    case BenchChart::Kind::Collective:
    case BenchChart::Kind::Lines:
        break;
    }
    return layoutChart(seenOf(chartSpecOf(view, chart), options.seen), options);
}

DisplayList layoutBenchPicture(const BenchView &view, const BenchChart &chart, const ChartOptions &options,
                               std::int64_t nowMs) {
    DisplayList list;
    Sketch sketch(list, options.measure);
    const double room = options.width - 2 * kSide;
    std::string title = runName(view);
    if (!view.simulated.empty())
        title += " (simulated)";
    std::string detail = runDetail(view);
    if (const std::string words = benchStatus(view, nowMs).words; !words.empty())
        detail += (detail.empty() ? "" : ", ") + words;
    sketch.words(level::kAlways, {kSide, 10, room, 22}, std::move(title), kRun);
    sketch.words(level::kAlways, {kSide, 32, room, 18}, std::move(detail), kDetail);
    ChartOptions below = options;
    below.height = std::max(options.height - kHead, 120.0);
    append(list, layoutBenchChart(view, chart, below), kHead);
    return list;
}

} // namespace fabricscope::layout
