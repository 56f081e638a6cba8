// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/bench/chart/ChartSurface.h"

#include "widgets/bench/chart/ChartSurfaceAccessible.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/paint/DisplayListPainter.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/Theme.h"

#include <QGraphicsLayout>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <utility>

namespace fabricscope::widgets {

ChartSurface::ChartSurface(const QString &name, QWidget *parent) : QChartView(parent) {
    installChartSurfaceAccessibility();
    setAccessibleName(name);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    viewport()->setMouseTracking(true);
    setRenderHint(QPainter::Antialiasing);
    setViewportUpdateMode(QGraphicsView::FullViewportUpdate); // the notes lie over everything
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    chart()->setBackgroundVisible(false);
    chart()->setPlotAreaBackgroundVisible(false);
    chart()->setAnimationOptions(QChart::NoAnimation);
    chart()->legend()->hide();
    chart()->setMargins({});
    chart()->layout()->setContentsMargins(0, 0, 0, 0);
    chart()->setAcceptHoverEvents(false);
}

ChartSurface::~ChartSurface() = default;

void ChartSurface::setNotes(draw::DisplayList notes) {
    m_notes = std::move(notes);
    viewport()->update();
}

void ChartSurface::setSelected(std::optional<std::uint32_t> area) {
    m_selected = area && areaOf(m_notes, *area) != nullptr ? area : std::nullopt;
    viewport()->update();
}

void ChartSurface::choose(std::uint32_t area) {
    if (areaOf(m_notes, area) == nullptr)
        return;
    setSelected(area);
    Q_EMIT chosen(area);
}

QSizeF ChartSurface::roomOf() const {
    return QSizeF(viewport()->size()) / uiScale();
}

QPointF ChartSurface::toList(const QPointF &inView) const {
    return inView / uiScale();
}

const draw::Area *ChartSurface::areaUnder(const QPoint &inView) const {
    const QPointF at = toList(inView);
    return areaAt(m_notes, at.x(), at.y());
}

QRect ChartSurface::viewRect(std::uint32_t area) const {
    const draw::Area *found = areaOf(m_notes, area);
    if (found == nullptr)
        return {};
    const QRectF rect = toRect(found->rect);
    return QRectF(rect.topLeft() * uiScale(), rect.size() * uiScale()).toRect();
}

// Painting

void ChartSurface::paintList(QPainter &painter, const draw::DisplayList &list) const {
    painter.save();
    painter.scale(uiScale(), uiScale());
    DisplayListOptions options;
    options.theme = currentTheme();
    paintDisplayList(painter, list, options);
    painter.restore();
}

void ChartSurface::drawBackground(QPainter *painter, const QRectF &rect) {
    painter->fillRect(rect, resolved(m_notes.background, currentTheme()));
    paintList(*painter, m_ground);
}

void ChartSurface::drawForeground(QPainter *painter, const QRectF &) {
    paintList(*painter, m_notes);
    if (hasFocus() && !selected())
        paintFocusRing(*painter, QRectF(viewport()->rect()).adjusted(1, 1, -1, -1), 4);
}

void ChartSurface::changeEvent(QEvent *event) {
    QChartView::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange ||
        event->type() == QEvent::StyleChange)
        restyle();
}

void ChartSurface::focusInEvent(QFocusEvent *event) {
    QChartView::focusInEvent(event);
    viewport()->update();
}

void ChartSurface::focusOutEvent(QFocusEvent *event) {
    QChartView::focusOutEvent(event);
    viewport()->update();
}

/// From one area to the next, in their order.
void ChartSurface::keyPressEvent(QKeyEvent *event) {
    const auto &areas = m_notes.areas;
    const int key = event->key();
    const bool isStep = key == Qt::Key_Left || key == Qt::Key_Right || key == Qt::Key_Up ||
                        key == Qt::Key_Down || key == Qt::Key_Home || key == Qt::Key_End;
    if (!isStep || areas.empty())
        return event->ignore();
    const auto last = static_cast<int>(areas.size()) - 1;
    const auto which = selected();
    const int at = which ? static_cast<int>(*which) : -1;
    const bool isBack = key == Qt::Key_Left || key == Qt::Key_Up;
    const int next = key == Qt::Key_Home || at < 0 ? 0
                     : key == Qt::Key_End          ? last
                                                   : std::clamp(isBack ? at - 1 : at + 1, 0, last);
    choose(areas[static_cast<std::size_t>(next)].node);
}

void ChartSurface::wheelEvent(QWheelEvent *event) {
    event->ignore();
}

void ChartSurface::mousePressEvent(QMouseEvent *event) {
    const draw::Area *area = event->button() == Qt::LeftButton ? areaUnder(event->pos()) : nullptr;
    if (area != nullptr)
        choose(area->node);
}

} // namespace fabricscope::widgets
