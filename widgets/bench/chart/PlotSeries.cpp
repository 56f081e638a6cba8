// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/bench/chart/PlotSeries.h"

#include "core/layout/bench/ChartMarks.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/Theme.h"

#include <QtCharts/QAbstractAxis>
#include <QtCharts/QAreaSeries>
#include <QtCharts/QChart>
#include <QtCharts/QLineSeries>
#include <QtCharts/QScatterSeries>

#include <algorithm>

namespace fabricscope::widgets {

using layout::SeriesStyle;
using present::ChartPoint;
using present::ChartSpec;
using present::onRuler;
using present::VisibleChart;
using present::xKind;
using present::yKind;

namespace {

constexpr std::size_t kMostParts = 32;   ///< of a line with gaps; later ones are joined
constexpr std::size_t kMostDashed = 100; ///< points of a line that is dashed: a dash at each pixel is slow
constexpr double kMarker = 6, kLine = 2; ///< px

std::vector<QList<QPointF>> partsOf(const std::vector<ChartPoint> &points, const ChartSpec &spec) {
    const auto kx = xKind(spec.axis), ky = yKind(spec);
    std::vector<QList<QPointF>> parts(1);
    for (const ChartPoint &point : points)
        if (point.y)
            parts.back().append({onRuler(kx, point.x), onRuler(ky, *point.y)});
        else if (!parts.back().isEmpty() && parts.size() < kMostParts)
            parts.emplace_back();
    return parts;
}

QScatterSeries::MarkerShape shapeOf(SeriesStyle::Marker marker) {
    switch (marker) {
    case SeriesStyle::Marker::Square:
        return QScatterSeries::MarkerShapeRectangle;
    case SeriesStyle::Marker::Triangle:
        return QScatterSeries::MarkerShapeTriangle;
    case SeriesStyle::Marker::Diamond:
        return QScatterSeries::MarkerShapeRotatedRectangle;
    case SeriesStyle::Marker::Disc:
        break;
    }
    return QScatterSeries::MarkerShapeCircle;
}

} // namespace

QPen chartPen(draw::Token token, double width, double dash, double gap) {
    QPen pen(tokenColour(token), width * uiScale());
    pen.setJoinStyle(Qt::RoundJoin);
    if (dash > 0) {
        pen.setCapStyle(Qt::FlatCap);
        pen.setDashPattern({dash / width, gap / width});
    }
    return pen;
}

PlotSeries::PlotSeries(QChart *chart, QAbstractAxis *x, QAbstractAxis *y) : m_chart(chart), m_x(x), m_y(y) {
    rebuild({});
}

void PlotSeries::add(QAbstractSeries *series) {
    m_chart->addSeries(series);
    series->attachAxis(m_x);
    series->attachAxis(m_y);
}

/// Later ones lie over earlier ones: the first line is added last.
void PlotSeries::rebuild(const std::vector<std::size_t> &parts) {
    m_chart->removeAllSeries(); // and deletes them
    m_low = new QLineSeries(m_chart);
    m_high = new QLineSeries(m_chart);
    m_band = new QAreaSeries(m_high, m_low);
    for (QLineSeries *edge : {m_low, m_high})
        edge->setParent(m_band);
    m_ceiling = new QLineSeries;
    add(m_band);
    add(m_ceiling);
    m_lines.assign(parts.size(), {});
    for (std::size_t index = parts.size(); index-- > 0;) {
        Line &line = m_lines[index];
        for (std::size_t part = 0; part < parts[index]; ++part) {
            line.parts.push_back(new QLineSeries);
            add(line.parts.back());
        }
        line.markers = new QScatterSeries;
        add(line.markers);
    }
    restyle();
}

void PlotSeries::style(std::size_t index) {
    const SeriesStyle look = layout::seriesStyle(index);
    const Line &line = m_lines[index];
    const bool isDashed = line.points <= kMostDashed;
    const QPen pen = chartPen(look.token, kLine, isDashed ? look.dash : 0, look.gap);
    for (QLineSeries *part : line.parts)
        if (part->pen() != pen)
            part->setPen(pen);
    const bool isFilled =
        look.marker == SeriesStyle::Marker::Disc || look.marker == SeriesStyle::Marker::Diamond;
    line.markers->setMarkerShape(shapeOf(look.marker));
    line.markers->setMarkerSize((kMarker + (isFilled ? 1 : 0)) * uiScale());
    line.markers->setBrush(tokenColour(isFilled ? look.token : Token::Canvas));
    line.markers->setPen(isFilled ? QPen(Qt::NoPen) : chartPen(look.token, 1.5));
}

void PlotSeries::restyle() {
    m_band->setPen(chartPen(Token::BaselineEdge, 1));
    m_band->setBrush(tokenColour(Token::Baseline));
    m_ceiling->setPen(chartPen(Token::Text2, 1.5, 6, 4));
    for (std::size_t index = 0; index < m_lines.size(); ++index)
        style(index);
}

void PlotSeries::clearLong() {
    constexpr int kLong = 64; ///< points
    for (const Line &line : m_lines)
        for (QLineSeries *part : line.parts)
            if (part->count() > kLong)
                part->clear();
}

void PlotSeries::show(const ChartSpec &spec, const VisibleChart &visible, double plotWidth) {
    std::vector<std::vector<QList<QPointF>>> parts;
    std::vector<std::size_t> counts;
    for (const std::vector<ChartPoint> &line : visible.lines) {
        parts.push_back(partsOf(line, spec));
        counts.push_back(parts.back().size());
    }
    bool fits = counts.size() == m_lines.size();
    for (std::size_t index = 0; index < counts.size() && fits; ++index)
        fits = counts[index] <= m_lines[index].parts.size();
    if (!fits)
        rebuild(counts);
    showBand(spec, visible, plotWidth);
    showCeiling(spec);
    for (std::size_t index = 0; index < m_lines.size(); ++index) {
        const std::size_t before = m_lines[index].points, now = visible.lines[index].size();
        m_lines[index].points = now;
        if ((before <= kMostDashed) != (now <= kMostDashed))
            style(index);
        showLine(m_lines[index], std::move(parts[index]),
                 layout::markedPoints(now, plotWidth / uiScale(), layout::seriesStyle(index)));
    }
}

void PlotSeries::showLine(Line &line, std::vector<QList<QPointF>> parts, const layout::MarkedPoints &marked) {
    QList<QPointF> markers;
    std::size_t next = marked.first, at = 0;
    for (const QList<QPointF> &part : parts)
        for (const QPointF &point : part)
            if (at++ == next) {
                markers.append(point);
                next += marked.step;
            }
    if (!markers.isEmpty() || line.markers->count() > 0)
        line.markers->replace(markers);
    parts.resize(line.parts.size());
    for (std::size_t part = 0; part < parts.size(); ++part)
        if (!parts[part].isEmpty() || line.parts[part]->count() > 0)
            line.parts[part]->replace(parts[part]);
}

void PlotSeries::showBand(const ChartSpec &spec, const VisibleChart &visible, double plotWidth) {
    const auto kx = xKind(spec.axis), ky = yKind(spec);
    QList<QPointF> low, high;
    for (const bench::BandPoint &point : spec.band)
        if (point.low && point.high && (!spec.logarithmic || *point.low > 0)) {
            low.append({onRuler(kx, point.x), onRuler(ky, *point.low)});
            high.append({onRuler(kx, point.x), onRuler(ky, *point.high)});
        }
    if (low.size() == 1) { // a run of one size: so that it is visible next to its marker
        constexpr double kHalf = 14;
        const auto &x = visible.extent.x;
        const double half = kHalf * (onRuler(kx, x.high) - onRuler(kx, x.low)) / std::max(plotWidth, 1.0);
        for (QList<QPointF> *edge : {&low, &high}) {
            edge->append(edge->front() + QPointF(half, 0));
            edge->front().rx() -= half;
        }
    }
    m_band->setVisible(!low.isEmpty());
    if (low != m_low->points())
        m_low->replace(low);
    if (high != m_high->points())
        m_high->replace(high);
}

void PlotSeries::showCeiling(const ChartSpec &spec) {
    m_ceiling->setVisible(spec.ceiling.has_value());
    if (!spec.ceiling)
        return;
    const double y = onRuler(yKind(spec), spec.ceiling->value);
    const present::ChartRange x = present::wholeX(spec);
    const double low = onRuler(xKind(spec.axis), x.low), high = onRuler(xKind(spec.axis), x.high);
    // Beyond both ends, where Qt cuts it: there is a margin between the axes and the first x.
    const QList<QPointF> points{{low - (high - low), y}, {high + (high - low), y}};
    if (points != m_ceiling->points())
        m_ceiling->replace(points);
}

} // namespace fabricscope::widgets
