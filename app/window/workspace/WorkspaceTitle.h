// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace fabricscope::app::window {

class ActionRegistry;
class MenuCorners;
class RunCloseGuard;
class WorkspaceController;

/// What the window shows of the workspace itself: its title, whether it has unsaved changes, and the steps
/// that can be undone and redone.
class WorkspaceTitle : public QObject {
    Q_OBJECT
public:
    /// What has a title, and where it is shown.
    struct Parts {
        WorkspaceController &workspace;
        RunCloseGuard &runs; ///< asks before a step removes hosts with runs
        MenuCorners &corners;
        ActionRegistry &actions;
    };
    /// Implements undo and redo.
    WorkspaceTitle(const Parts &parts, QWidget *window);

    void update();

Q_SIGNALS:
    void updated();

private:
    void step(const QString &verb, QList<quint64> (WorkspaceController::*taken)() const,
              void (WorkspaceController::*go)());

    Parts m_parts;
    QWidget *m_window;
};

} // namespace fabricscope::app::window
