// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace fabricscope::app::window {

class PanelDock;

/// The handle by which a panel is dragged. Docked, it is a strip of a few pixels that becomes visible under
/// the pointer; floating, it is a title bar with buttons to dock and to hide the panel.
class PanelTitleBar : public QWidget {
    Q_OBJECT
public:
    explicit PanelTitleBar(PanelDock *dock);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }
    /// Updates the bar after the dock was moved.
    void follow();

protected:
    void paintEvent(QPaintEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    PanelDock *m_dock;
    QWidget *m_buttons;
};

} // namespace fabricscope::app::window
