// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/bench/ChartPointer.h"

#include "core/present/bench/ChartPoints.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fabricscope::layout {

using draw::Align;
using draw::Font;
using draw::Item;
using draw::kNoPaint;
using draw::Point;
using draw::Rect;
using draw::Sketch;
using draw::TextStyle;
using draw::Token;
namespace level = draw::level;
using present::ChartLine;
using present::ChartReading;
using present::ChartSpec;

namespace {

constexpr TextStyle kChip{Font::Mono, 10.5F, Token::OnAccent};
constexpr TextStyle kName{Font::Sans, 11.5F, Token::Text2};
constexpr TextStyle kValue{Font::Mono, 11.5F, Token::Text};
constexpr double kRow = 18, kPad = 8, kKey = 16, kBetween = 14, kMaxName = 150, kChipHeight = 16;
constexpr std::size_t kMaxRows = 9;
constexpr double kGap = 14, kAir = 5; ///< px between the box and the crosshair, and any curve

bool overlap(const Rect &a, const Rect &b) {
    return b.width > 0 && a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

void paintDotted(Sketch &sketch, const Point &from, const Point &to) {
    Item &line = sketch.line(level::kAlways, {from, to}, solid(Token::Accent));
    line.dash = 2;
    line.gap = 3;
}

void paintChip(Sketch &sketch, const Rect &rect, std::string text) {
    sketch.box(level::kAlways, rect, solid(Token::Accent), kNoPaint, 2);
    sketch.text(level::kAlways, rect, std::move(text), kChip, Align::Centre);
}

/// Lines to the axes, with what they meet there.
void paintCrosshair(Sketch &sketch, const ChartSpec &spec, const ChartFrame &frame, double x) {
    const Rect &plot = frame.plot;
    const double at = frame.x.at(x);
    paintDotted(sketch, {at, plot.y}, {at, plot.bottom()});
    const std::string size = present::xLabel(spec.axis, x, frame.x.high() - frame.x.low());
    const double width = sketch.width(size, kChip) + 10;
    paintChip(sketch,
              {std::clamp(at - width / 2, 0.0, std::max(0.0, plot.right() - width)), plot.bottom() + 6, width,
               kChipHeight},
              size);
    const auto value = present::firstValueAt(spec, x);
    if (!value || (spec.logarithmic && !(*value > 0)))
        return;
    const double y = frame.y.at(*value);
    paintDotted(sketch, {plot.x, y}, {at, y});
    const std::string words = present::valueLabel(*value, std::min(present::decimalsOf(*value), 2));
    const double wide = sketch.width(words, kChip) + 8;
    paintChip(sketch, {std::max(0.0, plot.x - 3 - wide), y - kChipHeight / 2, wide, kChipHeight}, words);
}

void paintRings(Sketch &sketch, const ChartSpec &spec, const ChartFrame &frame, double x) {
    constexpr double kRing = 14;
    for (const ChartLine &line : spec.lines)
        for (auto point = std::lower_bound(line.points.begin(), line.points.end(), x,
                                           [](const auto &each, double at) { return each.x < at; });
             point != line.points.end() && point->x == x && !line.hidden; ++point) {
            if (!point->y || (spec.logarithmic && !(*point->y > 0)))
                continue;
            const Point at = frame.at(*point);
            sketch
                .box(level::kAlways, {at.x - kRing / 2, at.y - kRing / 2, kRing, kRing}, kNoPaint,
                     solid(Token::Accent), kRing / 2)
                .strokeWidth = 2;
            return; // the first: others lie close to it
        }
}

void paintKey(Sketch &sketch, const ChartReading &reading, const Rect &rect) {
    const Point middle{rect.x + 5, rect.y + rect.height / 2};
    if (reading.line)
        paintMarker(sketch, middle, seriesStyle(*reading.line), 7);
    else
        sketch.box(level::kAlways, {middle.x - 4, middle.y - 4, 8, 8}, solid(Token::Baseline),
                   solid(Token::BaselineEdge));
}

void paintReadOut(Sketch &sketch, const ChartSpec &spec, const ChartFrame &frame,
                  const std::vector<ChartLine> &lines, const Rect &inset, double x) {
    std::vector<ChartReading> readings = present::readingsAt(spec, x);
    const std::size_t all = readings.size();
    if (all > kMaxRows) {
        readings.resize(kMaxRows);
        readings.back() = {std::nullopt, fmt::format("{} more", all - kMaxRows + 1), ""};
    }
    double names = 0, values = 0;
    for (const ChartReading &reading : readings) {
        names = std::max(names, std::min(sketch.width(reading.name, kName), kMaxName));
        values = std::max(values, sketch.width(reading.value, kValue));
    }
    const double width = 2 * kPad + kKey + names + kBetween + values,
                 height = 2 * kPad - 4 + kRow * static_cast<double>(readings.size());
    const auto value = present::firstValueAt(spec, x);
    const Point at{frame.x.at(x), value ? frame.y.at(*value) : frame.plot.y};
    const double ceiling = spec.ceiling ? frame.y.at(spec.ceiling->value) : frame.plot.y - 100;
    const auto box = placeNear(at, width, height, frame, lines,
                               {inset, {frame.plot.x, ceiling - 17, frame.plot.width, 19}});
    if (readings.empty() || !box)
        return; // the chips on the axes remain
    sketch.box(level::kAlways, *box, solid(Token::Raised), solid(Token::Line2), 4);
    double y = box->y + kPad - 2;
    for (const ChartReading &reading : readings) {
        if (reading.line || !reading.value.empty())
            paintKey(sketch, reading, {box->x + kPad, y, kKey, kRow});
        sketch.words(level::kAlways, {box->x + kPad + kKey, y, names + 1, kRow}, reading.name, kName);
        sketch.text(level::kAlways, {box->right() - kPad - values, y, values, kRow}, reading.value, kValue,
                    Align::Right);
        y += kRow;
    }
}

} // namespace

std::optional<Rect> placeNear(const Point &at, double width, double height, const ChartFrame &frame,
                              const std::vector<ChartLine> &lines, const std::vector<Rect> &taken) {
    const Rect &plot = frame.plot;
    constexpr double kStep = 8;
    std::optional<Rect> best;
    const auto distance = [&at](const Rect &rect) {
        return std::abs(rect.y + rect.height / 2 - at.y);
    };
    const auto tryAt = [&](double x) {
        if (x < plot.x + 2 || x + width > plot.right() - 2)
            return;
        std::vector<std::pair<double, double>> spans;
        for (const ChartLine &line : lines)
            if (const auto span = spanWithin(frame, {line}, x - kAir, x + width + kAir))
                spans.push_back(*span);
        for (double y = plot.y + 4; y + height <= plot.bottom() - 4; y += kStep) {
            const Rect box{x, y, width, height};
            const auto crosses = [&](const std::pair<double, double> &span) {
                return span.first < box.bottom() + kAir && span.second > box.y - kAir;
            };
            const auto covers = [&](const Rect &rect) {
                return overlap(box, rect);
            };
            if (std::none_of(spans.begin(), spans.end(), crosses) &&
                std::none_of(taken.begin(), taken.end(), covers) &&
                (!best || distance(box) < distance(*best)))
                best = box;
        }
    };
    const double left = at.x - kGap - width, right = at.x + kGap;
    for (const double x : {left, right})
        tryAt(x);
    if (!best) // over the crosshair
        for (const double x : {std::max(left, plot.x + 2), std::min(right, plot.right() - 2 - width)})
            tryAt(x);
    return best;
}

void paintPointer(Sketch &sketch, const ChartSpec &spec, const ChartFrame &frame,
                  const std::vector<ChartLine> &lines, const Rect &inset, const ChartPointer &pointer) {
    const auto isSeen = [&](const std::optional<double> &x) {
        return x && (!spec.zoom || spec.zoom->holds(*x));
    };
    const auto x = isSeen(pointer.x) ? pointer.x : pointer.selected;
    if (isSeen(x))
        paintCrosshair(sketch, spec, frame, *x);
    if (isSeen(pointer.selected))
        paintRings(sketch, spec, frame, *pointer.selected);
    if (pointer.readOut && isSeen(pointer.x))
        paintReadOut(sketch, spec, frame, lines, inset, *pointer.x);
}

} // namespace fabricscope::layout
