// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/controls/SimulatedChip.h"

#include "widgets/common/text/ToolTip.h"
#include "widgets/common/theme/Theme.h"

#include <QPainter>
#include <QPen>

namespace fabricscope::widgets {

SimulatedChip::SimulatedChip(QWidget *parent) : Chip(tr("simulated"), Look::Neutral, parent) {
    hide();
}

void SimulatedChip::setSource(const QString &simulated) {
    setVisible(!simulated.isEmpty());
    setToolTip(plainToolTip(simulated));
}

void SimulatedChip::paintEvent(QPaintEvent *) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(simulatedFrame());
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
    painter.setPen(tokenColour(Token::Text3));
    painter.drawText(rect(), Qt::AlignCenter, text());
}

QPen simulatedFrame() {
    QPen pen(tokenColour(Token::Line2), 1);
    pen.setDashPattern({3, 2});
    return pen;
}

} // namespace fabricscope::widgets
