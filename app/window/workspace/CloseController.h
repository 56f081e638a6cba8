// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QWidget;

namespace fabricscope::app::window {

class RunCloseGuard;
class SessionController;
class SessionRestore;
class WorkspaceController;
class WorkspaceFileController;

/// Whether the window may close: asks about unsaved changes first, then about runs.
class CloseController : public QObject {
    Q_OBJECT
public:
    /// What would be lost, and what is stopped.
    struct Parts {
        SessionController &sessions;
        const WorkspaceController &workspace;
        WorkspaceFileController &files;
        SessionRestore &restore;
        RunCloseGuard &runs;
    };
    CloseController(const Parts &parts, QWidget *window);

    /// If it may close, everything was written and stopped. If not, the user was asked, and the window closes
    /// by itself once the user has agreed.
    [[nodiscard]] bool mayClose();

private:
    Parts m_parts;
    QWidget *m_window;
    bool m_isDecided = false; ///< the user has decided about unsaved changes
};

} // namespace fabricscope::app::window
