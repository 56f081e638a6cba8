// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/PanelTitleBar.h"

#include "app/window/shell/PanelDock.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/text/ToolTip.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/Theme.h"

#include <QContextMenuEvent>
#include <QHBoxLayout>
#include <QPainter>

namespace fabricscope::app::window {

using draw::Token;

namespace {

constexpr int kBarHeight = 28;               ///< in px of the design
constexpr int kDots = 3, kDot = 2, kGap = 4; ///< px

} // namespace

PanelTitleBar::PanelTitleBar(PanelDock *dock) : QWidget(dock), m_dock(dock), m_buttons(new QWidget(this)) {
    setAttribute(Qt::WA_Hover);
    setCursor(Qt::OpenHandCursor);
    setToolTip(widgets::plainToolTip(
        tr("Drag to move %1; double-click to open it in its own window").arg(dock->windowTitle())));
    auto *buttons = new QHBoxLayout(m_buttons);
    buttons->setContentsMargins(0, 0, 0, 0);
    buttons->setSpacing(2);
    auto *back = new widgets::IconButton("fit", tr("Dock in the window"), m_buttons);
    auto *close = new widgets::IconButton("close", tr("Hide %1").arg(dock->windowTitle()), m_buttons);
    for (widgets::IconButton *each : {back, close}) {
        each->setCursor(Qt::ArrowCursor);
        buttons->addWidget(each);
    }
    connect(back, &QAbstractButton::clicked, dock, [dock] { dock->setFloating(false); });
    connect(close, &QAbstractButton::clicked, dock, &PanelDock::hideRequested);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 6, 0);
    row->addStretch(1);
    row->addWidget(m_buttons);
    follow();
}

QSize PanelTitleBar::sizeHint() const {
    return {40, m_dock->isFloating() ? widgets::scaledToUi(kBarHeight) : PanelDock::kTitleBarHeight};
}

void PanelTitleBar::follow() {
    m_buttons->setVisible(m_dock->isFloating());
    updateGeometry();
    update();
}

void PanelTitleBar::contextMenuEvent(QContextMenuEvent *event) {
    Q_EMIT m_dock->menuRequested(event->globalPos());
}

void PanelTitleBar::paintEvent(QPaintEvent *) {
    QPainter painter(this);
    if (m_dock->isFloating()) {
        painter.fillRect(rect(), widgets::tokenColour(Token::Chrome));
        painter.fillRect(QRect(0, height() - 1, width(), 1), widgets::tokenColour(Token::Line));
        painter.setFont(widgets::uiFont(12.5, QFont::DemiBold));
        painter.setPen(widgets::tokenColour(Token::Text));
        painter.drawText(rect().adjusted(12, 0, -64, 0), Qt::AlignLeft | Qt::AlignVCenter,
                         m_dock->windowTitle());
        return;
    }
    painter.fillRect(rect(), widgets::tokenColour(Token::Panel));
    if (!underMouse())
        return;
    const int all = kDots * kDot + (kDots - 1) * kGap;
    for (int dot = 0; dot < kDots; ++dot)
        painter.fillRect(
            QRect((width() - all) / 2 + dot * (kDot + kGap), (height() - kDot) / 2 + 1, kDot, kDot),
            widgets::tokenColour(Token::Text3));
}

} // namespace fabricscope::app::window
