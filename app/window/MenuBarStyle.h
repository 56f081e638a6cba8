// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProxyStyle>

class QMenuBar;

namespace fabricscope::app::window {

/// The letters of the menu bar are underlined while Alt is held, and not at rest; its words are on one line
/// with what is in its corners.
class MenuBarStyle : public QProxyStyle {
    Q_OBJECT
public:
    /// Puts it on the bar, which owns it.
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
