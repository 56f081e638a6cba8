// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/compare/DifferenceDelegate.h"

#include "widgets/common/Fonts.h"
#include "widgets/common/GlyphPainter.h"
#include "widgets/common/Theme.h"
#include "widgets/compare/DifferenceModel.h"

#include <QPainter>

#include <algorithm>

namespace fabricscope::widgets {

namespace {

constexpr int kSide = 14;
constexpr int kGlyph = 13;
constexpr int kCategoryWidth = 112;

layout::Glyph glyphOf(int severity) {
    switch (severity) {
    case static_cast<int>(fleet::Severity::Error):
        return layout::Glyph::Error;
    case static_cast<int>(fleet::Severity::Warning):
        return layout::Glyph::Warning;
    case static_cast<int>(fleet::Severity::Note):
        return layout::Glyph::Note;
    default:
        return layout::Glyph::Unreachable; // nobody knows
    }
}

/// Names are cut before what is said of them.
QString elided(const QFontMetrics &metrics, const QString &text, const QString &what, int room) {
    constexpr int kLeastSubject = 60;
    if (metrics.horizontalAdvance(text) <= room)
        return text;
    const QString tail = QStringLiteral(": ") + what;
    const int subjectRoom = room - metrics.horizontalAdvance(tail);
    if (!text.endsWith(tail) || subjectRoom < kLeastSubject)
        return metrics.elidedText(text, Qt::ElideRight, room);
    return metrics.elidedText(text.left(text.size() - tail.size()), Qt::ElideRight, subjectRoom) + tail;
}

} // namespace

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
    const layout::Glyph glyph = glyphOf(index.data(DifferenceModel::SeverityRole).toInt());
    paintGlyph(*painter, glyph,
               QRectF(row.left() + kSide, row.center().y() - kGlyph / 2.0 + 0.5, kGlyph, kGlyph),
               tokenColour(glyphToken(glyph)), tokenColour(ground));
    const bool roomy = row.width() > 460;
    const int left = row.left() + kSide + kGlyph + 9;
    const int right = row.right() - kSide - (roomy ? scaledToUi(kCategoryWidth) : 0);
    painter->setFont(uiFont(12.5));
    painter->setPen(tokenColour(known ? Token::Text : Token::Text3));
    const QString text = index.data().toString();
    painter->drawText(
        QRect(left, row.top(), right - left, row.height()), Qt::AlignLeft | Qt::AlignVCenter,
        elided(painter->fontMetrics(), text, index.data(DifferenceModel::WhatRole).toString(), right - left));
    if (roomy) {
        painter->setFont(uiFont(11.5));
        painter->setPen(tokenColour(Token::Text3));
        painter->drawText(QRect(right, row.top(), scaledToUi(kCategoryWidth), row.height()),
                          Qt::AlignRight | Qt::AlignVCenter,
                          index.data(DifferenceModel::CategoryRole).toString());
    }
    if (option.state.testFlag(QStyle::State_HasFocus)) {
        painter->setBrush(Qt::NoBrush);
        painter->setPen(QPen(tokenColour(Token::Accent), 2));
        painter->drawRect(row.adjusted(1, 1, -1, -2));
    }
    painter->restore();
}

QSize DifferenceDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const {
    return {200, std::max(kRowHeight, QFontMetrics(uiFont(12.5)).height() + 8)};
}

} // namespace fabricscope::widgets
