// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <vector>

class QAction;
class QButtonGroup;
class QLabel;
class QLineEdit;

namespace fabricscope::widgets {
class TabButton;
}

namespace fabricscope::app::window {

/// The seven screens, in their order.
enum class Screen { Fleet, Topology, HostVm, Affinity, Checks, Benchmarks, Compare };
constexpr int kScreens = 7;
[[nodiscard]] QString screenName(Screen screen);

/// Filter of the sidebar, the screens, and the search.
class ModeBar : public QWidget {
    Q_OBJECT
public:
    explicit ModeBar(QWidget *parent = nullptr);
    void setScreen(Screen screen);
    [[nodiscard]] Screen screen() const;
    void setSidebarWidth(int width);
    /// Without a host all screens are faint.
    void setHasHosts(bool hasHosts);
    void setHits(int hits); ///< below 0: no search
    [[nodiscard]] QLineEdit *search() const { return m_search; }
    [[nodiscard]] QLineEdit *filter() const { return m_filter; }
    [[nodiscard]] widgets::TabButton *tab(Screen screen) const;

Q_SIGNALS:
    void screenWanted(fabricscope::app::window::Screen screen);

protected:
    void changeEvent(QEvent *event) override;

private:
    void setIcons();
    QLineEdit *m_filter;
    QLineEdit *m_search;
    QWidget *m_filterBox;
    QLabel *m_hits; ///< inside the search field, at its right
    QButtonGroup *m_tabs;
    std::vector<QAction *> m_icons;
};

} // namespace fabricscope::app::window
