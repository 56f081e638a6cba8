// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/session/SessionController.h"

#include "app/jobs/run/ToolRun.h"
#include "app/jobs/script/HostEndpoint.h"
#include "core/workspace/HostRange.h"
#include "core/workspace/Workspace.h"

#include <QStringList>

#include <algorithm>
#include <map>
#include <utility>

namespace fabricscope::app::window {

namespace {

using widgets::HostLink;

/// Maximum number of hosts in a typed range: each of them starts a job.
constexpr std::size_t kMaxRangeSize = 1024;

} // namespace

SessionController::SessionController(SshFiles files, QObject *parent)
    : QObject(parent)
    , m_hostJobs(m_jobs, m_hosts, std::move(files))
    , m_judging(m_jobs, m_hosts)
    , m_site(m_jobs, m_hosts)
    , m_tools(m_jobs, m_hosts, m_hostJobs.access())
    , m_copies(m_jobs, m_hosts, m_hostJobs.access())
    , m_queries(m_jobs, m_hostJobs.access()) {
    connectSignals();
}

void SessionController::connectSignals() {
    connect(&m_jobs.queue(), &SettleQueue::hostChanged, this, [this](quint64 id) {
        if (find(id) != nullptr)
            Q_EMIT changed(id);
    });
    connect(&m_jobs.queue(), &SettleQueue::fleetChanged, this, &SessionController::renewFleet);
    connect(&m_jobs.queue(), &SettleQueue::listChanged, this, &SessionController::listChanged);
    connect(&m_jobs.queue(), &SettleQueue::settled, this, &SessionController::settled);
    connect(&m_hostJobs, &HostJobs::changed, this, &SessionController::changed);
    connect(&m_hostJobs, &HostJobs::removeRequested, this, &SessionController::remove);
    connect(&m_hostJobs, &HostJobs::finished, this, &SessionController::finished);
    connect(&m_hostJobs, &HostJobs::asked, this, &SessionController::asked);
    connect(&m_hostJobs, &HostJobs::questionsDropped, this, &SessionController::questionsDropped);
    connect(&m_hostJobs, &HostJobs::openFailed, this, &SessionController::openFailed);
    connect(&m_hostJobs, &HostJobs::listOpened, this, &SessionController::listRead);
    connect(&m_tools, &ToolRuns::connected, this, [this](const RunLink &link) {
        if (HostSession *host = m_hosts.find(link.host);
            host != nullptr && host->endpoint.target == link.target)
            m_hostJobs.adopt(*host, link.transport);
    });
    connect(&m_queries, &ScreenQueries::listRead, this, &SessionController::listRead);
    connect(&m_queries, &ScreenQueries::resolved, this, &SessionController::resolved);
    connect(&m_queries, &ScreenQueries::compared, this, &SessionController::compared);
    connect(&m_queries, &ScreenQueries::aliasesRead, this, &SessionController::aliasesRead);
}

SessionController::~SessionController() {
    shutdown();
}

void SessionController::shutdown() {
    if (m_jobs.isStopped())
        return;
    m_jobs.stop();
    m_hostJobs.cancelAll();
    m_copies.cancelAll();
    m_tools.cancelAll();
    m_jobs.joinWorkers();
    m_copies.clear();
    m_tools.clear();
    m_hostJobs.clear();
    m_jobs.closeClient();
}

bool SessionController::busy() const {
    return m_jobs.queue().isPending() || m_site.isBusy() ||
           std::any_of(sessions().begin(), sessions().end(), [](const auto &session) {
               return session->link == HostLink::Waiting || session->link == HostLink::Connecting ||
                      session->link == HostLink::Collecting || session->judging;
           });
}

void SessionController::collect(quint64 id, bool root) {
    HostSession *host = m_hosts.find(id);
    if (host == nullptr || host->isCapture() || m_jobs.isStopped())
        return;
    cancel(id);
    host->root = root;
    host->isUnattended = false;
    m_hostJobs.start(*host);
}

void SessionController::cancelJob(quint64 jobId) {
    m_hostJobs.cancelJob(jobId);
    m_copies.cancelJob(jobId);
    m_tools.cancelJob(jobId);
}

void SessionController::remove(quint64 id) {
    disconnectFrom(id);
    HostSession *host = m_hosts.find(id);
    if (host == nullptr)
        return;
    m_hostJobs.end(*host);
    m_hosts.erase(id);
    Q_EMIT left(id);
    m_hostJobs.launchWaiting();
    updateFleet();
}

void SessionController::showSnapshot(quint64 id) {
    if (HostSession *host = m_hosts.find(id); host != nullptr && host->snapshot.topology) {
        host->showSnapshot = true;
        Q_EMIT changed(id);
    }
}

quint64 SessionController::openCapture(const QString &path) {
    return openTogether({path});
}

quint64 SessionController::openTogether(const QStringList &paths) {
    if (m_jobs.isStopped() || paths.isEmpty())
        return 0;
    const QString &path = paths.first();
    for (const auto &known : sessions())
        if (known->capturePath == path && known->joined == paths.mid(1))
            return known->id;
    HostSession &host = m_hosts.add();
    host.capturePath = path;
    host.joined = paths.mid(1);
    Q_EMIT joined(host.id, {});
    m_hostJobs.readFiles(host);
    updateFleet();
    return host.id;
}

quint64 SessionController::connectTo(const widgets::ConnectRequest &request) {
    const auto names = workspace::expandRange(request.target.toStdString());
    if (names && names->size() > 1 && names->size() <= kMaxRangeSize) {
        quint64 first = 0;
        const bool wasHeld = m_jobs.queue().isFleetHeld();
        holdFleet(true); // the sidebar is rebuilt once, not for each
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
    if (host == nullptr || SessionHosts::isReachedBy(*host, endpointBy(request, host->endpoint)))
        return {};
    const QStringList names = m_tools.namesOn(id);
    return names.isEmpty()
               ? QString()
               : tr("Still running on %1: %2. Stop it first, or add the other host with File, Connect.")
                     .arg(host->name(), names.join(QLatin1String(", ")));
}

quint64 SessionController::editConnection(quint64 id, const widgets::ConnectRequest &request) {
    HostSession *host = m_hosts.find(id);
    const auto names = workspace::expandRange(request.target.toStdString());
    if (host == nullptr || host->isCapture() || m_jobs.isStopped() || (names && names->size() > 1))
        return 0;
    remote::Endpoint endpoint = endpointBy(request, host->endpoint);
    endpoint.transport = access().limits().transport;
    if (const HostSession *same = m_hosts.findReached(endpoint); same != nullptr && same->id != id) {
        const quint64 other = same->id;
        collect(other, request.root);
        return other;
    }
    if (!whyNotEdited(id, request).isEmpty())
        return 0;
    const bool isElsewhere = endpoint.target != host->endpoint.target;
    if (m_tools.runsOn(id) == 0) // otherwise the runs continue on the existing connection
        m_hostJobs.disconnectSilently(*host);
    host->endpoint = std::move(endpoint);
    host->root = request.root;
    if (isElsewhere) // the data may be of another machine
        host->dropSnapshot();
    Q_EMIT joined(id, {});
    collect(id, request.root);
    return id;
}

quint64 SessionController::connectTo(const workspace::HostEntry &entry, bool root) {
    return connectBy(app::endpointOf(entry), QString::fromStdString(entry.name),
                     entry.groups.empty() ? QString() : QString::fromStdString(entry.groups.front()), root,
                     true);
}

quint64 SessionController::connectBy(const remote::Endpoint &endpoint, const QString &label,
                                     const QString &group, bool root, bool connects) {
    m_hosts.restoreReached(endpoint);
    HostSession *same = m_hosts.findReached(endpoint);
    HostSession &host = same == nullptr ? m_hosts.add() : *same;
    host.endpoint = access().withFiles(endpoint);
    host.label = label.isEmpty() ? host.label : label;
    host.root = root;
    if (!connects && same == nullptr)
        host.link = HostLink::Disconnected;
    const quint64 id = host.id; // a receiver may reorder the hosts
    Q_EMIT joined(id, group);
    if (connects)
        collect(id, root);
    else
        updateFleet();
    return id;
}

quint64 SessionController::add(const workspace::Member &member, bool connects) {
    if (member.isCapture()) {
        QStringList files;
        for (const std::string &file : member.files)
            files << QString::fromStdString(file);
        return openTogether(files);
    }
    const quint64 id = connectBy(endpointOf(member.connection), QString::fromStdString(member.name), {},
                                 member.connection.root, false);
    if (HostSession *host = m_hosts.find(id);
        connects && !m_jobs.isStopped() && host->link == HostLink::Disconnected) {
        host->isUnattended = true;
        m_hostJobs.start(*host);
    }
    return id;
}

void SessionController::moveToRemoved(std::size_t index) {
    m_hostJobs.disconnectSilently(*m_hosts.hosts()[index]);
    m_hosts.moveToRemoved(index);
}

/// Undo never acts on remote hosts: it does not connect. Files are read if they were not read before.
void SessionController::arrange(const workspace::Workspace &workspace) {
    if (m_jobs.isStopped())
        return;
    for (std::size_t index = sessions().size(); index-- > 0;)
        if (workspace.member(sessions()[index]->id) == nullptr)
            moveToRemoved(index);
    for (std::size_t index = m_hosts.removed().size(); index-- > 0;) {
        if (workspace.member(m_hosts.removed()[index]->id) == nullptr)
            continue;
        HostSession &host = m_hosts.restoreRemoved(index);
        if (host.isCapture() && !host.snapshot.topology) {
            host.generation = 0;
            m_hostJobs.readFiles(host);
        }
    }
    std::map<quint64, std::size_t> order;
    for (const workspace::Member &member : workspace.members)
        order.emplace(member.id, order.size());
    std::sort(m_hosts.hosts().begin(), m_hosts.hosts().end(),
              [&](const auto &a, const auto &b) { return order.at(a->id) < order.at(b->id); });
    std::vector<quint64> renamed;
    for (const auto &host : sessions()) {
        const workspace::Member &member = *workspace.member(host->id);
        host->group = member.group;
        if (std::exchange(host->label, QString::fromStdString(member.name)) != host->label)
            renamed.push_back(host->id);
    }
    m_groups.clear();
    for (const workspace::Group &group : workspace.groups)
        m_groups.push_back({group.id, QString::fromStdString(group.name)});
    m_hostJobs.launchWaiting();
    updateFleet();
    for (const quint64 id : renamed)
        Q_EMIT changed(id);
}

void SessionController::clear() {
    m_hostJobs.stopWaiting();
    m_groups.clear();
    while (!sessions().empty())
        moveToRemoved(sessions().size() - 1);
    m_hosts.removed().clear();
    updateFleet();
}

void SessionController::setLimits(const ConnectLimits &limits) {
    access().setLimits(limits);
    m_hostJobs.launchWaiting();
    updateFleet();
}

void SessionController::scheduleOnEventLoop(QObject *context, std::function<void()> piece) {
    m_jobs.queue().schedule(context, std::move(piece));
}

void SessionController::renewFleet() {
    m_judging.judgeInContexts();
    m_site.apply();
    m_fleet.setEntries(fleetEntries(sessions()), m_groups);
}

} // namespace fabricscope::app::window
