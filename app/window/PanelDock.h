// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDockWidget>

namespace fabricscope::app::window {

class PanelTitleBar;

/// A panel beside the screens, which a person drags to another side of them or out into a window of its own.
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
