// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/workspace/CloseController.h"

#include "app/window/bench/RunCloseGuard.h"
#include "app/window/session/SessionController.h"
#include "app/window/workspace/SessionRestore.h"
#include "app/window/workspace/WorkspaceController.h"
#include "app/window/workspace/WorkspaceFileController.h"

#include <QWidget>

namespace fabricscope::app::window {

CloseController::CloseController(const Parts &parts, QWidget *window)
    : QObject(window), m_parts(parts), m_window(window) {
    connect(&m_parts.runs, &RunCloseGuard::decided, m_window, &QWidget::close);
    connect(&m_parts.runs, &RunCloseGuard::cancelled, this, [this] { m_isDecided = false; });
}

/// A saved session loses nothing; otherwise asks about unsaved changes.
bool CloseController::mayClose() {
    const bool isKept = m_parts.restore.write();
    if (!m_isDecided && !isKept && m_parts.workspace.isUnsaved()) {
        m_parts.runs.undecide();
        m_parts.files.whenSaved([this] {
            m_isDecided = true;
            m_window->close();
        });
        return false;
    }
    if (!m_parts.runs.mayClose())
        return false;
    m_parts.runs.writeQueue();
    m_parts.restore.stop();
    m_parts.sessions.shutdown();
    return true;
}

} // namespace fabricscope::app::window
