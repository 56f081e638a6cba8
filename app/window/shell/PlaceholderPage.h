// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/shell/ActionTable.h"

#include <QWidget>

class QPushButton;

namespace fabricscope::app::window {

/// A screen that has no data yet: a sketch of its future content, a sentence that describes the content and
/// its source, and an alternative that is available today.
class PlaceholderPage : public QWidget {
    Q_OBJECT
public:
    explicit PlaceholderPage(Screen screen, QWidget *parent = nullptr);
    [[nodiscard]] QPushButton *alternativeButton() const { return m_alternativeButton; }

Q_SIGNALS:
    /// The alternative that is available today: an action, on this screen.
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
