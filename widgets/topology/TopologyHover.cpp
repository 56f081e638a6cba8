// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Tooltips of TopologyView, by pointer and by keyboard.
#include "core/layout/scene/Folds.h"
#include "core/layout/scene/UpstreamLinks.h"
#include "widgets/common/paint/DisplayListIndex.h"
#include "widgets/common/paint/DisplayListPainter.h"
#include "widgets/topology/TopologyScene.h"
#include "widgets/topology/TopologyTooltip.h"
#include "widgets/topology/TopologyView.h"

#include <QTimer>
#include <QToolTip>

#include <algorithm>
#include <string>
#include <vector>

namespace fabricscope::widgets {

namespace {

/// The folds named after this node, whether the picture contains them or not.
std::vector<std::string> foldsOf(const topology::Topology &topology, topology::NodeId id) {
    if (id >= topology.nodes().size())
        return {};
    const topology::Node &node = topology.node(id);
    if (node.bdf)
        return {layout::virtualFunctionsFold(*node.bdf), layout::partitionsFold(*node.bdf),
                layout::bridgesFold(*node.bdf)};
    return node.kind == topology::NodeKind::Numa ? std::vector{layout::minorFold(node.numa)}
                                                 : std::vector<std::string>();
}

} // namespace

std::optional<topology::NodeId> TopologyView::representativeOf(std::optional<topology::NodeId> node) const {
    if (!node || !m_topology || *node >= m_topology->nodes().size() || m_scene->areaOf(*node) != nullptr)
        return std::nullopt;
    if (const auto &physical = m_topology->node(*node).physfn)
        if (const auto found = m_topology->find(*physical); found && m_scene->areaOf(*found) != nullptr)
            return found;
    for (auto above = m_topology->node(*node).parent; above; above = m_topology->node(*above).parent)
        if (m_scene->areaOf(*above) != nullptr)
            return above;
    return std::nullopt;
}

bool TopologyView::isStop(topology::NodeId node) const {
    return m_scene->index().representativeOf(node) == node;
}

std::optional<topology::NodeId> TopologyView::shown() const {
    const auto representative = representativeOf(selected());
    return representative ? representative : selected();
}

void TopologyView::hover(std::optional<topology::NodeId> node) {
    const auto &wiring = m_scene->list().wiring;
    m_scene->setHovered(node, node && m_topology && wiring
                                  ? layout::upstreamLinks(*m_topology, *wiring, *node)
                                  : std::vector<draw::Rect>());
}

void TopologyView::updateHover() {
    m_peeking = false;
    const QPointF at = mapToScene(m_hoverAt);
    const draw::Area *area = m_scene->areaAt(at);
    hover(area != nullptr ? std::optional(area->node) : std::nullopt);
    if (const draw::Action *action = m_scene->actionAt(at))
        showTooltip(m_hoverAt, QString::fromStdString(action->label).toHtmlEscaped());
    else if (const draw::Hint *hint = m_scene->hintAt(at))
        showTooltip(m_hoverAt,
                    QStringLiteral("<p>%1</p>").arg(QString::fromStdString(hint->text).toHtmlEscaped()));
    else if (area != nullptr && m_topology)
        showTooltip(m_hoverAt, tooltipText(*m_topology, m_judgement.get(), area->node));
}

void TopologyView::showTooltip(const QPoint &inViewport, const QString &text) {
    QToolTip::showText(viewport()->mapToGlobal(inViewport), text, viewport());
}

void TopologyView::unhover() {
    m_hoverTimer->stop();
    m_peeking = false;
    hover(std::nullopt);
    QToolTip::hideText();
}

void TopologyView::peek() {
    const auto node = selected();
    const bool wasPeeking = m_peeking;
    unhover();
    const auto box = shown();
    const draw::Area *area = box ? m_scene->areaOf(*box) : nullptr;
    if (wasPeeking || area == nullptr || !m_topology)
        return;
    reveal(*box);
    m_peeking = true;
    hover(box);
    const QPoint corner = mapFromScene(toRect(area->rect).bottomLeft());
    showTooltip(corner, tooltipText(*m_topology, m_judgement.get(), *node));
}

const draw::Action *TopologyView::foldOf(topology::NodeId node) const {
    const draw::Area *area = m_scene->areaOf(node);
    if (area == nullptr)
        return nullptr;
    const std::vector<std::string> ids = m_topology ? foldsOf(*m_topology, node) : std::vector<std::string>();
    const draw::Action *inPlace = nullptr;
    for (const draw::Action &action : m_scene->list().actions) {
        if (std::find(ids.begin(), ids.end(), action.id) != ids.end())
            return &action;
        // Folded devices have their own place. A box contains those of everything below it: the fold belongs
        // to the innermost.
        const draw::Area *innermost = m_scene->areaAt(toRect(action.rect).center());
        if (inPlace == nullptr && innermost != nullptr && innermost->rect == area->rect)
            inPlace = &action;
    }
    return inPlace;
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
