// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QGraphicsItem>

#include <cstdint>
#include <optional>
#include <vector>

namespace fabricscope::widgets {

class TopologyScene;

/// Outlines of all devices found by a search, of constant width on the screen: one item for all of them.
class DeviceSearchOutlines : public QGraphicsItem {
public:
    /// The scene owns it.
    explicit DeviceSearchOutlines(TopologyScene &scene);
    /// `current`, if it is one of them, has a second outline.
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
