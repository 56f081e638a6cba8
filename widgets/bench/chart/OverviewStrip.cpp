// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/bench/chart/OverviewStrip.h"

#include "core/present/bench/ChartZoom.h"
#include "widgets/common/paint/DisplayListPainter.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/Theme.h"
#include "widgets/common/theme/UiSize.h"

#include <QMouseEvent>
#include <QPainter>

#include <cmath>

namespace fabricscope::widgets {

using present::offRuler;
using present::onRuler;

OverviewStrip::OverviewStrip(QWidget *parent) : QWidget(parent) {
    setAccessibleName(tr("Overview"));
    setScaledFixedHeight(this, static_cast<int>(layout::kOverviewHeight));
    setMouseTracking(true);
}

void OverviewStrip::show(const present::ChartSpec &spec, double left, double right) {
    m_overview = layout::layoutChartOverview(spec, left, right, windowMeasure());
    m_kind = present::xKind(spec.axis);
    m_whole = present::wholeX(spec);
    m_zoom = spec.zoom.value_or(m_whole);
    update();
}

void OverviewStrip::paintEvent(QPaintEvent *event) {
    QPainter painter(this);
    painter.fillRect(event->rect(), tokenColour(Token::Canvas));
    painter.scale(uiScale(), uiScale());
    DisplayListOptions options;
    options.theme = currentTheme();
    paintDisplayList(painter, m_overview.list, options);
}

OverviewStrip::Part OverviewStrip::partAt(double x) const {
    constexpr double kEdge = 5;
    const draw::Rect &window = m_overview.window;
    if (std::abs(x - window.x) <= kEdge)
        return Part::Low;
    if (std::abs(x - window.right()) <= kEdge)
        return Part::High;
    return x > window.x && x < window.right() ? Part::Window : Part::None;
}

double OverviewStrip::placeAt(double x) const {
    const double first = m_overview.x.at(m_whole.low), last = m_overview.x.at(m_whole.high);
    const double low = onRuler(m_kind, m_whole.low), high = onRuler(m_kind, m_whole.high);
    return low + (high - low) * (x - first) / (last - first);
}

void OverviewStrip::mousePressEvent(QMouseEvent *event) {
    if (event->button() != Qt::LeftButton)
        return event->ignore();
    m_from = event->position().x() / uiScale();
    m_dragged = partAt(m_from);
    m_begin = m_zoom;
    if (m_dragged != Part::None)
        return;
    // Beside the frame: it goes there.
    const double span = onRuler(m_kind, m_zoom.high) - onRuler(m_kind, m_zoom.low);
    const double low = placeAt(m_from) - span / 2;
    const double shift = (low - onRuler(m_kind, m_zoom.low)) / span;
    Q_EMIT zoomRequested(present::pannedBy(m_whole, m_zoom, m_kind, shift));
    m_begin = m_zoom;
    m_dragged = Part::Window;
}

void OverviewStrip::mouseMoveEvent(QMouseEvent *event) {
    const double x = event->position().x() / uiScale();
    if (m_dragged == Part::None) {
        const Part part = partAt(x);
        setCursor(part == Part::Window ? Qt::OpenHandCursor
                  : part == Part::None ? Qt::ArrowCursor
                                       : Qt::SizeHorCursor);
        return;
    }
    const double moved = placeAt(x) - placeAt(m_from);
    const double low = onRuler(m_kind, m_begin.low), high = onRuler(m_kind, m_begin.high);
    if (m_dragged == Part::Window) {
        Q_EMIT zoomRequested(present::pannedBy(m_whole, m_begin, m_kind, moved / (high - low)));
        return;
    }
    const double from = m_dragged == Part::Low ? low + moved : low,
                 to = m_dragged == Part::High ? high + moved : high;
    if (to > from)
        Q_EMIT zoomRequested(
            present::zoomedTo(m_whole, m_kind, offRuler(m_kind, from), offRuler(m_kind, to)));
}

void OverviewStrip::mouseReleaseEvent(QMouseEvent *) {
    m_dragged = Part::None;
}

} // namespace fabricscope::widgets
