// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/paint/RowText.h"

#include "widgets/common/paint/GlyphPainter.h"
#include "widgets/common/theme/Fonts.h"

#include <QStyle>

namespace fabricscope::widgets {

void paintRowText(QPainter &painter, const QRect &rect, const QString &words, const QFont &font, Token token,
                  Qt::Alignment align) {
    painter.setFont(font);
    painter.setPen(tokenColour(token));
    painter.drawText(rect, static_cast<int>(align | Qt::AlignVCenter),
                     painter.fontMetrics().elidedText(words, Qt::ElideRight, rect.width()));
}

QRectF rowGlyphRect(const QRect &row, int left, int px) {
    const int side = scaledToUi(px);
    return {static_cast<double>(left), row.center().y() + 0.5 - side / 2.0, static_cast<double>(side),
            static_cast<double>(side)};
}

int paintRowCount(QPainter &painter, const QRect &row, int right, int count, draw::Glyph glyph) {
    if (count == 0)
        return right;
    constexpr int kCountGlyph = 12, kBetween = 5;
    const QString number = QString::number(count);
    const int width = QFontMetrics(uiFont(12)).horizontalAdvance(number) + 2;
    paintRowText(painter, {right - width, row.top(), width, row.height()}, number, uiFont(12), Token::Text2,
                 Qt::AlignRight);
    const int left = right - width - kBetween - scaledToUi(kCountGlyph);
    paintGlyph(painter, glyph, rowGlyphRect(row, left, kCountGlyph), tokenColour(glyphToken(glyph)),
               tokenColour(Token::Chrome));
    return left - 10;
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
