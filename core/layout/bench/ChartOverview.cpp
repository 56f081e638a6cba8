// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/bench/ChartOverview.h"

#include "core/draw/Sketch.h"

#include <algorithm>

namespace fabricscope::layout {

using draw::Align;
using draw::Font;
using draw::kNoPaint;
using draw::Point;
using draw::Rect;
using draw::Sketch;
using draw::TextStyle;
using draw::Token;
namespace level = draw::level;
using present::ChartLine;
using present::ChartPoint;
using present::ChartSpec;

namespace {

constexpr TextStyle kTickText{Font::Mono, 10.5F, Token::Text3};
constexpr TextStyle kAll{Font::Sans, 11, Token::Text3};
constexpr double kTop = 4, kStrip = 40, kHandle = 4, kHandleHeight = 16;
constexpr std::size_t kColumns = 160; ///< of the strip: enough for its height

/// The first line that is shown, as it is without zoom.
std::vector<Point> course(const ChartSpec &spec, const ChartFrame &frame) {
    std::vector<Point> points;
    const auto line = std::find_if(spec.lines.begin(), spec.lines.end(),
                                   [](const ChartLine &each) { return !each.hidden; });
    if (line == spec.lines.end())
        return points;
    for (const ChartPoint &point : line->points)
        if (point.y && (!spec.logarithmic || *point.y > 0))
            points.push_back(frame.at(point));
    return points;
}

void paintWindow(Sketch &sketch, const Rect &window) {
    sketch.box(level::kAlways, window, solid(Token::AccentBg), solid(Token::Accent));
    for (const double x : {window.x, window.right()})
        sketch.box(level::kAlways,
                   {x - kHandle / 2, window.y + (window.height - kHandleHeight) / 2, kHandle, kHandleHeight},
                   solid(Token::Accent), kNoPaint, 2);
}

/// The one line of which only y is asked.
ChartSpec wholeOf(const ChartSpec &spec) {
    ChartSpec whole;
    whole.axis = spec.axis;
    whole.logarithmic = spec.logarithmic;
    const auto line = std::find_if(spec.lines.begin(), spec.lines.end(),
                                   [](const ChartLine &each) { return !each.hidden; });
    if (line != spec.lines.end())
        whole.lines.push_back({line->name, present::thinned(line->points, kColumns)});
    return whole;
}

} // namespace

ChartOverview layoutChartOverview(const ChartSpec &spec, double left, double right,
                                  const draw::MeasureText &measure) {
    ChartOverview overview;
    overview.list.width = right;
    overview.list.height = kOverviewHeight;
    Sketch sketch(overview.list, measure);
    overview.strip = {left, kTop, std::max(right - left, 20.0), kStrip};
    const ChartSpec whole = wholeOf(spec);
    present::ChartExtent extent = present::visibleOf(whole, kColumns).extent;
    extent.x = present::wholeX(spec);
    const Rect inner{left, kTop + 5, overview.strip.width, kStrip - 10};
    const ChartFrame frame = chartFrame(whole, extent, inner);
    overview.x = frame.x;
    const present::ChartRange seen = spec.zoom.value_or(extent.x);
    const double from = std::max(frame.x.at(seen.low) - 4, left),
                 to = std::min(frame.x.at(seen.high) + 4, overview.strip.right());
    overview.window = {from, kTop, std::max(to - from, 2.0), kStrip};
    sketch.box(level::kAlways, overview.strip, solid(Token::Panel), solid(Token::Line), 2);
    paintWindow(sketch, overview.window);
    std::vector<Point> points = course(whole, frame);
    if (points.size() > 1)
        sketch.line(level::kAlways, std::move(points), solid(Token::Series1), 1.5F);
    sketch.text(level::kAlways, {0, kTop, std::max(left - 8, 0.0), kStrip}, "all", kAll, Align::Right);
    for (const present::Tick &tick : present::xTicks(spec.axis, extent.x, overview.strip.width / 2))
        if (!tick.label.empty())
            sketch.text(level::kAlways, {frame.x.at(tick.value) - 30, kTop + kStrip + 3, 60, 16}, tick.label,
                        kTickText, Align::Centre);
    return overview;
}

} // namespace fabricscope::layout
