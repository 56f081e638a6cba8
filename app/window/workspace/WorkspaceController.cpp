// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/workspace/WorkspaceController.h"

#include "app/window/session/SessionController.h"

#include <algorithm>

namespace fabricscope::app::window {

namespace {

using workspace::Id;
using workspace::Member;
using workspace::Workspace;

std::vector<Id> idsOf(const QList<quint64> &ids) {
    return {ids.begin(), ids.end()};
}

Member memberOf(const HostSession &session) {
    Member member;
    member.id = session.id;
    member.name = session.label.toStdString();
    if (!session.isCapture()) {
        member.connection = connectionOf(session);
        return member;
    }
    member.files.push_back(session.capturePath.toStdString());
    for (const QString &file : session.joined)
        member.files.push_back(file.toStdString());
    return member;
}

} // namespace

WorkspaceController::WorkspaceController(SessionController &sessions, QObject *parent)
    : QObject(parent), m_sessions(sessions) {
    for (const auto &session : sessions.sessions()) // hosts that existed before the window
        joined(session->id, {});
    connect(&sessions, &SessionController::joined, this, &WorkspaceController::joined);
    connect(&sessions, &SessionController::left, this, &WorkspaceController::left);
    connect(sessions.fleet(), &widgets::FleetModel::renameRequested, this, &WorkspaceController::rename,
            Qt::QueuedConnection); // by then the editor or the drag no longer uses its row
    connect(sessions.fleet(), &widgets::FleetModel::groupRenameRequested, this,
            &WorkspaceController::renameGroup, Qt::QueuedConnection);
    connect(sessions.fleet(), &widgets::FleetModel::moveRequested, this, &WorkspaceController::move,
            Qt::QueuedConnection);
}

// Hosts that are added and removed

void WorkspaceController::joined(quint64 id, const QString &group) {
    const HostSession *session = m_sessions.find(id);
    if (session == nullptr || m_replacing)
        return;
    const std::string requested = group.toStdString();
    const workspace::Group *known = requested.empty() ? nullptr : current().groupNamed(requested);
    const quint64 groupId = known != nullptr ? known->id : requested.empty() ? 0 : ++m_lastGroup;
    const Member fresh = memberOf(*session);
    const auto put = [&](Workspace &value) {
        if (groupId != 0 && value.group(groupId) == nullptr)
            value = withGroup(value, groupId, requested).value_or(value);
        const bool inGroup = groupId != 0 && value.group(groupId) != nullptr;
        const auto same = std::find_if(value.members.begin(), value.members.end(),
                                       [id](const Member &member) { return member.id == id; });
        Member &member = same != value.members.end() ? *same : value.members.emplace_back(fresh);
        member.connection = fresh.connection;
        member.group = inGroup ? groupId : member.group;
    };
    m_history.amend(put);
    if (groupId != 0)
        m_sessions.arrange(current());
    Q_EMIT changed();
}

void WorkspaceController::left(quint64 id) {
    const std::vector<Id> ids{id};
    m_history.amend([&](Workspace &value) { value = without(std::move(value), ids); });
    if (!m_replacing)
        Q_EMIT changed();
}

// Steps

void WorkspaceController::step(Workspace value, const QString &what) {
    if (value == current())
        return;
    const Workspace before = current();
    m_history.change(std::move(value), what.toStdString());
    follow(before);
}

void WorkspaceController::change(Result<Workspace> value, const QString &what) {
    if (value)
        return step(std::move(*value), what);
    QString why = QString::fromStdString(value.error().what);
    why.front() = why.front().toUpper();
    Q_EMIT refused(why);
}

void WorkspaceController::follow(const Workspace &before) {
    m_sessions.arrange(current());
    for (const Member &member : current().members) {
        const Member *old = before.member(member.id);
        if (old == nullptr ? !member.moves.empty() : old->moves != member.moves)
            Q_EMIT movesChanged(member.id);
    }
    Q_EMIT changed();
}

QString WorkspaceController::nameOf(quint64 id) const {
    const HostSession *session = m_sessions.find(id);
    return session != nullptr ? session->name() : QString();
}

QString WorkspaceController::namesOf(const QList<quint64> &ids) const {
    return ids.size() == 1 ? nameOf(ids.front()) : tr("%1 hosts").arg(ids.size());
}

quint64 WorkspaceController::addGroup(const QString &name, const QList<quint64> &members) {
    const quint64 id = m_lastGroup + 1;
    auto value = withGroup(current(), id, name.toStdString());
    const bool isNew = value.has_value();
    if (isNew && !members.isEmpty())
        value = withMoved(std::move(*value), idsOf(members), id);
    m_lastGroup += isNew ? 1 : 0;
    change(std::move(value), tr("New group %1").arg(name.trimmed()));
    return isNew ? id : 0;
}

void WorkspaceController::renameGroup(quint64 group, const QString &name) {
    if (const workspace::Group *known = current().group(group))
        change(withGroupRenamed(current(), group, name.toStdString()),
               tr("Rename %1").arg(QString::fromStdString(known->name)));
}

void WorkspaceController::removeGroup(quint64 group) {
    if (const workspace::Group *known = current().group(group))
        step(withoutGroup(current(), group), tr("Dissolve %1").arg(QString::fromStdString(known->name)));
}

void WorkspaceController::move(const QList<quint64> &ids, quint64 group, quint64 before) {
    const workspace::Group *known = current().group(group);
    step(withMoved(current(), idsOf(ids), group, before),
         known != nullptr ? tr("Move %1 to %2").arg(namesOf(ids), QString::fromStdString(known->name))
                          : tr("Move %1 out of its group").arg(namesOf(ids)));
}

/// An empty name, or the host's own, restores the host's own name.
void WorkspaceController::rename(quint64 id, const QString &name) {
    change(withRenamed(current(), id, name.toStdString()), tr("Rename %1").arg(nameOf(id)));
}

void WorkspaceController::remove(const QList<quint64> &ids) {
    const QString what = tr("Remove %1").arg(namesOf(ids));
    step(without(current(), idsOf(ids)), what);
}

void WorkspaceController::setMoves(quint64 id, const workspace::WhatIfMoves &moves) {
    const Member *member = current().member(id);
    if (member == nullptr || member->moves == moves)
        return;
    const bool oneMore = moves.size() == member->moves.size() + 1;
    const QString what =
        oneMore ? tr("Try %1 for %2")
                      .arg(QString::fromStdString(moves.back().nic), QString::fromStdString(moves.back().gpu))
                : tr("Try other pairs on %1").arg(nameOf(id));
    Workspace value = withMoves(current(), id, moves);
    if (const Workspace *previous = m_history.previous(); previous != nullptr && *previous == value)
        return undo();
    if (const Workspace *next = m_history.next(); next != nullptr && *next == value)
        return redo();
    step(std::move(value), what);
}

void WorkspaceController::setOnHost(quint64 id, const std::vector<hostvm::Override> &onHost,
                                    const QString &what) {
    const Member *member = current().member(id);
    if (member != nullptr && member->onHost != onHost)
        step(withOnHost(current(), id, onHost), what);
}

void WorkspaceController::undo() {
    const Workspace before = current();
    if (m_history.undo())
        follow(before);
}

void WorkspaceController::redo() {
    const Workspace before = current();
    if (m_history.redo())
        follow(before);
}

QList<quint64> WorkspaceController::takenBy(const Workspace *value) const {
    QList<quint64> ids;
    for (const Member &member : current().members)
        if (value != nullptr && value->member(member.id) == nullptr)
            ids << member.id;
    return ids;
}

QList<quint64> WorkspaceController::hosts() const {
    QList<quint64> ids;
    for (const Member &member : current().members)
        if (!member.isCapture())
            ids << member.id;
    return ids;
}

void WorkspaceController::connectAll() {
    m_unconfirmed = false;
    m_sessions.holdFleet(true);
    for (const quint64 id : hosts())
        if (const HostSession *host = m_sessions.find(id);
            host != nullptr && host->link == widgets::HostLink::Disconnected)
            m_sessions.collect(id, host->root);
    m_sessions.holdFleet(false);
}

QString WorkspaceController::freeGroupName() const {
    for (std::size_t number = current().groups.size() + 1;; ++number) {
        const QString name = tr("Group %1").arg(number);
        if (current().groupNamed(name.toStdString()) == nullptr)
            return name;
    }
}

} // namespace fabricscope::app::window
