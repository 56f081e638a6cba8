// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/affinity/AffinityView.h"

#include "widgets/affinity/AffinityPresentation.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/paint/DisplayListPainter.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/Theme.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace fabricscope::widgets {

namespace {

using draw::Area;
using layout::AffinityId;

constexpr int kScrollStep = 33; ///< a row

bool isCell(const AffinityId &id) {
    return id.part == AffinityId::Part::Cell || id.part == AffinityId::Part::Peer;
}

/// Stays at the left when the matrix is scrolled: names of the rows.
std::shared_ptr<const draw::DisplayList> rowHeadersOf(const draw::DisplayList &list) {
    auto heads = std::make_shared<draw::DisplayList>();
    heads->background = list.background;
    for (const draw::Item &item : list.items)
        if (const auto id = AffinityId::decoded(item.node); id && id->part == AffinityId::Part::Gpu)
            heads->items.push_back(item);
    return heads;
}

constexpr double kNumaLabelHeight =
    20;                           ///< px that "NUMA 0" and its strip take above the names of NICs, at most
constexpr double kPeerNames = 19; ///< px that the names above GPU to GPU take

void reach(HeaderBand &band, const draw::Rect &cell) {
    band.bottom = band.until == 0 ? cell.y : std::min(band.bottom, cell.y);
    band.until = std::max(band.until, cell.bottom());
}

/// Stays above each matrix when its rows are scrolled: names of the columns, and their NUMA nodes.
std::vector<HeaderBand> columnHeadersOf(const draw::DisplayList &list) {
    HeaderBand nics, peers;
    double names = 0;
    for (const Area &area : list.areas) {
        const auto id = AffinityId::decoded(area.node);
        if (id && id->part == AffinityId::Part::Nic)
            names = area.rect.y;
        else if (id && isCell(*id))
            reach(id->part == AffinityId::Part::Cell ? nics : peers, area.rect);
    }
    nics.top = names;
    for (const draw::Item &item : list.items)
        if (item.node == draw::Item::kNoNode && item.text.starts_with("NUMA ") &&
            item.rect.y > names - kNumaLabelHeight && item.rect.y < names)
            nics.top = std::min(nics.top, item.rect.y);
    peers.top = peers.bottom - kPeerNames;
    std::vector<HeaderBand> bands;
    for (const HeaderBand &band : {nics, peers})
        if (band.until > 0)
            bands.push_back(band);
    return bands;
}

} // namespace

AffinityView::AffinityView(QWidget *parent)
    : AreasView(tr("Affinity matrices"), {QAccessible::Table, QAccessible::Cell}, kScrollStep, parent)
    , m_frozen(std::make_shared<draw::DisplayList>()) {}

AffinityView::~AffinityView() = default;

void AffinityView::setPicture(std::shared_ptr<const AffinityPresentation> shown,
                              std::shared_ptr<const draw::DisplayList> list) {
    endDrag();
    m_shown = std::move(shown);
    showList(std::move(list));
    m_frozen = rowHeadersOf(this->list());
    m_headers.set(this->list(), columnHeadersOf(this->list()));
}

bool AffinityView::isChoosable(std::uint32_t area) const {
    const auto id = AffinityId::decoded(area);
    return id && isCell(*id);
}

/// The names of the rows.
int AffinityView::frozenWidth() const {
    return static_cast<int>(layout::kAffinityRowHeads * uiScale());
}

int AffinityView::frozenHeight() const {
    return static_cast<int>(m_headers.maxHeight() * uiScale());
}

const Area *AffinityView::areaUnder(const QPoint &inView) const {
    const bool isAtRowHeaders = scrolled().x() > 0 && inView.x() < frozenWidth();
    const QPointF at = toList(inView);
    return areaAt(list(), isAtRowHeaders ? inView.x() / uiScale() : at.x(),
                  m_headers.listY(at.y(), scrolled().y() / uiScale()));
}

const HeaderBand *AffinityView::columnHeaders() const {
    return m_headers.shownAt(scrolled().y() / uiScale());
}

std::optional<AffinityId> AffinityView::idUnder(const QPoint &inView) const {
    const Area *area = areaUnder(inView);
    return area != nullptr ? AffinityId::decoded(area->node) : std::nullopt;
}

void AffinityView::mousePressEvent(QMouseEvent *event) {
    const auto id = idUnder(event->pos());
    m_pressedAt = event->pos();
    m_pressedNic.reset();
    if (event->button() == Qt::LeftButton && id && id->part == AffinityId::Part::Nic)
        m_pressedNic = static_cast<std::uint32_t>(id->column);
    AreasView::mousePressEvent(event);
}

void AffinityView::mouseMoveEvent(QMouseEvent *event) {
    if (m_pressedNic && event->buttons().testFlag(Qt::LeftButton)) {
        if (m_dragging || (event->pos() - m_pressedAt).manhattanLength() >= QApplication::startDragDistance())
            dragTo(event->pos());
        return;
    }
    const auto id = idUnder(event->pos());
    viewport()->setCursor(id && id->part == AffinityId::Part::Nic ? Qt::OpenHandCursor : Qt::ArrowCursor);
    setHovered(id ? std::optional(id->encoded()) : std::nullopt);
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
    const bool hadTarget = m_dragging && m_target;
    m_dragging = false;
    m_pressedNic.reset();
    m_target.reset();
    viewport()->setCursor(Qt::ArrowCursor);
    viewport()->update();
    if (hadTarget)
        Q_EMIT dragLeft();
}

void AffinityView::mouseReleaseEvent(QMouseEvent *) {
    const auto target = m_dragging ? m_target : std::nullopt;
    const auto nic = m_pressedNic;
    endDrag();
    if (target && nic)
        Q_EMIT dropped(*target, *nic);
}

void AffinityView::keyPressEvent(QKeyEvent *event) {
    if (event->key() == Qt::Key_Escape && m_dragging)
        endDrag();
    else
        AreasView::keyPressEvent(event);
}

/// To the nearest cell in that direction, by position: across gaps, and from matrix to matrix.
void AffinityView::step(int key) {
    const Area *from = selected() ? areaOf(list(), *selected()) : nullptr;
    const Area *best = nullptr;
    double least = 0;
    for (const Area &area : list().areas) {
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

// Painting

void AffinityView::paintOverList(QPainter &painter) const {
    if (hovered() && hovered() != selected() && !m_dragging)
        ring(painter, *hovered(), Token::Text2);
    if (m_dragging && m_target)
        ring(painter, AffinityId{AffinityId::Part::Cell, *m_target, *m_pressedNic}.encoded(), Token::Accent);
    if (selected())
        ring(painter, *selected(), Token::Accent);
    paintFrozen(painter);
    m_headers.paint(painter, scrolled().y() / uiScale(), list().width);
}

void AffinityView::paintOverViewport(QPainter &painter) const {
    if (m_dragging)
        paintDragged(painter);
    if (hasFocus() && !selected())
        paintFocusRing(painter, viewport()->rect(), 2);
}

/// Outside of a cell, so that the cell's own outline stays visible.
void AffinityView::ring(QPainter &painter, std::uint32_t area, Token token) const {
    const double width = token == Token::Accent ? 2 : 1;
    outline(painter, area, token, width, width / 2, 3);
}

void AffinityView::paintFrozen(QPainter &painter) const {
    const double right = scrolled().x();
    if (right <= 0)
        return;
    painter.save();
    painter.translate(right / uiScale(), 0);
    const QColor canvas = resolved(list().background, currentTheme());
    for (const draw::Item &item : m_frozen->items)
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
