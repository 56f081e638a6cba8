// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/draw/DisplayList.h"

#include <memory>
#include <optional>
#include <vector>

class QPainter;

namespace fabricscope::widgets {

/// The names above the columns of a matrix, in px of its display list: the part from `top` to `bottom` stays
/// visible while rows down to `until` are scrolled below it.
struct HeaderBand {
    double top = 0, bottom = 0, until = 0;
    [[nodiscard]] double height() const { return bottom - top; }
};

/// Paints the band of the currently scrolled matrix above the picture, at the top of its visible part.
class HeaderBands {
public:
    /// For matrices one below another.
    void set(const draw::DisplayList &list, const std::vector<HeaderBand> &bands);
    /// With the list scrolled so that `visibleFrom` is its first visible px. nullptr: the names are at their
    /// normal position, or none of their rows is visible.
    [[nodiscard]] const HeaderBand *shownAt(double visibleFrom) const;
    [[nodiscard]] double maxHeight() const; ///< of all bands; 0 if there are none
    /// In the list's coordinates.
    void paint(QPainter &painter, double visibleFrom, double width) const;
    /// The position in the list for a pointer at `y` of the scrolled list: on the band, that of its names.
    [[nodiscard]] double listY(double y, double visibleFrom) const;

private:
    struct Band {
        HeaderBand where;
        draw::DisplayList list; ///< its content
    };
    std::vector<Band> m_bands;
};

} // namespace fabricscope::widgets
