// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#ifndef Q_MOC_RUN // Qt 6.4's moc cannot read <concepts>, which these lead to, and needs none of it
#include "core/workspace/History.h"
#include "core/workspace/WindowState.h"
#endif

#include <QList>
#include <QObject>
#include <QString>
#include <QStringList>

namespace fabricscope::app::window {

class SessionController;

/// What the person owns: groups, names, which hosts there are, moves tried out; its history, and its file.
/// Hosts follow it (SessionController::arrange()); what they do by themselves is amended in all its values,
/// so that no undo takes a host away that came meanwhile.
class WorkspaceController : public QObject {
    Q_OBJECT
public:
    explicit WorkspaceController(SessionController &sessions, QObject *parent = nullptr);

    [[nodiscard]] const workspace::Workspace &current() const { return m_history.current(); }
    /// Of the file; empty: it has none yet.
    [[nodiscard]] const QString &path() const { return m_path; }
    /// "bring-up.fswork"; "untitled" without a file.
    [[nodiscard]] QString title() const;
    /// It differs from its file, or has none and holds something that a person made.
    [[nodiscard]] bool isUnsaved() const;

    // Files. Errors are sentences; the old content stays then. What is written lists what had
    // to be left out, a sentence each.

    /// Replaces everything; opened() reports the window's state. No host is connected to: the file may
    /// have come from anywhere, so the user is asked first (isUnconfirmed()).
    Result<> open(const QString &path);
    Result<QStringList> save(const QString &path, const workspace::WindowState &window);
    /// The same for a session: a workspace that may be without a file, or unsaved.
    Result<QStringList> saveSession(const QString &path, const workspace::WindowState &window) const;
    /// `connects`: to its hosts, unless they are not confirmed yet.
    Result<> openSession(const QString &path, bool connects);
    void clear();
    /// The hosts of the file are not confirmed for connecting yet.
    [[nodiscard]] bool isUnconfirmed() const { return m_unconfirmed; }
    /// Somebody did: connects to those that are not.
    void connectAll();
    /// Without the captures.
    [[nodiscard]] QList<quint64> hosts() const;
    /// A file whose content, or else whose name, is that of a workspace.
    [[nodiscard]] static bool isWorkspaceFile(const QString &path);

    // Edits, each one step of the history. refused() reports an invalid name.

    quint64 addGroup(const QString &name, const QList<quint64> &members = {}); ///< 0: refused
    void renameGroup(quint64 group, const QString &name);
    void removeGroup(quint64 group);
    void move(const QList<quint64> &ids, quint64 group, quint64 before = 0);
    void rename(quint64 id, const QString &name);
    void remove(const QList<quint64> &ids);
    /// As they are on the Affinity screen, which has steps of its own: one of them back or forth is a step of
    /// the history back or forth where it is that one.
    void setMoves(quint64 id, const workspace::WhatIfMoves &moves);
    /// Which devices of its host a guest's are, by the person's word; `what` names the step.
    void setOnHost(quint64 id, const std::vector<hostvm::Override> &onHost, const QString &what);
    void undo();
    void redo();
    /// Members that undo() and redo() take out of the workspace.
    [[nodiscard]] QList<quint64> takenByUndo() const { return takenBy(m_history.previous()); }
    [[nodiscard]] QList<quint64> takenByRedo() const { return takenBy(m_history.next()); }
    [[nodiscard]] QString undoName() const { return QString::fromStdString(m_history.undoName()); }
    [[nodiscard]] QString redoName() const { return QString::fromStdString(m_history.redoName()); }
    [[nodiscard]] bool canUndo() const { return m_history.canUndo(); }
    [[nodiscard]] bool canRedo() const { return m_history.canRedo(); }
    /// "Group 1": a name that no group has.
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
    void stepOr(Result<workspace::Workspace> value, const QString &what);
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
    bool m_replacing = false; ///< members are put in as a file has them
};

} // namespace fabricscope::app::window
