// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QGraphicsItem>

#include <cstdint>
#include <optional>
#include <vector>

namespace fabricscope::widgets {

class TopologyScene;

/// Around every device that a search found, as wide on the screen at each zoom: one item for all of them.
class DeviceSearchOutlines : public QGraphicsItem {
public:
    /// The scene owns it.
    explicit DeviceSearchOutlines(TopologyScene &scene);
    /// `current`, where it is one of them, has a second line around it.
    void setNodes(std::vector<std::uint32_t> nodes, std::optional<std::uint32_t> current);
    [[nodiscard]] const std::vector<std::uint32_t> &nodes() const { return m_nodes; }

    [[nodiscard]] QRectF boundingRect() const override { return m_bounds; }
    void paint(QPainter *painter, const QStyleOptionGraphicsItem *option, QWidget *widget) override;

private:
    const TopologyScene &m_scene;
    std::vector<std::uint32_t> m_nodes;
    std::optional<std::uint32_t> m_current;
    QRectF m_bounds;
};

} // namespace fabricscope::widgets
