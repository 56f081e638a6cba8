// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/Skeleton.h"

#include "widgets/common/Theme.h"

#include <QPainter>

namespace fabricscope::widgets {

namespace {

constexpr int kBands = 2;
constexpr int kColumns = 4;
constexpr int kMargin = 20;
constexpr int kGap = 16;

void paintBand(QPainter &painter, const QRectF &band) {
    painter.drawRoundedRect(band, 4, 4);
    const double width = (band.width() - kGap * (kColumns + 1)) / kColumns;
    for (int column = 0; column < kColumns; ++column) {
        const double x = band.x() + kGap + column * (width + kGap);
        painter.drawRect(QRectF(x, band.y() + 34, width, 24));
        const QRectF box(x, band.y() + 82, width, band.height() - 82 - kGap);
        painter.drawRect(box);
        const double device = (width - 3 * 12) / 2;
        for (int place = 0; place < 2; ++place)
            painter.drawRect(QRectF(x + 12 + place * (device + 12), box.y() + 44, device, 64));
    }
}

} // namespace

void paintSkeleton(QPainter &painter, const QRect &rect) {
    painter.save();
    QPen pen(tint(Token::Line2, 60, Token::Canvas), 1);
    pen.setDashPattern({4, 3});
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    const double height = std::min(340.0, (rect.height() - kMargin * (kBands + 1.0)) / kBands);
    if (height > 180)
        for (int band = 0; band < kBands; ++band)
            paintBand(painter,
                      QRectF(rect.x() + kMargin + 0.5, rect.y() + kMargin + band * (height + kMargin) + 0.5,
                             rect.width() - 2.0 * kMargin, height));
    painter.restore();
}

} // namespace fabricscope::widgets
