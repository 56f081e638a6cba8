// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/PanelHandle.h"

#include "widgets/common/controls/Controls.h"
#include "widgets/common/text/ToolTip.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/Theme.h"

#include <QPainter>

namespace fabricscope::app::window {

using draw::Token;

namespace {

constexpr double kPx = 11.5, kKeysPx = 10.5;
constexpr int kPadding = 7, kGap = 6;
constexpr int kHeight = 19; ///< in px of the design

QFont nameFont() {
    return widgets::uiFont(kPx);
}

QFont keysFont() {
    return widgets::uiFont(kKeysPx);
}

} // namespace

PanelHandle::PanelHandle(QWidget *parent) : QAbstractButton(parent) {
    setFocusPolicy(Qt::TabFocus);
    setAttribute(Qt::WA_Hover);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void PanelHandle::setKeys(const QString &keys) {
    m_keys = keys;
    updateTexts();
}

void PanelHandle::setName(const QString &name) {
    setText(name);
    updateTexts();
}

void PanelHandle::updateTexts() {
    setToolTip(widgets::plainToolTip(tr("Show: %1 (%2)").arg(text(), m_keys)));
    setAccessibleName(tr("Show: %1").arg(text()));
    updateGeometry();
    update();
}

QSize PanelHandle::sizeHint() const {
    return {2 * kPadding + kGap + QFontMetrics(nameFont()).horizontalAdvance(text()) +
                QFontMetrics(keysFont()).horizontalAdvance(m_keys) + 1,
            widgets::scaledToUi(kHeight)};
}

void PanelHandle::paintEvent(QPaintEvent *) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(widgets::tokenColour(Token::Line2));
    painter.setBrush(widgets::tokenColour(underMouse() ? Token::Hover : Token::Raised));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    const QRect inside = rect().adjusted(kPadding, 0, -kPadding, 0);
    painter.setFont(nameFont());
    painter.setPen(widgets::tokenColour(Token::Text));
    painter.drawText(inside, Qt::AlignLeft | Qt::AlignVCenter, text());
    painter.setFont(keysFont());
    painter.setPen(widgets::tokenColour(Token::Text2));
    painter.drawText(inside, Qt::AlignRight | Qt::AlignVCenter, m_keys);
    if (hasFocus())
        widgets::paintFocusRing(painter, rect(), 3);
}

} // namespace fabricscope::app::window
