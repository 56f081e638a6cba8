// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/session/SessionController.h"
#include "app/window/shell/Settings.h"

#include <QObject>

namespace fabricscope::app::window {

class ActionRegistry;
class ShownHost;

/// The dialogs that add hosts or change how one is reached: connecting, editing a connection, importing a
/// list of hosts, and messages about what was refused. None of them blocks.
class HostDialogs : public QObject {
    Q_OBJECT
public:
    HostDialogs(SessionController &sessions, const Settings &settings, QWidget *window);

    /// Implements the actions that add hosts, and that edit the one that is shown.
    void bindTo(ActionRegistry &actions, const ShownHost &shown);
    /// `edited`: the host whose connection is edited; 0: a new connection.
    void openConnect(const widgets::ConnectRequest &request = {}, quint64 edited = 0);
    /// Does nothing for captures and hosts that do not exist.
    void editConnection(quint64 host);
    /// Asks for the file of a list.
    void importList();
    void showNotOpened(const QString &path, const QString &what);
    /// The same, with the hint of the error.
    void showNotOpened(const QString &path, const Error &why);

Q_SIGNALS:
    void accepted(quint64 host); ///< the user added or changed it, and wants to see it

private:
    void showHostList(const QString &path, const Result<workspace::HostList> &list);
    void showNotEdited(const QString &why);

    SessionController &m_sessions;
    const Settings &m_settings;
    QWidget *m_window;
};

} // namespace fabricscope::app::window
