// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/shell/ActionTable.h"

#include <QObject>

namespace fabricscope::app::window {

class ActionRegistry;
class Navigation;
class ScreenExport;
class SessionController;
class ShownHost;
class TopologyController;
struct WindowWidgets;
class WorkspaceController;

/// Which actions of the window are possible now; and those that work on whatever screen is current.
class WindowActions : public QObject {
    Q_OBJECT
public:
    /// What the actions depend on.
    struct Parts {
        ActionRegistry &actions;
        SessionController &sessions;
        const ShownHost &shown;
        Navigation &navigation;
        const WorkspaceController &workspace;
        const ScreenExport &exports;
        const TopologyController &picture;
        const WindowWidgets &widgets;
    };
    WindowActions(const Parts &parts, QWidget *window);

    /// Enables what is possible now. Call after each change that an action depends on; steps of the workspace
    /// are read again when a menu opens.
    void update();

private:
    void bindScreens();
    void connectMenus(QWidget *window);
    void toggleTable();
    void stop();
    [[nodiscard]] WindowState state() const;
    void addHostState(WindowState &state) const;

    Parts m_parts;
};

} // namespace fabricscope::app::window
