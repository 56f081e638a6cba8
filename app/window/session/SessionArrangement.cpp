// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The part of SessionController that follows a workspace: the hosts, their order and groups.
#include "app/jobs/script/HostEndpoint.h"
#include "app/window/session/SessionController.h"
#include "core/workspace/HostRange.h"
#include "core/workspace/Workspace.h"

#include <QStringList>

#include <algorithm>
#include <map>
#include <utility>

namespace fabricscope::app::window {

namespace {

using widgets::HostLink;

/// Removed hosts keep their last snapshot; beyond this number, only those removed last.
constexpr std::size_t kMaxRemovedSnapshots = 64;

/// Maximum number of hosts in a typed range: each of them starts a job.
constexpr std::size_t kMaxRangeSize = 1024;

bool isReachedBy(const HostSession &host, const remote::Endpoint &endpoint) {
    return !host.isCapture() && host.endpoint.target == endpoint.target &&
           host.endpoint.user == endpoint.user && host.endpoint.port == endpoint.port &&
           host.endpoint.jump == endpoint.jump;
}

auto findReached(const std::vector<std::unique_ptr<HostSession>> &sessions,
                 const remote::Endpoint &endpoint) {
    return std::find_if(sessions.begin(), sessions.end(),
                        [&](const auto &candidate) { return isReachedBy(*candidate, endpoint); });
}

/// The input of the dialog; what the dialog does not show is kept.
remote::Endpoint endpointBy(const widgets::ConnectRequest &request, remote::Endpoint known) {
    known.target = request.target.toStdString();
    known.user = request.user.toStdString();
    known.port = static_cast<std::uint16_t>(request.port);
    const std::string key = request.keyFile.toStdString();
    if (known.identities.empty() || known.identities.front() != key)
        known.identities.clear();
    if (known.identities.empty() && !key.empty())
        known.identities.emplace_back(key);
    return known;
}

} // namespace

quint64 SessionController::connectTo(const widgets::ConnectRequest &request) {
    const auto names = workspace::expandRange(request.target.toStdString());
    if (names && names->size() > 1 && names->size() <= kMaxRangeSize) {
        quint64 first = 0;
        const bool wasHeld = std::exchange(m_fleetHeld, true); // the sidebar is rebuilt once, not for each
        for (const std::string &name : *names) {
            widgets::ConnectRequest one = request;
            one.target = QString::fromStdString(name);
            const quint64 id = connectTo(one);
            first = first == 0 ? id : first;
        }
        holdFleet(wasHeld);
        return first;
    }
    return connectBy(endpointBy(request, {}), {}, {}, request.root, true);
}

QString SessionController::whyNotEdited(quint64 id, const widgets::ConnectRequest &request) const {
    const HostSession *host = find(id);
    if (host == nullptr || isReachedBy(*host, endpointBy(request, host->endpoint)))
        return {};
    QStringList names;
    for (const RunningTool &running : m_tools)
        if (running.channels.contains(id))
            names << running.job.name;
    return names.isEmpty()
               ? QString()
               : tr("Still running on %1: %2. Stop it first, or add the other host with File, Connect.")
                     .arg(host->name(), names.join(QLatin1String(", ")));
}

quint64 SessionController::editConnection(quint64 id, const widgets::ConnectRequest &request) {
    HostSession *host = session(id);
    const auto names = workspace::expandRange(request.target.toStdString());
    if (host == nullptr || host->isCapture() || m_stopped || (names && names->size() > 1))
        return 0;
    remote::Endpoint endpoint = endpointBy(request, host->endpoint);
    endpoint.transport = m_limits.transport;
    if (const auto same = findReached(m_sessions, endpoint); same != m_sessions.end() && (*same)->id != id) {
        const quint64 other = (*same)->id;
        collect(other, request.root);
        return other;
    }
    if (!whyNotEdited(id, request).isEmpty())
        return 0;
    const bool isElsewhere = endpoint.target != host->endpoint.target;
    if (runsOn(id) == 0) // otherwise the runs continue on the existing connection
        disconnectSilently(*host);
    host->endpoint = std::move(endpoint);
    host->root = request.root;
    if (isElsewhere) { // the data may be of another machine
        host->snapshot = {};
        host->fleetFacts = {};
        host->judgedIn = {};
    }
    Q_EMIT joined(id, {});
    collect(id, request.root);
    return id;
}

quint64 SessionController::connectTo(const workspace::HostEntry &entry, bool root) {
    return connectBy(endpointOf(entry), QString::fromStdString(entry.name),
                     entry.groups.empty() ? QString() : QString::fromStdString(entry.groups.front()), root,
                     true);
}

quint64 SessionController::connectBy(remote::Endpoint endpoint, const QString &label, const QString &group,
                                     bool root, bool connects) {
    endpoint.configFile = m_files.configFile;
    endpoint.transport = m_limits.transport;
    endpoint.ownKnownHosts = m_files.ownKnownHosts;
    if (!m_files.knownHosts.empty()) {
        endpoint.knownHosts.push_back(m_files.knownHosts);
        endpoint.knownHostsToWrite = m_files.knownHosts;
    }
    if (const auto removed = findReached(m_removed, endpoint); removed != m_removed.end())
        restoreRemoved(static_cast<std::size_t>(removed - m_removed.begin()));
    const auto same = findReached(m_sessions, endpoint);
    const bool isNew = same == m_sessions.end();
    HostSession &host = isNew ? newSession() : **same;
    host.endpoint = std::move(endpoint);
    host.label = label.isEmpty() ? host.label : label;
    host.root = root;
    if (!connects && isNew)
        host.link = HostLink::Disconnected;
    const quint64 id = host.id; // a receiver may reorder the hosts
    Q_EMIT joined(id, group);
    if (connects)
        collect(id, root);
    else
        updateFleet();
    return id;
}

workspace::Connection SessionController::connectionOf(const HostSession &host) {
    workspace::Connection connection;
    connection.target = host.endpoint.target;
    connection.user = host.endpoint.user;
    connection.port = host.endpoint.port;
    if (!host.endpoint.identities.empty())
        connection.identityFile = host.endpoint.identities.front().string();
    connection.jump = host.endpoint.jump;
    connection.root = host.root;
    return connection;
}

quint64 SessionController::add(const workspace::Member &member, bool connects) {
    if (member.isCapture()) {
        QStringList files;
        for (const std::string &file : member.files)
            files << QString::fromStdString(file);
        return openTogether(files);
    }
    const workspace::Connection &how = member.connection;
    remote::Endpoint endpoint;
    endpoint.target = how.target;
    endpoint.user = how.user;
    endpoint.port = how.port;
    endpoint.jump = how.jump;
    if (!how.identityFile.empty())
        endpoint.identities.emplace_back(how.identityFile);
    const quint64 id =
        connectBy(std::move(endpoint), QString::fromStdString(member.name), {}, how.root, false);
    if (HostSession *host = session(id); connects && !m_stopped && host->link == HostLink::Disconnected) {
        host->isUnattended = true;
        start(*host);
    }
    return id;
}

/// Cancels and disconnects, and drops later events of its job.
void SessionController::disconnectSilently(HostSession &host) {
    cancel(host.id);
    if (host.transport)
        host.transport->disconnect();
    host.transport.reset();
    updateJob(host, widgets::JobEntry::State::Cancelled, true);
    host.job.reset();
    ++host.generation;
    if (host.judging)
        host.judgedIn = {}; // its result will be dropped: requested again when the host is restored
    ++host.judgingQuestion;
    host.judging = false;
    if (!host.isCapture())
        host.link = HostLink::Disconnected;
}

void SessionController::moveToRemoved(std::size_t index) {
    HostSession &host = *m_sessions[index];
    disconnectSilently(host);
    m_removed.push_back(std::move(m_sessions[index]));
    m_sessions.erase(m_sessions.begin() + static_cast<std::ptrdiff_t>(index));
    if (m_removed.size() <= kMaxRemovedSnapshots)
        return;
    HostSession &oldest = *m_removed[m_removed.size() - 1 - kMaxRemovedSnapshots];
    oldest.snapshot = {};
    oldest.fleetFacts = {};
    oldest.judgedIn = {};
}

/// Undo never acts on remote hosts: it does not connect. Files are read if they were not read before.
void SessionController::restoreRemoved(std::size_t index) {
    m_sessions.push_back(std::move(m_removed[index]));
    m_removed.erase(m_removed.begin() + static_cast<std::ptrdiff_t>(index));
    HostSession &host = *m_sessions.back();
    host.failure.reset();
    if (host.isCapture() && !host.snapshot.topology) {
        host.generation = 0;
        readFiles(host);
    }
}

void SessionController::arrange(const workspace::Workspace &workspace) {
    if (m_stopped)
        return;
    for (std::size_t index = m_sessions.size(); index-- > 0;)
        if (workspace.member(m_sessions[index]->id) == nullptr)
            moveToRemoved(index);
    for (std::size_t index = m_removed.size(); index-- > 0;)
        if (workspace.member(m_removed[index]->id) != nullptr)
            restoreRemoved(index);
    std::map<quint64, std::size_t> order;
    for (const workspace::Member &member : workspace.members)
        order.emplace(member.id, order.size());
    std::sort(m_sessions.begin(), m_sessions.end(),
              [&](const auto &a, const auto &b) { return order.at(a->id) < order.at(b->id); });
    std::vector<quint64> renamed;
    for (const auto &host : m_sessions) {
        const workspace::Member &member = *workspace.member(host->id);
        host->group = member.group;
        if (std::exchange(host->label, QString::fromStdString(member.name)) != host->label)
            renamed.push_back(host->id);
    }
    m_groups.clear();
    for (const workspace::Group &group : workspace.groups)
        m_groups.push_back({group.id, QString::fromStdString(group.name)});
    launchWaiting();
    updateFleet();
    for (const quint64 id : renamed)
        Q_EMIT changed(id);
}

void SessionController::clear() {
    m_waiting.clear();
    m_groups.clear();
    while (!m_sessions.empty())
        moveToRemoved(m_sessions.size() - 1);
    m_removed.clear();
    updateFleet();
}

void SessionController::setLimits(const ConnectLimits &limits) {
    m_limits = limits;
    launchWaiting();
    updateFleet();
}

} // namespace fabricscope::app::window
