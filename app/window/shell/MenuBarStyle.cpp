// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/MenuBarStyle.h"

#include "widgets/common/theme/Fonts.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QMenuBar>
#include <QResizeEvent>

namespace fabricscope::app::window {

namespace {

constexpr int kBarHeight = 25; ///< px; the line below it makes 26

} // namespace

void MenuBarStyle::install(QMenuBar *bar) {
    bar->setStyle(new MenuBarStyle(bar));
}

MenuBarStyle::MenuBarStyle(QMenuBar *bar) : QProxyStyle(QStringLiteral("Fusion")), m_bar(bar) {
    setParent(bar);
    bar->window()->installEventFilter(this);
}

int MenuBarStyle::styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget,
                            QStyleHintReturn *returned) const {
    if (hint == SH_UnderlineShortcut)
        return m_underlined ? 1 : 0;
    return QProxyStyle::styleHint(hint, option, widget, returned);
}

QSize MenuBarStyle::sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &contents,
                                     const QWidget *widget) const {
    const QSize size = QProxyStyle::sizeFromContents(type, option, contents, widget);
    return type == CT_MenuBarItem ? size.expandedTo({0, widgets::scaledToUi(kBarHeight)}) : size;
}

bool MenuBarStyle::eventFilter(QObject *watched, QEvent *event) {
    const bool wasUnderlined = m_underlined;
    const bool isKey = event->type() == QEvent::KeyPress || event->type() == QEvent::KeyRelease ||
                       event->type() == QEvent::ShortcutOverride;
    if (isKey && static_cast<QKeyEvent *>(event)->key() == Qt::Key_Alt)
        m_underlined = event->type() != QEvent::KeyRelease;
    else if (event->type() == QEvent::WindowDeactivate)
        m_underlined = false; // Alt+Tab: another window gets the release
    if (m_underlined != wasUnderlined)
        m_bar->update();
    if (event->type() == QEvent::ApplicationFontChange) { // its corner widgets have another size now
        QResizeEvent again(m_bar->size(), m_bar->size());
        QCoreApplication::sendEvent(m_bar, &again);
    }
    return QProxyStyle::eventFilter(watched, event);
}

} // namespace fabricscope::app::window
