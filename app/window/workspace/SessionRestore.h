// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#ifndef Q_MOC_RUN // Qt 6.4's moc cannot parse <concepts>, which this includes, and does not need it
#include "core/workspace/WindowState.h"
#endif

#include <QObject>
#include <QString>
#include <QStringList>

#include <functional>

class QTimer;

namespace fabricscope::app::window {

class RunCloseGuard;
class Settings;
class WorkspaceController;
class WorkspaceFileController;

/// Writes what is open to the session's file, some time after each change and at the end, and restores it at
/// the next start; with the queue of runs next to it.
class SessionRestore : public QObject {
    Q_OBJECT
public:
    /// What is used of the window.
    struct Parts {
        WorkspaceController &workspace;
        WorkspaceFileController &files; ///< asks before hosts of the session are connected
        RunCloseGuard &runs;
        const Settings &settings;
    };
    /// `state`: what is saved of the window.
    SessionRestore(const Parts &parts, std::function<workspace::WindowState()> state, QObject *parent);

    /// From now on writes to this file; empty: nothing is written.
    void setFile(const QString &file);
    /// Call after each change of the window, not of the workspace: writes it after some time without changes.
    void scheduleWrite();
    /// False if unsaved changes are not written anywhere.
    bool write();
    /// Cancels a scheduled write.
    void stop();
    /// Restores what was open last. A file that cannot be read is renamed, and the window starts empty:
    /// false.
    bool restore();

Q_SIGNALS:
    void statusMessageRequested(const QString &text);

private:
    Parts m_parts;
    std::function<workspace::WindowState()> m_state;
    QTimer *m_timer;
    QString m_file;        ///< empty: the session is not saved
    QStringList m_omitted; ///< left out of the file, as last reported
};

} // namespace fabricscope::app::window
