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

/// The screens, and around them the panels that the user arranges: at a side of, below or above the screens,
/// or in a window of its own.
class Workbench : public QMainWindow {
    Q_OBJECT
public:
    /// px of the design.
    static constexpr int kMinSidebarWidth = 216; ///< its sums fit in a line
    static constexpr int kMinInspectorWidth = 260;

    /// Panels in the order of Panel.
    Workbench(QWidget *screens, const std::array<QWidget *, kPanels> &panels, QWidget *parent);

    [[nodiscard]] PanelDock *dock(Panel panel) const { return m_docks[static_cast<std::size_t>(panel)]; }
    void show(Panel panel, bool shown);
    [[nodiscard]] bool isShown(Panel panel) const;
    [[nodiscard]] bool isFloating(Panel panel) const;
    /// px across its side, also while it is hidden; its width where it has its own window.
    [[nodiscard]] int size(Panel panel) const;
    /// 0: as it is.
    void setSize(Panel panel, int px);
    /// What is not its own side and size.
    [[nodiscard]] workspace::WindowState::Dock arrangement(Panel panel) const;
    void arrange(Panel panel, const workspace::WindowState::Dock &how);
    void reset();

    /// "Panels": the place of each.
    void addTo(QMenu &menu);

Q_SIGNALS:
    void arranged(); ///< moved, or of another size
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
    std::array<double, kPanels> m_sizes{}; ///< of the design: roundings would add up
    struct SizeRequest {
        int actual = 0, requested = 0; ///< px
        QSize screens;                 ///< the least that they needed
        friend bool operator==(const SizeRequest &, const SizeRequest &) = default;
    };
    std::array<SizeRequest, kPanels> m_sizeRequests{}; ///< when a panel was last given what it shall have
    double m_scale;
    bool m_dragging = false; ///< the line between two parts
};

} // namespace fabricscope::app::window
