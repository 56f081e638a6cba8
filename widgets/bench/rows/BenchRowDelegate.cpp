// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/bench/rows/BenchRowDelegate.h"

#include "widgets/bench/rows/BenchRowModel.h"
#include "widgets/common/paint/GlyphPainter.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/Theme.h"

#include <QPainter>
#include <QTableView>

#include <algorithm>
#include <cmath>

namespace fabricscope::widgets {

namespace {

constexpr int kAir = 9, kMinSpacing = 4, kBarRoom = 44, kBarHeight = 8;

/// From the middle to the left if slower, to the right if faster: the side shows the sign, too.
void paintBar(QPainter &painter, const QRectF &room, double percent) {
    const double half = room.width() / 2;
    const double length = std::clamp(std::abs(percent) / BenchRowDelegate::kFullBar, 0.0, 1.0) * half;
    const double middle = std::floor(room.center().x());
    painter.fillRect(QRectF(middle, room.top(), 1, room.height()), tokenColour(Token::Line2));
    const QRectF bar(percent < 0 ? middle - length : middle + 1, room.center().y() - kBarHeight / 2.0,
                     std::max(length, 1.0), kBarHeight);
    painter.fillRect(bar, tokenColour(percent < 0 ? Token::Series2 : Token::Series1));
}

/// The word of the running row, in the first visible column after the size: its own may be hidden.
QString textOf(const QModelIndex &index, const QTableView *view) {
    const QString text = index.data().toString();
    if (!text.isEmpty() || view == nullptr || index.column() == 0 ||
        !index.data(BenchRowModel::RunningRole).toBool())
        return text;
    for (int before = 1; before < index.column(); ++before)
        if (!view->isColumnHidden(before))
            return text;
    return index.siblingAtColumn(1).data().toString();
}

} // namespace

void BenchRowDelegate::paintGround(QPainter &painter, const QRect &part, const QModelIndex &index,
                                   bool isSelected) {
    const bool running = index.data(BenchRowModel::RunningRole).toBool();
    const bool wrong = index.data(BenchRowModel::WrongRole).toBool();
    painter.fillRect(part, wrong                   ? tint(Token::Error, 16, Token::Panel)
                           : running || isSelected ? tokenColour(Token::AccentBg)
                                                   : tokenColour(Token::Canvas));
    painter.fillRect(QRect(part.left(), part.bottom(), part.width(), 1), tokenColour(Token::Line));
}

void BenchRowDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                             const QModelIndex &index) const {
    painter->save();
    const QRect cell = option.rect;
    const bool running = index.data(BenchRowModel::RunningRole).toBool();
    const bool wrong = index.data(BenchRowModel::WrongRole).toBool();
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    paintGround(*painter, cell, index, selected);
    if (index.column() == 0 && (running || selected || wrong))
        painter->fillRect(QRect(cell.left(), cell.top(), 3, cell.height()),
                          tokenColour(wrong ? Token::Error : Token::Accent));
    if (running && index.column() == 0) {
        const double size = 12 * uiScale();
        paintGlyph(*painter, draw::Glyph::Running,
                   QRectF(cell.left() + 8, cell.center().y() - size / 2 + 0.5, size, size),
                   tokenColour(Token::Accent), tokenColour(Token::AccentBg));
    }
    const QVariant difference = index.data(BenchRowModel::DifferenceRole);
    if (difference.isValid())
        paintBar(*painter,
                 QRectF(cell.left() + kAir, cell.top() + 6, scaledToUi(kBarRoom), cell.height() - 12),
                 difference.toDouble());
    const bool strong = index.data(BenchRowModel::StrongRole).toBool();
    const int alignment = index.data(Qt::TextAlignmentRole).toInt();
    const int left = (alignment & Qt::AlignRight) != 0 ? kMinSpacing : kAir; // a number may need all of it
    painter->setFont(monoFont(12, strong ? QFont::DemiBold : QFont::Normal));
    painter->setPen(tokenColour(strong ? Token::Text : Token::Text2));
    painter->drawText(cell.adjusted(left, 0, -kAir, 0), alignment,
                      textOf(index, qobject_cast<const QTableView *>(option.widget)));
    painter->restore();
}

} // namespace fabricscope::widgets
