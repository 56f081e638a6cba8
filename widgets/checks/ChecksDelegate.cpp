// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/checks/ChecksDelegate.h"

#include "widgets/checks/ChecksModel.h"
#include "widgets/common/paint/GlyphPainter.h"
#include "widgets/common/paint/RowText.h"
#include "widgets/common/theme/Fonts.h"

#include <algorithm>

namespace fabricscope::widgets {

namespace {

constexpr int kSide = 14;
constexpr int kText = 40; ///< px from the left to the words
constexpr int kGlyph = 15;
constexpr int kGap = 14;

void paintHeading(QPainter &painter, const QRect &row, const QModelIndex &index) {
    painter.fillRect(row, tokenColour(Token::Chrome));
    int right = row.right() - kSide;
    right = paintRowCount(painter, row, right, index.data(ChecksModel::WarningsRole).toInt(),
                          draw::Glyph::Warning);
    right =
        paintRowCount(painter, row, right, index.data(ChecksModel::ErrorsRole).toInt(), draw::Glyph::Error);
    paintRowText(painter, {row.left() + kSide, row.top(), right - row.left() - kSide, row.height()},
                 index.data().toString(), uiFont(12.5, QFont::DemiBold), Token::Text);
}

/// Words at the left, and at the right those that are never cut while half of the row is left to the others.
void paintLine(QPainter &painter, const QRect &line, const QString &left, const QFont &leftFont,
               Token leftToken, const QString &right, const QFont &rightFont, Token rightToken) {
    const int width =
        std::min(QFontMetrics(rightFont).horizontalAdvance(right) + 2, std::max(0, line.width() / 2));
    paintRowText(painter, {line.right() - width, line.top(), width, line.height()}, right, rightFont,
                 rightToken, Qt::AlignRight);
    paintRowText(painter, {line.left(), line.top(), std::max(0, line.width() - width - kGap), line.height()},
                 left, leftFont, leftToken);
}

void paintCheck(QPainter &painter, const QRect &row, const QModelIndex &index, bool selected) {
    const auto glyph = static_cast<draw::Glyph>(index.data(ChecksModel::GlyphRole).toInt());
    const int half = row.height() / 2;
    painter.setRenderHint(QPainter::Antialiasing);
    paintGlyph(painter, glyph,
               QRectF(row.left() + kSide, row.top() + half / 2.0 + 4 - kGlyph / 2.0, kGlyph, kGlyph),
               tokenColour(glyphToken(glyph)), tokenColour(selected ? Token::AccentBg : Token::Canvas));
    const int left = row.left() + kText;
    const int width = row.width() - kText - kSide;
    paintLine(painter, {left, row.top() + 4, width, half - 4}, index.data().toString(),
              uiFont(13, QFont::Medium), Token::Text, index.data(ChecksModel::TargetRole).toString(),
              uiFont(12.5), Token::Text);
    paintLine(painter, {left, row.top() + half, width, half - 5},
              index.data(ChecksModel::LineRole).toString(), monoFont(11), Token::Text2,
              index.data(ChecksModel::RuleRole).toString(), monoFont(11), Token::Text3);
}

} // namespace

void ChecksDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                           const QModelIndex &index) const {
    painter->save();
    if (index.data(ChecksModel::HeadingRole).toBool()) {
        paintHeading(*painter, option.rect, index);
    } else {
        const bool selected = option.state.testFlag(QStyle::State_Selected);
        paintRowGround(*painter, option);
        if (selected)
            painter->fillRect(QRect(option.rect.left(), option.rect.top(), 3, option.rect.height()),
                              tokenColour(Token::Accent));
        paintCheck(*painter, option.rect, index, selected);
    }
    painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1),
                      tokenColour(Token::Line));
    if (!index.data(ChecksModel::HeadingRole).toBool())
        paintRowFocus(*painter, option);
    painter->restore();
}

QSize ChecksDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &index) const {
    const bool heading = index.data(ChecksModel::HeadingRole).toBool();
    const int lines = QFontMetrics(uiFont(13)).height() + (heading ? 0 : QFontMetrics(monoFont(11)).height());
    return {200, std::max(scaledToUi(heading ? kHeadingHeight : kRowHeight), lines + (heading ? 8 : 12))};
}

} // namespace fabricscope::widgets
