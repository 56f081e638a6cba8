// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/bench/TelemetryPicture.h"

#include "core/draw/Sketch.h"
#include "core/layout/bench/Chart.h"
#include "core/present/bench/ChartScale.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace fabricscope::layout {

using bench::TelemetryLine;
using bench::TelemetryPoint;
using draw::Align;
using draw::DisplayList;
using draw::Font;
using draw::kNoPaint;
using draw::MeasureText;
using draw::Point;
using draw::Rect;
using draw::Sketch;
using draw::TextStyle;
using draw::Token;
namespace level = draw::level;
using present::ChartPoint;
using present::ChartScale;
using present::decimalsOf;
using present::ScaleKind;
using present::thinned;
using present::valueLabel;

namespace {

constexpr TextStyle kSubject{Font::SansSemibold, 12, Token::Text};
constexpr TextStyle kName{Font::Sans, 12, Token::Text2};
constexpr TextStyle kValue{Font::Mono, 12, Token::Text};
constexpr TextStyle kUnit{Font::Sans, 11.5F, Token::Text3};
constexpr double kSide = 16, kRow = 27, kSubjectRow = 26, kCourse = 16, kMinCourse = 40;
constexpr double kNames = 84, kValueSpace = 48, kUnitSpace = 66;
constexpr double kSeconds = 300; ///< that are shown
constexpr std::array kColours = {Token::Series2, Token::Series3, Token::Series1, Token::Series4};

/// The last values, as far as known.
std::vector<Point> plotPoints(const TelemetryLine &line, const Rect &room) {
    std::vector<ChartPoint> last;
    const double end = line.points.empty() ? 0 : line.points.back().seconds;
    double greatest = line.limit.value_or(0);
    for (const TelemetryPoint &point : line.points)
        if (point.seconds > end - kSeconds && point.value && std::isfinite(*point.value)) {
            last.push_back({point.seconds, point.value});
            greatest = std::max(greatest, *point.value);
        }
    std::vector<Point> points;
    if (last.empty())
        return points;
    const ChartScale x(ScaleKind::Linear, last.front().x, last.back().x, room.x, room.right());
    const ChartScale y(ScaleKind::Linear, 0, greatest > 0 ? greatest : 1, room.bottom(), room.y);
    for (const ChartPoint &point : thinned(last, static_cast<std::size_t>(room.width)))
        points.push_back({x.at(point.x), y.at(*point.y)});
    return points;
}

/// Its last value is a dot.
void addCourse(TelemetryPicture &picture, Sketch &sketch, const TelemetryLine &line, const Rect &room,
               Token token) {
    std::vector<Point> points = plotPoints(line, room);
    if (points.size() < 2)
        return;
    const Point end = points.back();
    sketch.box(level::kAlways, {end.x - 2, end.y - 2, 4, 4}, solid(token), kNoPaint, 2);
    picture.courses.push_back({token, std::move(points), room.bottom()});
}

std::string valueText(const TelemetryLine &line) {
    const auto value = line.points.empty() ? std::nullopt : line.points.back().value;
    return value ? valueLabel(*value, std::min(decimalsOf(*value), 1)) : "unknown";
}

std::string unitOf(const TelemetryLine &line) {
    return line.limit ? line.unit + " of " + valueLabel(*line.limit, decimalsOf(*line.limit)) : line.unit;
}

/// As wide as the widest entry needs, within limits.
double unitSpaceOf(const std::vector<TelemetryLine> &lines, const MeasureText &measure) {
    constexpr double kWidest = 96, kMargin = 2;
    double room = kUnitSpace;
    for (const TelemetryLine &line : lines)
        room = std::max(room, measure(unitOf(line), kUnit.font, kUnit.size) + kMargin);
    return std::min(room, kWidest);
}

} // namespace

TelemetryPicture layoutTelemetry(const std::vector<TelemetryLine> &lines, double width,
                                 const MeasureText &measure) {
    TelemetryPicture picture;
    DisplayList &list = picture.list;
    list.background = solid(Token::Panel);
    Sketch sketch(list, measure);
    list.width = width;
    const double unitSpace = unitSpaceOf(lines, measure);
    double y = 0;
    std::size_t colour = 0;
    for (std::size_t index = 0; index < lines.size(); ++index) {
        const TelemetryLine &line = lines[index];
        if (index == 0 || line.subject != lines[index - 1].subject) {
            sketch.words(level::kAlways, {kSide, y, width - 2 * kSide, kSubjectRow}, line.subject, kSubject);
            y += kSubjectRow;
            colour = 0;
        }
        const double unit = width - kSide - unitSpace, figure = unit - kValueSpace - 6;
        const Rect plot{kSide + kNames, y + (kRow - kCourse) / 2, figure - kSide - kNames - 6, kCourse};
        sketch.words(level::kAlways, {kSide, y, kNames - 6, kRow}, line.name, kName);
        if (plot.width >= kMinCourse)
            addCourse(picture, sketch, line, plot, kColours[colour++ % kColours.size()]);
        const std::string value = valueText(line);
        const std::string of = unitOf(line);
        sketch.text(level::kAlways, {figure, y, kValueSpace, kRow}, value, kValue, Align::Right);
        sketch.words(level::kAlways, {unit, y, unitSpace, kRow}, of, kUnit);
        sketch.area(static_cast<std::uint32_t>(index), {kSide, y, width - 2 * kSide, kRow},
                    line.subject + ", " + line.name + ": " + value + " " + of);
        y += kRow;
    }
    list.height = y + 4;
    return picture;
}

} // namespace fabricscope::layout
