// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/theme/CheckMark.h"

#include <QPainter>
#include <QPolygonF>

namespace fabricscope::widgets {

void paintCheckMark(QPainter &painter, const QRectF &box, const QColor &ink) {
    constexpr double kUnits = 14; // of a box's side
    const double unit = box.width() / kUnits;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(ink, 1.8 * unit, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(
        QPolygonF{{box.topLeft() + QPointF(3.4, 7.2) * unit, box.topLeft() + QPointF(6, 9.8) * unit,
                   box.topLeft() + QPointF(10.6, 4.4) * unit}});
    painter.restore();
}

} // namespace fabricscope::widgets
