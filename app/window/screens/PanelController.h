// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/shell/Workbench.h"

#include <QObject>

#include <optional>

class QAction;

namespace fabricscope::app::window {

class ActionRegistry;
class SessionController;
struct WindowWidgets;

/// Which panels are shown next to the screens: those that the user requested, in whatever way, otherwise
/// those that there is room for.
class PanelController : public QObject {
    Q_OBJECT
public:
    /// What is shown, hidden and measured.
    struct Parts {
        const SessionController &sessions; ///< without hosts, only the sidebar is shown
        const WindowWidgets &widgets;
    };
    /// What the user requested; unset: depends on the size of the window.
    struct Requests {
        std::optional<bool> sidebar, inspector, strip;
    };
    PanelController(const Parts &parts, QWidget *window);

    /// Implements the actions that show and hide panels.
    void bindTo(ActionRegistry &actions);
    /// Shows and hides the panels. Call after a change of the screen, of the window's size, and of what a
    /// screen shows in place of a panel.
    void update();
    void requestSidebar(bool requested);
    /// The right panel of each screen; unset: shown if there is room.
    void requestInspector(std::optional<bool> requested);
    void requestStrip(bool requested);
    [[nodiscard]] const Requests &requests() const { return m_requests; }
    /// They are in effect after the next update().
    void setRequests(const Requests &requests) { m_requests = requests; }
    /// The filter above the sidebar gets its width.
    void fitFilter();
    /// A panel was moved or resized.
    void arranged();

private:
    void connectScreens();
    void connectRequests();
    void hide(Panel panel);
    [[nodiscard]] QString hiddenSidePanel() const;

    Parts m_parts;
    QWidget *m_window;
    Requests m_requests;
    QAction *m_sidebarAction = nullptr;
    QAction *m_inspectorAction = nullptr;
    QAction *m_stripAction = nullptr;
};

} // namespace fabricscope::app::window
