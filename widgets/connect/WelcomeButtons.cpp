// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/connect/WelcomeButtons.h"

#include "widgets/common/controls/Controls.h"
#include "widgets/common/text/ToolTip.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/Icons.h"
#include "widgets/common/theme/Theme.h"

#include <QPainter>

#include <algorithm>

namespace fabricscope::widgets {

namespace {

/// A disc for a host, a box for a capture, two boxes for a workspace.
void paintMark(QPainter &painter, RecentEntry::Kind kind, const QRectF &mark) {
    painter.setPen(QPen(tokenColour(Token::Text3), 1.4));
    painter.setBrush(Qt::NoBrush);
    switch (kind) {
    case RecentEntry::Kind::Host:
        painter.setPen(Qt::NoPen);
        painter.setBrush(tokenColour(Token::Text3));
        painter.drawEllipse(mark);
        break;
    case RecentEntry::Kind::Workspace:
        painter.drawRect(mark.translated(2.5, -2.5));
        painter.setBrush(tokenColour(Token::Canvas));
        [[fallthrough]];
    case RecentEntry::Kind::Capture:
        painter.drawRect(mark);
        break;
    }
}

} // namespace

WelcomeCard::WelcomeCard(const char *icon, const QString &title, const QString &text, const QString &keys,
                         bool primary, QWidget *parent)
    : QAbstractButton(parent), m_icon(icon), m_sentence(text), m_keys(keys), m_primary(primary) {
    setText(title);
    setAccessibleDescription(text);
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize WelcomeCard::sizeHint() const {
    return {scaledToUi(560), scaledToUi(70)};
}

QSize WelcomeCard::minimumSizeHint() const {
    return {scaledToUi(380), scaledToUi(70)};
}

QSize RecentRow::sizeHint() const {
    return {scaledToUi(400), scaledToUi(38)};
}

void WelcomeCard::paintEvent(QPaintEvent *) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor fill = m_primary ? tint(Token::Accent, 10, Token::Surface) : tokenColour(Token::Surface);
    painter.setPen(tokenColour(m_primary ? Token::Accent : Token::Line2));
    painter.setBrush(underMouse() && !m_primary ? tokenColour(Token::Hover) : fill);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    const int side = scaledToUi(20);
    paintIcon(painter, m_icon, QRectF(26, (height() - side) / 2.0, side, side),
              tokenColour(m_primary ? Token::Accent : Token::Text2));

    // Title and sentence are centred; a narrow window needs two lines for them.
    constexpr int kWrapped = static_cast<int>(Qt::AlignLeft | Qt::AlignTop) | Qt::TextWordWrap;
    const int titleHeight = scaledToUi(22), keysHeight = scaledToUi(19);
    const QRect room(68, 0, width() - 82, height());
    const int sentenceHeight =
        QFontMetrics(uiFont(12)).boundingRect(room, kWrapped, m_sentence).height() + scaledToUi(2);
    const int top = std::max(0, (height() - titleHeight - sentenceHeight) / 2);
    painter.setFont(uiFont(11));
    const int keysWidth = painter.fontMetrics().horizontalAdvance(m_keys) + 12;
    const int keysTop = top + (titleHeight - keysHeight) / 2;
    const QRectF keys(width() - 14 - keysWidth, keysTop, keysWidth, keysHeight);
    painter.setPen(tokenColour(Token::Line2));
    painter.setBrush(tokenColour(Token::Raised));
    painter.drawRoundedRect(keys.adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
    painter.setPen(tokenColour(Token::Text2));
    painter.drawText(keys, Qt::AlignCenter, m_keys);
    painter.setFont(uiFont(13.5, QFont::DemiBold));
    painter.setPen(tokenColour(Token::Text));
    painter.drawText(QRectF(68, top, keys.left() - 76, titleHeight), Qt::AlignLeft | Qt::AlignVCenter,
                     text());
    painter.setFont(uiFont(12));
    painter.setPen(tokenColour(Token::Text2));
    painter.drawText(room.adjusted(0, top + titleHeight + scaledToUi(2), 0, 0), kWrapped, m_sentence);
    if (hasFocus())
        paintFocusRing(painter, rect(), 4);
}

RecentRow::RecentRow(RecentEntry entry, QWidget *parent)
    : QAbstractButton(parent), m_entry(std::move(entry)) {
    setText(m_entry.name);
    setToolTip(plainToolTip(m_entry.key));
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void RecentRow::paintEvent(QPaintEvent *) {
    QPainter painter(this);
    if (underMouse())
        painter.fillRect(rect(), tokenColour(Token::Hover));
    painter.setRenderHint(QPainter::Antialiasing);
    paintMark(painter, m_entry.kind, QRectF(7, height() / 2.0 - 3.5, 7, 7));
    painter.setFont(uiFont(11.5));
    painter.setPen(tokenColour(Token::Text3));
    painter.drawText(rect().adjusted(0, 0, -2, 0), Qt::AlignRight | Qt::AlignVCenter, m_entry.when);
    const int right = width() - painter.fontMetrics().horizontalAdvance(m_entry.when) - 16;
    const int middle = std::min(right, 28 + (right - 28) * 2 / 5);
    painter.drawText(QRect(middle, 0, right - middle, height()), Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(m_entry.detail, Qt::ElideMiddle, right - middle));
    painter.setFont(uiFont(13));
    painter.setPen(tokenColour(Token::Text));
    painter.drawText(QRect(28, 0, middle - 36, height()), Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(m_entry.name, Qt::ElideMiddle, middle - 36));
    if (hasFocus())
        paintFocusRing(painter, rect(), 3);
}

} // namespace fabricscope::widgets
