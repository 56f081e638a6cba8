// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What keys, wheel and pointer do in a plot.
#include "core/layout/bench/ChartMarks.h"
#include "core/present/bench/ChartPoints.h"
#include "core/present/bench/ChartZoom.h"
#include "widgets/bench/chart/LinePlot.h"
#include "widgets/common/theme/Fonts.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <cmath>
#include <utility>

namespace fabricscope::widgets {

using present::ChartRange;
using present::onRuler;

namespace {

constexpr double kStep = 0.5;       ///< of the zoom, for a key
constexpr double kWheelStep = 1.25; ///< for a notch
constexpr double kPan = 0.25;       ///< of what is seen, for a key

} // namespace

bool LinePlot::zoomByKey(int key) {
    const auto &x = m_visible.extent.x;
    const double middle = present::offRuler(kind(), (onRuler(kind(), x.low) + onRuler(kind(), x.high)) / 2);
    const double at = m_selected && x.holds(*m_selected) ? *m_selected : middle;
    switch (key) {
    case Qt::Key_Plus:
    case Qt::Key_Equal: // the same key without Shift
        zoomAround(at, kStep);
        return true;
    case Qt::Key_Minus:
        zoomAround(at, 1 / kStep);
        return true;
    case Qt::Key_0:
        setZoom(std::nullopt);
        return true;
    default:
        return false;
    }
}

/// To the next point; from none to the first one that is seen.
void LinePlot::stepTo(int key) {
    const ChartRange &seen = m_visible.extent.x;
    std::optional<double> x;
    if (key == Qt::Key_Home || key == Qt::Key_End) {
        const ChartRange whole = present::wholeX(m_spec);
        const double edge = key == Qt::Key_Home ? whole.low : whole.high;
        x = key == Qt::Key_Home ? present::nextX(m_spec, std::nextafter(edge, edge - 1), 1)
                                : present::nextX(m_spec, std::nextafter(edge, edge + 1), -1);
    } else if (!m_selected)
        x = present::nearestX(m_spec, seen.low);
    else
        x = present::nextX(m_spec, *m_selected, key == Qt::Key_Right || key == Qt::Key_Down ? 1 : -1);
    m_byKey = true;
    if (x)
        chooseX(x);
}

void LinePlot::keyPressEvent(QKeyEvent *event) {
    const int key = event->key();
    const bool isShifted = (event->modifiers() & Qt::ShiftModifier) != 0;
    switch (key) {
    case Qt::Key_Left:
    case Qt::Key_Right:
        if (isShifted)
            return panBy(key == Qt::Key_Left ? -kPan : kPan);
        return stepTo(key);
    case Qt::Key_Home:
    case Qt::Key_End:
        return stepTo(key);
    case Qt::Key_Escape:
        if (m_drag != Drag::None) {
            m_drag = Drag::None;
            return refreshNotes();
        }
        if (!m_selected)
            return event->ignore();
        return chooseX(std::nullopt);
    case Qt::Key_L:
        return setLogarithmic(!m_seen.logarithmic);
    default:
        if (!zoomByKey(key))
            event->ignore();
    }
}

void LinePlot::focusOutEvent(QFocusEvent *event) {
    ChartSurface::focusOutEvent(event);
    if (std::exchange(m_byKey, false))
        refreshNotes();
}

/// Ctrl zooms around the pointer; across, or with Shift, it pans. Else what is around the chart scrolls.
void LinePlot::wheelEvent(QWheelEvent *event) {
    const QPoint turned = event->angleDelta();
    constexpr double kNotch = 120;
    if ((event->modifiers() & Qt::ControlModifier) != 0 && turned.y() != 0)
        return zoomAround(xAt(event->position()), std::pow(kWheelStep, -turned.y() / kNotch));
    const int across = turned.x() != 0                                 ? turned.x()
                       : (event->modifiers() & Qt::ShiftModifier) != 0 ? turned.y()
                                                                       : 0;
    if (across == 0 || !m_seen.zoom)
        return event->ignore();
    panBy(-across / kNotch * kPan / 2);
}

void LinePlot::contextMenuEvent(QContextMenuEvent *event) {
    if (event->reason() == QContextMenuEvent::Mouse) {
        const auto x = present::nearestX(m_spec, xAt(event->pos()));
        point(std::nullopt);
        if (x)
            chooseX(x);
        Q_EMIT menuRequested(event->globalPos());
        return;
    }
    const auto area = selected();
    const QPoint at = area ? viewRect(*area).center() : viewport()->rect().center();
    Q_EMIT menuRequested(viewport()->mapToGlobal(at));
}

void LinePlot::mousePressEvent(QMouseEvent *event) {
    const bool isLeft = event->button() == Qt::LeftButton;
    if (!isLeft && event->button() != Qt::MiddleButton)
        return event->ignore();
    m_dragFrom = m_dragTo = event->position();
    const bool pans = !isLeft || (event->modifiers() & Qt::ShiftModifier) != 0;
    m_drag = pans ? Drag::Pan : Drag::Zoom;
    point(std::nullopt);
}

void LinePlot::mouseMoveEvent(QMouseEvent *event) {
    m_byKey = false;
    const QPointF at = toList(event->position());
    if (m_drag == Drag::None) {
        const bool isInside = m_plot.contains(at.x(), at.y());
        return point(isInside ? present::nearestX(m_spec, xAt(event->position())) : std::nullopt);
    }
    if (m_drag == Drag::Pan) {
        const double px = (m_plot.width - 2 * layout::chartAir(m_plot.width)) * uiScale();
        panBy((m_dragTo.x() - event->position().x()) / px);
    }
    m_dragTo = event->position();
    viewport()->update();
}

/// A click selects the nearest point, a drag zooms to what it crossed.
void LinePlot::mouseReleaseEvent(QMouseEvent *event) {
    const Drag drag = std::exchange(m_drag, Drag::None);
    viewport()->update();
    if (drag != Drag::Zoom)
        return;
    if (std::abs(event->position().x() - m_dragFrom.x()) >= QApplication::startDragDistance())
        return setZoom(
            present::zoomedTo(present::wholeX(m_spec), kind(), xAt(m_dragFrom), xAt(event->position())));
    const QPointF at = toList(event->position());
    chooseX(m_plot.contains(at.x(), at.y()) ? present::nearestX(m_spec, xAt(event->position()))
                                            : std::nullopt);
}

void LinePlot::mouseDoubleClickEvent(QMouseEvent *event) {
    if (event->button() == Qt::LeftButton)
        setZoom(std::nullopt);
}

bool LinePlot::viewportEvent(QEvent *event) {
    if (event->type() == QEvent::Leave)
        point(std::nullopt);
    return ChartSurface::viewportEvent(event);
}

} // namespace fabricscope::widgets
