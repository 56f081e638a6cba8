// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/DisplayList.h"

#include <QGraphicsScene>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

namespace fabricscope::widgets {

/// A display list as a scene of two graphics items: the picture, and above it the outlines of hover and
/// selection. Hits go by the list's areas, so that ten thousand devices cost no more than ten.
class TopologyScene : public QGraphicsScene {
    Q_OBJECT
public:
    explicit TopologyScene(QObject *parent = nullptr);

    void setList(std::shared_ptr<const layout::DisplayList> list);
    [[nodiscard]] const layout::DisplayList &list() const { return *m_list; }
    [[nodiscard]] const layout::Area *areaAt(const QPointF &point) const;
    [[nodiscard]] const layout::Area *areaOf(std::uint32_t node) const;

    void setSelected(std::optional<std::uint32_t> node);
    void setHovered(std::optional<std::uint32_t> node);
    [[nodiscard]] std::optional<std::uint32_t> selected() const { return m_selected; }
    [[nodiscard]] std::optional<std::uint32_t> hovered() const { return m_hovered; }
    /// Nodes that keep their colour while the rest fades; unset: all do.
    void setHighlight(std::function<bool(std::uint32_t)> keepsColour);
    void themeChanged();

private:
    [[nodiscard]] bool hasRibbons(std::optional<std::uint32_t> node) const;

    class Picture;
    class Outlines;
    std::shared_ptr<const layout::DisplayList> m_list;
    std::optional<std::uint32_t> m_selected, m_hovered;
    std::function<bool(std::uint32_t)> m_keepsColour;
    Picture *m_picture;
    Outlines *m_outlines;
};

} // namespace fabricscope::widgets
