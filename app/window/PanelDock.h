// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDockWidget>

namespace fabricscope::app::window {

class PanelTitleBar;

/// A panel at a side of the screens, which can be dragged to another side or out into its own window.
class PanelDock : public QDockWidget {
    Q_OBJECT
public:
    static constexpr int kTitleBarHeight = 7; ///< px; what the panels have for air above them

    /// `size`: px that it has at first.
    PanelDock(const QString &name, QWidget *panel, QSize size, QWidget *parent);
    /// The size that it asks for when it is laid out for the first time.
    void setPreferredSize(QSize size);

Q_SIGNALS:
    void hideRequested(); ///< by the person; it is still there
    void menuRequested(const QPoint &where);

protected:
    void closeEvent(QCloseEvent *event) override;
};

} // namespace fabricscope::app::window
