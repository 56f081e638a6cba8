// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/DisplayList.h"

#include <memory>
#include <optional>
#include <vector>

class QPainter;

namespace fabricscope::widgets {

/// The names above the columns of a matrix, in px of its display list: what is from `top` to `bottom`
/// stays in view while rows down to `until` are scrolled below it.
struct HeaderBand {
    double top = 0, bottom = 0, until = 0;
    [[nodiscard]] double height() const { return bottom - top; }
};

/// Paints the band of the matrix that is scrolled now, over the picture, at the top of what is seen of it.
class HeaderBands {
public:
    /// Of matrices below one another.
    void set(const layout::DisplayList &list, const std::vector<HeaderBand> &bands);
    /// With the list scrolled so far that `visibleFrom` is its first px that is seen. nullptr: the names
    /// are where they belong, or none of their rows is visible.
    [[nodiscard]] const HeaderBand *shownAt(double visibleFrom) const;
    [[nodiscard]] double maxHeight() const; ///< of all bands; 0: there is none
    /// In the list's coordinates.
    void paint(QPainter &painter, double visibleFrom, double width) const;
    /// Where in the list the pointer is, that is at `y` of it as scrolled: over the band it is at its names.
    [[nodiscard]] double listY(double y, double visibleFrom) const;

private:
    struct Band {
        HeaderBand where;
        layout::DisplayList list; ///< its content
    };
    std::vector<Band> m_bands;
};

} // namespace fabricscope::widgets
