// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/paint/HeaderBands.h"

#include "widgets/common/paint/DisplayListPainter.h"
#include "widgets/common/theme/Theme.h"

#include <QPainter>
#include <QRectF>

#include <algorithm>

namespace fabricscope::widgets {

void HeaderBands::set(const draw::DisplayList &list, const std::vector<HeaderBand> &bands) {
    constexpr double kHalf = 0.5; // px: lines of the text above may touch it
    m_bands.clear();
    for (const HeaderBand &where : bands) {
        Band &band = m_bands.emplace_back();
        band.where = where;
        band.list.background = list.background;
        for (const draw::Item &item : list.items)
            if (item.shape != draw::Item::Shape::Polyline && item.rect.y >= where.top - kHalf &&
                item.rect.bottom() <= where.bottom + kHalf)
                band.list.items.push_back(item);
    }
}

const HeaderBand *HeaderBands::shownAt(double visibleFrom) const {
    const auto found = std::find_if(m_bands.begin(), m_bands.end(), [visibleFrom](const Band &band) {
        return visibleFrom > band.where.top && visibleFrom + band.where.height() < band.where.until;
    });
    return found == m_bands.end() ? nullptr : &found->where;
}

double HeaderBands::maxHeight() const {
    double greatest = 0;
    for (const Band &band : m_bands)
        greatest = std::max(greatest, band.where.height());
    return greatest;
}

void HeaderBands::paint(QPainter &painter, double visibleFrom, double width) const {
    const HeaderBand *where = shownAt(visibleFrom);
    if (where == nullptr)
        return;
    const auto band = std::find_if(m_bands.begin(), m_bands.end(),
                                   [where](const Band &each) { return &each.where == where; });
    painter.save();
    painter.translate(0, visibleFrom - where->top);
    painter.fillRect(QRectF(0, where->top - 1, width, where->height() + 1),
                     resolved(band->list.background, currentTheme()));
    DisplayListOptions options;
    options.theme = currentTheme();
    paintDisplayList(painter, band->list, options);
    painter.restore();
}

double HeaderBands::listY(double y, double visibleFrom) const {
    const HeaderBand *where = shownAt(visibleFrom);
    return where != nullptr && y < visibleFrom + where->height() ? y - visibleFrom + where->top : y;
}

} // namespace fabricscope::widgets
