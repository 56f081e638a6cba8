// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/bench/ChartMarks.h"

#include <algorithm>
#include <array>

namespace fabricscope::layout {

using bench::BandPoint;
using draw::Item;
using draw::kNoPaint;
using draw::Paint;
using draw::Point;
using draw::Rect;
using draw::Sketch;
using draw::Token;
namespace level = draw::level;
using present::ChartLine;
using present::ChartPoint;
using present::ChartScale;
using present::thinned;
using present::xKind;
using present::yKind;

namespace {

using Marker = SeriesStyle::Marker;

/// Each dash leaves a gap beside the marker in the legend.
constexpr std::array kStyles{
    SeriesStyle{Token::Series1, 0, 0, Marker::Disc},
    SeriesStyle{Token::Series2, 5, 3, Marker::Square},
    SeriesStyle{Token::Series3, 2, 3, Marker::Triangle},
    SeriesStyle{Token::Series4, 12, 4, Marker::Diamond},
};

void paintPart(Sketch &sketch, std::vector<Point> points, const SeriesStyle &look) {
    if (points.size() < 2)
        return;
    Item &item = sketch.line(level::kAlways, std::move(points), solid(look.token), 2);
    item.dash = look.dash;
    item.gap = look.gap;
}

/// From the lowest to the highest of the repeats, with a bar at each end.
void paintSpread(Sketch &sketch, const ChartFrame &frame, const ChartPoint &point, const SeriesStyle &look) {
    constexpr double kHalfBar = 3.5;
    const double x = frame.x.at(point.x), low = frame.y.at(point.spread->first),
                 high = frame.y.at(point.spread->second);
    sketch.line(level::kAlways, {{x, low}, {x, high}}, solid(look.token), 1.5F);
    for (const double y : {low, high})
        sketch.line(level::kAlways, {{x - kHalfBar, y}, {x + kHalfBar, y}}, solid(look.token), 1.5F);
}

} // namespace

double chartAir(double plotWidth) {
    constexpr double kAir = 16;
    return std::min(kAir, plotWidth / 8);
}

ChartFrame chartFrame(const present::ChartSpec &spec, const present::ChartExtent &extent, const Rect &plot) {
    const double air = chartAir(plot.width);
    return {plot, ChartScale(xKind(spec.axis), extent.x.low, extent.x.high, plot.x + air, plot.right() - air),
            ChartScale(yKind(spec), extent.y.low, extent.y.high, plot.bottom(), plot.y)};
}

bool hasMarkers(std::size_t points, double plotWidth) {
    constexpr double kMinSpacing = 9; ///< px a point
    return points == 1 || static_cast<double>(points) * kMinSpacing <= plotWidth;
}

MarkedPoints markedPoints(std::size_t points, double plotWidth, const SeriesStyle &look) {
    constexpr double kSpacing = 96;       ///< px between the markers of a curve with many points
    constexpr std::size_t kDifferent = 8; ///< curves whose markers are side by side
    if (points == 0 || hasMarkers(points, plotWidth))
        return {0, 1};
    const double step = static_cast<double>(points) * kSpacing / std::max(plotWidth, kSpacing);
    const double first = step * static_cast<double>(look.line % kDifferent) / kDifferent;
    return {std::min(static_cast<std::size_t>(first), points - 1),
            std::max(static_cast<std::size_t>(step), std::size_t{1})};
}

SeriesStyle seriesStyle(std::size_t index) {
    SeriesStyle look = kStyles[index % kStyles.size()];
    look.line = index;
    const SeriesStyle &dashes = kStyles[(index + index / kStyles.size()) % kStyles.size()];
    look.dash = dashes.dash;
    look.gap = dashes.gap;
    return look;
}

void paintMarker(Sketch &sketch, const Point &centre, const SeriesStyle &look, double size) {
    const double half = size / 2;
    const Rect box{centre.x - half, centre.y - half, size, size};
    const auto shape = [&](std::vector<Point> points, const Paint &fill) {
        sketch.line(level::kAlways, std::move(points), solid(look.token), 1.5F).fill = fill;
    };
    switch (look.marker) {
    case Marker::Disc:
        sketch.box(level::kAlways, box, solid(look.token), kNoPaint, static_cast<float>(half));
        return;
    case Marker::Square:
        sketch.box(level::kAlways, box, solid(Token::Canvas), solid(look.token)).strokeWidth = 1.5F;
        return;
    case Marker::Triangle:
        return shape(
            {{centre.x, box.y}, {box.right(), box.bottom()}, {box.x, box.bottom()}, {centre.x, box.y}},
            solid(Token::Canvas));
    case Marker::Diamond:
        return shape({{centre.x, box.y - 1},
                      {box.right() + 1, centre.y},
                      {centre.x, box.bottom() + 1},
                      {box.x - 1, centre.y},
                      {centre.x, box.y - 1}},
                     solid(look.token));
    }
}

void paintSpreads(Sketch &sketch, const ChartFrame &frame, const std::vector<ChartPoint> &points,
                  const SeriesStyle &look) {
    if (hasMarkers(points.size(), frame.plot.width))
        for (const ChartPoint &point : points)
            if (point.y && point.spread)
                paintSpread(sketch, frame, point, look);
}

void paintLine(Sketch &sketch, const ChartFrame &frame, const ChartLine &line, const SeriesStyle &look) {
    const auto points = thinned(line.points, static_cast<std::size_t>(std::max(frame.plot.width, 1.0)));
    std::vector<Point> part;
    for (const ChartPoint &point : points) {
        if (point.y) {
            part.push_back(frame.at(point));
            continue;
        }
        paintPart(sketch, std::move(part), look);
        part.clear();
    }
    paintPart(sketch, std::move(part), look);
    paintSpreads(sketch, frame, points, look);
    const MarkedPoints marked = markedPoints(points.size(), frame.plot.width, look);
    for (std::size_t at = marked.first; at < points.size(); at += marked.step)
        if (points[at].y)
            paintMarker(sketch, frame.at(points[at]), look, frame.marker);
}

void paintLegendKey(Sketch &sketch, const Rect &rect, LegendKey kind, std::size_t line) {
    const double middle = rect.y + rect.height / 2;
    if (kind == LegendKey::Band) {
        sketch.box(level::kAlways, {rect.x, middle - 4, rect.width, 9}, solid(Token::Baseline),
                   solid(Token::BaselineEdge));
        return;
    }
    const bool isCeiling = kind == LegendKey::Ceiling;
    const SeriesStyle look = isCeiling ? SeriesStyle{Token::Text2, 6, 4, Marker::Disc} : seriesStyle(line);
    Item &item = sketch.line(level::kAlways, {{rect.x, middle}, {rect.right(), middle}}, solid(look.token),
                             isCeiling ? 1.5F : 2);
    item.dash = look.dash;
    item.gap = look.gap;
    if (!isCeiling)
        paintMarker(sketch, {rect.x + rect.width / 2, middle}, look, 6);
}

void paintBand(Sketch &sketch, const ChartFrame &frame, const std::vector<BandPoint> &band) {
    std::vector<Point> low, high;
    for (const BandPoint &point : band) {
        const double x = frame.x.at(point.x); // earlier runs may have gone further than this one
        if (point.low && point.high && x >= frame.plot.x && x <= frame.plot.right()) {
            low.push_back({x, frame.y.at(*point.low)});
            high.push_back({x, frame.y.at(*point.high)});
        }
    }
    constexpr double kSinglePoint = 14; // px: for a run of one size, so that it is visible next to its marker
    if (low.size() == 1)
        for (std::vector<Point> *edge : {&low, &high}) {
            edge->push_back({edge->front().x + kSinglePoint, edge->front().y});
            edge->front().x -= kSinglePoint;
        }
    if (low.empty())
        return;
    std::vector<Point> outline = high;
    outline.insert(outline.end(), low.rbegin(), low.rend());
    sketch.line(level::kAlways, std::move(outline), kNoPaint).fill = solid(Token::Baseline);
    sketch.line(level::kAlways, std::move(low), solid(Token::BaselineEdge));
    sketch.line(level::kAlways, std::move(high), solid(Token::BaselineEdge));
}

std::optional<std::pair<double, double>>
spanWithin(const ChartFrame &frame, const std::vector<ChartLine> &lines, double from, double to) {
    std::pair<double, double> span;
    bool any = false;
    const auto take = [&](double y) {
        span = any ? std::pair(std::min(span.first, y), std::max(span.second, y)) : std::pair(y, y);
        any = true;
    };
    for (const ChartLine &line : lines) {
        Point before;
        bool hasBefore = false;
        for (const ChartPoint &point : line.points) {
            if (!point.y) {
                hasBefore = false;
                continue;
            }
            const Point here = frame.at(point);
            if (here.x >= from && here.x <= to)
                take(here.y);
            for (const double edge : {from, to}) // the line itself crosses the edge
                if (hasBefore && before.x < edge && here.x > edge)
                    take(before.y + (here.y - before.y) * (edge - before.x) / (here.x - before.x));
            before = here;
            hasBefore = true;
        }
    }
    return any ? std::optional(span) : std::nullopt;
}

} // namespace fabricscope::layout
