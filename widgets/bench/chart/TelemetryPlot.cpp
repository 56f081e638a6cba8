// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/bench/chart/TelemetryPlot.h"

#include "core/layout/bench/TelemetryPicture.h"
#include "widgets/bench/chart/PlotSeries.h"
#include "widgets/common/text/ToolTip.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/Theme.h"

#include <QHelpEvent>
#include <QToolTip>
#include <QtCharts/QAreaSeries>
#include <QtCharts/QLineSeries>
#include <QtCharts/QValueAxis>

#include <algorithm>
#include <cmath>
#include <utility>

namespace fabricscope::widgets {

namespace {

constexpr double kLine = 1.5; ///< px
constexpr int kTint = 24;     ///< percent

QValueAxis *makeAxis(QChart *chart, Qt::AlignmentFlag side) {
    auto *axis = new QValueAxis(chart);
    axis->setVisible(false);
    chart->addAxis(axis, side);
    return axis;
}

} // namespace

TelemetryPlot::TelemetryPlot(const QString &name, QWidget *parent)
    : ChartSurface(name, parent)
    , m_x(makeAxis(chart(), Qt::AlignBottom))
    , m_y(makeAxis(chart(), Qt::AlignLeft)) {
    m_y->setReverse(true); // as px go
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void TelemetryPlot::setLines(std::vector<bench::TelemetryLine> lines) {
    m_lines = std::move(lines);
    refresh();
}

void TelemetryPlot::addCourse() {
    Course course{};
    course.top = new QLineSeries;
    course.bottom = new QLineSeries;
    course.fill = new QAreaSeries(course.top, course.bottom);
    course.line = new QLineSeries;
    for (QLineSeries *edge : {course.top, course.bottom})
        edge->setParent(course.fill);
    for (QAbstractSeries *series :
         {static_cast<QAbstractSeries *>(course.fill), static_cast<QAbstractSeries *>(course.line)}) {
        chart()->addSeries(series);
        series->attachAxis(m_x);
        series->attachAxis(m_y);
    }
    m_courses.push_back(course);
}

void TelemetryPlot::refresh() {
    layout::TelemetryPicture picture = layout::layoutTelemetry(m_lines, roomOf().width(), windowMeasure());
    const int height = static_cast<int>(std::ceil(picture.list.height * uiScale()));
    if (height != minimumHeight() || height != maximumHeight())
        setFixedHeight(height); // and comes here again
    chart()->setPlotArea(QRectF(0, 0, picture.list.width * uiScale(), picture.list.height * uiScale()));
    m_x->setRange(0, std::max(picture.list.width, 1.0));
    m_y->setRange(0, std::max(picture.list.height, 1.0));
    while (m_courses.size() < picture.courses.size())
        addCourse();
    for (std::size_t index = 0; index < m_courses.size(); ++index) {
        const Course &course = m_courses[index];
        const bool isUsed = index < picture.courses.size();
        course.fill->setVisible(isUsed);
        course.line->setVisible(isUsed);
        if (!isUsed)
            continue;
        const layout::TelemetryCourse &shown = picture.courses[index];
        QList<QPointF> points;
        for (const draw::Point &point : shown.points)
            points.append({point.x, point.y});
        course.line->replace(points);
        course.top->replace(points);
        course.bottom->replace(
            QList<QPointF>{{points.front().x(), shown.bottom}, {points.back().x(), shown.bottom}});
        course.line->setPen(chartPen(shown.token, kLine));
        course.fill->setPen(QPen(Qt::NoPen));
        course.fill->setBrush(tint(shown.token, kTint, Token::Panel));
    }
    const auto before = selected();
    setNotes(std::move(picture.list));
    setSelected(before);
}

void TelemetryPlot::restyle() {
    refresh();
}

void TelemetryPlot::resizeEvent(QResizeEvent *event) {
    ChartSurface::resizeEvent(event);
    refresh();
}

bool TelemetryPlot::viewportEvent(QEvent *event) {
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const draw::Area *area = areaUnder(help->pos());
        QToolTip::showText(help->globalPos(),
                           area != nullptr ? plainToolTip(QString::fromStdString(area->label)) : QString(),
                           viewport());
        return true;
    }
    return ChartSurface::viewportEvent(event);
}

} // namespace fabricscope::widgets
