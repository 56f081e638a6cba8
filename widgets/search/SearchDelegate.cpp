// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/search/SearchDelegate.h"

#include "widgets/common/paint/GlyphPainter.h"
#include "widgets/common/paint/RowText.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/Theme.h"
#include "widgets/search/SearchModel.h"

#include <QPainter>

#include <algorithm>

namespace fabricscope::widgets {

namespace {

constexpr int kSide = 12;
constexpr int kMark = 12; ///< px of the design
constexpr int kGap = 8;

draw::Glyph glyphOf(const QModelIndex &index) {
    return static_cast<draw::Glyph>(index.data(SearchModel::GlyphRole).toInt());
}

void paintGlyphAt(QPainter &painter, draw::Glyph glyph, const QRectF &box) {
    if (glyph != draw::Glyph::None)
        paintGlyph(painter, glyph, box, tokenColour(glyphToken(glyph)), tokenColour(Token::Surface));
}

void paintHostMark(QPainter &painter, search::HostSource::State state, const QRectF &box) {
    const QRectF small = box.adjusted(2.5, 2.5, -2.5, -2.5);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(tokenColour(Token::Text3), 1.3));
    switch (state) {
    case search::HostSource::State::Connected:
        painter.setPen(Qt::NoPen);
        painter.setBrush(tokenColour(Token::Ok));
        painter.drawEllipse(small);
        break;
    case search::HostSource::State::Unreachable:
        paintGlyphAt(painter, draw::Glyph::Unreachable, box.adjusted(0.5, 0.5, -0.5, -0.5));
        break;
    case search::HostSource::State::Capture:
        painter.drawRect(small);
        break;
    case search::HostSource::State::Other:
        painter.drawEllipse(small);
        break;
    }
}

void paintMark(QPainter &painter, const QModelIndex &index, const QRectF &box) {
    switch (index.data(SearchModel::GroupRole).toInt()) {
    case search::kHosts:
        return paintHostMark(
            painter, static_cast<search::HostSource::State>(index.data(SearchModel::StateRole).toInt()), box);
    case search::kFindings:
        return paintGlyphAt(painter, glyphOf(index), box);
    case search::kDevices:
        painter.setPen(Qt::NoPen);
        painter.setBrush(tokenColour(static_cast<Token>(index.data(SearchModel::KindRole).toInt())));
        painter.drawRect(box.adjusted(1.5, 1.5, -1.5, -1.5));
        return;
    default:
        return;
    }
}

void paintHeader(QPainter &painter, const QRect &row, const QModelIndex &index) {
    const QRect text = row.adjusted(kSide, 4, -kSide, 0);
    painter.setFont(uiFont(11.5, QFont::DemiBold));
    painter.setPen(tokenColour(Token::Text3));
    painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter, index.data().toString());
    painter.setFont(uiFont(11.5));
    painter.drawText(text, Qt::AlignRight | Qt::AlignVCenter, index.data(SearchModel::CountRole).toString());
}

/// From left to right while there is space; the parts at the right have priority.
class Line {
public:
    Line(QPainter &painter, const QRect &room) : m_painter(painter), m_room(room) {}

    void addLeft(const QString &text, const QFont &font, Token token) {
        const QString shown = begin(text, font, token);
        m_painter.drawText(m_room, Qt::AlignLeft | Qt::AlignVCenter, shown);
        if (!shown.isEmpty())
            m_room.setLeft(m_room.left() + QFontMetrics(font).horizontalAdvance(shown) + kGap);
    }
    void addRight(const QString &text, const QFont &font, Token token) {
        const QString shown = begin(text, font, token);
        m_painter.drawText(m_room, Qt::AlignRight | Qt::AlignVCenter, shown);
        if (!shown.isEmpty())
            m_room.setRight(m_room.right() - QFontMetrics(font).horizontalAdvance(shown) - 2 * kGap);
    }
    void addKeys(const QString &keys) {
        const QFont font = uiFont(11);
        const int width = QFontMetrics(font).horizontalAdvance(keys) + 12;
        if (keys.isEmpty() || width > m_room.width() / 2)
            return;
        const int height = scaledToUi(18);
        const QRectF chip(m_room.right() - width + 0.5, m_room.center().y() + 0.5 - height / 2.0, width,
                          height);
        m_painter.setPen(tokenColour(Token::Line2));
        m_painter.setBrush(tokenColour(Token::Raised));
        m_painter.drawRoundedRect(chip, 2, 2);
        m_painter.setFont(font);
        m_painter.setPen(tokenColour(Token::Text2));
        m_painter.drawText(chip, Qt::AlignCenter, keys);
        m_room.setRight(m_room.right() - width - 2 * kGap);
    }
    void addGlyph(draw::Glyph glyph) {
        if (glyph == draw::Glyph::None)
            return;
        paintGlyphAt(m_painter, glyph, rowGlyphRect(m_room, m_room.right() + 1 - scaledToUi(kMark), kMark));
        m_room.setRight(m_room.right() - scaledToUi(kMark) - kGap);
    }

private:
    /// The part of the text that fits.
    QString begin(const QString &text, const QFont &font, Token token) {
        m_painter.setFont(font);
        m_painter.setPen(tokenColour(token));
        return m_room.width() < 24 ? QString()
                                   : QFontMetrics(font).elidedText(text, Qt::ElideRight, m_room.width());
    }
    QPainter &m_painter;
    QRect m_room;
};

} // namespace

void SearchDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                           const QModelIndex &index) const {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const QRect row = option.rect;
    if (index.data(SearchModel::HeaderRole).toBool()) {
        paintHeader(*painter, row, index);
        painter->restore();
        return;
    }
    const bool isCurrent = option.state.testFlag(QStyle::State_Selected);
    const bool isHovered = option.state.testFlag(QStyle::State_MouseOver);
    if (isCurrent || isHovered)
        painter->fillRect(row, tokenColour(isCurrent ? Token::AccentBg : Token::Hover));
    if (isCurrent)
        painter->fillRect(QRect(row.left(), row.top(), 2, row.height()), tokenColour(Token::Accent));
    paintMark(*painter, index, rowGlyphRect(row, row.left() + kSide, kMark));
    const bool isEnabled = index.flags().testFlag(Qt::ItemIsEnabled);
    const bool isAction = index.data(SearchModel::GroupRole).toInt() == search::kActions;
    Line line(*painter, row.adjusted(kSide + (isAction ? 0 : scaledToUi(kMark) + kGap), 0, -kSide, 0));
    line.addKeys(index.data(SearchModel::KeysRole).toString());
    line.addRight(index.data(SearchModel::PlaceRole).toString(), uiFont(12), Token::Text3);
    if (index.data(SearchModel::GroupRole).toInt() != search::kFindings)
        line.addGlyph(glyphOf(index));
    line.addLeft(index.data().toString(), uiFont(13), isEnabled ? Token::Text : Token::Text3);
    line.addLeft(index.data(SearchModel::AddressRole).toString(), monoFont(11.5), Token::Text2);
    line.addLeft(index.data(SearchModel::DetailRole).toString(), uiFont(12), Token::Text3);
    painter->restore();
}

QSize SearchDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &index) const {
    const bool isHeader = index.data(SearchModel::HeaderRole).toBool();
    const int font = QFontMetrics(uiFont(13)).height();
    return {200, isHeader ? std::max(kHeaderHeight, font + 8) : std::max(kRowHeight, font + 8)};
}

} // namespace fabricscope::widgets
