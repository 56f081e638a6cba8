// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/draw/DisplayList.h"

#include <QRectF>

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

class QPainter;

namespace fabricscope::widgets {

class DisplayListIndex;

struct DisplayListOptions {
    draw::ThemeKind theme = draw::ThemeKind::Light;
    double zoom = 1; ///< selects the levels of detail; the painter is already scaled
    QRectF exposed;  ///< only items that intersect it are painted; empty: everything
    /// Nodes for which this is false are faded to 35 % (search, hover). Unset: none.
    std::function<bool(std::uint32_t node)> isHighlighted;
    /// The same for ribbons, which isHighlighted fades only if it fades both ends.
    std::function<bool(const draw::Ribbon &ribbon)> isRibbonHighlighted;
};

/// Paints a display list: used for the window, PNG and PDF. In list coordinates.
void paintDisplayList(QPainter &painter, const draw::DisplayList &list, const DisplayListOptions &options);

/// Paints what the index finds in one of these rectangles (none: everything); `options.exposed` is ignored.
void paintDisplayList(QPainter &painter, const DisplayListIndex &index, const std::vector<QRectF> &exposed,
                      const DisplayListOptions &options);

[[nodiscard]] inline QRectF toRect(const draw::Rect &rect) {
    return {rect.x, rect.y, rect.width, rect.height};
}
/// The area of an item at this zoom, in list coordinates: severity glyphs keep their size on the screen.
[[nodiscard]] QRectF itemBounds(const draw::Item &item, double zoom);
/// How far a glyph may extend beyond itemBounds(item, 1) at this zoom.
[[nodiscard]] double glyphGrowth(double zoom);

/// The innermost area at this point.
[[nodiscard]] const draw::Area *areaAt(const draw::DisplayList &list, double x, double y);
[[nodiscard]] const draw::Area *areaOf(const draw::DisplayList &list, std::uint32_t node);

} // namespace fabricscope::widgets
