// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/jobs/JobDelegate.h"

#include "widgets/common/Fonts.h"
#include "widgets/common/GlyphPainter.h"
#include "widgets/common/Theme.h"
#include "widgets/models/JobsModel.h"
#include "widgets/models/LogModel.h"

#include <QPainter>

namespace fabricscope::widgets {

namespace {

constexpr int kRowHeight = 26;
constexpr int kBarWidth = 60;

QString duration(const JobEntry &entry) {
    if (!entry.endedMs || entry.startedMs == 0)
        return {};
    return QStringLiteral("%1 s").arg(static_cast<double>(*entry.endedMs - entry.startedMs) / 1000, 0, 'f',
                                      1);
}

void text(QPainter &painter, const QRect &rect, const QString &words, const QFont &font, Token token,
          Qt::Alignment align = Qt::AlignLeft) {
    painter.setFont(font);
    painter.setPen(tokenColour(token));
    painter.drawText(rect, static_cast<int>(align | Qt::AlignVCenter),
                     painter.fontMetrics().elidedText(words, Qt::ElideRight, rect.width()));
}

} // namespace

void JobDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                        const QModelIndex &index) const {
    const auto *model = qobject_cast<const JobsModel *>(index.model());
    if (model == nullptr)
        return;
    const JobEntry &entry = model->at(index.row());
    painter->save();
    const QRect row = option.rect;
    if (option.state.testFlag(QStyle::State_Selected))
        painter->fillRect(row, tokenColour(Token::AccentBg));
    else if (option.state.testFlag(QStyle::State_MouseOver))
        painter->fillRect(row, tokenColour(Token::Hover));
    const layout::Glyph glyph = glyphOf(entry.state);
    paintGlyph(*painter, glyph, QRectF(row.left() + 14, row.center().y() - 6, 13, 13),
               tokenColour(glyphToken(glyph)), tokenColour(Token::Panel));
    // Columns by share of the width, so that names and steps line up from row to row.
    const int left = row.left() + 36;
    const int width = row.right() - 14 - left;
    const int name = width * 26 / 100;
    const int host = width * 26 / 100;
    const QString took = duration(entry);
    const int tookWidth = 52;
    text(*painter, {left, row.top(), name - 8, row.height()}, entry.name, uiFont(12.5), Token::Text);
    text(*painter, {left + name, row.top(), host - 8, row.height()}, entry.host, uiFont(12), Token::Text2);
    int x = left + name + host;
    if (entry.state == JobEntry::State::Running) {
        const QRectF bar(x, row.center().y() - 1.5, kBarWidth, 4);
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(Qt::NoPen);
        painter->setBrush(tokenColour(Token::Line2));
        painter->drawRoundedRect(bar, 2, 2);
        painter->setBrush(tokenColour(Token::Accent));
        painter->drawRoundedRect(QRectF(bar.topLeft(), QSizeF(bar.width() * entry.fraction, bar.height())), 2,
                                 2);
        x += kBarWidth + 10;
    } else {
        text(*painter, {x, row.top(), 62, row.height()}, clockText(entry.endedMs.value_or(entry.startedMs)),
             monoFont(11), Token::Text2);
        x += 72;
    }
    const Token tone = entry.state == JobEntry::State::Failed ? Token::Error : Token::Text3;
    text(*painter, {x, row.top(), row.right() - 14 - tookWidth - x, row.height()}, entry.step, uiFont(12),
         tone);
    text(*painter, {row.right() - 14 - tookWidth, row.top(), tookWidth, row.height()}, took, monoFont(11),
         Token::Text2, Qt::AlignRight);
    if (option.state.testFlag(QStyle::State_HasFocus)) {
        painter->setPen(QPen(tokenColour(Token::Accent), 1));
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(row.adjusted(2, 1, -3, -2));
    }
    painter->restore();
}

QSize JobDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const {
    return {200, kRowHeight};
}

} // namespace fabricscope::widgets
