// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/shell/ModeBar.h"

#include <QList>
#include <QObject>

#include <functional>

class QMenu;
class QPoint;

namespace fabricscope::widgets {
class FleetSidebar;
}

namespace fabricscope::app::window {

class ActionRegistry;
class RunCloseGuard;
class SessionController;
class WorkspaceController;

/// What the user does with hosts and groups of the sidebar: collecting again, disconnecting, removing,
/// renaming, moving; by the Fleet menu, and by the context menus of hosts and groups.
class FleetController : public QObject {
    Q_OBJECT
public:
    /// What is acted on.
    struct Parts {
        SessionController &sessions;
        WorkspaceController &workspace;
        RunCloseGuard &runs;
        widgets::FleetSidebar &sidebar;
    };
    /// `shown`: the host that the window shows; 0: none.
    FleetController(const Parts &parts, std::function<quint64()> shown, QWidget *window);

    /// Implements the actions of hosts and groups.
    void bindTo(ActionRegistry &actions);

Q_SIGNALS:
    void hostRequested(quint64 id);
    void screenRequested(fabricscope::app::window::Screen screen);

private:
    void removeShown();
    void remove(const QList<quint64> &ids);
    void disconnectShown();
    void addGroup(const QList<quint64> &members);
    void fillMoveMenu();
    void showHostMenu(quint64 id, const QPoint &where);
    void showGroupMenu(quint64 group, const QPoint &where);

    Parts m_parts;
    std::function<quint64()> m_shown;
    QWidget *m_window;
    QMenu *m_moveMenu = nullptr;
    QList<QAction *> m_hostActions; ///< for the context menu of a host
};

} // namespace fabricscope::app::window
