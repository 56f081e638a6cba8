// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#ifndef Q_MOC_RUN // Qt 6.4's moc cannot parse <concepts>, which this includes, and does not need it
#include "core/workspace/WindowState.h"
#endif

#include <QObject>
#include <QString>

#include <functional>

class QMenu;

namespace fabricscope {
struct Error;
}

namespace fabricscope::app::window {

class ActionRegistry;
class RunCloseGuard;
class Settings;
class WorkspaceController;

/// New, open and save workspace: asks for file names, before unsaved changes are lost, and before hosts of a
/// file are connected.
class WorkspaceFileController : public QObject {
    Q_OBJECT
public:
    /// `state`: what is saved of the window.
    WorkspaceFileController(WorkspaceController &workspace, Settings &settings, RunCloseGuard &runs,
                            std::function<workspace::WindowState()> state, QWidget *window);

    /// Implements the actions of files, and lists recent ones in their menu.
    void bindTo(ActionRegistry &actions);
    /// Asks before unsaved changes are lost, and afterwards whether to connect to its hosts.
    void open(const QString &path);
    /// Calls `then` immediately if nothing would be lost; otherwise asks the user.
    void whenSaved(const std::function<void()> &then);
    /// Asks whether to connect, if the user wants that on opening and has not confirmed these hosts yet.
    void askToConnect();

Q_SIGNALS:
    void openFailed(const QString &path, const fabricscope::Error &why);
    void statusMessageRequested(const QString &text);

private:
    /// False: it was not saved. `path` empty: asks for it.
    bool save(QString path);
    void close();
    void fillRecent();

    WorkspaceController &m_workspace;
    Settings &m_settings;
    RunCloseGuard &m_runs;
    std::function<workspace::WindowState()> m_state;
    QWidget *m_window;
    QMenu *m_recent = nullptr;
};

} // namespace fabricscope::app::window
