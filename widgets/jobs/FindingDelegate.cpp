// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/jobs/FindingDelegate.h"

#include "widgets/common/paint/GlyphPainter.h"
#include "widgets/common/paint/RowText.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/models/FindingsModel.h"

#include <algorithm>

namespace fabricscope::widgets {

namespace {

constexpr draw::Glyph kGlyphs[] = {draw::Glyph::Note, draw::Glyph::Warning, draw::Glyph::Error};

} // namespace

void FindingDelegate::paintHeading(QPainter &painter, const QRect &row, const QModelIndex &index) {
    painter.fillRect(row, tokenColour(Token::Chrome));
    painter.fillRect(QRect(row.left(), row.bottom(), row.width(), 1), tokenColour(Token::Line));
    int right = row.right() - kSide;
    right = paintRowCount(painter, row, right, index.data(FindingsModel::WarningsRole).toInt(),
                          draw::Glyph::Warning);
    right =
        paintRowCount(painter, row, right, index.data(FindingsModel::ErrorsRole).toInt(), draw::Glyph::Error);
    const QFont font = uiFont(12.5, QFont::DemiBold);
    const QString name = index.data().toString();
    const int left = row.left() + kSide;
    const int width = std::min(QFontMetrics(font).horizontalAdvance(name) + 2, std::max(0, right - left));
    paintRowText(painter, {left, row.top(), width, row.height()}, name, font, Token::Text);
    const int of = left + width + 10;
    paintRowText(painter, {of, row.top(), std::max(0, right - of), row.height()},
                 index.data(FindingsModel::WhyRole).toString(), uiFont(12), Token::Text3);
}

void FindingDelegate::paintRow(QPainter &painter, const QRect &row, const QModelIndex &index) const {
    if (index.data(FindingsModel::HeadingRole).toBool())
        return paintHeading(painter, row, index);
    const draw::Glyph glyph = kGlyphs[index.data(FindingsModel::SeverityRole).toInt()];
    paintGlyph(painter, glyph, rowGlyphRect(row, row.left() + kSide, kGlyph), tokenColour(glyphToken(glyph)),
               tokenColour(Token::Panel));
    const QString target = index.data(FindingsModel::TargetRole).toString();
    const QString title = index.data().toString();
    const int width = row.width() - 2 * kSide;
    const int targetWidth = std::min(QFontMetrics(uiFont(12)).horizontalAdvance(target) + 2, width * 2 / 5);
    const int right = row.right() - kSide - targetWidth;
    const int left = row.left() + textLeft();
    const int titleWidth =
        std::min(QFontMetrics(uiFont(12.5)).horizontalAdvance(title) + 2, std::max(0, right - 12 - left));
    paintRowText(painter, {left, row.top(), titleWidth, row.height()}, title, uiFont(12.5), Token::Text);
    const int why = left + titleWidth + 14;
    if (right - 12 - why > 60)
        paintRowText(painter, {why, row.top(), right - 12 - why, row.height()},
                     index.data(FindingsModel::WhyRole).toString(), uiFont(12), Token::Text3);
    paintRowText(painter, {right, row.top(), targetWidth, row.height()}, target, uiFont(12), Token::Text2,
                 Qt::AlignRight);
}

} // namespace fabricscope::widgets
