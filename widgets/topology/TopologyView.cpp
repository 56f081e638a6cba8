// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/topology/TopologyView.h"

#include "widgets/common/paint/DisplayListIndex.h"
#include "widgets/common/paint/DisplayListPainter.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/Theme.h"
#include "widgets/topology/Minimap.h"
#include "widgets/topology/TopologyAccessible.h"
#include "widgets/topology/TopologyHover.h"
#include "widgets/topology/TopologyParts.h"
#include "widgets/topology/TopologyScene.h"
#include "widgets/topology/TreeWalk.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace fabricscope::widgets {

namespace {

constexpr double kZoomStep = 1.2;
constexpr int kRevealMargin = 24;
/// Separating more rectangles than this takes longer than painting them.
constexpr int kMaxExposed = 6;

} // namespace

TopologyView::TopologyView(TopologyScene *scene, QWidget *parent)
    : QGraphicsView(scene, parent), m_scene(scene), m_hover(new TopologyHover(*scene, *this)) {
    installAccessibility();
    setFrameShape(QFrame::NoFrame);
    setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    setViewportUpdateMode(SmartViewportUpdate);
    setTransformationAnchor(NoAnchor);
    setResizeAnchor(NoAnchor);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent); // nothing below it needs to be painted
    setAccessibleName(tr("Topology"));
    setOptimizationFlags(DontSavePainterState | DontAdjustForAntialiasing);
}

void TopologyView::setTopology(std::shared_ptr<const topology::Topology> topology) {
    m_topology = std::move(topology);
    m_hover->setTopology(m_topology);
}

void TopologyView::setJudgement(std::shared_ptr<const affinity::Judgement> judgement) {
    m_hover->setJudgement(std::move(judgement));
}

void TopologyView::select(std::optional<topology::NodeId> node) {
    m_scene->setSelected(node, representativeOf(*m_scene, m_topology.get(), node));
}

void TopologyView::listChanged() {
    select(selected()); // another node may represent it
    if (m_minimap != nullptr)
        m_minimap->repaintPicture();
}

std::optional<topology::NodeId> TopologyView::selected() const {
    return m_scene->selected();
}

void TopologyView::choose(std::optional<topology::NodeId> node) {
    if (m_scene->selected() == node)
        return;
    select(node);
    if (m_hover->isPeeking())
        m_hover->hide();
    notifySelection(*this);
    Q_EMIT nodeSelected(node);
}

void TopologyView::setZoom(double zoom, const QPointF &anchor) {
    zoom = std::clamp(zoom, kSmallest, kLargest);
    const QPointF held = mapToScene(anchor.toPoint());
    setTransform(QTransform::fromScale(zoom, zoom));
    const QPointF moved = mapFromScene(held) - anchor;
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() +
                                    static_cast<int>(std::lround(moved.x())));
    verticalScrollBar()->setValue(verticalScrollBar()->value() + static_cast<int>(std::lround(moved.y())));
    followMap();
    Q_EMIT zoomChanged(zoom);
}

void TopologyView::setZoom(double zoom) {
    setZoom(zoom, QPointF(viewport()->rect().center()));
}

void TopologyView::zoomBy(int steps) {
    setZoom(zoom() * std::pow(kZoomStep, steps));
}

void TopologyView::fit() {
    const QSizeF picture = sceneRect().size();
    if (picture.isEmpty())
        return;
    const QSize room = maximumViewportSize() - QSize(2, 2); // no scroll bar by a rounding
    setZoom(std::min({uiScale(), room.width() / picture.width(), room.height() / picture.height()}),
            QPointF(0, 0));
    horizontalScrollBar()->setValue(0);
    verticalScrollBar()->setValue(0);
}

void TopologyView::fitSelection() {
    const auto box = shown();
    const draw::Area *area = box ? m_scene->areaOf(*box) : nullptr;
    if (area == nullptr)
        return fit();
    const QSize room = maximumViewportSize();
    setZoom(std::min({2.0, room.width() * 0.8 / area->rect.width, room.height() * 0.8 / area->rect.height}));
    centerOn(area->rect.x + area->rect.width / 2, area->rect.y + area->rect.height / 2);
}

void TopologyView::wheelEvent(QWheelEvent *event) {
    if (!event->modifiers().testFlag(Qt::ControlModifier))
        return QGraphicsView::wheelEvent(event);
    setZoom(zoom() * std::pow(kZoomStep, event->angleDelta().y() / 120.0), event->position());
    event->accept();
}

void TopologyView::mousePressEvent(QMouseEvent *event) {
    setFocus(Qt::MouseFocusReason);
    const QPointF at = mapToScene(event->pos());
    if (event->button() == Qt::MiddleButton || (event->button() == Qt::LeftButton && m_spaceHeld)) {
        m_panFrom = event->pos();
        viewport()->setCursor(Qt::ClosedHandCursor);
        m_hover->hide();
    } else if (event->button() == Qt::LeftButton) {
        if (const draw::Action *action = m_scene->actionAt(at)) {
            const QString id = QString::fromStdString(action->id); // the signal makes another list
            Q_EMIT foldRequested(id, action->opens);
        } else {
            const draw::Area *area = m_scene->areaAt(at);
            choose(area != nullptr ? std::optional(area->node) : std::nullopt);
        }
    } else if (event->button() == Qt::RightButton) { // the menu is about the item below the pointer
        if (const draw::Area *area = m_scene->areaAt(at))
            choose(area->node);
    }
    event->accept();
}

void TopologyView::mouseDoubleClickEvent(QMouseEvent *event) {
    const QPointF at = mapToScene(event->pos());
    const draw::Area *area = m_scene->areaAt(at);
    if (event->button() != Qt::LeftButton || m_spaceHeld || m_scene->actionAt(at) != nullptr)
        mousePressEvent(event); // two quick clicks on a fold are two
    else if (area != nullptr)
        Q_EMIT opened(area->node);
    event->accept();
}

void TopologyView::pan(const QPoint &to) {
    const QPoint moved = to - *m_panFrom;
    m_panFrom = to;
    m_panned = true;
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() - moved.x());
    verticalScrollBar()->setValue(verticalScrollBar()->value() - moved.y());
}

void TopologyView::endPan() {
    m_panFrom.reset();
    if (m_spaceHeld)
        viewport()->setCursor(Qt::OpenHandCursor);
    else
        viewport()->unsetCursor();
}

void TopologyView::mouseMoveEvent(QMouseEvent *event) {
    if (m_panFrom)
        return pan(event->pos());
    const QPointF at = mapToScene(event->pos());
    if (!m_spaceHeld && m_scene->actionAt(at) != nullptr)
        viewport()->setCursor(Qt::PointingHandCursor);
    else if (!m_spaceHeld)
        viewport()->unsetCursor();
    m_hover->pointerMoved(event->pos());
}

void TopologyView::mouseReleaseEvent(QMouseEvent *event) {
    if (m_panFrom)
        endPan();
    event->accept();
}

void TopologyView::pressSpace() {
    m_spaceHeld = true;
    m_panned = false;
    viewport()->setCursor(Qt::OpenHandCursor);
}

void TopologyView::releaseSpace() {
    m_spaceHeld = false;
    if (!m_panFrom)
        viewport()->unsetCursor();
    if (!m_panned)
        peek();
}

void TopologyView::keyPressEvent(QKeyEvent *event) {
    const bool plain = (event->modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier;
    switch (event->key()) {
    case Qt::Key_Up:
        return step(Step::Up);
    case Qt::Key_Down:
        return step(Step::Down);
    case Qt::Key_Left:
        return step(Step::Left);
    case Qt::Key_Right:
        return step(Step::Right);
    case Qt::Key_Escape:
        m_hover->hide();
        return choose(std::nullopt);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (const auto node = selected(); node && !toggleFold(*node))
            Q_EMIT opened(*node);
        return;
    case Qt::Key_Plus:
        return zoomBy(1);
    case Qt::Key_Minus:
        return zoomBy(-1);
    case Qt::Key_Space:
        if (!event->isAutoRepeat())
            pressSpace();
        return;
    case Qt::Key_E:
        if (plain)
            return evidenceRequested();
        break;
    default:
        break;
    }
    QGraphicsView::keyPressEvent(event);
}

void TopologyView::keyReleaseEvent(QKeyEvent *event) {
    if (event->key() == Qt::Key_Space) {
        if (!event->isAutoRepeat() && m_spaceHeld)
            releaseSpace();
        return;
    }
    QGraphicsView::keyReleaseEvent(event);
}

void TopologyView::leaveEvent(QEvent *event) {
    m_hover->pointerLeft();
    QGraphicsView::leaveEvent(event);
}

void TopologyView::focusInEvent(QFocusEvent *event) {
    QGraphicsView::focusInEvent(event);
    viewport()->update(); // the whole ring, since a partial repaint would show a part of it
}

void TopologyView::focusOutEvent(QFocusEvent *event) {
    if (m_spaceHeld) { // the release is delivered elsewhere
        m_spaceHeld = false;
        viewport()->unsetCursor();
    }
    QGraphicsView::focusOutEvent(event);
    viewport()->update();
}

void TopologyView::setMinimapEnabled(bool enabled) {
    if (enabled && m_minimap == nullptr)
        m_minimap = new Minimap(this);
    else if (!enabled)
        delete std::exchange(m_minimap, nullptr);
    followMap();
}

QRectF TopologyView::seen() const {
    return mapToScene(viewport()->rect()).boundingRect();
}

void TopologyView::followMap() {
    if (m_minimap != nullptr)
        m_minimap->follow();
}

void TopologyView::resizeEvent(QResizeEvent *event) {
    QGraphicsView::resizeEvent(event);
    followMap();
}

void TopologyView::scrollContentsBy(int dx, int dy) {
    QGraphicsView::scrollContentsBy(dx, dy);
    followMap();
}

bool TopologyView::viewportEvent(QEvent *event) {
    // Tooltips appear with the hover, after its own delay.
    if (event->type() == QEvent::ToolTip)
        return true;
    if (event->type() == QEvent::Leave)
        leaveEvent(event);
    if (event->type() == QEvent::ContextMenu)
        m_hover->hide(); // a pending tooltip would cover the menu
    return QGraphicsView::viewportEvent(event);
}

void TopologyView::paintEvent(QPaintEvent *event) {
    std::vector<QRectF> exposed;
    if (const QRegion &region = event->region(); region.rectCount() > 1 && region.rectCount() <= kMaxExposed)
        for (const QRect &rect : region)
            exposed.push_back(mapToScene(rect.adjusted(-1, -1, 1, 1)).boundingRect());
    m_scene->setExposed(std::move(exposed));
    QGraphicsView::paintEvent(event);
    m_scene->setExposed({});
    if (!hasFocus())
        return;
    QPainter painter(viewport());
    painter.setPen(QPen(tokenColour(Token::Accent), 2));
    if (!selected()) // with a selection, its outline shows the keyboard position
        painter.drawRect(viewport()->rect().adjusted(1, 1, -1, -1));
}

void TopologyView::reveal(topology::NodeId node) {
    const auto shown = representativeOf(*m_scene, m_topology.get(), node);
    if (const draw::Area *area = m_scene->areaOf(shown ? *shown : node))
        ensureVisible(toRect(area->rect), kRevealMargin, kRevealMargin);
}

void TopologyView::step(Step direction) {
    if (!m_topology)
        return;
    auto from = shown();
    if (from && m_scene->areaOf(*from) != nullptr)
        from = m_scene->index().representativeOf(*from);
    const auto next =
        walk(*m_topology, from, direction, [this](topology::NodeId node) { return isStop(node); });
    if (!next)
        return;
    choose(next);
    reveal(*next);
}

bool TopologyView::isStop(topology::NodeId node) const {
    return m_scene->index().representativeOf(node) == node;
}

std::optional<topology::NodeId> TopologyView::shown() const {
    const auto representative = representativeOf(*m_scene, m_topology.get(), selected());
    return representative ? representative : selected();
}

void TopologyView::peek() {
    const auto node = selected();
    const bool wasPeeking = m_hover->isPeeking();
    m_hover->hide();
    const auto box = shown();
    if (wasPeeking || !box || m_scene->areaOf(*box) == nullptr || !m_topology)
        return;
    reveal(*box);
    m_hover->peek(*box, *node);
}

const draw::Action *TopologyView::foldOf(topology::NodeId node) const {
    return widgets::foldOf(*m_scene, m_topology.get(), node);
}

bool TopologyView::toggleFold(topology::NodeId node) {
    const draw::Action *fold = foldOf(node);
    if (fold == nullptr)
        return false;
    // Copied, because opening it creates another list.
    const QString id = QString::fromStdString(fold->id);
    Q_EMIT foldRequested(id, fold->opens);
    return true;
}

} // namespace fabricscope::widgets
