// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/bench/ChartPainter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

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
using present::byteLabel;
using present::ChartLine;
using present::ChartPoint;
using present::ChartScale;
using present::ChartSpec;
using present::decimalsOf;
using present::roundTicks;
using present::ScaleKind;
using present::Tick;
using present::timeLabel;
using present::timeTicks;
using present::valueLabel;

namespace {

constexpr TextStyle kTitle{Font::SansSemibold, 12.5F, Token::Text};
constexpr TextStyle kSubtitle{Font::Sans, 12, Token::Text3};
constexpr TextStyle kTickText{Font::Mono, 10.5F, Token::Text3};
constexpr TextStyle kRunningTick{Font::Mono, 10.5F, Token::Text};
constexpr TextStyle kNote{Font::Sans, 11.5F, Token::Text2};
constexpr TextStyle kPeak{Font::Sans, 11.5F, Token::Text};
constexpr TextStyle kLegendText{Font::Sans, 11.5F, Token::Text2};

constexpr double kSide = 16, kHead = 40, kFoot = 30, kSpacing = 16, kTickGap = 7;
constexpr double kLegendRow = 18, kLegendKey = 30, kCeilingRow = 16;
constexpr std::size_t kMaxAreas = 256, kMaxLegend = 8;
constexpr double kHeadroom = 1.06; ///< above the highest of all

} // namespace

ChartPainter::ChartPainter(const ChartSpec &spec, const ChartOptions &options, DisplayList &list)
    : m_spec(spec)
    , m_options(options)
    , m_sketch(list, options.measure)
    , m_frame{{}, ChartScale(ScaleKind::Linear, 0, 1, 0, 1), ChartScale(ScaleKind::Linear, 0, 1, 0, 1)} {
    list.width = options.width;
    list.height = options.height;
    findRange();
}

void ChartPainter::findRange() {
    std::optional<double> least, greatest;
    const auto takeX = [&](double x) {
        least = least ? std::min(*least, x) : x;
        greatest = greatest ? std::max(*greatest, x) : x;
    };
    for (const ChartLine &line : m_spec.lines)
        for (const ChartPoint &point : line.points) {
            takeX(point.x);
            m_lowY = std::min(m_lowY, point.y.value_or(0));
            m_highY = std::max({m_highY, point.y.value_or(0), point.spread ? point.spread->second : 0});
        }
    for (const BandPoint &point : m_spec.band)
        m_highY = std::max(m_highY, point.high.value_or(0));
    if (m_spec.ceiling)
        m_highY = std::max(m_highY, m_spec.ceiling->value);
    if (m_spec.expectedRange) {
        takeX(m_spec.expectedRange->first);
        takeX(m_spec.expectedRange->second);
    }
    if (m_spec.running)
        takeX(*m_spec.running);
    m_highY = m_highY > m_lowY ? m_lowY + (m_highY - m_lowY) * kHeadroom : m_lowY + 1;
    m_lowX = least.value_or(0);
    m_highX = greatest.value_or(1);
    if (m_lowX == m_highX) { // a single one is in the middle
        const bool doubles = m_spec.axis == bench::Axis::Bytes;
        m_lowX = doubles ? m_lowX / 2 : m_lowX - 1;
        m_highX = doubles ? m_highX * 2 : m_highX + 1;
    }
}

void ChartPainter::paint() {
    const auto ticks = roundTicks(m_lowY, m_highY, m_options.height < 200 ? 3 : 6);
    double labels = 0;
    for (const Tick &tick : ticks)
        labels = std::max(labels, m_sketch.width(tick.label, kTickText));
    const double left = kSide + labels + kTickGap;
    findFrame(left, m_options.width - kSide);
    placeLegend(left);
    head();
    grid(ticks);
    running();
    paintBand(m_sketch, m_frame, m_spec.band);
    ceiling();
    for (std::size_t index = m_spec.lines.size(); index-- > 0;) // the first one lies on top
        paintLine(m_sketch, m_frame, m_spec.lines[index], seriesStyle(index));
    legend();
    peak();
    inset();
    xLabels();
    areas();
}

void ChartPainter::findFrame(double left, double right) {
    m_frame.plot = {left, kHead, std::max(right - left, 20.0),
                    std::max(m_options.height - kHead - kFoot, 20.0)};
    const Rect &plot = m_frame.plot;
    const ScaleKind kind = m_spec.axis == bench::Axis::Bytes ? ScaleKind::Doubling : ScaleKind::Linear;
    const double air = std::min(kSpacing, plot.width / 8);
    m_frame.x = ChartScale(kind, m_lowX, m_highX, plot.x + air, plot.right() - air);
    m_frame.y = ChartScale(ScaleKind::Linear, m_lowY, m_highY, plot.bottom(), plot.y);
}

void ChartPainter::head() {
    const double room = m_options.width - 2 * kSide;
    const double title = std::min(m_sketch.width(m_spec.title, kTitle), room);
    m_sketch.words(level::kAlways, {kSide, 8, title, 24}, m_spec.title, kTitle);
    if (room - title > 60)
        m_sketch.words(level::kAlways, {kSide + title + 8, 8, room - title - 8, 24}, m_spec.subtitle,
                       kSubtitle);
}

void ChartPainter::grid(const std::vector<Tick> &ticks) {
    const Rect &plot = m_frame.plot;
    for (const Tick &tick : ticks) {
        const double y = std::round(m_frame.y.at(tick.value)) + 0.5;
        m_sketch.line(level::kAlways, {{plot.x, y}, {plot.right(), y}},
                      solid(tick.value == 0 ? Token::Line2 : Token::Line));
        m_sketch.text(level::kAlways, {0, y - 8, plot.x - kTickGap, 16}, tick.label, kTickText, Align::Right);
    }
}

/// The size being measured has no value yet: its column is marked as pending.
void ChartPainter::running() {
    if (!m_spec.running)
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
    m_sketch.words(level::kAlways, {plot.x + 6, y - kCeilingRow - 1, plot.width - 12, kCeilingRow},
                   m_spec.ceiling->words, kNote);
}

std::vector<ChartPainter::LegendRow> ChartPainter::legendRows() const {
    std::vector<LegendRow> rows;
    for (std::size_t index = 0; index < m_spec.lines.size() && rows.size() < kMaxLegend; ++index)
        rows.push_back({m_spec.lines[index].name, index});
    if (m_spec.lines.size() > kMaxLegend)
        rows.back() = {fmt::format("{} more", m_spec.lines.size() - kMaxLegend + 1), kMaxLegend - 1};
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
    std::vector<ChartLine> drawn = m_spec.lines;
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
        legendKey({m_legend.x + 8, y, kLegendKey - 8, kLegendRow}, row.line);
        m_sketch.text(level::kAlways, {x, y, m_legend.right() - x, kLegendRow}, row.text, kLegendText);
        y += kLegendRow;
    }
}

void ChartPainter::legendKey(const Rect &rect, std::optional<std::size_t> line) {
    const double middle = rect.y + rect.height / 2;
    if (!line) {
        m_sketch.box(level::kAlways, {rect.x, middle - 4, rect.width, 9}, solid(Token::Baseline),
                     solid(Token::BaselineEdge));
        return;
    }
    const SeriesStyle look = seriesStyle(*line);
    Item &item =
        m_sketch.line(level::kAlways, {{rect.x, middle}, {rect.right(), middle}}, solid(look.token), 2);
    item.dash = look.dash;
    item.gap = look.gap;
    paintMarker(m_sketch, {rect.x + rect.width / 2, middle}, look, 6);
}

/// Whether a curve or an edge of the band crosses it.
bool ChartPainter::isCrossed(const Rect &box) const {
    constexpr double kSpacing = 2;
    const auto within = [&box](double least, double greatest) {
        return least < box.bottom() + kSpacing && greatest > box.y - kSpacing;
    };
    for (const ChartLine &line : m_spec.lines)
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
    if (m_spec.peak && !m_spec.lines.empty())
        for (const ChartPoint &point : m_spec.lines.front().points)
            if (point.y && (highest == nullptr || *point.y > *highest->y))
                highest = &point;
    if (highest == nullptr || m_spec.lines.front().points.size() < 3)
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
        if (const auto span = spanWithin(m_frame, m_spec.lines, box.x, box.right()))
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
    if (m_spec.axis == bench::Axis::Bytes)
        return byteLabel(x);
    if (m_spec.axis == bench::Axis::Seconds)
        return timeLabel(x, m_highX - m_lowX);
    return valueLabel(x, decimalsOf(x));
}

/// Sizes are labelled at every doubling, or at as many as there is space for.
void ChartPainter::xLabels() {
    const Rect &plot = m_frame.plot;
    const auto put = [&](double x, const std::string &label) {
        const bool now = m_spec.running == x;
        m_sketch.text(level::kAlways, {m_frame.x.at(x) - 30, plot.bottom() + 6, 60, 16}, label,
                      now ? kRunningTick : kTickText, Align::Centre);
    };
    if (m_spec.axis == bench::Axis::Bytes) {
        const int first = static_cast<int>(std::ceil(std::log2(std::max(m_frame.x.low(), 1.0)) - 1e-9));
        const int last = static_cast<int>(std::floor(std::log2(m_frame.x.high()) + 1e-9));
        const double step =
            last > first ? (m_frame.x.at(std::exp2(last)) - m_frame.x.at(std::exp2(first))) / (last - first)
                         : plot.width;
        const int every = std::max(1, static_cast<int>(std::ceil(36 / std::max(step, 0.5))));
        for (int power = last; power >= first; --power) {
            const double x = std::exp2(power), px = m_frame.x.at(x);
            m_sketch.line(level::kAlways, {{px, plot.bottom()}, {px, plot.bottom() + 4}},
                          solid(Token::Line2));
            if ((last - power) % every == 0)
                put(x, byteLabel(x));
        }
        return;
    }
    const int most = static_cast<int>(plot.width / 90) + 2;
    const bool isTime = m_spec.axis == bench::Axis::Seconds;
    for (const Tick &tick : isTime ? timeTicks(m_lowX, m_highX, most) : roundTicks(m_lowX, m_highX, most))
        put(tick.value, tick.label);
}

void ChartPainter::areas() {
    std::map<double, std::string> accessibleText;
    for (const ChartLine &line : m_spec.lines)
        for (const ChartPoint &point : line.points) {
            std::string &text = accessibleText[point.x];
            const auto figure = [](double value) {
                return valueLabel(value, decimalsOf(value));
            };
            text += fmt::format("{}{} {}", text.empty() ? "" : ", ", line.name,
                                point.y ? figure(*point.y) + " " + m_spec.unit : std::string("unknown"));
            if (point.spread)
                text += fmt::format(" ({} to {})", figure(point.spread->first), figure(point.spread->second));
            if (accessibleText.size() > kMaxAreas)
                return;
        }
    for (const BandPoint &point : m_spec.band)
        if (const auto at = accessibleText.find(point.x);
            at != accessibleText.end() && point.low && point.high)
            at->second += fmt::format(", baseline {} to {}", valueLabel(*point.low, decimalsOf(*point.low)),
                                      valueLabel(*point.high, decimalsOf(*point.high)));
    if (m_spec.running)
        accessibleText.try_emplace(*m_spec.running, "running");
    std::uint32_t number = 0;
    const Rect &plot = m_frame.plot;
    for (auto at = accessibleText.begin(); at != accessibleText.end(); ++at, ++number) {
        const double x = m_frame.x.at(at->first);
        const double from =
            at == accessibleText.begin() ? plot.x : (m_frame.x.at(std::prev(at)->first) + x) / 2;
        const double to = std::next(at) == accessibleText.end()
                              ? plot.right()
                              : (m_frame.x.at(std::next(at)->first) + x) / 2;
        m_sketch.area(number, {from, plot.y, std::max(to - from, 1.0), plot.height},
                      xText(at->first) + ": " + at->second, 2);
    }
}

DisplayList layoutChart(const ChartSpec &spec, const ChartOptions &options) {
    DisplayList list;
    ChartPainter(spec, options, list).paint();
    return list;
}

} // namespace fabricscope::layout
