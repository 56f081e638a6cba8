// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fleet/EmptyFleet.h"

#include "widgets/common/controls/Controls.h"
#include "widgets/common/theme/Theme.h"

#include <QPainter>
#include <QVBoxLayout>

namespace fabricscope::widgets {

EmptyFleet::EmptyFleet(QWidget *parent) : QWidget(parent) {
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(14, 12, 14, 12);
    column->setSpacing(4);
    column->addWidget(label(tr("Fleet"), "title", 12.5, this));
    column->addSpacing(10);
    auto *inner = new QVBoxLayout;
    inner->setContentsMargins(14, 14, 14, 14);
    inner->addWidget(label(tr("No hosts yet"), "", 12.5, this));
    QLabel *hint = label(tr("Connect to a host, or drop a .fscope capture here."), "caption", 12, this);
    hint->setWordWrap(true);
    inner->addWidget(hint);
    column->addLayout(inner);
    column->addStretch(1);
    m_box = inner;
}

void EmptyFleet::paintEvent(QPaintEvent *) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QPen pen(tokenColour(Token::Line2), 1);
    pen.setDashPattern({4, 3});
    painter.setPen(pen);
    painter.drawRoundedRect(QRectF(m_box->geometry()).adjusted(-1.5, 0.5, 1.5, -0.5), 4, 4);
}

} // namespace fabricscope::widgets
