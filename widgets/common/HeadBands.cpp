// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/HeadBands.h"

#include "widgets/common/DisplayListPainter.h"
#include "widgets/common/Theme.h"

#include <QPainter>
#include <QRectF>

#include <algorithm>

namespace fabricscope::widgets {

void HeadBands::set(const layout::DisplayList &list, const std::vector<HeadBand> &bands) {
    constexpr double kHalf = 0.5; // px: lines of the text above may touch it
    m_bands.clear();
    for (const HeadBand &where : bands) {
        Band &band = m_bands.emplace_back();
        band.where = where;
        band.list.background = list.background;
        for (const layout::Item &item : list.items)
            if (item.shape != layout::Item::Shape::Polyline && item.rect.y >= where.top - kHalf &&
                item.rect.bottom() <= where.bottom + kHalf)
                band.list.items.push_back(item);
    }
}

const HeadBand *HeadBands::shownAt(double seenFrom) const {
    const auto found = std::find_if(m_bands.begin(), m_bands.end(), [seenFrom](const Band &band) {
        return seenFrom > band.where.top && seenFrom + band.where.height() < band.where.until;
    });
    return found == m_bands.end() ? nullptr : &found->where;
}

double HeadBands::greatestHeight() const {
    double greatest = 0;
    for (const Band &band : m_bands)
        greatest = std::max(greatest, band.where.height());
    return greatest;
}

void HeadBands::paint(QPainter &painter, double seenFrom, double width) const {
    const HeadBand *where = shownAt(seenFrom);
    if (where == nullptr)
        return;
    const auto band = std::find_if(m_bands.begin(), m_bands.end(),
                                   [where](const Band &each) { return &each.where == where; });
    painter.save();
    painter.translate(0, seenFrom - where->top);
    painter.fillRect(QRectF(0, where->top - 1, width, where->height() + 1),
                     resolved(band->list.background, currentTheme()));
    DisplayListOptions options;
    options.theme = currentTheme();
    paintDisplayList(painter, band->list, options);
    painter.restore();
}

double HeadBands::listY(double y, double seenFrom) const {
    const HeadBand *where = shownAt(seenFrom);
    return where != nullptr && y < seenFrom + where->height() ? y - seenFrom + where->top : y;
}

} // namespace fabricscope::widgets
