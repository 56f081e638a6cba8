// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/PlaceholderSketch.h"

#include "widgets/common/paint/Skeleton.h"

#include <QPainter>

#include <algorithm>

namespace fabricscope::app::window {

namespace {

/// 8 racks of at most 6 hosts: a box each with two rows of four pairs. In a low room there are fewer of them,
/// so that the pairs stay in their box.
void paintFleet(QPainter &painter, const QRectF &room) {
    constexpr int kRacks = 8, kMaxHosts = 6, kGap = 8;
    constexpr double kUnitsAcross = 13, kUnitsDown = 7; // of a host, by the width of a pair
    const double width = (room.width() - kGap * (kRacks - 1)) / kRacks;
    const double least = width / kUnitsAcross * kUnitsDown;
    const int hosts = std::clamp(static_cast<int>((room.height() + kGap) / (least + kGap)), 1, kMaxHosts);
    const double height = (room.height() - kGap * (hosts - 1)) / hosts;
    for (int rack = 0; rack < kRacks; ++rack)
        for (int host = 0; host < hosts; ++host) {
            const QRectF box(room.x() + rack * (width + kGap), room.y() + host * (height + kGap), width,
                             height);
            painter.drawRoundedRect(box, 3, 3);
            const double unit = std::min(width / kUnitsAcross, height / kUnitsDown);
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
    painter.setPen(widgets::skeletonPen());
    painter.setBrush(Qt::NoBrush);
    for (const auto &[each, paint] : kSketches)
        if (each == screen)
            paint(painter, room);
    painter.restore();
}

} // namespace fabricscope::app::window
