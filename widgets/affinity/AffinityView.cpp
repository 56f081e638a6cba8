// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/affinity/AffinityView.h"

#include "widgets/accessibility/AffinityAccessible.h"
#include "widgets/affinity/AffinityShown.h"
#include "widgets/common/Controls.h"
#include "widgets/common/DisplayListPainter.h"
#include "widgets/common/Fonts.h"
#include "widgets/common/Theme.h"

#include <QAccessible>
#include <QApplication>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>

namespace fabricscope::widgets {

namespace {

using layout::AffinityId;
using layout::Area;

constexpr int kScrollStep = 33; ///< a row
constexpr int kAir = 8;         ///< around what is scrolled to

bool isCell(const AffinityId &id) {
    return id.part == AffinityId::Part::Cell || id.part == AffinityId::Part::Peer;
}

/// px of the view that the names of the rows take.
int rowHeads() {
    return static_cast<int>(layout::kAffinityRowHeads * uiScale());
}

/// What stays at the left when the matrix is scrolled: names of the rows.
std::shared_ptr<const layout::DisplayList> rowHeadsOf(const layout::DisplayList &list) {
    auto heads = std::make_shared<layout::DisplayList>();
    heads->background = list.background;
    for (const layout::Item &item : list.items)
        if (const auto id = AffinityId::decoded(item.node); id && id->part == AffinityId::Part::Gpu)
            heads->items.push_back(item);
    return heads;
}

} // namespace

AffinityView::AffinityView(QWidget *parent)
    : QAbstractScrollArea(parent)
    , m_list(std::make_shared<layout::DisplayList>())
    , m_frozen(std::make_shared<layout::DisplayList>()) {
    installAffinityAccessibility();
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(QFrame::NoFrame);
    viewport()->setMouseTracking(true);
    setAccessibleName(tr("Affinity matrices"));
    horizontalScrollBar()->setSingleStep(kScrollStep);
    verticalScrollBar()->setSingleStep(kScrollStep);
}

AffinityView::~AffinityView() = default;

void AffinityView::setPicture(std::shared_ptr<const AffinityShown> shown,
                              std::shared_ptr<const layout::DisplayList> list) {
    endDrag();
    m_shown = std::move(shown);
    m_list = list ? std::move(list) : std::make_shared<const layout::DisplayList>();
    m_frozen = rowHeadsOf(*m_list);
    m_hovered.reset();
    if (m_selected && areaOf(*m_list, *m_selected) == nullptr)
        m_selected.reset();
    updateScrollBars();
    viewport()->update();
}

void AffinityView::select(std::optional<std::uint32_t> cell) {
    m_selected = cell && areaOf(*m_list, *cell) != nullptr ? cell : std::nullopt;
    viewport()->update();
}

void AffinityView::choose(std::uint32_t cell) {
    const auto id = AffinityId::decoded(cell);
    if (!id || !isCell(*id) || areaOf(*m_list, cell) == nullptr)
        return;
    select(cell);
    ensureVisible(cell);
    Q_EMIT cellChosen(cell);
}

QPointF AffinityView::toList(const QPointF &inView) const {
    return (inView + QPointF(horizontalScrollBar()->value(), verticalScrollBar()->value())) / uiScale();
}

QRect AffinityView::viewRect(std::uint32_t area) const {
    const Area *found = areaOf(*m_list, area);
    if (found == nullptr)
        return {};
    const QRectF rect = toRect(found->rect);
    const QPointF origin(horizontalScrollBar()->value(), verticalScrollBar()->value());
    return QRectF(rect.topLeft() * uiScale() - origin, rect.size() * uiScale()).toRect();
}

const Area *AffinityView::areaUnder(const QPoint &inView) const {
    QPointF at = toList(inView);
    if (horizontalScrollBar()->value() > 0 && inView.x() < rowHeads())
        at.setX(inView.x() / uiScale()); // over the names that stay
    return widgets::areaAt(*m_list, at.x(), at.y());
}

std::optional<AffinityId> AffinityView::idUnder(const QPoint &inView) const {
    const Area *area = areaUnder(inView);
    return area != nullptr ? AffinityId::decoded(area->node) : std::nullopt;
}

void AffinityView::updateScrollBars() {
    const QSize room = viewport()->size();
    horizontalScrollBar()->setRange(0,
                                    std::max(0, static_cast<int>(m_list->width * uiScale()) - room.width()));
    horizontalScrollBar()->setPageStep(room.width());
    verticalScrollBar()->setRange(0,
                                  std::max(0, static_cast<int>(m_list->height * uiScale()) - room.height()));
    verticalScrollBar()->setPageStep(room.height());
}

void AffinityView::resizeEvent(QResizeEvent *event) {
    QAbstractScrollArea::resizeEvent(event);
    updateScrollBars();
}

void AffinityView::scrollContentsBy(int, int) {
    viewport()->update();
}

void AffinityView::ensureVisible(std::uint32_t area) {
    const QRect rect = viewRect(area);
    if (rect.isNull())
        return;
    const int left = horizontalScrollBar()->maximum() > 0 ? rowHeads() : 0;
    const auto move = [](QScrollBar *bar, int from, int to, int begin, int end) {
        if (from < begin)
            bar->setValue(bar->value() + from - begin - kAir);
        else if (to > end)
            bar->setValue(bar->value() + to - end + kAir);
    };
    move(horizontalScrollBar(), rect.left(), rect.right(), left, viewport()->width());
    move(verticalScrollBar(), rect.top(), rect.bottom(), 0, viewport()->height());
}

void AffinityView::mousePressEvent(QMouseEvent *event) {
    const auto id = idUnder(event->pos());
    m_pressedAt = event->pos();
    m_pressedNic.reset();
    if (event->button() != Qt::LeftButton || !id)
        return;
    if (isCell(*id))
        choose(id->encoded());
    else if (id->part == AffinityId::Part::Nic)
        m_pressedNic = static_cast<std::uint32_t>(id->column);
}

void AffinityView::mouseMoveEvent(QMouseEvent *event) {
    if (m_pressedNic && event->buttons().testFlag(Qt::LeftButton)) {
        if (m_dragging || (event->pos() - m_pressedAt).manhattanLength() >= QApplication::startDragDistance())
            dragTo(event->pos());
        return;
    }
    const Area *area = areaUnder(event->pos());
    const auto id = area != nullptr ? AffinityId::decoded(area->node) : std::nullopt;
    const auto hovered = id ? std::optional(area->node) : std::nullopt;
    viewport()->setCursor(id && id->part == AffinityId::Part::Nic ? Qt::OpenHandCursor : Qt::ArrowCursor);
    if (hovered != m_hovered) {
        m_hovered = hovered;
        viewport()->update();
    }
}

void AffinityView::dragTo(const QPoint &inView) {
    m_dragging = true;
    m_dragAt = inView;
    viewport()->setCursor(Qt::ClosedHandCursor);
    const auto id = idUnder(inView);
    std::optional<std::uint32_t> target;
    if (id && (id->part == AffinityId::Part::Cell || id->part == AffinityId::Part::Gpu))
        target = static_cast<std::uint32_t>(id->row);
    if (target != m_target) {
        m_target = target;
        if (target)
            Q_EMIT dragOver(*target, *m_pressedNic);
        else
            Q_EMIT dragLeft();
    }
    viewport()->update();
}

void AffinityView::endDrag() {
    const bool told = m_dragging && m_target;
    m_dragging = false;
    m_pressedNic.reset();
    m_target.reset();
    viewport()->setCursor(Qt::ArrowCursor);
    viewport()->update();
    if (told)
        Q_EMIT dragLeft();
}

void AffinityView::mouseReleaseEvent(QMouseEvent *) {
    const auto target = m_dragging ? m_target : std::nullopt;
    const auto nic = m_pressedNic;
    endDrag();
    if (target && nic)
        Q_EMIT dropped(*target, *nic);
}

void AffinityView::mouseDoubleClickEvent(QMouseEvent *event) {
    const auto id = idUnder(event->pos());
    if (event->button() == Qt::LeftButton && id && isCell(*id))
        Q_EMIT opened(id->encoded());
}

void AffinityView::contextMenuEvent(QContextMenuEvent *event) {
    std::optional<std::uint32_t> cell = m_selected;
    QPoint where = event->globalPos();
    if (event->reason() == QContextMenuEvent::Mouse) {
        const auto id = idUnder(viewport()->mapFromGlobal(event->globalPos()));
        if (!id || !isCell(*id))
            return;
        choose(id->encoded());
        cell = id->encoded();
    } else if (cell) {
        where = viewport()->mapToGlobal(viewRect(*cell).center());
    }
    if (cell)
        Q_EMIT menuWanted(*cell, where);
}

void AffinityView::keyPressEvent(QKeyEvent *event) {
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
    case Qt::Key_Escape:
        if (m_dragging)
            return endDrag();
        break;
    default:
        break;
    }
    event->ignore();
}

/// To the nearest cell in that direction, by where cells stand: it passes gaps, and from matrix to matrix.
void AffinityView::step(int key) {
    const Area *from = m_selected ? areaOf(*m_list, *m_selected) : nullptr;
    const Area *best = nullptr;
    double least = 0;
    for (const Area &area : m_list->areas) {
        const auto id = AffinityId::decoded(area.node);
        if (!id || !isCell(*id))
            continue;
        if (from == nullptr) { // the first one
            best = &area;
            break;
        }
        const double dx = area.rect.x - from->rect.x, dy = area.rect.y - from->rect.y;
        const bool sideways = key != Qt::Key_Up && key != Qt::Key_Down;
        if ((sideways ? dy : dx) != 0 || (dx == 0 && dy == 0))
            continue;
        const double along = sideways ? dx : dy;
        const bool back = key == Qt::Key_Left || key == Qt::Key_Up || key == Qt::Key_Home;
        if (back ? along > 0 : along < 0)
            continue;
        const bool far = key == Qt::Key_Home || key == Qt::Key_End;
        const double distance = std::abs(along);
        if (best == nullptr || (far ? distance > least : distance < least)) {
            best = &area;
            least = distance;
        }
    }
    if (best != nullptr)
        choose(best->node);
}

bool AffinityView::viewportEvent(QEvent *event) {
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const Area *area = areaUnder(help->pos());
        if (area != nullptr)
            QToolTip::showText(help->globalPos(), QString::fromStdString(area->label).toHtmlEscaped(),
                               viewport());
        else
            QToolTip::hideText();
        return true;
    }
    if (event->type() == QEvent::Leave && m_hovered) {
        m_hovered.reset();
        viewport()->update();
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void AffinityView::focusInEvent(QFocusEvent *event) {
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}
void AffinityView::focusOutEvent(QFocusEvent *event) {
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

void AffinityView::paintEvent(QPaintEvent *event) {
    QPainter painter(viewport());
    painter.fillRect(event->rect(), resolved(m_list->background, currentTheme()));
    const QPointF origin(horizontalScrollBar()->value(), verticalScrollBar()->value());
    painter.save();
    painter.translate(-origin);
    painter.scale(uiScale(), uiScale());
    DisplayListOptions options;
    options.theme = currentTheme();
    options.exposed = QRectF(toList(event->rect().topLeft()), QSizeF(event->rect().size()) / uiScale());
    paintDisplayList(painter, *m_list, options);
    if (m_hovered && m_hovered != m_selected && !m_dragging)
        paintOutline(painter, *m_hovered, Token::Text2);
    if (m_dragging && m_target)
        paintOutline(painter, AffinityId{AffinityId::Part::Cell, *m_target, *m_pressedNic}.encoded(),
                     Token::Accent);
    if (m_selected)
        paintOutline(painter, *m_selected, Token::Accent);
    paintFrozen(painter);
    painter.restore();
    if (m_dragging)
        paintDragged(painter);
    if (hasFocus() && !m_selected)
        paintFocusRing(painter, viewport()->rect(), 2);
}

/// The ring of the chosen cell lies outside of it: what the cell's own outline says stays readable.
void AffinityView::paintOutline(QPainter &painter, std::uint32_t area, Token token) const {
    const Area *found = areaOf(*m_list, area);
    if (found == nullptr)
        return;
    const layout::Rect &rect = found->rect;
    const double width = token == Token::Accent ? 2 : 1;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(tokenColour(token), width));
    const double out = width / 2;
    painter.drawRoundedRect(QRectF(rect.x - out, rect.y - out, rect.width + 2 * out, rect.height + 2 * out),
                            3, 3);
}

void AffinityView::paintFrozen(QPainter &painter) const {
    const int scrolled = horizontalScrollBar()->value();
    if (scrolled == 0)
        return;
    painter.save();
    painter.translate(scrolled / uiScale(), 0);
    const QColor canvas = resolved(m_list->background, currentTheme());
    for (const layout::Item &item : m_frozen->items)
        painter.fillRect(QRectF(0, item.rect.y - 4, layout::kAffinityRowHeads - 2, item.rect.height + 8),
                         canvas);
    DisplayListOptions options;
    options.theme = currentTheme();
    paintDisplayList(painter, *m_frozen, options);
    painter.restore();
}

void AffinityView::paintDragged(QPainter &painter) const {
    if (!m_shown || *m_pressedNic >= m_shown->table().fabric().nics.size())
        return;
    const QString name = QString::fromStdString(m_shown->table().fabric().nics[*m_pressedNic].name);
    painter.setFont(uiFont(12, QFont::DemiBold));
    const QRectF box(m_dragAt.x() + 10, m_dragAt.y() + 6, painter.fontMetrics().horizontalAdvance(name) + 20,
                     scaledToUi(24));
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(tokenColour(Token::Accent), 2));
    painter.setBrush(tokenColour(Token::Surface));
    painter.drawRoundedRect(box, 3, 3);
    painter.setPen(tokenColour(Token::Text));
    painter.drawText(box, Qt::AlignCenter, name);
}

} // namespace fabricscope::widgets
