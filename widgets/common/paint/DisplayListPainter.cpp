// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/paint/DisplayListPainter.h"

#include "widgets/common/paint/DisplayListIndex.h"
#include "widgets/common/paint/GlyphPainter.h"
#include "widgets/common/paint/PreparedText.h"
#include "widgets/common/theme/Theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace fabricscope::widgets {

namespace {

using draw::Item;

constexpr double kFaded = 0.35;
/// Severity glyphs stay readable at every level of detail.
constexpr double kSmallestGlyph = 9;

QPen pen(const Item &item, ThemeKind theme) {
    if (item.stroke.token == draw::Token::None || item.strokeWidth <= 0)
        return Qt::NoPen;
    QPen pen(resolved(item.stroke, theme), item.strokeWidth, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin);
    if (item.dash > 0) {
        const double width = item.strokeWidth;
        pen.setDashPattern({item.dash / width, (item.gap > 0 ? item.gap : item.dash) / width});
    }
    return pen;
}

QBrush brush(const Item &item, ThemeKind theme) {
    return item.fill.token == draw::Token::None ? QBrush(Qt::NoBrush) : QBrush(resolved(item.fill, theme));
}

/// For larger boxes a stroke is faster than two fills; in square px at 100 %.
constexpr double kLargestQuick = 30000;

/// Fills the outline's colour, and the inside over it. A picture has hundreds of such boxes, and stroking
/// round corners takes several times as long as filling them.
void paintQuickBox(QPainter &painter, const Item &item, const DisplayListOptions &options) {
    const double line = item.strokeWidth;
    const QRectF outer = toRect(item.rect), inner = outer.adjusted(line, line, -line, -line);
    const double radius = item.radius + line / 2;
    painter.setPen(Qt::NoPen);
    painter.setBrush(resolved(item.stroke, options.theme));
    painter.drawRoundedRect(outer, radius, radius);
    painter.setBrush(resolved(item.fill, options.theme));
    painter.drawRoundedRect(inner, std::max(0.0, radius - line), std::max(0.0, radius - line));
}

/// Not possible with transparent colours.
bool isQuickBox(const QPainter &painter, const Item &item, const QPen &outline) {
    return item.radius > 0 && item.fill.token != draw::Token::None && outline.style() == Qt::SolidLine &&
           painter.opacity() >= 1 && item.rect.width * item.rect.height <= kLargestQuick &&
           std::min(item.rect.width, item.rect.height) > 2 * item.strokeWidth;
}

void paintBox(QPainter &painter, const Item &item, const DisplayListOptions &options) {
    const QPen outline = pen(item, options.theme);
    if (isQuickBox(painter, item, outline)) {
        painter.setRenderHint(QPainter::Antialiasing);
        return paintQuickBox(painter, item, options);
    }
    QRectF rect = toRect(item.rect);
    if (outline.style() != Qt::NoPen) // the outline lies inside of the rectangle, on whole pixels at 100 %
        rect.adjust(item.strokeWidth / 2, item.strokeWidth / 2, -item.strokeWidth / 2, -item.strokeWidth / 2);
    painter.setPen(outline);
    painter.setBrush(brush(item, options.theme));
    painter.setRenderHint(QPainter::Antialiasing, item.radius > 0);
    if (item.radius > 0)
        painter.drawRoundedRect(rect, item.radius, item.radius);
    else if (outline.style() == Qt::NoPen)
        painter.fillRect(rect, painter.brush());
    else
        painter.drawRect(rect);
}

/// An axis-parallel line is a filled rectangle: it is sharp at any zoom, and ends exactly.
bool isAxisLine(const Item &item) {
    return item.points.size() == 2 && item.dash <= 0 &&
           (item.points[0].x == item.points[1].x || item.points[0].y == item.points[1].y);
}

void paintPolyline(QPainter &painter, const Item &item, const DisplayListOptions &options) {
    if (item.points.size() < 2)
        return;
    if (isAxisLine(item)) {
        const auto [x0, x1] = std::minmax(item.points[0].x, item.points[1].x);
        const auto [y0, y1] = std::minmax(item.points[0].y, item.points[1].y);
        // A filled rectangle that is thinner than a pixel may cover the centre of none.
        const double scale = std::abs(painter.deviceTransform().m11());
        const double width = scale > 0 ? std::max<double>(item.strokeWidth, 1 / scale) : item.strokeWidth;
        const QRectF line = x0 == x1 ? QRectF(x0 - width / 2, y0, width, y1 - y0)
                                     : QRectF(x0, y0 - width / 2, x1 - x0, width);
        painter.fillRect(line, resolved(item.stroke, options.theme));
        return;
    }
    QPolygonF points;
    points.reserve(static_cast<qsizetype>(item.points.size()));
    for (const draw::Point &point : item.points)
        points << QPointF(point.x, point.y);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(pen(item, options.theme));
    if (item.fill.token != draw::Token::None) {
        painter.setBrush(brush(item, options.theme));
        painter.drawPolygon(points);
    } else {
        painter.setBrush(Qt::NoBrush);
        painter.drawPolyline(points);
    }
}

void paintText(QPainter &painter, const Item &item, const DisplayListOptions &options) {
    const PreparedText &text = preparedText(item);
    double x = item.rect.x;
    if (item.align != draw::Align::Left) {
        const double room = item.rect.width - text.advance;
        x += item.align == draw::Align::Right ? room : room / 2;
    }
    painter.setFont(text.font);
    painter.setPen(resolved(item.fill, options.theme));
    painter.drawStaticText(QPointF(x, item.rect.y + (item.rect.height - text.height) / 2), text.text);
}

bool isSeverity(draw::Glyph glyph) {
    return glyph == draw::Glyph::Error || glyph == draw::Glyph::Warning || glyph == draw::Glyph::Note;
}

QRectF glyphRect(const Item &item, double zoom) {
    QRectF rect = toRect(item.rect);
    const double smallest = kSmallestGlyph / std::max(zoom, 0.01);
    if (isSeverity(item.glyph) && rect.width() < smallest) {
        const QPointF centre = rect.center();
        rect.setSize({smallest, smallest});
        rect.moveCenter(centre);
    }
    return rect;
}

void paintItem(QPainter &painter, const Item &item, const draw::DisplayList &list,
               const DisplayListOptions &options) {
    switch (item.shape) {
    case Item::Shape::Box:
        paintBox(painter, item, options);
        break;
    case Item::Shape::Polyline:
        paintPolyline(painter, item, options);
        break;
    case Item::Shape::Text:
        paintText(painter, item, options);
        break;
    case Item::Shape::Glyph:
        paintGlyph(painter, item.glyph, glyphRect(item, options.zoom), resolved(item.fill, options.theme),
                   resolved(list.background, options.theme));
        break;
    }
}

bool fades(const Item &item, const draw::DisplayList &list, const DisplayListOptions &options) {
    if (item.ribbon < list.ribbons.size()) {
        const draw::Ribbon &ribbon = list.ribbons[item.ribbon];
        if (options.isRibbonHighlighted && !options.isRibbonHighlighted(ribbon))
            return true;
        return options.isHighlighted && !options.isHighlighted(ribbon.from) &&
               !options.isHighlighted(ribbon.to);
    }
    return options.isHighlighted && item.node != Item::kNoNode && !options.isHighlighted(item.node);
}

void paintOne(QPainter &painter, const Item &item, const draw::DisplayList &list,
              const DisplayListOptions &options) {
    painter.setOpacity(fades(item, list, options) ? kFaded : 1);
    paintItem(painter, item, list, options);
}

} // namespace

QRectF itemBounds(const Item &item, double zoom) {
    if (item.shape == Item::Shape::Glyph)
        return glyphRect(item, zoom);
    if (item.shape != Item::Shape::Polyline)
        return toRect(item.rect);
    QRectF all;
    for (const draw::Point &point : item.points)
        all |= QRectF(point.x, point.y, 0.01, 0.01);
    return all.adjusted(-item.strokeWidth, -item.strokeWidth, item.strokeWidth, item.strokeWidth);
}

double glyphGrowth(double zoom) {
    return kSmallestGlyph / std::max(zoom, 0.01) / 2;
}

void paintDisplayList(QPainter &painter, const draw::DisplayList &list, const DisplayListOptions &options) {
    painter.save();
    const auto zoom = static_cast<float>(options.zoom); // 80 % is 80 %, not a little less
    for (const Item &item : list.items) {
        if (zoom < item.minZoom || zoom >= item.maxZoom)
            continue;
        if (options.exposed.isEmpty() || options.exposed.intersects(itemBounds(item, options.zoom)))
            paintOne(painter, item, list, options);
    }
    painter.restore();
}

void paintDisplayList(QPainter &painter, const DisplayListIndex &index, const std::vector<QRectF> &exposed,
                      const DisplayListOptions &options) {
    painter.save();
    index.visit(options.zoom, exposed,
                [&](const Item &item) { paintOne(painter, item, index.list(), options); });
    painter.restore();
}

const draw::Area *areaAt(const draw::DisplayList &list, double x, double y) {
    const auto hit = std::find_if(list.areas.rbegin(), list.areas.rend(),
                                  [&](const draw::Area &area) { return area.rect.contains(x, y); });
    return hit == list.areas.rend() ? nullptr : &*hit;
}

const draw::Area *areaOf(const draw::DisplayList &list, std::uint32_t node) {
    const auto found = std::find_if(list.areas.begin(), list.areas.end(),
                                    [node](const draw::Area &area) { return area.node == node; });
    return found == list.areas.end() ? nullptr : &*found;
}

} // namespace fabricscope::widgets
