// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/bench/ChartInset.h"
#include "core/layout/bench/ChartPainter.h"
#include "core/layout/bench/ChartPointer.h"
#include "core/present/bench/ChartPoints.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fabricscope::layout {

using bench::BandPoint;
using draw::Align;
using draw::DisplayList;
using draw::Font;
using draw::Item;
using draw::Point;
using draw::Rect;
using draw::TextStyle;
using draw::Token;
namespace level = draw::level;
using present::ChartLine;
using present::ChartPoint;
using present::ChartScale;
using present::ChartSpec;
using present::decimalsOf;
using present::ScaleKind;
using present::Tick;
using present::valueLabel;

namespace {

constexpr TextStyle kTitle{Font::SansSemibold, 12.5F, Token::Text};
constexpr TextStyle kSubtitle{Font::Sans, 12, Token::Text3};
constexpr TextStyle kTickText{Font::Mono, 10.5F, Token::Text3};
constexpr TextStyle kRunningTick{Font::Mono, 10.5F, Token::Text};
constexpr TextStyle kNote{Font::Sans, 11.5F, Token::Text2};
constexpr TextStyle kPeak{Font::Sans, 11.5F, Token::Text};
constexpr TextStyle kLegendText{Font::Sans, 11.5F, Token::Text2};

constexpr double kSide = 16, kHead = 40, kFoot = 30, kTickGap = 7;
constexpr double kLegendRow = 18, kLegendKey = 30, kCeilingRow = 16;
constexpr std::size_t kMaxLegend = 8;

} // namespace

ChartPainter::ChartPainter(const ChartSpec &spec, present::VisibleChart visible, const ChartOptions &options,
                           DisplayList &list)
    : m_spec(spec)
    , m_options(options)
    , m_sketch(list, options.measure)
    , m_frame{{}, ChartScale(ScaleKind::Linear, 0, 1, 0, 1), ChartScale(ScaleKind::Linear, 0, 1, 0, 1)}
    , m_extent(visible.extent) {
    list.width = options.width;
    list.height = options.height;
    for (std::size_t index = 0; index < spec.lines.size() && index < visible.lines.size(); ++index)
        m_lines.push_back(
            {spec.lines[index].name, std::move(visible.lines[index]), spec.lines[index].hidden});
}

void ChartPainter::paint() {
    double labels = 0;
    for (const Tick &tick : gridTicks())
        labels = std::max(labels, m_sketch.width(tick.label, kTickText));
    const double left = kSide + labels + kTickGap;
    findFrame(left, m_options.width - kSide);
    placeLegend(left);
    head();
    grid();
    gridLabels();
    running();
    paintBand(m_sketch, m_frame, m_spec.band);
    ceiling();
    ceilingText();
    for (std::size_t index = m_lines.size(); index-- > 0;) // the first one lies on top
        paintLine(m_sketch, m_frame, m_lines[index], seriesStyle(index));
    legend();
    peak();
    m_inset = ChartInset(m_spec, m_extent, m_frame).paint(m_sketch, m_lines, m_legend);
    xLabels();
    areas();
}

void ChartPainter::paintGround(const Rect &plot) {
    m_frame = chartFrame(m_spec, m_extent, plot);
    m_sketch.line(level::kAlways, {{plot.x, plot.bottom() + 0.5}, {plot.right(), plot.bottom() + 0.5}},
                  solid(Token::Line2));
    grid();
    gridLabels();
    xLabels();
    running();
}

void ChartPainter::paintNotes(const Rect &plot, const ChartPointer &pointer) {
    m_frame = chartFrame(m_spec, m_extent, plot);
    ceilingText();
    spreads();
    peak();
    m_inset = ChartInset(m_spec, m_extent, m_frame).paint(m_sketch, m_lines, m_legend);
    paintPointer(m_sketch, m_spec, m_frame, m_lines, m_inset, pointer);
    areas();
}

void ChartPainter::spreads() {
    for (std::size_t index = m_lines.size(); index-- > 0;)
        paintSpreads(m_sketch, m_frame, m_lines[index].points, seriesStyle(index));
}

void ChartPainter::findFrame(double left, double right) {
    m_frame = chartFrame(
        m_spec, m_extent,
        {left, kHead, std::max(right - left, 20.0), std::max(m_options.height - kHead - kFoot, 20.0)});
}

void ChartPainter::head() {
    const double room = m_options.width - 2 * kSide;
    const double title = std::min(m_sketch.width(m_spec.title, kTitle), room);
    m_sketch.words(level::kAlways, {kSide, 8, title, 24}, m_spec.title, kTitle);
    if (room - title > 60)
        m_sketch.words(level::kAlways, {kSide + title + 8, 8, room - title - 8, 24}, m_spec.subtitle,
                       kSubtitle);
}

std::vector<Tick> ChartPainter::gridTicks() const {
    return present::yTicks(yKind(m_spec), m_extent.y, m_options.height < 200 ? 3 : 6);
}

void ChartPainter::grid() {
    const Rect &plot = m_frame.plot;
    for (const Tick &tick : gridTicks()) {
        const double y = std::round(m_frame.y.at(tick.value)) + 0.5;
        m_sketch.line(level::kAlways, {{plot.x, y}, {plot.right(), y}},
                      solid(tick.value == 0 ? Token::Line2 : Token::Line));
    }
}

void ChartPainter::gridLabels() {
    for (const Tick &tick : gridTicks()) {
        const double y = std::round(m_frame.y.at(tick.value)) + 0.5;
        m_sketch.text(level::kAlways, {0, y - 8, m_frame.plot.x - kTickGap, 16}, tick.label, kTickText,
                      Align::Right);
    }
}

/// The size being measured has no value yet: its column is marked as pending.
void ChartPainter::running() {
    if (!m_spec.running || (m_spec.zoom && !m_spec.zoom->holds(*m_spec.running)))
        return;
    const Rect &plot = m_frame.plot;
    const double x = m_frame.x.at(*m_spec.running), half = 14;
    m_sketch.box(level::kAlways,
                 {x - half, plot.y, std::min(2 * half, m_options.width - x + half), plot.height},
                 solid(Token::AccentBg));
    Item &line = m_sketch.line(level::kAlways, {{x, plot.y}, {x, plot.bottom()}}, solid(Token::Accent));
    line.dash = 2;
    line.gap = 3;
}

void ChartPainter::ceiling() {
    if (!m_spec.ceiling)
        return;
    const Rect &plot = m_frame.plot;
    const double y = std::round(m_frame.y.at(m_spec.ceiling->value)) + 0.5;
    Item &line = m_sketch.line(level::kAlways, {{plot.x, y}, {plot.right(), y}}, solid(Token::Text2), 1.5F);
    line.dash = 6;
    line.gap = 4;
}

void ChartPainter::ceilingText() {
    if (!m_spec.ceiling)
        return;
    const Rect &plot = m_frame.plot;
    const double y = std::round(m_frame.y.at(m_spec.ceiling->value)) + 0.5;
    m_sketch.words(level::kAlways, {plot.x + 6, y - kCeilingRow - 1, plot.width - 12, kCeilingRow},
                   m_spec.ceiling->words, kNote);
}

std::vector<ChartPainter::LegendRow> ChartPainter::legendRows() const {
    std::vector<LegendRow> rows;
    std::size_t shown = 0;
    for (std::size_t index = 0; index < m_spec.lines.size(); ++index)
        if (!m_spec.lines[index].hidden && ++shown <= kMaxLegend)
            rows.push_back({m_spec.lines[index].name, index});
    if (shown > kMaxLegend)
        rows.back().text = fmt::format("{} more", shown - kMaxLegend + 1);
    if (!m_spec.bandText.empty())
        rows.push_back({m_spec.bandText, std::nullopt});
    if (rows.size() == 1 && rows.front().text == m_spec.title)
        rows.clear();
    return rows;
}

/// In the first corner of the plot that no curve crosses; if there is none, next to the plot, which shrinks;
/// if it would shrink too much, nowhere: then only the areas name the lines.
void ChartPainter::placeLegend(double left) {
    const auto rows = legendRows();
    double words = 0;
    for (const LegendRow &row : rows)
        words = std::max(words, m_sketch.width(row.text, kLegendText));
    const Rect &plot = m_frame.plot;
    const double width = kLegendKey + words + 14, height = kLegendRow * static_cast<double>(rows.size()) + 6;
    const double top =
        std::max(plot.y + 6, m_spec.ceiling ? m_frame.y.at(m_spec.ceiling->value) + 8 : plot.y);
    if (rows.empty() || width > plot.width - 20 || top + height > plot.bottom())
        return;
    std::vector<ChartLine> drawn = m_lines;
    if (!m_spec.band.empty()) { // a run far from its baseline: the band has a place of its own
        drawn.resize(drawn.size() + 2);
        for (const BandPoint &point : m_spec.band) {
            (drawn.end() - 2)->points.push_back({point.x, point.low});
            drawn.back().points.push_back({point.x, point.high});
        }
    }
    const double right = plot.right() - width - 10, low = plot.bottom() - height - 8;
    for (const Rect &box : {Rect{plot.x + 10, top, width, height}, Rect{right, top, width, height},
                            Rect{right, low, width, height}, Rect{plot.x + 10, low, width, height}}) {
        const auto span = spanWithin(m_frame, drawn, box.x - 6, box.right() + 6);
        const bool running = m_spec.running && box.right() > m_frame.x.at(*m_spec.running) - 20;
        if (!running && (!span || span->first > box.bottom() + 6 || span->second < box.y - 6)) {
            m_legend = box;
            return;
        }
    }
    if (plot.width < 2.5 * width)
        return;
    findFrame(left, m_options.width - kSide - width - 4);
    m_legend = {m_frame.plot.right() + 4, m_frame.plot.y, width, height};
}

void ChartPainter::legend() {
    if (m_legend.width <= 0)
        return;
    m_sketch.box(level::kAlways, m_legend, solid(Token::Canvas));
    double y = m_legend.y + 3;
    for (const LegendRow &row : legendRows()) {
        const double x = m_legend.x + kLegendKey + 8;
        paintLegendKey(m_sketch, {m_legend.x + 8, y, kLegendKey - 8, kLegendRow},
                       row.line ? LegendKey::Line : LegendKey::Band, row.line.value_or(0));
        m_sketch.text(level::kAlways, {x, y, m_legend.right() - x, kLegendRow}, row.text, kLegendText);
        y += kLegendRow;
    }
}

/// Whether a curve or an edge of the band crosses it.
bool ChartPainter::isCrossed(const Rect &box) const {
    constexpr double kSpacing = 2;
    const auto within = [&box](double least, double greatest) {
        return least < box.bottom() + kSpacing && greatest > box.y - kSpacing;
    };
    for (const ChartLine &line : m_lines)
        if (const auto span = spanWithin(m_frame, {line}, box.x, box.right());
            span && within(span->first, span->second))
            return true;
    return std::any_of(m_spec.band.begin(), m_spec.band.end(), [&](const BandPoint &point) {
        const double x = m_frame.x.at(point.x);
        const auto at = [&](const std::optional<double> &value) {
            return value && within(m_frame.y.at(*value), m_frame.y.at(*value));
        };
        return x > box.x && x < box.right() && (at(point.low) || at(point.high));
    });
}

void ChartPainter::peak() {
    const ChartPoint *highest = nullptr;
    const ChartLine *line = m_spec.peak ? mainLine(m_spec) : nullptr;
    if (line == nullptr || line->points.size() < 3)
        return;
    for (const ChartPoint &point : line->points)
        if (point.y && (!m_spec.zoom || m_spec.zoom->holds(point.x)) &&
            (highest == nullptr || *point.y > *highest->y))
            highest = &point;
    if (highest == nullptr || (m_spec.logarithmic && !(*highest->y > 0)))
        return;
    const std::string words =
        fmt::format("peak {} at {}", valueLabel(*highest->y, decimalsOf(*highest->y)), xText(highest->x));
    const Point at = m_frame.at(*highest);
    const double width = m_sketch.width(words, kPeak);
    const Rect &plot = m_frame.plot;
    const double end = m_spec.running ? m_frame.x.at(*m_spec.running) - 18 : plot.right() - 4;
    Rect box{std::clamp(at.x - width / 2, plot.x + 4, std::max(plot.x + 4, end - width)), at.y - 22, width,
             15};
    const double ceiling = m_spec.ceiling ? m_frame.y.at(m_spec.ceiling->value) : plot.y - 100;
    if (box.y < plot.y || (ceiling > box.y - 2 && ceiling < box.bottom() + 2) || isCrossed(box)) {
        // Below the curves and the band, as far as they extend beside it.
        double low = at.y;
        if (const auto span = spanWithin(m_frame, m_lines, box.x, box.right()))
            low = std::max(low, span->second);
        for (const BandPoint &point : m_spec.band)
            if (const double x = m_frame.x.at(point.x); point.low && x > box.x - 30 && x < box.right() + 30)
                low = std::max(low, m_frame.y.at(*point.low));
        box.y = low + 6;
    }
    constexpr double kFarthest = 48; // px; farther away its line would be unclear
    if (box.bottom() < plot.bottom() && box.y - at.y < kFarthest)
        m_sketch.text(level::kAlways, box, words, kPeak);
}

std::string ChartPainter::xText(double x) const {
    return present::xLabel(m_spec.axis, x, m_extent.x.high - m_extent.x.low);
}

/// Sizes are labelled at every doubling, or at as many as there is space for.
void ChartPainter::xLabels() {
    const Rect &plot = m_frame.plot;
    const double width = plot.width - 2 * chartAir(plot.width);
    for (const Tick &tick : present::xTicks(m_spec.axis, m_extent.x, width)) {
        const double x = m_frame.x.at(tick.value);
        if (m_spec.axis == bench::Axis::Bytes)
            m_sketch.line(level::kAlways, {{x, plot.bottom()}, {x, plot.bottom() + 4}}, solid(Token::Line2));
        if (!tick.label.empty())
            m_sketch.text(level::kAlways, {x - 30, plot.bottom() + 6, 60, 16}, tick.label,
                          m_spec.running == tick.value ? kRunningTick : kTickText, Align::Centre);
    }
}

void ChartPainter::areas() {
    const std::vector<double> xs = present::seenXs(m_spec, kMaxChartAreas);
    const Rect &plot = m_frame.plot;
    for (std::size_t index = 0; index < xs.size(); ++index) {
        const double x = m_frame.x.at(xs[index]);
        const double from = index == 0 ? plot.x : (m_frame.x.at(xs[index - 1]) + x) / 2;
        const double to = index + 1 == xs.size() ? plot.right() : (m_frame.x.at(xs[index + 1]) + x) / 2;
        m_sketch.area(static_cast<std::uint32_t>(index),
                      {from, plot.y, std::max(to - from, 1.0), plot.height},
                      present::pointText(m_spec, xs[index]), 2);
    }
}

DisplayList layoutChart(const ChartSpec &spec, const ChartOptions &options) {
    DisplayList list;
    const auto columns = static_cast<std::size_t>(std::max(options.width, 1.0));
    ChartPainter(spec, present::visibleOf(spec, columns), options, list).paint();
    return list;
}

DisplayList layoutChartNotes(const ChartSpec &spec, const present::VisibleChart &visible, const Rect &plot,
                             const ChartOptions &options, const ChartPointer &pointer) {
    DisplayList list;
    ChartPainter(spec, visible, options, list).paintNotes(plot, pointer);
    return list;
}

DisplayList layoutChartGround(const ChartSpec &spec, const present::VisibleChart &visible, const Rect &plot,
                              const ChartOptions &options) {
    DisplayList list;
    ChartPainter(spec, visible, options, list).paintGround(plot);
    return list;
}

} // namespace fabricscope::layout
