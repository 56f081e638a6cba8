// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/jobs/RowText.h"

#include <QStyle>

namespace fabricscope::widgets {

void paintRowText(QPainter &painter, const QRect &rect, const QString &words, const QFont &font, Token token,
                  Qt::Alignment align) {
    painter.setFont(font);
    painter.setPen(tokenColour(token));
    painter.drawText(rect, static_cast<int>(align | Qt::AlignVCenter),
                     painter.fontMetrics().elidedText(words, Qt::ElideRight, rect.width()));
}

void paintRowGround(QPainter &painter, const QStyleOption &option) {
    if (option.state.testFlag(QStyle::State_Selected))
        painter.fillRect(option.rect, tokenColour(Token::AccentBg));
    else if (option.state.testFlag(QStyle::State_MouseOver))
        painter.fillRect(option.rect, tokenColour(Token::Hover));
}

void paintRowFocus(QPainter &painter, const QStyleOption &option) {
    if (!option.state.testFlag(QStyle::State_HasFocus))
        return;
    painter.setPen(QPen(tokenColour(Token::Accent), 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(option.rect.adjusted(2, 1, -3, -2));
}

} // namespace fabricscope::widgets
