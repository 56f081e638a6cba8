// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/topology/DeviceSearchOutlines.h"

#include "widgets/common/theme/Theme.h"
#include "widgets/topology/TopologyScene.h"
#include "widgets/topology/TopologyView.h"

#include <QPainter>
#include <QStyleOptionGraphicsItem>

#include <algorithm>

namespace fabricscope::widgets {

namespace {

/// Distance of the second line from the current hit, on the screen.
constexpr double kOutset = 2.5;
/// The same in the scene at the smallest zoom, plus half the line width.
constexpr double kOutside = (kOutset + 0.5) / TopologyView::kSmallest;

} // namespace

DeviceSearchOutlines::DeviceSearchOutlines(TopologyScene &scene) : m_scene(scene) {
    setZValue(0.5); // above the picture, below the selection
    setAcceptedMouseButtons(Qt::NoButton);
    scene.addItem(this);
}

void DeviceSearchOutlines::setNodes(std::vector<std::uint32_t> nodes, std::optional<std::uint32_t> current) {
    m_nodes = std::move(nodes);
    m_current = current;
    prepareGeometryChange();
    m_bounds = m_nodes.empty() ? QRectF()
                               : QRectF(0, 0, m_scene.list().width, m_scene.list().height)
                                     .adjusted(-kOutside, -kOutside, kOutside, kOutside);
    update();
}

void DeviceSearchOutlines::paint(QPainter *painter, const QStyleOptionGraphicsItem *, QWidget *) {
    const double zoom = QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter->worldTransform());
    const double line = zoom < 1 ? 1 / std::max(zoom, 0.01) : 1;
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setBrush(Qt::NoBrush);
    painter->setPen(QPen(selectionColour(), line));
    for (const std::uint32_t node : m_nodes)
        if (const draw::Area *area = m_scene.areaOf(node)) {
            const QRectF rect(area->rect.x, area->rect.y, area->rect.width, area->rect.height);
            const double inset = line / 2;
            painter->drawRoundedRect(rect.adjusted(inset, inset, -inset, -inset), area->radius, area->radius);
            if (node != m_current)
                continue;
            const double outset = kOutset * line;
            painter->drawRoundedRect(rect.adjusted(-outset, -outset, outset, outset), area->radius + outset,
                                     area->radius + outset);
        }
}

} // namespace fabricscope::widgets
