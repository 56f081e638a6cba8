// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/PlaceholderSketch.h"

#include "widgets/common/theme/Theme.h"

#include <QPainter>

namespace fabricscope::app::window {

namespace {

using draw::Token;
using widgets::tokenColour;

/// 48 hosts in 8 racks: a box each with two rows of four pairs.
void paintFleet(QPainter &painter, const QRectF &room) {
    constexpr int kRacks = 8, kHosts = 6, kGap = 8;
    const double width = (room.width() - kGap * (kRacks - 1)) / kRacks;
    const double height = (room.height() - kGap * (kHosts - 1)) / kHosts;
    for (int rack = 0; rack < kRacks; ++rack)
        for (int host = 0; host < kHosts; ++host) {
            const QRectF box(room.x() + rack * (width + kGap), room.y() + host * (height + kGap), width,
                             height);
            painter.drawRoundedRect(box, 3, 3);
            const double unit = width / 13;
            for (int pair = 0; pair < 8; ++pair)
                painter.drawRect(QRectF(box.x() + unit * (1 + 3 * (pair % 4)),
                                        box.bottom() - unit * (pair < 4 ? 5.4 : 2.6), unit * 1.8,
                                        unit * 1.6));
        }
}

constexpr struct {
    Screen screen;
    void (*paint)(QPainter &, const QRectF &);
} kSketches[] = {
    {Screen::Fleet, paintFleet},
};

} // namespace

void paintPlaceholderSketch(QPainter &painter, Screen screen, const QRectF &room) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    QPen pen(tokenColour(Token::Line2), 1);
    pen.setDashPattern({4, 3});
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    for (const auto &[each, paint] : kSketches)
        if (each == screen)
            paint(painter, room);
    painter.restore();
}

} // namespace fabricscope::app::window
