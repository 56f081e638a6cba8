// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stitch/StitchView.h"

#include "core/layout/StitchTable.h"
#include "widgets/accessibility/StitchAccessible.h"
#include "widgets/common/DisplayListPainter.h"
#include "widgets/common/Theme.h"

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QTimer>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace fabricscope::widgets {

namespace {

using layout::Area;
using layout::StitchId;

constexpr int kScrollStep = 26, kAir = 10, kHoverDelayMs = 150;
constexpr double kNearCurve = 5; ///< px from the pointer

bool isGuest(std::uint32_t row) {
    const auto id = StitchId::decoded(row);
    return id && id->guest;
}

double distanceTo(const layout::Point &a, const layout::Point &b, const QPointF &at) {
    const double dx = b.x - a.x, dy = b.y - a.y, length = dx * dx + dy * dy;
    const double t =
        length > 0 ? std::clamp(((at.x() - a.x) * dx + (at.y() - a.y) * dy) / length, 0.0, 1.0) : 0.0;
    return std::hypot(a.x + t * dx - at.x(), a.y + t * dy - at.y());
}

} // namespace

StitchView::StitchView(QWidget *parent)
    : QAbstractScrollArea(parent)
    , m_list(std::make_shared<layout::DisplayList>())
    , m_hoverTimer(new QTimer(this)) {
    installStitchAccessibility();
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Host and VM"));
    viewport()->setMouseTracking(true);
    for (QScrollBar *bar : {horizontalScrollBar(), verticalScrollBar()})
        bar->setSingleStep(kScrollStep);
    m_hoverTimer->setSingleShot(true);
    m_hoverTimer->setInterval(kHoverDelayMs);
    connect(m_hoverTimer, &QTimer::timeout, this, &StitchView::hoverWhereThePointerIs);
}

void StitchView::setList(std::shared_ptr<const layout::DisplayList> list) {
    m_list = list ? std::move(list) : std::make_shared<const layout::DisplayList>();
    m_hovered.reset();
    m_hoveredCurve.reset();
    select(m_selected);
    fitScrollBars();
}

void StitchView::select(std::optional<std::uint32_t> row) {
    m_selected = row && areaOf(*m_list, *row) != nullptr ? row : std::nullopt;
    viewport()->update();
}

void StitchView::choose(std::uint32_t row) {
    if (areaOf(*m_list, row) == nullptr)
        return;
    select(row);
    reveal(row);
    Q_EMIT rowChosen(row);
}

QPointF StitchView::origin() const {
    return {static_cast<double>(horizontalScrollBar()->value()),
            static_cast<double>(verticalScrollBar()->value())};
}

QRect StitchView::viewRect(std::uint32_t row) const {
    const Area *area = areaOf(*m_list, row);
    return area != nullptr ? toRect(area->rect).translated(-origin()).toRect() : QRect();
}

void StitchView::fitScrollBars() {
    const auto fit = [](QScrollBar *bar, double all, int room) {
        bar->setPageStep(room);
        bar->setRange(0, std::max(0, static_cast<int>(std::ceil(all)) - room));
    };
    fit(horizontalScrollBar(), m_list->width, viewport()->width());
    fit(verticalScrollBar(), m_list->height, viewport()->height());
}

void StitchView::reveal(std::uint32_t row) {
    const QRect rect = viewRect(row).adjusted(-kAir, -kAir, kAir, kAir);
    const auto bring = [](QScrollBar *bar, int first, int last, int room) {
        const int over = std::max(0, last - room), under = std::min(0, first);
        bar->setValue(bar->value() + (under < 0 ? under : over));
    };
    bring(horizontalScrollBar(), rect.left(), rect.right(), viewport()->width());
    bring(verticalScrollBar(), rect.top(), rect.bottom(), viewport()->height());
}

// Hover

std::optional<std::uint32_t> StitchView::rowUnder(const QPoint &inView) const {
    const QPointF at = inView + origin();
    const Area *area = areaAt(*m_list, at.x(), at.y());
    return area != nullptr ? std::optional(area->node) : std::nullopt;
}

std::optional<std::uint32_t> StitchView::curveUnder(const QPoint &inView) const {
    const QPointF at = inView + origin();
    std::optional<std::uint32_t> nearest;
    double least = kNearCurve;
    for (const layout::Item &item : m_list->items) {
        if (item.shape != layout::Item::Shape::Polyline || item.ribbon == layout::Item::kNoRibbon)
            continue;
        for (std::size_t i = 1; i < item.points.size(); ++i)
            if (const double distance = distanceTo(item.points[i - 1], item.points[i], at);
                distance < least) {
                least = distance;
                nearest = item.ribbon;
            }
    }
    return nearest;
}

void StitchView::setHover(std::optional<std::uint32_t> row, std::optional<std::uint32_t> curve) {
    if (row == m_hovered && curve == m_hoveredCurve)
        return;
    m_hovered = row;
    m_hoveredCurve = curve;
    viewport()->update();
}

void StitchView::hoverWhereThePointerIs() {
    const auto row = rowUnder(m_pointer);
    setHover(row, row ? std::nullopt : curveUnder(m_pointer));
}

bool StitchView::keepsColour(std::uint32_t row) const {
    if (!m_hovered && !m_hoveredCurve)
        return true;
    if (m_hovered == row)
        return true;
    for (std::size_t index = 0; index < m_list->ribbons.size(); ++index) {
        const layout::Ribbon &ribbon = m_list->ribbons[index];
        const bool kept =
            m_hoveredCurve ? *m_hoveredCurve == index : ribbon.from == *m_hovered || ribbon.to == *m_hovered;
        if (kept && (ribbon.from == row || ribbon.to == row))
            return true;
    }
    return false;
}

// What a person does

void StitchView::mouseMoveEvent(QMouseEvent *event) {
    m_pointer = event->pos();
    if (m_hovered || m_hoveredCurve)
        hoverWhereThePointerIs(); // on from row to row without another delay
    else
        m_hoverTimer->start();
}

void StitchView::mousePressEvent(QMouseEvent *event) {
    const auto row = rowUnder(event->pos());
    if (event->button() != Qt::LeftButton)
        return;
    if (row)
        choose(*row);
    else if (const auto curve = curveUnder(event->pos()))
        choose(m_list->ribbons[*curve].to);
}

void StitchView::mouseDoubleClickEvent(QMouseEvent *event) {
    if (const auto row = rowUnder(event->pos()); row && event->button() == Qt::LeftButton)
        Q_EMIT opened(*row);
}

void StitchView::contextMenuEvent(QContextMenuEvent *event) {
    const bool byMouse = event->reason() == QContextMenuEvent::Mouse;
    const auto row = byMouse ? rowUnder(viewport()->mapFromGlobal(event->globalPos())) : m_selected;
    if (!row)
        return;
    choose(*row);
    Q_EMIT menuWanted(*row,
                      byMouse ? event->globalPos() : viewport()->mapToGlobal(viewRect(*row).bottomLeft()));
}

void StitchView::keyPressEvent(QKeyEvent *event) {
    switch (event->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Home:
    case Qt::Key_End:
        return step(event->key());
    case Qt::Key_Left:
    case Qt::Key_Right:
        return stepAcross(event->key() == Qt::Key_Right);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_selected)
            Q_EMIT opened(*m_selected);
        return;
    case Qt::Key_Escape:
        if (!m_selected)
            break;
        select(std::nullopt);
        Q_EMIT cleared();
        return;
    default:
        break;
    }
    event->ignore();
}

/// Up and down within a side.
void StitchView::step(int key) {
    std::vector<std::uint32_t> side;
    for (const Area &area : m_list->areas)
        if (!m_selected || isGuest(area.node) == isGuest(*m_selected))
            side.push_back(area.node);
    if (side.empty())
        return;
    const auto at = m_selected ? std::find(side.begin(), side.end(), *m_selected) : side.end();
    if (at == side.end())
        return choose(side.front());
    if (key == Qt::Key_Home || key == Qt::Key_End)
        return choose(key == Qt::Key_Home ? side.front() : side.back());
    if (key == Qt::Key_Up ? at != side.begin() : at + 1 != side.end())
        choose(key == Qt::Key_Up ? *(at - 1) : *(at + 1));
}

/// Along the curve of the hardware; without one to the row at the same height.
void StitchView::stepAcross(bool toGuest) {
    if (!m_selected)
        return step(Qt::Key_Home);
    if (isGuest(*m_selected) == toGuest)
        return;
    for (const layout::Ribbon &ribbon : m_list->ribbons)
        if (ribbon.kind != layout::Ribbon::Kind::Finding &&
            (toGuest ? ribbon.from : ribbon.to) == *m_selected)
            return choose(toGuest ? ribbon.to : ribbon.from);
    const Area *from = areaOf(*m_list, *m_selected);
    const Area *best = nullptr;
    for (const Area &area : m_list->areas)
        if (isGuest(area.node) == toGuest &&
            (best == nullptr || std::abs(area.rect.y - from->rect.y) < std::abs(best->rect.y - from->rect.y)))
            best = &area;
    if (best != nullptr)
        choose(best->node);
}

bool StitchView::viewportEvent(QEvent *event) {
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        std::string text;
        if (const auto row = rowUnder(help->pos()))
            text = areaOf(*m_list, *row)->label;
        else if (const auto curve = curveUnder(help->pos()))
            text = m_list->ribbons[*curve].label;
        QToolTip::showText(help->globalPos(), QString::fromStdString(text).toHtmlEscaped(), viewport());
        return true;
    }
    if (event->type() == QEvent::Leave) {
        m_hoverTimer->stop();
        setHover(std::nullopt, std::nullopt);
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void StitchView::resizeEvent(QResizeEvent *event) {
    QAbstractScrollArea::resizeEvent(event);
    fitScrollBars();
}

void StitchView::scrollContentsBy(int, int) {
    viewport()->update();
}

void StitchView::focusInEvent(QFocusEvent *event) {
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update(); // the ring comes
}

void StitchView::focusOutEvent(QFocusEvent *event) {
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update(); // the ring goes
}

// Painting

void StitchView::outline(QPainter &painter, std::uint32_t row, layout::Token token, double width) const {
    const Area *area = areaOf(*m_list, row);
    if (area == nullptr)
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(tokenColour(token), width));
    painter.setBrush(Qt::NoBrush);
    const double inset = width / 2;
    painter.drawRoundedRect(toRect(area->rect).adjusted(inset, inset, -inset, -inset), area->radius,
                            area->radius);
}

void StitchView::paintEvent(QPaintEvent *event) {
    QPainter painter(viewport());
    painter.fillRect(event->rect(), resolved(m_list->background, currentTheme()));
    painter.translate(-origin());
    DisplayListOptions options;
    options.theme = currentTheme();
    options.exposed = QRectF(event->rect()).translated(origin());
    if (m_hovered || m_hoveredCurve) {
        options.keepsColour = [this](std::uint32_t row) {
            return keepsColour(row);
        };
        options.keepsRibbon = [this](const layout::Ribbon &ribbon) {
            const auto index = static_cast<std::size_t>(&ribbon - m_list->ribbons.data());
            return m_hoveredCurve ? *m_hoveredCurve == index
                                  : ribbon.from == *m_hovered || ribbon.to == *m_hovered;
        };
    }
    paintDisplayList(painter, *m_list, options);
    if (m_hovered && m_hovered != m_selected)
        outline(painter, *m_hovered, layout::Token::Text2, 1);
    if (!m_selected)
        return;
    outline(painter, *m_selected, layout::Token::Accent, hasFocus() ? 2.5 : 2);
    for (const layout::Ribbon &ribbon : m_list->ribbons) // and what it is on the other side
        if (ribbon.kind != layout::Ribbon::Kind::Finding &&
            (ribbon.from == *m_selected || ribbon.to == *m_selected))
            outline(painter, ribbon.from == *m_selected ? ribbon.to : ribbon.from, layout::Token::Accent, 1);
}

} // namespace fabricscope::widgets
