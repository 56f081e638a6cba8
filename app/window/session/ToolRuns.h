// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bridge/Channel.h"
#include "app/jobs/judge/BenchSession.h"
#include "app/jobs/run/DeviceUsage.h"
#include "app/window/session/HostAccess.h"
#include "app/window/session/SessionHosts.h"
#include "app/window/session/SessionJobs.h"
#include "core/bench/run/RunState.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace fabricscope::app {
class RemoteScript;
class TelemetryRun;
class ToolRun;
struct PairMatrixSpec;
} // namespace fabricscope::app
namespace fabricscope::bench {
struct RunRecord;
struct SweepStep;
} // namespace fabricscope::bench

namespace fabricscope::app::window {

/// A tool that runs on a host now.
struct ActiveRun {
    QString id; ///< bench::RunState::id
    QString name, host;
    bool isDetached = false; ///< it can continue without the window
};

/// Who uses a host's GPUs and NICs now.
struct DeviceUsageRead {
    std::uint64_t question = 0; ///< numbered by the caller
    std::string host;           ///< its name, as shown
    tl::expected<DeviceUsage, remote::Failure> load;
};

/// The connection of a run: the first, and each one over which it is followed again.
struct RunLink {
    quint64 host = 0;
    std::string target; ///< of the endpoint with which the run was started
    std::shared_ptr<remote::Transport> transport;
};

/// The tools that run on hosts over their existing connections. Their output bypasses the GUI thread and goes
/// to their BenchSessions; only their ends are reported here.
class ToolRuns : public QObject {
    Q_OBJECT
public:
    ToolRuns(SessionJobs &jobs, const SessionHosts &hosts, const HostAccess &access);

    /// Finds the processes that use a host's GPUs and NICs; deviceUsageRead() reports the result. Returns its
    /// number; 0: there is no such host.
    quint64 queryDeviceUsage(quint64 id);
    struct RunStarter; ///< starts a run that is not simply a command on its host
    /// Runs a tool on a host, as a job. Its output and its state go to `benchSession`. `group`: of the steps
    /// that it belongs to, or empty. nullptr: there is no such host.
    std::shared_ptr<ToolRun> runTool(quint64 id, const bench::SweepStep &step, const std::string &group,
                                     const std::shared_ptr<BenchSession> &benchSession,
                                     const RunStarter *starter = nullptr);
    /// Follows a stored detached run until it ends, in the same way; all of its output is read again.
    std::shared_ptr<ToolRun> followRun(quint64 id, const bench::RunRecord &record,
                                       const std::shared_ptr<BenchSession> &benchSession);
    /// Runs pairs of perftest between two hosts, or on one, as one run; the endpoints in `pairs` need not be
    /// set.
    std::shared_ptr<ToolRun> runPairs(quint64 server, quint64 client, const bench::RunSpec &spec,
                                      PairMatrixSpec pairs,
                                      const std::shared_ptr<BenchSession> &benchSession);
    /// The database in which runs are stored from now on; empty: they are not stored.
    void setStore(std::string path) { m_runStore = std::move(path); }
    [[nodiscard]] const std::string &store() const { return m_runStore; }

    /// Whether the host's connection can carry this run and its telemetry. A run without others always has
    /// room.
    [[nodiscard]] bool hasRoomFor(quint64 id, const bench::RunSpec &spec) const;
    /// The same for a matrix of pairs, `concurrent` of them at a time, on the hosts of both ends.
    [[nodiscard]] bool hasRoomForPairs(quint64 server, quint64 client, const bench::RunSpec &spec,
                                       std::size_t concurrent) const;
    [[nodiscard]] int runsOn(quint64 id) const;
    [[nodiscard]] QStringList namesOn(quint64 id) const;
    /// Channels for runs, of the eight that remote::Client opens on a connection; the eighth is for other
    /// requests to the host.
    static constexpr std::size_t kRunChannels = 7;

    /// Tools that run now; `hosts`: only on these, empty: on all.
    using Hosts = std::vector<quint64>;
    [[nodiscard]] std::vector<ActiveRun> activeRuns(const Hosts &hosts = {}) const;
    /// Whether tools run, including detached runs that were left and whose hosts have not yet replied.
    [[nodiscard]] bool hasTools() const;
    /// Leaves detached runs running on their own; activeRuns() no longer lists them.
    void leaveDetachedRuns(const Hosts &hosts = {});
    void stopRuns(const Hosts &hosts = {}); ///< activeRuns() is empty once their hosts have ended them
    void cancelJob(quint64 jobId);
    /// Stops all but those that were left.
    void cancelAll();
    /// After the workers have ended.
    void clear();

Q_SIGNALS:
    void deviceUsageRead(const DeviceUsageRead &found);
    void connected(const fabricscope::app::window::RunLink &link);

private:
    struct RunningTool {
        quint64 id = 0;
        widgets::JobEntry job;
        std::shared_ptr<ToolRun> run;
        std::map<quint64, std::size_t> channels; ///< by host
        bool isDetached = false;                 ///< it can continue without the window
        bool isLeft = false;                     ///< it does so
        [[nodiscard]] bool isOn(const Hosts &hosts) const;
    };
    struct ToolEnded {
        std::uint64_t run = 0; ///< RunningTool::id
        bench::RunState state;
    };
    [[nodiscard]] static std::size_t channelsOf(const bench::RunSpec &spec);
    [[nodiscard]] std::map<quint64, std::size_t>
    pairChannels(quint64 server, quint64 client, const bench::RunSpec &spec, std::size_t concurrent) const;
    [[nodiscard]] bool hasRoom(quint64 id, std::size_t requested) const;
    /// Telemetry of the run's host, written to its session; nullptr: not requested.
    [[nodiscard]] std::shared_ptr<TelemetryRun>
    telemetryRunFor(const HostSession &host, const bench::RunSpec &spec,
                    const std::shared_ptr<BenchSession> &benchSession);
    void take(const DeviceUsageRead &found);
    void take(const ToolEnded &ended);
    void logRun(const QString &host, const QString &text);

    SessionJobs &m_jobs;
    const SessionHosts &m_hosts;
    const HostAccess &m_access;
    std::vector<RunningTool> m_tools;
    std::vector<std::pair<quint64, std::shared_ptr<RemoteScript>>> m_looking; ///< device usage queries
    std::string m_runStore;
    quint64 m_lastTool = 0, m_lastUsageQuery = 0;
    bridge::Channel<DeviceUsageRead> m_usage;
    bridge::Channel<RunLink> m_links;
    bridge::Channel<ToolEnded> m_ended;
};

} // namespace fabricscope::app::window
