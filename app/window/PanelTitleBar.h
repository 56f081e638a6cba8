// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace fabricscope::app::window {

class PanelDock;

/// What a panel is dragged by. Beside the screens it is a strip of a few pixels that shows itself under the
/// pointer; on a window of the panel's own it is a title bar with the way back.
class PanelTitleBar : public QWidget {
    Q_OBJECT
public:
    explicit PanelTitleBar(PanelDock *dock);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }
    /// The dock has another place now.
    void follow();

protected:
    void paintEvent(QPaintEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    PanelDock *m_dock;
    QWidget *m_buttons;
};

} // namespace fabricscope::app::window
