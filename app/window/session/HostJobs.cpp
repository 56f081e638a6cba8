// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/session/HostJobs.h"

#include "app/jobs/collect/OpenFiles.h"
#include "app/jobs/collect/ReleaseOnWorker.h"
#include "app/jobs/judge/CheckHost.h"
#include "app/jobs/script/HostEndpoint.h"

#include <algorithm>
#include <utility>

namespace fabricscope::app::window {

using widgets::HostLink;
using widgets::JobEntry;

namespace {

/// Log lines of all hosts that wait for the GUI thread; the oldest are dropped.
constexpr std::size_t kMaxWaitingLines = 20000;

/// Judges and checks a host that was read. Runs on a worker thread.
Snapshot judged(Snapshot snapshot, const Strand &release) {
    judgeAndCheck(snapshot);
    return releasedOn(release, std::move(snapshot));
}

} // namespace

template<class T> std::function<void(bridge::Origin, T)> HostJobs::toHost() {
    return [this](bridge::Origin from, T value) {
        HostSession *host = m_hosts.find(from.id);
        if (host != nullptr && host->generation == from.generation)
            apply(*host, std::move(value));
        else if constexpr (std::is_same_v<T, std::shared_ptr<bridge::Question>>)
            value->abandon();
    };
}

HostJobs::HostJobs(SessionJobs &jobs, SessionHosts &hosts, SshFiles files)
    : m_jobs(jobs)
    , m_hosts(hosts)
    , m_states(jobs.mailbox(), toHost<JobState>())
    , m_stages(jobs.mailbox(), toHost<remote::Stage>())
    , m_lines(jobs.mailbox(), toHost<LogLine>(), bridge::Keep::last(kMaxWaitingLines))
    , m_snapshots(jobs.mailbox(), toHost<Snapshot>(), bridge::Keep::newest())
    , m_progress(jobs.mailbox(), toHost<Progress>(), bridge::Keep::newest())
    , m_finished(jobs.mailbox(), toHost<Finished>())
    , m_opened(jobs.mailbox(), toHost<Opened>())
    , m_links(jobs.mailbox(), toHost<Link>())
    , m_questions(jobs.mailbox(), toHost<std::shared_ptr<bridge::Question>>())
    , m_access(std::move(files), {m_lines.sender(), m_progress.sender(), m_questions.sender()}) {}

/// Collects as many hosts concurrently as the user prefers; the others wait.
void HostJobs::launchWaiting() {
    auto running = std::count_if(m_hosts.hosts().begin(), m_hosts.hosts().end(),
                                 [](const auto &session) { return session->job != nullptr; });
    while (!m_waiting.empty() && running < std::max(1, m_access.limits().parallel) && !m_jobs.isStopped()) {
        const quint64 id = m_waiting.front();
        m_waiting.erase(m_waiting.begin());
        if (HostSession *host = m_hosts.find(id)) {
            launch(*host);
            ++running;
        }
    }
}

void HostJobs::start(HostSession &host) {
    m_jobs.update(host, JobEntry::State::Cancelled,
                  true); // of an earlier job, whose later events are dropped
    ++host.generation;
    host.judging = false; // a pending result will be dropped
    host.judgedIn = {};
    ++host.judgingQuestion;
    host.link = HostLink::Waiting;
    host.failure.reset();
    host.showSnapshot = false;
    host.heldBack = false;
    host.stage = remote::Stage::Config;
    host.times = {};
    host.fraction = 0;
    host.step.clear();
    host.transcript.clear();
    host.jobId = m_jobs.newJobId();
    m_jobs.update(host, JobEntry::State::Waiting, false);
    m_waiting.push_back(host.id);
    launchWaiting();
    m_jobs.queue().changeFleet();
    Q_EMIT changed(host.id);
}

void HostJobs::launch(HostSession &host) {
    host.link = HostLink::Connecting;
    CollectOptions options;
    options.name = host.label.toStdString();
    options.root = host.root;
    options.timeout = m_access.limits().collect;
    options.sudoPassword = m_access.sudoPassword(host, bridge::SudoQuestion::Purpose::Read);
    if (!host.transport) // otherwise the existing connection is used
        host.endpoint.transport = m_access.limits().transport;
    host.job =
        CollectJob::start(m_jobs.client(), host.endpoint, m_access.prompts(host), m_access.connectOptions(),
                          std::move(options), events(host), &m_jobs.workers());
}

CollectJob::Events HostJobs::events(const HostSession &host) const {
    const bridge::Origin from = host.origin();
    CollectJob::Events events;
    events.state = [to = m_states.sender(), from](JobState state) {
        to.post(from, state);
    };
    events.stage = [to = m_stages.sender(), from](remote::Stage stage) {
        to.post(from, stage);
    };
    events.log = [to = m_lines.sender(), from](const LogLine &line) {
        to.post(from, line);
    };
    events.snapshot = [to = m_snapshots.sender(), from, release = m_jobs.release()](Snapshot snapshot) {
        to.post(from, judged(std::move(snapshot), release));
    };
    events.progress = [to = m_progress.sender(), from](double fraction, const std::string &step) {
        to.post(from, {fraction, step});
    };
    // Holding its transport shows when the connection is lost, and lets the next collection start
    // immediately.
    if (withoutContainer(host.endpoint).target != "local:")
        events.link = linkEvents(from);
    events.finished = [to = m_finished.sender(), from](const std::optional<remote::Failure> &failure) {
        to.post(from, {failure});
    };
    return events;
}

std::function<void(const std::shared_ptr<remote::Transport> &)>
HostJobs::linkEvents(bridge::Origin from) const {
    return [to = m_links.sender(), from](const std::shared_ptr<remote::Transport> &transport) {
        to.post(from, {transport}); // first: it may be lost already
        transport->onLost([to, from](const remote::Failure &) { to.post(from, {nullptr}); });
    };
}

void HostJobs::adopt(HostSession &host, const std::shared_ptr<remote::Transport> &transport) {
    if (!host.job && !host.transport && host.link == HostLink::Disconnected && host.snapshot.topology)
        linkEvents(host.origin())(transport);
}

void HostJobs::readFiles(HostSession &host) {
    host.link = HostLink::Waiting;
    host.jobId = m_jobs.newJobId();
    m_jobs.update(host, JobEntry::State::Running, false);
    std::vector<std::filesystem::path> files{host.capturePath.toStdString()};
    for (const QString &each : host.joined)
        files.emplace_back(each.toStdString());
    m_jobs.workers().post(
        [to = m_opened.sender(), release = m_jobs.release(), id = host.id, files = std::move(files)] {
            auto opened =
                openFiles(files).map([&](Snapshot snapshot) { return judged(std::move(snapshot), release); });
            auto list = opened ? std::nullopt : hostListIn(files);
            to.post({id, 0}, {files.front().string(), std::move(opened), std::move(list)});
        });
}

void HostJobs::cancel(quint64 id) {
    HostSession *host = m_hosts.find(id);
    if (host == nullptr)
        return;
    if (std::erase(m_waiting, id) > 0) { // its job has not begun: nothing would report its end
        host->link = HostLink::Disconnected;
        m_jobs.update(*host, JobEntry::State::Cancelled, true);
        m_jobs.queue().changeFleet();
        Q_EMIT changed(id);
    }
    if (!host->job)
        return;
    host->job->cancel();
    dropQuestions(*host);
}

void HostJobs::cancelJob(quint64 jobId) {
    for (const auto &host : m_hosts.hosts())
        if (host->jobId == jobId)
            cancel(host->id);
}

void HostJobs::disconnectFrom(quint64 id) {
    HostSession *host = m_hosts.find(id);
    if (host == nullptr || host->isCapture())
        return;
    cancel(id);
    if (host->transport)
        host->transport->disconnect();
    host->transport.reset();
    if (!host->job)
        host->link = HostLink::Disconnected;
    m_jobs.queue().changeFleet();
    Q_EMIT changed(id);
}

void HostJobs::disconnectSilently(HostSession &host) {
    cancel(host.id);
    if (host.transport)
        host.transport->disconnect();
    host.transport.reset();
    m_jobs.update(host, JobEntry::State::Cancelled, true);
    host.job.reset();
    ++host.generation;
    if (host.judging)
        host.judgedIn = {}; // its result will be dropped: requested again when the host is restored
    ++host.judgingQuestion;
    host.judging = false;
    if (!host.isCapture())
        host.link = HostLink::Disconnected;
}

void HostJobs::end(HostSession &host) {
    std::erase(m_waiting, host.id);
    m_jobs.update(host, JobEntry::State::Cancelled, true);
    dropQuestions(host); // also of other jobs there, such as a copy
}

void HostJobs::cancelAll() {
    for (const auto &host : m_hosts.hosts()) {
        if (host->job)
            host->job->cancel();
        for (const auto &question : host->questions)
            question->abandon();
    }
}

void HostJobs::clear() {
    for (const auto &host : m_hosts.hosts()) {
        host->job.reset();
        host->transport.reset();
    }
    m_waiting.clear();
}

} // namespace fabricscope::app::window
