// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/ActionTable.h"

#include <QWidget>

class QPushButton;

namespace fabricscope::app::window {

/// A screen that has no data yet: the shape of what will be there, in a sentence what that is and what fills
/// it, and where the same is to be had today.
class PlaceholderPage : public QWidget {
    Q_OBJECT
public:
    explicit PlaceholderPage(Screen screen, QWidget *parent = nullptr);
    [[nodiscard]] QPushButton *alternativeButton() const { return m_alternativeButton; }

Q_SIGNALS:
    /// What can be done today instead: an action, on this screen.
    void alternativeRequested(fabricscope::app::window::Screen screen,
                              fabricscope::app::window::ActionId action);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    Screen m_screen;
    QWidget *m_text;
    QPushButton *m_alternativeButton;
};

} // namespace fabricscope::app::window
