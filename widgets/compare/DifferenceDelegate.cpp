// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/compare/DifferenceDelegate.h"

#include "widgets/common/paint/GlyphPainter.h"
#include "widgets/common/paint/RowText.h"
#include "widgets/common/text/WrappedText.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/Theme.h"
#include "widgets/compare/DifferenceModel.h"

#include <QAbstractScrollArea>
#include <QPainter>

#include <algorithm>

namespace fabricscope::widgets {

namespace {

constexpr int kSide = 14;
constexpr int kGlyph = 13;          ///< px of the design
constexpr int kCategoryWidth = 112; ///< of most categories
constexpr int kCategoryGap = 12;

draw::Glyph glyphOf(int severity) {
    switch (severity) {
    case static_cast<int>(fleet::Severity::Error):
        return draw::Glyph::Error;
    case static_cast<int>(fleet::Severity::Warning):
        return draw::Glyph::Warning;
    case static_cast<int>(fleet::Severity::Note):
        return draw::Glyph::Note;
    default:
        return draw::Glyph::Unreachable; // unknown
    }
}

/// Values beyond this length are lists of words, such as a kernel's command line.
constexpr int kMaxLines = 4;
constexpr int kRoomy = 460; ///< px of a row, from which on its category is at the right

/// The left and right end of the text of a row.
struct Room {
    int left, right;
};

Room wordsOf(const QModelIndex &index, const QRect &row) {
    return {row.left() + kSide + scaledToUi(kGlyph) + 9,
            row.right() - kSide - DifferenceDelegate::categoryWidth(index, row)};
}

} // namespace

int DifferenceDelegate::categoryWidth(const QModelIndex &index, const QRect &row) {
    if (row.width() <= kRoomy)
        return 0;
    const QString words = index.data(DifferenceModel::CategoryRole).toString();
    const int needed = QFontMetrics(uiFont(11.5)).horizontalAdvance(words) + kCategoryGap;
    return std::min(row.width() / 3, std::max(scaledToUi(kCategoryWidth), needed));
}

QStringList DifferenceDelegate::lines(const QModelIndex &index, const QRect &row) {
    const Room room = wordsOf(index, row);
    const int width = room.right - room.left;
    const QString text = index.data().toString();
    const QFont font = uiFont(12.5);
    if (QFontMetrics(font).horizontalAdvance(text) <= width) // most are: there may be thousands
        return {text};
    return wrappedLines(text, font, width, kMaxLines, BeforeEllipsis::WholeWords);
}

void DifferenceDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                               const QModelIndex &index) const {
    painter->save();
    const QRect row = option.rect;
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    const bool known = index.data(DifferenceModel::KnownRole).toBool();
    const Token ground = selected                                         ? Token::AccentBg
                         : option.state.testFlag(QStyle::State_MouseOver) ? Token::Hover
                                                                          : Token::Canvas;
    painter->fillRect(row, tokenColour(ground));
    if (selected)
        painter->fillRect(QRect(row.left(), row.top(), 2, row.height()), tokenColour(Token::Accent));
    painter->fillRect(QRect(row.left(), row.bottom(), row.width(), 1), tokenColour(Token::Line));
    painter->setRenderHint(QPainter::Antialiasing);
    const draw::Glyph glyph = glyphOf(index.data(DifferenceModel::SeverityRole).toInt());
    paintGlyph(*painter, glyph, rowGlyphRect(row, row.left() + kSide, kGlyph), tokenColour(glyphToken(glyph)),
               tokenColour(ground));
    const Room room = wordsOf(index, row);
    painter->setFont(uiFont(12.5));
    painter->setPen(tokenColour(known ? Token::Text : Token::Text3));
    painter->drawText(QRect(room.left, row.top(), room.right - room.left, row.height()),
                      Qt::AlignLeft | Qt::AlignVCenter, lines(index, row).join(QLatin1Char('\n')));
    if (row.width() > kRoomy) {
        painter->setFont(uiFont(11.5));
        painter->setPen(tokenColour(Token::Text3));
        const QRect category(room.right + kCategoryGap, row.top(), categoryWidth(index, row) - kCategoryGap,
                             row.height());
        painter->drawText(
            category, Qt::AlignRight | Qt::AlignVCenter,
            painter->fontMetrics().elidedText(index.data(DifferenceModel::CategoryRole).toString(),
                                              Qt::ElideRight, category.width()));
    }
    if (option.state.testFlag(QStyle::State_HasFocus)) {
        painter->setBrush(Qt::NoBrush);
        painter->setPen(QPen(tokenColour(Token::Accent), 2));
        painter->drawRect(row.adjusted(1, 1, -1, -2));
    }
    painter->restore();
}

QSize DifferenceDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const {
    const auto *view = qobject_cast<const QAbstractScrollArea *>(option.widget);
    const QRect row = view != nullptr ? view->viewport()->rect() : option.rect;
    const QFontMetrics metrics(uiFont(12.5));
    const auto more = static_cast<int>(lines(index, row).size()) - 1;
    return {200, std::max(kRowHeight, metrics.height() + 8) + std::max(0, more) * metrics.lineSpacing()};
}

} // namespace fabricscope::widgets
