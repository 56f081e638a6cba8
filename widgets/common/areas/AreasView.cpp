// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/areas/AreasView.h"

#include "widgets/common/areas/AreasViewAccessible.h"
#include "widgets/common/paint/DisplayListPainter.h"
#include "widgets/common/text/ToolTip.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/Theme.h"

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace fabricscope::widgets {

namespace {

constexpr int kAir = 10;       ///< around the area scrolled to
constexpr double kNone = 1e-6; ///< px: tolerance for rounding if the list is as wide as the view

} // namespace

AreasView::AreasView(const QString &name, Roles roles, int scrollStep, QWidget *parent)
    : QAbstractScrollArea(parent), m_roles(roles), m_list(std::make_shared<draw::DisplayList>()) {
    installAreasViewAccessibility();
    setAccessibleName(name);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent); // nothing below it needs to be painted
    for (QScrollBar *bar : {horizontalScrollBar(), verticalScrollBar()})
        bar->setSingleStep(scrollStep);
}

AreasView::~AreasView() = default;

void AreasView::showList(std::shared_ptr<const draw::DisplayList> list) {
    m_list = list ? std::move(list) : std::make_shared<const draw::DisplayList>();
    m_hovered.reset();
    select(m_selected);
    fitScrollBars();
}

void AreasView::select(std::optional<std::uint32_t> area) {
    m_selected = area && areaOf(*m_list, *area) != nullptr ? area : std::nullopt;
    viewport()->update();
}

void AreasView::choose(std::uint32_t area) {
    if (areaOf(*m_list, area) == nullptr || !isChoosable(area))
        return;
    select(area);
    reveal(area);
    Q_EMIT chosen(area);
}

void AreasView::setHovered(std::optional<std::uint32_t> area) {
    if (m_hovered == area)
        return;
    m_hovered = area;
    viewport()->update();
}

// Where things are

QPointF AreasView::scrolled() const {
    return {static_cast<double>(horizontalScrollBar()->value()),
            static_cast<double>(verticalScrollBar()->value())};
}

QPointF AreasView::toList(const QPointF &inView) const {
    return (inView + scrolled()) / uiScale();
}

QRect AreasView::viewRect(std::uint32_t area) const {
    const draw::Area *found = areaOf(*m_list, area);
    if (found == nullptr)
        return {};
    const QRectF rect = toRect(found->rect);
    return QRectF(rect.topLeft() * uiScale() - scrolled(), rect.size() * uiScale()).toRect();
}

double AreasView::visibleWidth() const {
    return viewport()->width() / uiScale();
}

const draw::Area *AreasView::areaUnder(const QPoint &inView) const {
    const QPointF at = toList(inView);
    return areaAt(*m_list, at.x(), at.y());
}

std::optional<std::uint32_t> AreasView::choosableUnder(const QPoint &inView) const {
    const draw::Area *area = areaUnder(inView);
    return area != nullptr && isChoosable(area->node) ? std::optional(area->node) : std::nullopt;
}

void AreasView::fitScrollBars() {
    const auto fit = [](QScrollBar *bar, double all, int room) {
        bar->setPageStep(room);
        bar->setRange(0, std::max(0, static_cast<int>(std::ceil(all * uiScale() - kNone)) - room));
    };
    fit(horizontalScrollBar(), m_list->width, viewport()->width());
    fit(verticalScrollBar(), m_list->height, viewport()->height());
}

void AreasView::reveal(std::uint32_t area) {
    const QRect rect = viewRect(area).adjusted(-kAir, -kAir, kAir, kAir);
    const auto scrollInto = [](QScrollBar *bar, int first, int last, int begin, int end) {
        if (first < begin)
            bar->setValue(bar->value() + first - begin);
        else if (last > end)
            bar->setValue(bar->value() + last - end);
    };
    const int left = horizontalScrollBar()->maximum() > 0 ? frozenWidth() : 0;
    scrollInto(horizontalScrollBar(), rect.left(), rect.right(), left, viewport()->width());
    const int top = verticalScrollBar()->maximum() > 0 ? frozenHeight() : 0;
    scrollInto(verticalScrollBar(), rect.top(), rect.bottom(), top, viewport()->height());
}

// What the user does

void AreasView::mousePressEvent(QMouseEvent *event) {
    if (const auto area = choosableUnder(event->pos()); area && event->button() == Qt::LeftButton)
        choose(*area);
}

void AreasView::mouseDoubleClickEvent(QMouseEvent *event) {
    if (const auto area = choosableUnder(event->pos()); area && event->button() == Qt::LeftButton)
        Q_EMIT opened(*area);
}

void AreasView::contextMenuEvent(QContextMenuEvent *event) {
    const bool byMouse = event->reason() == QContextMenuEvent::Mouse;
    const auto area = byMouse ? choosableUnder(viewport()->mapFromGlobal(event->globalPos())) : m_selected;
    if (!area)
        return;
    QToolTip::hideText(); // it would lie over the menu
    choose(*area);
    Q_EMIT menuRequested(*area, byMouse ? event->globalPos()
                                        : viewport()->mapToGlobal(viewRect(*area).bottomLeft()));
}

void AreasView::keyPressEvent(QKeyEvent *event) {
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Home:
    case Qt::Key_End:
        return step(event->key());
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_selected)
            Q_EMIT opened(*m_selected);
        return;
    default:
        event->ignore();
    }
}

QString AreasView::tipAt(const QPoint &inView) const {
    const draw::Area *area = areaUnder(inView);
    return area != nullptr ? QString::fromStdString(area->label) : QString();
}

void AreasView::leave() {
    setHovered(std::nullopt);
}

bool AreasView::viewportEvent(QEvent *event) {
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        QToolTip::showText(help->globalPos(), plainToolTip(tipAt(help->pos())), viewport());
        return true;
    }
    if (event->type() == QEvent::Leave)
        leave();
    return QAbstractScrollArea::viewportEvent(event);
}

bool AreasView::event(QEvent *event) {
    if (event->type() == QEvent::ApplicationFontChange) {
        fitScrollBars();
        viewport()->update();
    }
    return QAbstractScrollArea::event(event);
}

void AreasView::resizeEvent(QResizeEvent *event) {
    QAbstractScrollArea::resizeEvent(event);
    fitScrollBars();
    if (event->size().width() != event->oldSize().width())
        Q_EMIT visibleWidthChanged();
}

void AreasView::scrollContentsBy(int, int) {
    viewport()->update();
}

void AreasView::focusInEvent(QFocusEvent *event) {
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update(); // the ring appears
}

void AreasView::focusOutEvent(QFocusEvent *event) {
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update(); // the ring disappears
}

// Painting

void AreasView::outline(QPainter &painter, std::uint32_t area, draw::Token token, double width, double out,
                        double radius) const {
    const draw::Area *found = areaOf(*m_list, area);
    if (found == nullptr)
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(tokenColour(token), width));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(toRect(found->rect).adjusted(-out, -out, out, out), radius, radius);
}

void AreasView::paintEvent(QPaintEvent *event) {
    QPainter painter(viewport());
    painter.fillRect(event->rect(), resolved(m_list->background, currentTheme()));
    painter.save();
    painter.translate(-scrolled());
    painter.scale(uiScale(), uiScale());
    DisplayListOptions options;
    options.theme = currentTheme();
    options.exposed = QRectF(toList(event->rect().topLeft()), QSizeF(event->rect().size()) / uiScale());
    addOptions(options);
    paintDisplayList(painter, *m_list, options);
    paintOverList(painter);
    painter.restore();
    paintOverViewport(painter);
}

} // namespace fabricscope::widgets
