// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QBoxLayout;

namespace fabricscope::widgets {

/// A list or a picture, and a panel about what is selected in it: beside it while both can be read there, the
/// panel narrower if need be, and otherwise below it.
class ContentWithPanel : public QWidget {
    Q_OBJECT
public:
    /// In px of the design.
    struct Widths {
        int content;    ///< the least that can be read
        int panel;      ///< where there is room
        int leastPanel; ///< before it goes below
    };
    ContentWithPanel(QWidget *content, QWidget *panel, const Widths &widths, QWidget *parent = nullptr);

    void setPanelShown(bool shown);
    /// The panel is, or would be, below the content.
    [[nodiscard]] bool isBelow() const { return m_below; }

Q_SIGNALS:
    void belowChanged();

protected:
    void resizeEvent(QResizeEvent *event) override;
    bool event(QEvent *event) override;

private:
    void arrange();

    QWidget *m_panel;
    QWidget *m_line;
    QBoxLayout *m_box;
    Widths m_widths;
    bool m_below = false;
};

} // namespace fabricscope::widgets
