// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProxyStyle>

class QMenuBar;

namespace fabricscope::app::window {

/// Underlines the mnemonics of the menu bar only while Alt is held, and aligns its text with its corner
/// widgets.
class MenuBarStyle : public QProxyStyle {
    Q_OBJECT
public:
    /// Sets the style on the bar, which owns it.
    static void install(QMenuBar *bar);

    int styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget,
                  QStyleHintReturn *returned) const override;
    QSize sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &contents,
                           const QWidget *widget) const override;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    explicit MenuBarStyle(QMenuBar *bar);
    QMenuBar *m_bar;
    bool m_underlined = false;
};

} // namespace fabricscope::app::window
