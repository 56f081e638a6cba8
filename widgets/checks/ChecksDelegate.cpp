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
constexpr int kGlyph = 15; ///< px of the design
constexpr int kAfterGlyph = 11;
constexpr int kGap = 14;
constexpr int kLeastLeft = 60; ///< percent of a line for what was found, before its host is cut

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

struct Half {
    QString text;
    QFont font;
    Token token;
};

void paintLine(QPainter &painter, const QRect &line, const Half &left, const Half &right) {
    const ChecksDelegate::LineWidths widths =
        ChecksDelegate::lineWidths(line.width(), QFontMetrics(left.font).horizontalAdvance(left.text) + 2,
                                   QFontMetrics(right.font).horizontalAdvance(right.text) + 2, kGap);
    if (widths.right > 0)
        paintRowText(painter, {line.right() - widths.right, line.top(), widths.right, line.height()},
                     right.text, right.font, right.token, Qt::AlignRight);
    paintRowText(painter, {line.left(), line.top(), widths.left, line.height()}, left.text, left.font,
                 left.token);
}

void paintCheck(QPainter &painter, const QRect &row, const QModelIndex &index, bool selected) {
    const auto glyph = static_cast<draw::Glyph>(index.data(ChecksModel::GlyphRole).toInt());
    const int half = row.height() / 2, side = scaledToUi(kGlyph);
    painter.setRenderHint(QPainter::Antialiasing);
    paintGlyph(painter, glyph,
               QRectF(row.left() + kSide, row.top() + half / 2.0 + 4 - side / 2.0, side, side),
               tokenColour(glyphToken(glyph)), tokenColour(selected ? Token::AccentBg : Token::Canvas));
    const int left = row.left() + kSide + side + kAfterGlyph;
    const int width = row.right() + 1 - kSide - left;
    paintLine(painter, {left, row.top() + 4, width, half - 4},
              {index.data().toString(), uiFont(13, QFont::Medium), Token::Text},
              {index.data(ChecksModel::TargetRole).toString(), uiFont(12.5), Token::Text});
    // Its rule is in the panel, too.
    const QString line = index.data(ChecksModel::LineRole).toString();
    const QString rule = index.data(ChecksModel::RuleRole).toString();
    const QFont mono = monoFont(11);
    const QFontMetrics metrics(mono);
    const bool both = metrics.horizontalAdvance(line) + kGap + metrics.horizontalAdvance(rule) + 4 <= width;
    paintLine(painter, {left, row.top() + half, width, half - 5}, {line, mono, Token::Text2},
              {both || line.isEmpty() ? rule : QString(), mono, Token::Text3});
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

ChecksDelegate::LineWidths ChecksDelegate::lineWidths(int width, int left, int right, int gap) {
    const int room = std::max(0, width - gap);
    if (left + right <= room)
        return {room - right, right};
    const int least = std::min(left, width * kLeastLeft / 100);
    const int shown = std::clamp(room - least, 0, right);
    return {std::max(0, width - shown - (shown > 0 ? gap : 0)), shown};
}

QSize ChecksDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &index) const {
    const bool heading = index.data(ChecksModel::HeadingRole).toBool();
    const int lines = QFontMetrics(uiFont(13)).height() + (heading ? 0 : QFontMetrics(monoFont(11)).height());
    return {200, std::max(scaledToUi(heading ? kHeadingHeight : kRowHeight), lines + (heading ? 8 : 12))};
}

} // namespace fabricscope::widgets
