// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#ifndef Q_MOC_RUN // Qt 6.4's moc cannot parse <concepts>, which these include, and does not need them
#include "core/workspace/History.h"
#include "core/workspace/WindowState.h"
#endif

#include <QList>
#include <QObject>
#include <QString>
#include <QStringList>

namespace fabricscope::app::window {

class SessionController;

/// The user's workspace: groups, names, hosts, what-if moves; with its history and its file. Hosts follow it
/// (SessionController::arrange()). Changes that hosts make on their own are applied to all states of the
/// history, so that undo never removes a host that was added meanwhile.
class WorkspaceController : public QObject {
    Q_OBJECT
public:
    explicit WorkspaceController(SessionController &sessions, QObject *parent = nullptr);

    [[nodiscard]] const workspace::Workspace &current() const { return m_history.current(); }
    /// Path of the file; empty: it has none yet.
    [[nodiscard]] const QString &path() const { return m_path; }
    /// "bring-up.fswork"; "untitled" without a file.
    [[nodiscard]] QString title() const;
    /// Whether it differs from its file, or has none and contains something made by the user.
    [[nodiscard]] bool isUnsaved() const;

    // Files. Errors are sentences; the old content stays then. Writing returns what had to be left out, a
    // sentence each.

    /// Replaces everything; opened() reports the window's state. Connects to no host: the file may have come
    /// from anywhere, so the user is asked first (isUnconfirmed()).
    Result<> open(const QString &path);
    Result<QStringList> save(const QString &path, const workspace::WindowState &window);
    /// The same for a session: a workspace that may be without a file, or unsaved.
    Result<QStringList> saveSession(const QString &path, const workspace::WindowState &window) const;
    /// `connects`: connects to its hosts if they are confirmed.
    Result<> openSession(const QString &path, bool connects);
    void clear();
    /// Whether the user has not yet confirmed connecting to the hosts of the file.
    [[nodiscard]] bool isUnconfirmed() const { return m_unconfirmed; }
    /// The user has confirmed: connects to the hosts that are not connected.
    void connectAll();
    /// The hosts without the captures.
    [[nodiscard]] QList<quint64> hosts() const;
    /// Whether the file's content, or else its name, is that of a workspace.
    [[nodiscard]] static bool isWorkspaceFile(const QString &path);

    // Edits, each one step of the history. refused() reports an invalid name.

    quint64 addGroup(const QString &name, const QList<quint64> &members = {}); ///< 0: refused
    void renameGroup(quint64 group, const QString &name);
    void removeGroup(quint64 group);
    void move(const QList<quint64> &ids, quint64 group, quint64 before = 0);
    void rename(quint64 id, const QString &name);
    void remove(const QList<quint64> &ids);
    /// Stores the moves of the Affinity screen, which has its own undo: moves that equal the previous or the
    /// next state of the history undo or redo that step.
    void setMoves(quint64 id, const workspace::WhatIfMoves &moves);
    /// The user's mapping of a guest's devices to those of its host; `what` names the step.
    void setOnHost(quint64 id, const std::vector<hostvm::Override> &onHost, const QString &what);
    /// Any other change; `what` names the step. An error is refused.
    void change(Result<workspace::Workspace> value, const QString &what);
    void undo();
    void redo();
    /// Members that undo() or redo() would remove from the workspace.
    [[nodiscard]] QList<quint64> takenByUndo() const { return takenBy(m_history.previous()); }
    [[nodiscard]] QList<quint64> takenByRedo() const { return takenBy(m_history.next()); }
    [[nodiscard]] QString undoName() const { return QString::fromStdString(m_history.undoName()); }
    [[nodiscard]] QString redoName() const { return QString::fromStdString(m_history.redoName()); }
    [[nodiscard]] bool canUndo() const { return m_history.canUndo(); }
    [[nodiscard]] bool canRedo() const { return m_history.canRedo(); }
    /// "Group 1": an unused group name.
    [[nodiscard]] QString freeGroupName() const;

Q_SIGNALS:
    void changed(); ///< title, unsaved mark, steps
    void opened(const fabricscope::workspace::WindowState &window);
    void movesChanged(quint64 id); ///< by undo, redo or a file
    void refused(const QString &what);

private:
    void joined(quint64 id, const QString &group);
    void left(quint64 id);
    void step(workspace::Workspace value, const QString &what);
    void follow(const workspace::Workspace &before);
    void replace(workspace::WorkspaceFile file, const QString &folder, bool connects);
    [[nodiscard]] QList<quint64> takenBy(const workspace::Workspace *value) const;
    [[nodiscard]] QString nameOf(quint64 id) const;
    [[nodiscard]] QString namesOf(const QList<quint64> &ids) const;
    [[nodiscard]] workspace::WorkspaceFile fileOf(const QString &path,
                                                  const workspace::WindowState &window) const;

    SessionController &m_sessions;
    workspace::History<workspace::Workspace> m_history;
    workspace::Workspace m_saved; ///< as it is in the file
    QString m_path;
    quint64 m_lastGroup = 0;
    bool m_unconfirmed = false;
    bool m_replacing = false; ///< members are being added from a file
};

} // namespace fabricscope::app::window
