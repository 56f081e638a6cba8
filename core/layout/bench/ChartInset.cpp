// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/bench/ChartInset.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fabricscope::layout {

using bench::BandPoint;
using draw::Align;
using draw::Font;
using draw::Rect;
using draw::TextStyle;
using draw::Token;
namespace level = draw::level;
using present::ChartLine;
using present::ChartPoint;
using present::ChartScale;
using present::decimalsOf;
using present::plateauOf;
using present::roundTicks;
using present::ScaleKind;
using present::Tick;
using present::valueLabel;

namespace {

constexpr TextStyle kInsetTitle{Font::Sans, 11, Token::Text2};
constexpr TextStyle kInsetTick{Font::Mono, 10, Token::Text3};
constexpr double kWidth = 214, kHeight = 138, kFromEdge = 12, kMinPlot = 440;

/// The lines from this x on.
std::vector<ChartLine> tails(const std::vector<ChartLine> &lines, double from) {
    std::vector<ChartLine> cut;
    for (const ChartLine &line : lines) {
        ChartLine &tail = cut.emplace_back(ChartLine{line.name, {}});
        if (!line.hidden)
            std::copy_if(line.points.begin(), line.points.end(), std::back_inserter(tail.points),
                         [from](const ChartPoint &point) { return point.x >= from; });
    }
    return cut;
}

bool overlap(const Rect &a, const Rect &b) {
    return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

} // namespace

const ChartLine *mainLine(const present::ChartSpec &spec) {
    const auto shown = std::find_if(spec.lines.begin(), spec.lines.end(),
                                    [](const ChartLine &line) { return !line.hidden; });
    return shown != spec.lines.end() ? &*shown : nullptr;
}

Rect ChartInset::paint(draw::Sketch &sketch, const std::vector<ChartLine> &lines, const Rect &legend) const {
    const Rect &plot = m_frame.plot;
    const Rect box{plot.right() - kWidth - kFromEdge - (m_spec.running ? 28 : 0),
                   plot.bottom() - kHeight - kFromEdge, kWidth, kHeight};
    const ChartLine *main = m_spec.peak ? mainLine(m_spec) : nullptr;
    const auto first = main != nullptr ? plateauOf(*main) : std::nullopt;
    if (!first || plot.width < kMinPlot || overlap(box, legend))
        return {};
    const double from = main->points[*first].x, to = main->points.back().x;
    if (m_spec.zoom && (m_spec.zoom->low >= from || m_spec.zoom->high < to))
        return {}; // it is what is seen, or not all of it is
    const auto span = spanWithin(m_frame, lines, box.x - 8, box.right());
    if (span && span->second > box.y - 26) // includes space for the label of the peak
        return {};
    const auto cut = tails(m_spec.lines, from);
    double least = *main->points[*first].y, greatest = least;
    for (const ChartLine &line : cut)
        for (const ChartPoint &point : line.points) {
            least = std::min(least, point.y.value_or(least));
            greatest = std::max(greatest, point.y.value_or(greatest));
        }
    std::vector<BandPoint> band;
    for (const BandPoint &point : m_spec.band)
        if (point.x >= from && point.x <= to)
            band.push_back(point);
    double low = least, high = greatest;
    for (const BandPoint &point : band) {
        low = std::min(low, point.low.value_or(low));
        high = std::max(high, point.high.value_or(high));
    }
    const double air = std::max((high - low) * 0.12, high * 0.002);
    sketch.box(level::kAlways, box, solid(Token::Panel), solid(Token::Line2), 4);
    sketch.words(level::kAlways, {box.x + 10, box.y + 4, box.width - 20, 18},
                 fmt::format("{} to {}, {} to {}", xText(from), xText(to),
                             valueLabel(least, std::min(decimalsOf(least), 1)),
                             valueLabel(greatest, std::min(decimalsOf(greatest), 1))),
                 kInsetTitle);
    const Rect inner{box.x + 38, box.y + 26, box.width - 52, box.height - 46};
    const ScaleKind kind = m_frame.x.kind();
    const ChartFrame frame{inner, ChartScale(kind, from, to, inner.x + 6, inner.right() - 6),
                           ChartScale(ScaleKind::Linear, low - air, high + air, inner.bottom(), inner.y), 5};
    axes(sketch, frame, *main, from);
    paintBand(sketch, frame, band);
    for (std::size_t index = cut.size(); index-- > 0;)
        paintLine(sketch, frame, cut[index], seriesStyle(index));
    return box;
}

void ChartInset::axes(draw::Sketch &sketch, const ChartFrame &frame, const ChartLine &line,
                      double from) const {
    const Rect &plot = frame.plot;
    for (const Tick &tick : roundTicks(frame.y.low(), frame.y.high(), 4)) {
        const double y = std::round(frame.y.at(tick.value)) + 0.5;
        sketch.line(level::kAlways, {{plot.x, y}, {plot.right(), y}}, solid(Token::Line));
        sketch.text(level::kAlways, {plot.x - 36, y - 7, 32, 14}, tick.label, kInsetTick, Align::Right);
    }
    double free = plot.x - 100;
    for (const ChartPoint &point : line.points) {
        if (point.x < from)
            continue;
        const std::string label = xText(point.x);
        const double width = sketch.width(label, kInsetTick), x = frame.x.at(point.x);
        if (x - width / 2 < free + 4)
            continue;
        sketch.text(level::kAlways, {x - width / 2, plot.bottom() + 3, width, 14}, label, kInsetTick);
        free = x + width / 2;
    }
}

std::string ChartInset::xText(double x) const {
    return present::xLabel(m_spec.axis, x, m_extent.x.high - m_extent.x.low);
}

} // namespace fabricscope::layout
