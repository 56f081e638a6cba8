// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/bench/chart/LinePlot.h"

#include "core/layout/bench/ChartMarks.h"
#include "core/present/bench/ChartPoints.h"
#include "core/present/bench/ChartZoom.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/Theme.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace fabricscope::widgets {

using present::ChartRange;
using present::ChartSeen;
using present::ChartSpec;
using present::onRuler;
using present::ScaleKind;
using present::Tick;

namespace {

constexpr double kSide = 16, kTop = 10, kFoot = 28, kTickGap = 7; ///< px around the plot
constexpr double kTickText = 10.5;
constexpr std::size_t kCoarse = 8192; ///< columns of the copy of a long line
constexpr double kLow = 200;          ///< px: a lower chart has fewer ticks

/// Only of the curves: labels that are laid out later than the plot would not fit it.
QValueAxis *makeAxis(QChart *chart, Qt::AlignmentFlag side) {
    auto *axis = new QValueAxis(chart);
    axis->setVisible(false);
    chart->addAxis(axis, side);
    return axis;
}

constexpr double kStep = 0.5;       ///< of the zoom, for a key
constexpr double kWheelStep = 1.25; ///< for a notch
constexpr double kPan = 0.25;       ///< of what is seen, for a key

} // namespace

LinePlot::LinePlot(const QString &name, QWidget *parent)
    : ChartSurface(name, parent)
    , m_x(makeAxis(chart(), Qt::AlignBottom))
    , m_y(makeAxis(chart(), Qt::AlignLeft))
    , m_series(chart(), m_x, m_y) {
    restyle();
}

void LinePlot::setSpec(ChartSpec spec) {
    m_ceiling = spec.ceiling;
    m_band = spec.band;
    m_bandText = spec.bandText;
    const bool isLong = std::any_of(spec.lines.begin(), spec.lines.end(), [](const present::ChartLine &line) {
        return line.points.size() > 8 * kCoarse;
    });
    m_coarse = isLong ? std::optional(present::thinnedSpec(spec, kCoarse)) : std::nullopt;
    m_spec = std::move(spec);
    applySeen(m_spec);
    if (m_coarse)
        applySeen(*m_coarse);
    for (auto *x : {&m_selected, &m_pointed})
        if (*x && !present::hasX(m_spec, **x))
            x->reset();
    refresh();
}

void LinePlot::applySeen(ChartSpec &spec) const {
    spec.ceiling = m_ceiling;
    spec.band = m_band;
    spec.bandText = m_bandText;
    spec = seenOf(std::move(spec), m_seen);
}

/// What is thinned: the coarse copy where nobody sees the difference.
const ChartSpec &LinePlot::source(std::size_t columns) const {
    return m_coarse && present::fillsColumns(*m_coarse, m_spec, columns) ? *m_coarse : m_spec;
}

void LinePlot::setSeen(ChartSeen seen) {
    if (seen == m_seen)
        return;
    m_seen = std::move(seen);
    applySeen(m_spec);
    if (m_coarse)
        applySeen(*m_coarse);
    refresh();
    Q_EMIT seenChanged();
}

void LinePlot::setZoom(std::optional<ChartRange> zoom) {
    ChartSeen seen = m_seen;
    seen.zoom = zoom;
    setSeen(std::move(seen));
}

void LinePlot::setLogarithmic(bool logarithmic) {
    ChartSeen seen = m_seen;
    seen.logarithmic = logarithmic;
    setSeen(std::move(seen));
}

// What is drawn

void LinePlot::placePlot(const std::vector<Tick> &yTicks) {
    const auto measure = windowMeasure();
    double labels = 0;
    for (const Tick &tick : yTicks)
        labels = std::max(labels, measure(tick.label, draw::Font::Mono, kTickText));
    const QSizeF room = roomOf();
    const double left = kSide + labels + kTickGap;
    m_plot = {left, kTop, std::max(room.width() - kSide - left, 20.0),
              std::max(room.height() - kTop - kFoot, 20.0)};
    const double scale = uiScale();
    chart()->setPlotArea({m_plot.x * scale, m_plot.y * scale, m_plot.width * scale, m_plot.height * scale});
}

void LinePlot::refresh() {
    const auto columns = static_cast<std::size_t>(std::max(viewport()->width(), 1));
    m_visible = present::visibleOf(source(columns), columns);
    const auto &[x, y] = m_visible.extent;
    const auto yTicks = present::yTicks(present::yKind(m_spec), y, roomOf().height() < kLow ? 3 : 6);
    placePlot(yTicks);
    const double low = onRuler(kind(), x.low), high = onRuler(kind(), x.high);
    const double air = layout::chartAir(m_plot.width), inner = m_plot.width - 2 * air;
    const double margin = (high - low) * air / inner;
    setRanges(low - margin, high + margin, onRuler(present::yKind(m_spec), y.low),
              onRuler(present::yKind(m_spec), y.high));
    m_series.show(m_spec, m_visible, m_plot.width * uiScale());
    refreshNotes();
}

/// Each change of a range makes the paths of all series anew: of long ones only once, with their new points.
void LinePlot::setRanges(double lowX, double highX, double lowY, double highY) {
    if (m_x->min() == lowX && m_x->max() == highX && m_y->min() == lowY && m_y->max() == highY)
        return;
    m_series.clearLong();
    m_x->setRange(lowX, highX);
    m_y->setRange(lowY, highY);
}

void LinePlot::refreshNotes() {
    const QSizeF room = roomOf();
    const layout::ChartOptions options{room.width(), room.height(), windowMeasure(), {}};
    layout::ChartPointer pointer;
    pointer.x = m_pointed ? m_pointed : m_selected;
    pointer.selected = m_selected;
    pointer.readOut = m_drag == Drag::None && (m_pointed || (m_byKey && hasFocus()));
    m_xs = present::seenXs(m_spec, layout::kMaxChartAreas);
    setGround(layout::layoutChartGround(m_spec, m_visible, m_plot, options));
    setNotes(layout::layoutChartNotes(m_spec, m_visible, m_plot, options, pointer));
}

void LinePlot::restyle() {
    m_series.restyle();
    refresh();
}

void LinePlot::resizeEvent(QResizeEvent *event) {
    ChartSurface::resizeEvent(event);
    refresh();
}

void LinePlot::drawForeground(QPainter *painter, const QRectF &rect) {
    ChartSurface::drawForeground(painter, rect);
    if (m_drag != Drag::Zoom)
        return;
    const double scale = uiScale();
    const QRectF band(QPointF(m_dragFrom.x(), m_plot.y * scale),
                      QPointF(m_dragTo.x(), m_plot.bottom() * scale));
    QColor fill = tokenColour(Token::Accent);
    fill.setAlpha(40);
    painter->setBrush(fill);
    painter->setPen(chartPen(Token::Accent, 1));
    painter->drawRect(band.normalized());
}

// The selection

void LinePlot::selectX(std::optional<double> x) {
    if (x == m_selected)
        return;
    m_selected = x;
    if (x && m_seen.zoom)
        setZoom(present::revealing(present::wholeX(m_spec), m_seen.zoom, kind(), *x));
    refreshNotes();
}

void LinePlot::chooseX(std::optional<double> x) {
    selectX(x);
    if (x)
        Q_EMIT pointChosen(*x);
    else
        Q_EMIT pointUnchosen();
}

std::optional<std::uint32_t> LinePlot::selected() const {
    const auto found = m_selected ? std::lower_bound(m_xs.begin(), m_xs.end(), *m_selected) : m_xs.end();
    return found != m_xs.end() && *found == *m_selected
               ? std::optional(static_cast<std::uint32_t>(found - m_xs.begin()))
               : std::nullopt;
}

void LinePlot::choose(std::uint32_t area) {
    if (area < m_xs.size()) {
        chooseX(m_xs[area]);
        Q_EMIT chosen(area);
    }
}

QString LinePlot::pointText() const {
    return m_selected ? QString::fromStdString(present::pointText(m_spec, *m_selected)) : QString();
}

void LinePlot::point(std::optional<double> x) {
    if (std::exchange(m_pointed, x) != x)
        refreshNotes();
}

// Zoom

double LinePlot::xAt(const QPointF &inView) const {
    const auto &x = m_visible.extent.x;
    const double low = onRuler(kind(), x.low), high = onRuler(kind(), x.high);
    const double air = layout::chartAir(m_plot.width);
    const double share = (toList(inView).x() - m_plot.x - air) / (m_plot.width - 2 * air);
    return present::offRuler(kind(), low + std::clamp(share, 0.0, 1.0) * (high - low));
}

void LinePlot::panBy(double share) {
    if (m_seen.zoom)
        setZoom(present::pannedBy(present::wholeX(m_spec), m_seen.zoom, kind(), share));
}

void LinePlot::zoomAround(double x, double factor) {
    setZoom(present::zoomedBy(present::wholeX(m_spec), m_seen.zoom, kind(), x, factor));
}

// Keys, wheel and pointer

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
