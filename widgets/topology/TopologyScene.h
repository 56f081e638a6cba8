// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/draw/DisplayList.h"

#include <QGraphicsScene>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace fabricscope::widgets {

class DisplayListIndex;

/// A display list as a scene of two graphics items: the picture, and above it the outlines of hover and
/// selection. Hit tests use the list's areas, so that ten thousand devices cost no more than ten.
class TopologyScene : public QGraphicsScene {
    Q_OBJECT
public:
    explicit TopologyScene(QObject *parent = nullptr);
    ~TopologyScene() override;

    /// Repaints only what has changed.
    void setList(std::shared_ptr<const draw::DisplayList> list);
    [[nodiscard]] const draw::DisplayList &list() const { return *m_list; }
    [[nodiscard]] const DisplayListIndex &index() const { return *m_index; }
    [[nodiscard]] const draw::Area *areaAt(const QPointF &point) const;
    [[nodiscard]] const draw::Area *areaOf(std::uint32_t node) const;
    /// The fold that a click there opens or closes; nullptr: none.
    [[nodiscard]] const draw::Action *actionAt(const QPointF &point) const;

    /// The facts of the chip there; nullptr if there is none.
    [[nodiscard]] const draw::Hint *hintAt(const QPointF &point) const;

    /// If the node has no area, that of `representative` (its box) is outlined.
    void setSelected(std::optional<std::uint32_t> node,
                     std::optional<std::uint32_t> representative = std::nullopt);
    /// `way`: rectangles of the links that lead up from it.
    void setHovered(std::optional<std::uint32_t> node, std::vector<draw::Rect> path = {});
    [[nodiscard]] std::optional<std::uint32_t> selected() const { return m_selected; }
    [[nodiscard]] std::optional<std::uint32_t> hovered() const { return m_hovered; }
    [[nodiscard]] const std::vector<draw::Rect> &hoveredPath() const { return m_hoveredPath; }
    /// Nodes that keep their colour while the rest fades; unset: all do.
    void setHighlight(std::function<bool(std::uint32_t)> isHighlighted);
    void themeChanged();
    /// Set while a view paints: the rectangles to paint, if they are less than their common one. Panning
    /// right and down at once exposes two strips.
    void setExposed(std::vector<QRectF> parts);

private:
    void updateOutlines();
    void updateChanged(const draw::DisplayList &before);
    [[nodiscard]] bool hasRibbons(std::optional<std::uint32_t> node) const;

    class Picture;
    class Outlines;
    std::shared_ptr<const draw::DisplayList> m_list;
    std::unique_ptr<DisplayListIndex> m_index;
    std::optional<std::uint32_t> m_selected, m_representative, m_hovered;
    std::vector<draw::Rect> m_hoveredPath;
    std::vector<QRectF> m_exposed;
    std::function<bool(std::uint32_t)> m_isHighlighted;
    Picture *m_picture;
    Outlines *m_outlines;
};

} // namespace fabricscope::widgets
