// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDockWidget>

namespace fabricscope::app::window {

class PanelTitleBar;

/// A panel next to the screens, which can be dragged to another side or into its own window.
class PanelDock : public QDockWidget {
    Q_OBJECT
public:
    static constexpr int kTitleBarHeight = 7; ///< px; also the margin above the panels

    /// `size`: the initial size in px.
    PanelDock(const QString &name, QWidget *panel, QSize size, QWidget *parent);
    /// The size hint for its first layout.
    void setPreferredSize(QSize size);

Q_SIGNALS:
    void hideRequested(); ///< by the user; the panel is still shown
    void menuRequested(const QPoint &where);

protected:
    void closeEvent(QCloseEvent *event) override;
};

} // namespace fabricscope::app::window
