// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QAction;
class QButtonGroup;
class QLineEdit;

namespace fabricscope::widgets {
class SearchField;
class TabButton;
} // namespace fabricscope::widgets

namespace fabricscope::app::window {

/// The seven screens, in their order.
enum class Screen { Fleet, Topology, HostVm, Affinity, Checks, Benchmarks, Compare };
constexpr int kScreens = 7;
[[nodiscard]] QString screenName(Screen screen);

/// The sidebar's filter, the tabs of the screens, and the search.
class ModeBar : public QWidget {
    Q_OBJECT
public:
    explicit ModeBar(QWidget *parent = nullptr);
    void setScreen(Screen screen);
    [[nodiscard]] Screen screen() const;
    void setSidebarWidth(int width);
    /// Without a host all tabs are faint.
    void setHasHosts(bool hasHosts);
    /// The badge of Checks: errors and warnings, as summed up in the sidebar.
    void setFindings(int count);
    [[nodiscard]] widgets::SearchField *search() const { return m_search; }
    [[nodiscard]] QLineEdit *filter() const { return m_filter; }
    [[nodiscard]] widgets::TabButton *tab(Screen screen) const;

Q_SIGNALS:
    void screenRequested(fabricscope::app::window::Screen screen);

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    bool event(QEvent *event) override;

private:
    void fit();
    void setIcons();
    QLineEdit *m_filter;
    widgets::SearchField *m_search;
    QWidget *m_filterBox;
    int m_sidebarWidth = 240;
    QButtonGroup *m_tabs;
    QAction *m_icon; ///< of the filter
};

} // namespace fabricscope::app::window
