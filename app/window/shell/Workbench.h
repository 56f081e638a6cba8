// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workspace/WindowState.h"

#include <QMainWindow>

#include <array>

class QMenu;

namespace fabricscope::app::window {

class PanelDock;

enum class Panel { Sidebar, Inspector, Strip };
constexpr int kPanels = 3;

/// The screens, surrounded by panels that the user arranges: at a side of, below or above the screens, or in
/// windows of their own.
class Workbench : public QMainWindow {
    Q_OBJECT
public:
    /// In px of the design.
    static constexpr int kMinSidebarWidth = 216; ///< its sums fit on one line
    static constexpr int kMinInspectorWidth = 260;

    /// Panels in the order of Panel.
    Workbench(QWidget *screens, const std::array<QWidget *, kPanels> &panels, QWidget *parent);

    [[nodiscard]] PanelDock *dock(Panel panel) const { return m_docks[static_cast<std::size_t>(panel)]; }
    void show(Panel panel, bool shown);
    [[nodiscard]] bool isShown(Panel panel) const;
    [[nodiscard]] bool isFloating(Panel panel) const;
    /// Its extent in px across its side, also while it is hidden; its width if it has its own window.
    [[nodiscard]] int size(Panel panel) const;
    /// 0: unchanged.
    void setSize(Panel panel, int px);
    /// Its side and size where they differ from the defaults.
    [[nodiscard]] workspace::WindowState::Dock arrangement(Panel panel) const;
    void arrange(Panel panel, const workspace::WindowState::Dock &how);
    void reset();

    /// Adds the submenu "Panels", with the position of each.
    void addTo(QMenu &menu);

Q_SIGNALS:
    void arranged(); ///< a panel was moved or resized
    void hideRequested(fabricscope::app::window::Panel panel);

protected:
    bool event(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void build(Panel panel, QWidget *widget);
    void fill(QMenu *menu, Panel panel);
    [[nodiscard]] int actualSize(Panel panel) const;
    void saveSize(Panel panel);
    void restoreSizes();

    std::array<PanelDock *, kPanels> m_docks{};
    /// In px of the design, unrounded: rounding errors would accumulate.
    std::array<double, kPanels> m_sizes{};
    struct SizeRequest {
        int actual = 0, requested = 0; ///< px
        QSize screens;                 ///< their minimum size
        friend bool operator==(const SizeRequest &, const SizeRequest &) = default;
    };
    std::array<SizeRequest, kPanels> m_sizeRequests{}; ///< when a panel's size was last restored
    double m_scale;
    bool m_dragging = false; ///< the separator between two parts
};

} // namespace fabricscope::app::window
