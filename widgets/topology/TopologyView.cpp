// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/topology/TopologyView.h"

#include "widgets/accessibility/TopologyAccessible.h"
#include "widgets/common/Theme.h"
#include "widgets/inspector/DeviceFacts.h"
#include "widgets/inspector/PairingFacts.h"
#include "widgets/topology/TopologyScene.h"
#include "widgets/topology/TreeWalk.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QTimer>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace fabricscope::widgets {

namespace {

constexpr int kHoverMs = 150;
constexpr double kZoomStep = 1.2;
constexpr int kTooltipFacts = 3;

} // namespace

TopologyView::TopologyView(TopologyScene *scene, QWidget *parent)
    : QGraphicsView(scene, parent), m_scene(scene), m_hoverTimer(new QTimer(this)) {
    installAccessibility();
    setFrameShape(QFrame::NoFrame);
    setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    setViewportUpdateMode(SmartViewportUpdate);
    setTransformationAnchor(NoAnchor);
    setResizeAnchor(NoAnchor);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    viewport()->setMouseTracking(true);
    setAccessibleName(tr("Topology"));
    m_hoverTimer->setSingleShot(true);
    m_hoverTimer->setInterval(kHoverMs);
    connect(m_hoverTimer, &QTimer::timeout, this, [this] {
        const layout::Area *area = m_scene->areaAt(mapToScene(m_hoverAt));
        m_scene->setHovered(area != nullptr ? std::optional(area->node) : std::nullopt);
        if (area != nullptr)
            QToolTip::showText(viewport()->mapToGlobal(m_hoverAt), tooltipOf(area->node), viewport());
    });
}

void TopologyView::setTopology(std::shared_ptr<const topology::Topology> topology) {
    m_topology = std::move(topology);
}

void TopologyView::setJudgement(std::shared_ptr<const affinity::Judgement> judgement) {
    m_judgement = std::move(judgement);
}

void TopologyView::select(std::optional<topology::NodeId> node) {
    m_scene->setSelected(node);
}

std::optional<topology::NodeId> TopologyView::selected() const {
    return m_scene->selected();
}

void TopologyView::choose(std::optional<topology::NodeId> node) {
    if (m_scene->selected() == node)
        return;
    m_scene->setSelected(node);
    QAccessibleEvent focus(this, QAccessible::Focus); // the reader says what the keyboard is at now
    QAccessible::updateAccessibility(&focus);
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
    setZoom(std::min({1.0, room.width() / picture.width(), room.height() / picture.height()}), QPointF(0, 0));
    horizontalScrollBar()->setValue(0);
    verticalScrollBar()->setValue(0);
}

void TopologyView::fitSelection() {
    const layout::Area *area = selected() ? m_scene->areaOf(*selected()) : nullptr;
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
    if (event->button() == Qt::MiddleButton || (event->button() == Qt::LeftButton && m_spaceHeld)) {
        m_panFrom = event->pos();
        viewport()->setCursor(Qt::ClosedHandCursor);
    } else if (event->button() == Qt::LeftButton) {
        const layout::Area *area = m_scene->areaAt(mapToScene(event->pos()));
        choose(area != nullptr ? std::optional(area->node) : std::nullopt);
    }
    event->accept();
}

void TopologyView::mouseMoveEvent(QMouseEvent *event) {
    if (m_panFrom) {
        const QPoint moved = event->pos() - *m_panFrom;
        m_panFrom = event->pos();
        horizontalScrollBar()->setValue(horizontalScrollBar()->value() - moved.x());
        verticalScrollBar()->setValue(verticalScrollBar()->value() - moved.y());
        return;
    }
    m_hoverAt = event->pos();
    m_hoverTimer->start();
    const layout::Area *area = m_scene->areaAt(mapToScene(m_hoverAt));
    if (m_scene->hovered() && (area == nullptr || area->node != *m_scene->hovered()))
        m_scene->setHovered(std::nullopt);
}

void TopologyView::mouseReleaseEvent(QMouseEvent *event) {
    if (m_panFrom) {
        m_panFrom.reset();
        viewport()->unsetCursor();
    }
    event->accept();
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
        return choose(std::nullopt);
    case Qt::Key_Plus:
        return zoomBy(1);
    case Qt::Key_Minus:
        return zoomBy(-1);
    case Qt::Key_Space:
        if (!event->isAutoRepeat()) {
            m_spaceHeld = true;
            viewport()->setCursor(Qt::OpenHandCursor);
        }
        return;
    case Qt::Key_F:
        if (plain)
            return fitSelection();
        break;
    case Qt::Key_E:
        if (plain)
            return evidenceWanted();
        break;
    default:
        break;
    }
    QGraphicsView::keyPressEvent(event);
}

void TopologyView::keyReleaseEvent(QKeyEvent *event) {
    if (event->key() == Qt::Key_Space && !event->isAutoRepeat()) {
        m_spaceHeld = false;
        viewport()->unsetCursor();
        return;
    }
    QGraphicsView::keyReleaseEvent(event);
}

void TopologyView::leaveEvent(QEvent *event) {
    m_hoverTimer->stop();
    m_scene->setHovered(std::nullopt);
    QGraphicsView::leaveEvent(event);
}

bool TopologyView::viewportEvent(QEvent *event) {
    // Tooltips come with the hover, after its own delay.
    if (event->type() == QEvent::ToolTip)
        return true;
    if (event->type() == QEvent::Leave)
        leaveEvent(event);
    return QGraphicsView::viewportEvent(event);
}

void TopologyView::paintEvent(QPaintEvent *event) {
    QGraphicsView::paintEvent(event);
    if (!hasFocus())
        return;
    QPainter painter(viewport());
    painter.setPen(QPen(tokenColour(Token::Accent), 2));
    if (!selected()) // with a selection the outline shows where the keyboard is
        painter.drawRect(viewport()->rect().adjusted(1, 1, -1, -1));
}

void TopologyView::step(Step direction) {
    if (!m_topology)
        return;
    const auto next = walk(*m_topology, selected(), direction,
                           [this](topology::NodeId node) { return m_scene->areaOf(node) != nullptr; });
    if (!next)
        return;
    choose(next);
    if (const layout::Area *area = m_scene->areaOf(*next))
        ensureVisible(area->rect.x, area->rect.y, area->rect.width, area->rect.height, 24, 24);
}

QString TopologyView::tooltipOf(topology::NodeId node) const {
    if (!m_topology || node >= m_topology->nodes().size())
        return {};
    const DeviceFacts facts = deviceFacts(*m_topology, node);
    QStringList lines{facts.bdf.isEmpty() ? facts.name : QStringLiteral("%1  %2").arg(facts.name, facts.bdf)};
    if (facts.model != facts.name)
        lines << facts.model;
    int left = kTooltipFacts;
    if (m_judgement)
        for (const PairingCallout &finding : pairingFacts(*m_judgement, *m_topology, node).callouts)
            if (left-- > 0)
                lines << finding.title;
    for (const topology::Remark &remark : facts.remarks)
        if (left-- > 0)
            lines << QString::fromStdString(remark.text);
    for (const FactSection &section : facts.sections)
        for (const FactRow &row : section.rows)
            if (left > 0 && row.look != FactRow::Look::Missing) {
                lines << QStringLiteral("%1: %2").arg(row.label, row.value);
                --left;
            }
    return lines.join(QLatin1Char('\n')).toHtmlEscaped().replace(QLatin1Char('\n'), QLatin1String("<br>"));
}

} // namespace fabricscope::widgets
