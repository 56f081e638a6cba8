// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/topology/TopologyHover.h"

#include "core/layout/scene/UpstreamLinks.h"
#include "widgets/common/paint/DisplayListPainter.h"
#include "widgets/topology/TopologyScene.h"
#include "widgets/topology/TopologyTooltip.h"

#include <QGraphicsView>
#include <QTimer>
#include <QToolTip>

#include <utility>
#include <vector>

namespace fabricscope::widgets {

namespace {

constexpr int kRestMs = 150;

} // namespace

TopologyHover::TopologyHover(TopologyScene &scene, QGraphicsView &view)
    : QObject(&view), m_scene(scene), m_view(view), m_timer(new QTimer(this)) {
    m_timer->setSingleShot(true);
    m_timer->setInterval(kRestMs);
    connect(m_timer, &QTimer::timeout, this, &TopologyHover::update);
}

void TopologyHover::setTopology(std::shared_ptr<const topology::Topology> topology) {
    m_topology = std::move(topology);
}

void TopologyHover::setJudgement(std::shared_ptr<const affinity::Judgement> judgement) {
    m_judgement = std::move(judgement);
}

void TopologyHover::pointerMoved(const QPoint &where) {
    m_at = where;
    m_timer->start();
    const draw::Area *area = m_scene.areaAt(m_view.mapToScene(where));
    if (m_scene.hovered() && !m_isPeeking && (area == nullptr || area->node != *m_scene.hovered()))
        hover(std::nullopt);
}

void TopologyHover::pointerLeft() {
    m_timer->stop();
    if (!m_isPeeking)
        hover(std::nullopt);
}

void TopologyHover::hover(std::optional<topology::NodeId> node) {
    const auto &wiring = m_scene.list().wiring;
    m_scene.setHovered(node, node && m_topology && wiring ? layout::upstreamLinks(*m_topology, *wiring, *node)
                                                          : std::vector<draw::Rect>());
}

void TopologyHover::update() {
    m_isPeeking = false;
    const QPointF at = m_view.mapToScene(m_at);
    const draw::Area *area = m_scene.areaAt(at);
    hover(area != nullptr ? std::optional(area->node) : std::nullopt);
    if (const draw::Action *action = m_scene.actionAt(at))
        showTooltip(m_at, QString::fromStdString(action->label).toHtmlEscaped());
    else if (const draw::Hint *hint = m_scene.hintAt(at))
        showTooltip(m_at,
                    QStringLiteral("<p>%1</p>").arg(QString::fromStdString(hint->text).toHtmlEscaped()));
    else if (area != nullptr && m_topology)
        showTooltip(m_at, tooltipText(*m_topology, m_judgement.get(), area->node));
}

void TopologyHover::showTooltip(const QPoint &inViewport, const QString &text) {
    QToolTip::showText(m_view.viewport()->mapToGlobal(inViewport), text, m_view.viewport());
}

void TopologyHover::hide() {
    m_timer->stop();
    m_isPeeking = false;
    hover(std::nullopt);
    QToolTip::hideText();
}

void TopologyHover::peek(topology::NodeId shown, topology::NodeId node) {
    const draw::Area *area = m_scene.areaOf(shown);
    if (area == nullptr || !m_topology)
        return;
    m_isPeeking = true;
    hover(shown);
    const QPoint corner = m_view.mapFromScene(toRect(area->rect).bottomLeft());
    showTooltip(corner, tooltipText(*m_topology, m_judgement.get(), node));
}

} // namespace fabricscope::widgets
