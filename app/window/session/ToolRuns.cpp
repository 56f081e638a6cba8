// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/session/ToolRuns.h"

#include "app/jobs/collect/PartRun.h"
#include "app/jobs/run/DeviceUsage.h"
#include "app/jobs/run/PairMatrix.h"
#include "app/jobs/run/PersistedRun.h"
#include "app/jobs/run/TelemetryRun.h"
#include "core/bench/command/Secrets.h"
#include "core/bench/plan/Sweep.h"
#include "core/bench/run/RunProcesses.h"
#include "core/bench/run/UsedDevices.h"

#include <algorithm>
#include <utility>

namespace fabricscope::app::window {

namespace {

using bench::Phase;
using widgets::JobEntry;

QString endText(const bench::RunState &state) {
    const bool hasFailed = state.exitStatus.value_or(0) != 0;
    if (hasFailed && state.why.starts_with(bench::kLeftInBackground))
        return ToolRuns::tr("exited with status %1; %2")
            .arg(*state.exitStatus)
            .arg(QString::fromStdString(state.why));
    if (!state.why.empty())
        return QString::fromStdString(state.why);
    if (hasFailed)
        return ToolRuns::tr("exited with status %1").arg(*state.exitStatus);
    return state.phase == Phase::Stopped ? ToolRuns::tr("stopped") : ToolRuns::tr("finished");
}

JobEntry::State endState(const bench::RunState &state) {
    if (state.phase == Phase::Stopped)
        return JobEntry::State::Cancelled;
    return state.phase == Phase::Ended && state.exitStatus.value_or(0) == 0 ? JobEntry::State::Done
                                                                            : JobEntry::State::Failed;
}

} // namespace

ToolRuns::ToolRuns(SessionJobs &jobs, const SessionHosts &hosts, const HostAccess &access)
    : m_jobs(jobs)
    , m_hosts(hosts)
    , m_access(access)
    , m_usage(jobs.mailbox(), [this](const DeviceUsageRead &found) { take(found); })
    , m_links(jobs.mailbox(), [this](const RunLink &link) { Q_EMIT connected(link); })
    , m_ended(jobs.mailbox(), [this](const ToolEnded &ended) { take(ended); }) {}

std::size_t ToolRuns::channelsOf(const bench::RunSpec &spec) {
    return spec.telemetry ? 2 : 1;
}

int ToolRuns::runsOn(quint64 id) const {
    return static_cast<int>(std::count_if(m_tools.begin(), m_tools.end(), [id](const RunningTool &running) {
        return running.channels.contains(id);
    }));
}

/// Each pair takes one channel on the host of each end, and telemetry is read on the server.
std::map<quint64, std::size_t> ToolRuns::pairChannels(quint64 server, quint64 client,
                                                      const bench::RunSpec &spec,
                                                      std::size_t concurrent) const {
    std::map<quint64, std::size_t> channels;
    if (m_hosts.find(server) != nullptr)
        channels[server] = channelsOf(spec) - 1 + concurrent;
    channels[client] += concurrent;
    return channels;
}

bool ToolRuns::hasRoomFor(quint64 id, const bench::RunSpec &spec) const {
    return m_hosts.find(id) == nullptr || hasRoom(id, channelsOf(spec));
}

bool ToolRuns::hasRoomForPairs(quint64 server, quint64 client, const bench::RunSpec &spec,
                               std::size_t concurrent) const {
    const auto channels = pairChannels(server, client, spec, concurrent);
    return std::all_of(channels.begin(), channels.end(),
                       [this](const auto &requested) { return hasRoom(requested.first, requested.second); });
}

bool ToolRuns::hasRoom(quint64 id, std::size_t requested) const {
    std::size_t taken = 0;
    for (const RunningTool &running : m_tools)
        if (const auto at = running.channels.find(id);
            at != running.channels.end() &&
            (!running.run || running.run->state().phase <= bench::Phase::Stopping))
            taken += at->second;
    return taken == 0 || taken + requested <= kRunChannels;
}

std::shared_ptr<TelemetryRun> ToolRuns::telemetryRunFor(const HostSession &host, const bench::RunSpec &spec,
                                                        const std::shared_ptr<BenchSession> &benchSession) {
    if (!spec.telemetry)
        return nullptr;
    const topology::Topology *topology = host.snapshot.topology.get();
    TelemetryRequest ask;
    ask.lease = m_access.limits().lease;
    ask.gpuTools = bench::telemetryFor(topology);
    for (const bench::UsedDevice &nic :
         bench::usedDevices(spec, topology, host.snapshot.examination.get()).nics)
        ask.nics.push_back(nic.name);
    return TelemetryRun::make(m_jobs.client(), m_access.endpointFor(host), std::move(ask), &m_jobs.workers(),
                              [benchSession](std::shared_ptr<const bench::Telemetry> read) {
                                  benchSession->telemetry(std::move(read));
                              });
}

struct ToolRuns::RunStarter {
    std::function<std::shared_ptr<ToolRun>(const ToolRunOptions &, ToolRun::Events)> start;
    std::shared_ptr<const capture::Capture> other; ///< of the second host
    const bench::RunRecord *followed = nullptr;    ///< a stored detached run that continues
};

std::shared_ptr<ToolRun> ToolRuns::runTool(quint64 id, const bench::SweepStep &step, const std::string &group,
                                           const std::shared_ptr<BenchSession> &benchSession,
                                           const RunStarter *starter) {
    const bench::RunSpec &spec = step.spec;
    const HostSession *host = m_hosts.find(id);
    if (host == nullptr || host->isCapture() || m_jobs.isStopped())
        return nullptr;
    RunningTool running;
    running.id = ++m_lastTool;
    JobEntry &job = running.job;
    const bench::RunRecord *followed = starter != nullptr ? starter->followed : nullptr;
    job.name = (followed != nullptr ? tr("Follow %1") : tr("Run %1"))
                   .arg(QString::fromStdString(spec.test.empty() ? spec.tool : spec.test));
    job.host = host->name();
    m_jobs.begin(job);
    logRun(job.host, QString::fromStdString(bench::shellLine(bench::withoutSecrets(spec.command))));
    ToolRunOptions options;
    options.workers = &m_jobs.workers();
    options.lease = m_access.limits().lease;
    options.detached = spec.detached;
    options.reconnectFor = ToolRunOptions::kUnlimited; // a laptop may sleep over the weekend
    // The original start, not the time when it was followed again.
    const auto asBegun = [began = followed != nullptr ? followed->state.startedMs
                                                      : std::nullopt](bench::RunState state) {
        state.startedMs = began ? began : state.startedMs;
        return state;
    };
    const auto atEnd = [asBegun](const bench::RunState &state) {
        bench::RunState last = asBegun(state);
        if (last.phase <= Phase::Stopping) // it was left: its later state is unknown here
            last.phase = Phase::Lost;
        return last;
    };
    ToolRun::Events events;
    events.connected = [to = m_links.sender(), id,
                        target = host->endpoint.target](const std::shared_ptr<remote::Transport> &transport) {
        to.post({id, target, transport});
    };
    events.state = [benchSession, asBegun](const bench::RunState &state) {
        if (state.phase <= bench::Phase::Stopping) // its end is signalled once it is saved
            benchSession->state(asBegun(state));
    };
    events.output = [benchSession](remote::Stream, std::string_view bytes) {
        benchSession->output(bytes);
    };
    const std::shared_ptr<TelemetryRun> telemetryRun = telemetryRunFor(*host, spec, benchSession);
    if (!m_runStore.empty()) {
        std::vector<std::shared_ptr<const capture::Capture>> captures{host->snapshot.capture};
        if (starter != nullptr && starter->other && starter->other != host->snapshot.capture)
            captures.push_back(starter->other);
        if (followed != nullptr)
            captures.clear();          // those from its start are stored
        std::erase(captures, nullptr); // not read yet
        PersistOptions persist{
            m_runStore, spec, std::move(captures), [benchSession] { return benchSession->summary(); }, {}};
        persist.isFetched = followed != nullptr;
        persist.group = group;
        persist.sweepValue = step.value;
        persist.repeat = step.repeat;
        persist.failed = [to = m_access.lines(), from = host->origin()](const Error &error) {
            to.post(from, {nowMs(), {}, "run", "not saved: " + error.toString()});
        };
        persist.deleted = [to = m_access.lines(), from = host->origin()](const std::string &text) {
            to.post(from, {nowMs(), {}, "run", text});
        };
        if (telemetryRun)
            storeTelemetry(telemetryRun, persist);
        events = persistedEvents(m_jobs.client(), &m_jobs.workers(), std::move(persist), std::move(events));
    }
    events.finished = [benchSession, atEnd, to = m_ended.sender(), number = running.id,
                       keep = std::move(events.finished)](const bench::RunState &state) {
        if (keep)
            keep(state); // receivers of its end find it in the database
        benchSession->finish(atEnd(state));
        to.post({number, state});
    };
    if (telemetryRun)
        events = withTelemetry(telemetryRun, std::move(events));
    running.run = starter != nullptr
                      ? starter->start(options, std::move(events))
                      : ToolRun::start(m_jobs.client(), m_access.sharedEndpointFor(*host, m_jobs.client()),
                                       spec, options, std::move(events));
    running.isDetached = spec.detached;
    running.channels[id] = channelsOf(spec);
    m_tools.push_back(running);
    return running.run;
}

std::shared_ptr<ToolRun> ToolRuns::runPairs(quint64 server, quint64 client, const bench::RunSpec &spec,
                                            PairMatrixSpec pairs,
                                            const std::shared_ptr<BenchSession> &benchSession) {
    const HostSession *serving = m_hosts.find(server), *connecting = m_hosts.find(client);
    if (serving == nullptr || connecting == nullptr || connecting->isCapture())
        return nullptr;
    pairs.server = m_access.endpointFor(*serving);
    pairs.client = m_access.endpointFor(*connecting);
    pairs.lease = m_access.limits().lease;
    const std::size_t concurrent = pairs.concurrent;
    const RunStarter starter{[&](const ToolRunOptions &options, ToolRun::Events events) {
                                 return startPairMatrix(m_jobs.client(), std::move(pairs), options,
                                                        std::move(events));
                             },
                             connecting->snapshot.capture};
    const auto run = runTool(server, {spec, {}, 0}, {}, benchSession, &starter);
    if (run != nullptr)
        m_tools.back().channels = pairChannels(server, client, spec, concurrent);
    return run;
}

std::shared_ptr<ToolRun> ToolRuns::followRun(quint64 id, const bench::RunRecord &record,
                                             const std::shared_ptr<BenchSession> &benchSession) {
    const RunStarter starter{
        [&](const ToolRunOptions &options, ToolRun::Events events) {
            return ToolRun::fetch(
                m_jobs.client(), m_access.endpointFor(*m_hosts.find(id)), record.state.id, 0, options,
                fetchedWithoutSecrets(bench::secretValuesOf(record.spec.command), std::move(events)));
        },
        nullptr, &record};
    return runTool(id, {record.spec, record.sweepValue, record.repeat}, record.group, benchSession, &starter);
}

bool ToolRuns::RunningTool::isOn(const Hosts &hosts) const {
    return hosts.empty() ||
           std::any_of(hosts.begin(), hosts.end(), [this](quint64 host) { return channels.contains(host); });
}

std::vector<ActiveRun> ToolRuns::activeRuns(const Hosts &hosts) const {
    std::vector<ActiveRun> runs;
    for (const RunningTool &running : m_tools)
        if (!running.isLeft && running.isOn(hosts))
            runs.push_back({QString::fromStdString(running.run ? running.run->state().id : std::string()),
                            running.job.name, running.job.host, running.isDetached});
    return runs;
}

bool ToolRuns::hasTools() const {
    return !m_tools.empty();
}

void ToolRuns::leaveDetachedRuns(const Hosts &hosts) {
    for (RunningTool &running : m_tools)
        if (running.isDetached && running.run && running.isOn(hosts) && !std::exchange(running.isLeft, true))
            running.run->leave();
}

void ToolRuns::stopRuns(const Hosts &hosts) {
    for (const RunningTool &running : m_tools)
        if (running.run && !running.isLeft && running.isOn(hosts))
            running.run->stop();
}

quint64 ToolRuns::queryDeviceUsage(quint64 id) {
    const HostSession *host = m_hosts.find(id);
    if (host == nullptr || host->isCapture() || m_jobs.isStopped())
        return 0;
    const quint64 question = ++m_lastUsageQuery;
    m_looking.emplace_back(question, nullptr); // the result may arrive before the script is set
    m_looking.back().second =
        findDeviceUsers(m_jobs.client(), m_access.sharedEndpointFor(*host, m_jobs.client()),
                        [to = m_usage.sender(), question,
                         name = host->name().toStdString()](tl::expected<DeviceUsage, remote::Failure> load) {
                            to.post({question, name, std::move(load)});
                        });
    return question;
}

void ToolRuns::take(const DeviceUsageRead &found) {
    m_looking.erase(std::remove_if(m_looking.begin(), m_looking.end(),
                                   [&](const auto &each) { return each.first == found.question; }),
                    m_looking.end());
    if (found.load) { // including those on other devices, which no prompt mentions
        const QString host = QString::fromStdString(found.host);
        for (const DeviceUser &use : found.load->uses)
            logRun(host, tr("in use: %1").arg(QString::fromStdString(describe(use))));
        if (const std::string unseen = visibilityText(*found.load); !unseen.empty())
            logRun(host, QString::fromStdString(unseen));
    }
    Q_EMIT deviceUsageRead(found);
}

void ToolRuns::take(const ToolEnded &ended) {
    const auto found = std::find_if(m_tools.begin(), m_tools.end(),
                                    [&](const RunningTool &running) { return running.id == ended.run; });
    if (found == m_tools.end())
        return;
    const JobEntry job = std::move(found->job);
    m_tools.erase(found);
    const QString text = endText(ended.state);
    m_jobs.end(job, endState(ended.state), text);
    logRun(job.host, text);
}

void ToolRuns::cancelJob(quint64 jobId) {
    for (const RunningTool &tool : m_tools)
        if (tool.job.id == jobId)
            tool.run->stop();
}

QStringList ToolRuns::namesOn(quint64 id) const {
    QStringList names;
    for (const RunningTool &running : m_tools)
        if (running.channels.contains(id))
            names << running.job.name;
    return names;
}

void ToolRuns::cancelAll() {
    for (const RunningTool &tool : m_tools)
        if (!tool.isLeft)
            tool.run->stop();
    for (const auto &[question, script] : m_looking)
        if (script)
            script->cancel();
}

void ToolRuns::clear() {
    m_tools.clear();
    m_looking.clear();
}

void ToolRuns::logRun(const QString &host, const QString &text) {
    m_jobs.log(QStringLiteral("run"), host, text);
}

} // namespace fabricscope::app::window
