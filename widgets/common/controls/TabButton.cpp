// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/controls/TabButton.h"

#include "widgets/common/controls/Controls.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/Theme.h"
#include "widgets/common/theme/UiSize.h"

#include <QPainter>

namespace fabricscope::widgets {

TabButton::TabButton(const QString &text, QWidget *parent) : QAbstractButton(parent) {
    setText(text);
    setCheckable(true);
    setFocusPolicy(Qt::StrongFocus);
    applyFont(this, 13);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
}

void TabButton::setCount(int count) {
    if (m_count == count)
        return;
    m_count = count;
    setAccessibleName(count < 0 ? text() : QStringLiteral("%1 (%2)").arg(text()).arg(count));
    updateGeometry();
    update();
}

void TabButton::setFaint(bool faint) {
    m_faint = faint;
    update();
}

int TabButton::countWidth() const {
    return m_count < 0 ? 0 : QFontMetrics(uiFont(11)).horizontalAdvance(QString::number(m_count)) + 12 + 6;
}

QSize TabButton::sizeHint() const {
    return {QFontMetrics(uiFont(13, QFont::DemiBold)).horizontalAdvance(text()) + countWidth() + 18, 30};
}

void TabButton::paintEvent(QPaintEvent *) {
    QPainter painter(this);
    const bool on = isChecked();
    painter.setFont(uiFont(13, on ? QFont::DemiBold : QFont::Normal));
    painter.setPen(tokenColour(on ? Token::Text : m_faint || !isEnabled() ? Token::Text3 : Token::Text2));
    if (underMouse() && !on && isEnabled())
        painter.setPen(tokenColour(Token::Text));
    const QRect words = rect().adjusted(9, 0, -9 - countWidth(), 0);
    painter.drawText(words, Qt::AlignHCenter | Qt::AlignVCenter, text());
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_count >= 0) {
        const QRectF pill(width() - 9 - countWidth() + 6, (height() - scaledToUi(17)) / 2.0, countWidth() - 6,
                          scaledToUi(17));
        painter.setPen(Qt::NoPen);
        painter.setBrush(tokenColour(Token::Raised));
        painter.drawRoundedRect(pill, 8, 8);
        painter.setFont(uiFont(11));
        painter.setPen(tokenColour(Token::Text2));
        painter.drawText(pill, Qt::AlignCenter, QString::number(m_count));
    }
    if (on)
        painter.fillRect(QRect(6, height() - 2, width() - 12, 2), tokenColour(Token::Accent));
    if (hasFocus())
        paintFocusRing(painter, QRectF(rect()).adjusted(1, 3, -1, -3), 4);
}

} // namespace fabricscope::widgets
