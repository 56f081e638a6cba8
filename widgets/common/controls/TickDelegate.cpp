// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/controls/TickDelegate.h"

#include "widgets/common/controls/Controls.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/Theme.h"

#include <QPainter>

#include <algorithm>

namespace fabricscope::widgets {

using draw::Token;

namespace {
constexpr int kBetween = 4; // px
}

void TickDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                         const QModelIndex &index) const {
    constexpr double kGap = 8, kMargin = 6; // px
    QStyleOptionViewItem whole = option;
    initStyleOption(&whole, index);
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    const bool isHovered = option.state.testFlag(QStyle::State_MouseOver);
    painter->save();
    if (isSelected || isHovered)
        painter->fillRect(option.rect, tokenColour(isSelected ? Token::AccentBg : Token::Hover));
    painter->setRenderHint(QPainter::Antialiasing);
    const int side = scaledToUi(kTickBox);
    const QRectF box(option.rect.left() + kMargin, option.rect.center().y() - side / 2 + 0.5, side, side);
    paintTick(*painter, box, whole.checkState, isHovered);
    painter->setFont(whole.font);
    painter->setPen(tokenColour(Token::Text));
    const QRectF words = QRectF(option.rect).adjusted(kMargin + side + kGap, 0, -kMargin, 0);
    painter->drawText(
        words, Qt::AlignLeft | Qt::AlignVCenter,
        whole.fontMetrics.elidedText(whole.text, Qt::ElideRight, static_cast<int>(words.width())));
    painter->restore();
}

QSize TickDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const {
    const QSize hint = QStyledItemDelegate::sizeHint(option, index);
    return {hint.width(), std::max(hint.height(), scaledToUi(kTickBox) + kBetween)};
}

} // namespace fabricscope::widgets
