// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bridge/Channel.h"
#include "app/bridge/UiBridge.h"
#include "app/jobs/judge/BenchSession.h"
#include "app/window/session/ConnectLimits.h"
#include "app/window/session/HostEvents.h"
#include "app/window/session/HostSession.h"
#include "remote/config/SshAliases.h"
#include "widgets/connect/ConnectTypes.h"
#include "widgets/models/FleetModel.h"
#include "widgets/models/JobsModel.h"
#include "widgets/models/LogModel.h"

#include <QObject>

#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <vector>

// Declared, not included: see HostSession.h.
namespace fabricscope::affinity {
struct Question;
}
namespace fabricscope::hostvm {
struct Question;
}
namespace fabricscope::present {
struct HostVmExamination;
}
namespace fabricscope::app {
class TelemetryRun;
class ToolRun;
struct PairMatrixSpec;
} // namespace fabricscope::app
namespace fabricscope::bench {
struct RunRecord;
struct SweepStep;
} // namespace fabricscope::bench
namespace fabricscope::workspace {
struct Connection;
struct Member;
struct Workspace;
} // namespace fabricscope::workspace

namespace fabricscope::app::window {

/// Files for the connections of this window, from the command line.
struct SshFiles {
    std::filesystem::path configFile;
    std::filesystem::path knownHosts;
    std::filesystem::path ownKnownHosts{}; ///< see SessionController::setOwnKnownHosts()
};

/// A tool that runs on a host now.
struct ActiveRun {
    QString id; ///< bench::RunState::id
    QString name, host;
    bool isDetached = false; ///< it can continue without the window
};

/// The hosts and captures of the window, their jobs, and the results of worker threads. Everything here runs
/// on the GUI thread and never waits.
class SessionController : public QObject {
    Q_OBJECT
public:
    explicit SessionController(SshFiles files, QObject *parent = nullptr);
    /// In this order: stops, cancels, releases threads that wait for an answer, joins, destroys.
    ~SessionController() override;

    /// Both return the id of the host. A target that already exists is collected again. A range adds one host
    /// for each name; the id is that of the first.
    quint64 connectTo(const widgets::ConnectRequest &request);
    quint64 connectTo(const workspace::HostEntry &entry, bool root);
    /// Changes how an existing host is reached; it keeps its place, name and group, and is read again.
    /// Returns its id, or that of another host if the request reaches that one already. 0: the request is a
    /// range, or whyNotEdited() applies.
    quint64 editConnection(quint64 id, const widgets::ConnectRequest &request);
    /// Why the connection cannot be edited, as text for the user: tools are running on this host, and the
    /// request may lead to another machine. Empty: it can be edited.
    [[nodiscard]] QString whyNotEdited(quint64 id, const widgets::ConnectRequest &request) const;
    /// Opens a capture, or any other file or folder that can be read, as one host. If it is a list of hosts,
    /// this host is removed again and listRead() reports the list.
    quint64 openCapture(const QString &path);
    /// Opens several files about one host.
    quint64 openTogether(const QStringList &paths);
    void collect(quint64 id, bool root);
    void cancel(quint64 id);
    void cancelJob(quint64 jobId);
    void disconnectFrom(quint64 id);
    /// Removes a host permanently. A host that the user removes is kept by arrange() and restored on undo.
    void remove(quint64 id);
    void showSnapshot(quint64 id);
    /// Resolves a target by the ssh configuration on a worker; resolved() reports the result.
    void resolve(const QString &target);
    /// Reads a list of hosts on a worker; listRead() reports the result.
    void readList(const QString &path);
    /// Compares two captures on a worker; compared() reports the result.
    void compare(quint64 question, const widgets::CompareSide &before, const widgets::CompareSide &after);
    /// The function that does so; tests replace it.
    using Compare = std::function<fleet::Comparison(const fleet::Side &before, const fleet::Side &after)>;
    void setCompare(Compare compare) { m_compareSides = std::move(compare); }
    /// Judges a host among others, on a worker; tests replace it before the first host is added.
    using Judge = std::function<std::shared_ptr<const affinity::Examination>(const Snapshot &,
                                                                             const affinity::Question &)>;
    void setJudge(Judge judge) { m_judge = std::move(judge); }
    /// Examines a guest and its host together on a worker; hostVmExamined() reports the result.
    void examineHostVm(quint64 question, const hostvm::Question &asked);
    /// Reads a file on a host over the existing connection, and determines what a copy of `text` would
    /// change; nothing is written. copyPlanReady() reports the result. Returns its number; 0: there is no
    /// such host. Runs as root if the host was read with sudo.
    quint64 prepareCopy(quint64 id, std::string text, std::string path);
    /// Copies by this plan, as a job; fileCopied() reports the result. Returns its number.
    quint64 copyFile(quint64 id, const CopyPlan &plan);
    /// Cancels either; the result is still reported, with a failure.
    void cancelCopy(quint64 copy);
    /// Finds the processes that use a host's GPUs and NICs; deviceUsageRead() reports the result. Returns its
    /// number; 0: there is no such host.
    quint64 queryDeviceUsage(quint64 id);
    struct RunStarter; ///< starts a run that is not simply a command on its host
    /// Runs a tool on a host over the existing connection, as a job. Its output and its state go to
    /// `session`. `group`: of the steps that it belongs to, or empty. nullptr: there is no such host.
    std::shared_ptr<ToolRun> runTool(quint64 id, const bench::SweepStep &step, const std::string &group,
                                     const std::shared_ptr<BenchSession> &benchSession,
                                     const RunStarter *starter = nullptr);
    /// Follows a stored detached run until it ends, in the same way; all of its output is read again.
    std::shared_ptr<ToolRun> followRun(quint64 id, const bench::RunRecord &record,
                                       const std::shared_ptr<BenchSession> &benchSession);
    /// Whether the host's connection can carry this run and its telemetry. A run without others always has
    /// room.
    [[nodiscard]] bool hasRoomFor(quint64 id, const bench::RunSpec &spec) const;
    /// The same for a matrix of pairs, `concurrent` of them at a time, on the hosts of both ends.
    [[nodiscard]] bool hasRoomForPairs(quint64 server, quint64 client, const bench::RunSpec &spec,
                                       std::size_t concurrent) const;
    [[nodiscard]] int runsOn(quint64 id) const;
    /// Channels for runs, of the eight that remote::Client opens on a connection; the eighth is for other
    /// requests to the host.
    static constexpr std::size_t kRunChannels = 7;
    /// Runs pairs of perftest between two hosts, or on one, as one run; the endpoints in `pairs` need not be
    /// set.
    std::shared_ptr<ToolRun> runPairs(quint64 server, quint64 client, const bench::RunSpec &spec,
                                      PairMatrixSpec pairs,
                                      const std::shared_ptr<BenchSession> &benchSession);
    /// The database in which runs are stored from now on; empty: they are not stored.
    void setRunStore(std::string path) { m_runStore = std::move(path); }
    [[nodiscard]] const std::string &runStore() const { return m_runStore; }
    /// Reads the host names in the ssh configuration on a worker; aliasesRead() reports the result.
    void readAliases();
    /// Adds a member of a workspace and returns its id; an existing one is not added again. `connects`:
    /// connects to a host as long as no prompt is needed; otherwise the host waits until the user collects
    /// it.
    quint64 add(const workspace::Member &member, bool connects);
    /// Arranges the sidebar by the workspace: order, names, groups. Hosts that are not in it are set aside:
    /// disconnected, and kept with their last snapshot. Hosts that are in it again are restored without a
    /// connection.
    void arrange(const workspace::Workspace &workspace);
    /// While held, added and removed hosts are not signalled one by one, but once at the end.
    void holdFleet(bool held);
    /// Removes all hosts, including those set aside.
    void clear();
    void setLimits(const ConnectLimits &limits);
    [[nodiscard]] const ConnectLimits &limits() const { return m_limits; }
    /// The ssh configuration for new connections; empty: ~/.ssh/config. A file of the command line overrides
    /// it.
    void setSshConfig(const std::filesystem::path &file) {
        m_files.configFile = m_fixedSshConfig.empty() ? file : m_fixedSshConfig;
    }
    /// This program's own file of host keys, for new connections; empty: none. A file of the command line
    /// overrides it.
    void setOwnKnownHosts(const std::filesystem::path &file) {
        m_files.ownKnownHosts = m_files.knownHosts.empty() ? file : std::filesystem::path();
    }
    [[nodiscard]] const std::filesystem::path &ownKnownHosts() const { return m_files.ownKnownHosts; }
    [[nodiscard]] const std::filesystem::path &fixedSshConfig() const { return m_fixedSshConfig; }
    /// How a host is reached, for a workspace.
    [[nodiscard]] static workspace::Connection connectionOf(const HostSession &session);

    /// Tools that run now; `hosts`: only on these, empty: on all.
    using Hosts = std::vector<quint64>;
    [[nodiscard]] std::vector<ActiveRun> activeRuns(const Hosts &hosts = {}) const;
    /// Whether tools run, including detached runs that were left and whose hosts have not yet replied.
    [[nodiscard]] bool hasTools() const;
    /// Leaves detached runs running on their own; activeRuns() no longer lists them.
    void leaveDetachedRuns(const Hosts &hosts = {});
    void stopRuns(const Hosts &hosts = {}); ///< activeRuns() is empty once their hosts have ended them
    /// Cancels all jobs and drops later events. The destructor calls it, too.
    void shutdown();

    [[nodiscard]] const HostSession *find(quint64 id) const;
    [[nodiscard]] const std::vector<std::unique_ptr<HostSession>> &sessions() const { return m_sessions; }
    [[nodiscard]] widgets::FleetModel *fleet() { return &m_fleet; }
    [[nodiscard]] widgets::JobsModel *jobs() { return &m_jobs; }
    [[nodiscard]] widgets::LogModel *log() { return &m_log; }
    [[nodiscard]] bool busy() const; ///< something is read, judged, or not yet signalled
    /// Whether the current signal reports results of worker threads, in iterations of the event loop that
    /// must be short: a receiver with much work splits it with scheduleOnEventLoop().
    [[nodiscard]] bool isSettling() const { return m_settling; }
    /// Runs `piece` in an iteration of its own, after the pieces that are already pending, if `context` still
    /// exists. Call only while isSettling().
    void scheduleOnEventLoop(QObject *context, std::function<void()> piece);

Q_SIGNALS:
    void changed(quint64 id); ///< this host's content
    /// A host or capture was added, or its connection was changed. `group`: the name of its group in a list.
    void joined(quint64 id, const QString &group);
    void left(quint64 id);     ///< it was removed permanently
    void listChanged();        ///< hosts were added, removed, or changed their state
    void settled();            ///< all results of workers were signalled
    void finished(quint64 id); ///< its job ended, successfully or not
    void asked(quint64 id, const std::shared_ptr<fabricscope::app::bridge::Question> &question);
    void questionsDropped(quint64 id); ///< their answers are no longer needed
    void resolved(const QString &target, const std::optional<fabricscope::widgets::ResolvedTarget> &result);
    void openFailed(const QString &path, const QString &what);
    void listRead(const QString &path, const fabricscope::Result<fabricscope::workspace::HostList> &list);
    void compared(quint64 question, const std::shared_ptr<const fabricscope::fleet::Comparison> &comparison);
    void hostVmExamined(quint64 question,
                        const std::shared_ptr<const fabricscope::present::HostVmExamination> &examination);
    void copyPlanReady(const CopyPlanReady &looked);
    void fileCopied(const FileCopied &copied);
    void deviceUsageRead(const DeviceUsageRead &found);
    void aliasesRead(const std::vector<fabricscope::widgets::HostSuggestion> &aliases);

private:
    /// A script of CopyFile.h that runs on a host.
    struct RunningCopy {
        quint64 id = 0;
        widgets::JobEntry job; ///< without an id while it only reads
        std::shared_ptr<RemoteScript> script;
    };
    struct RunningTool {
        quint64 id = 0;
        widgets::JobEntry job;
        std::shared_ptr<ToolRun> run;
        std::map<quint64, std::size_t> channels; ///< by host
        bool isDetached = false;                 ///< it can continue without the window
        bool isLeft = false;                     ///< it does so
        [[nodiscard]] bool isOn(const Hosts &hosts) const;
    };
    [[nodiscard]] std::size_t channelsOf(const HostSession &host, const bench::RunSpec &spec) const;
    [[nodiscard]] std::map<quint64, std::size_t>
    pairChannels(quint64 server, quint64 client, const bench::RunSpec &spec, std::size_t concurrent) const;
    [[nodiscard]] bool hasRoom(quint64 id, std::size_t requested) const;
    HostSession *session(quint64 id);
    quint64 connectBy(remote::Endpoint endpoint, const QString &label, const QString &group, bool root,
                      bool connects);
    void start(HostSession &session);
    void launch(HostSession &session);
    void launchWaiting();
    void readFiles(HostSession &session);
    HostSession &newSession();
    void disconnectSilently(HostSession &session);
    void moveToRemoved(std::size_t index);
    void restoreRemoved(std::size_t index);
    [[nodiscard]] CollectJob::Events events(const HostSession &session);
    [[nodiscard]] remote::Prompts prompts(const HostSession &session);
    [[nodiscard]] HostEndpoint hostEndpointFor(const HostSession &session);
    [[nodiscard]] AskSudoPassword sudoPassword(const HostSession &session,
                                               bridge::SudoQuestion::Purpose purpose);
    [[nodiscard]] ScriptRights rightsOn(const HostSession &session);
    void take(const CopyPlanReady &looked);
    void take(const FileCopied &copied);
    void take(const DeviceUsageRead &found);
    void take(const ToolEnded &ended);
    /// Telemetry of the run's host, written to its session; nullptr: not requested.
    [[nodiscard]] std::shared_ptr<TelemetryRun>
    telemetryRunFor(const HostSession &host, const bench::RunSpec &spec,
                    const std::shared_ptr<BenchSession> &benchSession);
    void logRun(const QString &host, const QString &text);
    [[nodiscard]] std::optional<RunningCopy> ended(quint64 copy);
    void logCopy(const QString &host, const QString &text);
    void take(const Resolved &answer);
    void take(const std::vector<remote::SshAlias> &aliases);
    bool settle();
    [[nodiscard]] bool isUnsettled() const;
    void notifyChanged(quint64 id);
    void apply(HostSession &session, JobState state);
    void apply(HostSession &session, remote::Stage stage);
    void apply(HostSession &session, const LogLine &line);
    void apply(HostSession &session, Snapshot snapshot);
    void apply(HostSession &session, const Progress &progress);
    void apply(HostSession &session, const Finished &finished);
    void apply(HostSession &session, const Opened &opened);
    void apply(HostSession &session, const Link &link);
    void apply(HostSession &session, const Judged &judged);
    void apply(HostSession &session, const std::shared_ptr<bridge::Question> &question);
    /// A channel for values that the jobs of hosts send: those of earlier jobs are dropped.
    template<class T> [[nodiscard]] auto toHost();
    void dropQuestions(HostSession &session);
    void updateJob(const HostSession &session, widgets::JobEntry::State state, bool ended);
    void updateFleet();
    void renewFleet();
    void judgeInContexts();
    void judgeInContext(HostSession &session, JudgementContext context, bool withPeers);

    SshFiles m_files;
    std::filesystem::path m_fixedSshConfig; ///< of the command line; empty: none was given
    Compare m_compareSides;
    Judge m_judge;
    std::vector<std::unique_ptr<HostSession>> m_sessions;
    std::vector<std::unique_ptr<HostSession>> m_removed; ///< removed; restored on undo
    std::vector<RunningCopy> m_copies;
    std::vector<RunningTool> m_tools;
    std::vector<std::pair<quint64, std::shared_ptr<RemoteScript>>> m_looking; ///< device usage queries
    std::string m_runStore;
    std::vector<quint64> m_waiting; ///< hosts whose job has not started, in order
    std::vector<widgets::FleetGroup> m_groups;
    ConnectLimits m_limits;
    quint64 m_lastId = 0;
    quint64 m_lastJob = 0;
    quint64 m_lastCopy = 0;
    quint64 m_lastTool = 0, m_lastUsageQuery = 0;
    bool m_fleetHeld = false;
    /// While values are taken out of the mailbox, their changes are signalled once, after the last value, in
    /// short iterations of the event loop: each settle() signals the first pending kind of change.
    bool m_settling = false;
    bool m_fleetChanged = false, m_listChanged = false;
    std::deque<std::function<void()>> m_pieces;
    std::vector<quint64> m_changed;
    std::vector<widgets::LogRow> m_logged;
    bool m_stopped = false;
    /// The input of the last judgeInContexts().
    std::vector<std::shared_ptr<const topology::Topology>> m_related;
    bool m_relatedToPeers = false;
    widgets::FleetModel m_fleet;
    widgets::JobsModel m_jobs;
    widgets::LogModel m_log;
    bridge::UiBridge m_bridge;
    bridge::Channel<JobState> m_states;
    bridge::Channel<remote::Stage> m_stages;
    bridge::Channel<LogLine> m_lines;
    bridge::Channel<Snapshot> m_snapshots;
    bridge::Channel<Progress> m_progress;
    bridge::Channel<Finished> m_finished;
    bridge::Channel<Opened> m_opened;
    bridge::Channel<Link> m_links;
    bridge::Channel<Judged> m_judged;
    bridge::Channel<std::shared_ptr<bridge::Question>> m_questions;
    bridge::Channel<Resolved> m_resolved;
    bridge::Channel<ListRead> m_lists;
    bridge::Channel<std::vector<remote::SshAlias>> m_aliases;
    bridge::Channel<Compared> m_compared;
    bridge::Channel<HostVmExamined> m_examined;
    bridge::Channel<CopyPlanReady> m_plans;
    bridge::Channel<FileCopied> m_copied;
    bridge::Channel<DeviceUsageRead> m_usage;
    bridge::Channel<ToolEnded> m_ended;
    // The pool must be destroyed before the client (CollectJob.h), so it is declared after it.
    std::unique_ptr<remote::Client> m_client;
    std::unique_ptr<WorkerPool> m_workers;
    Strand m_release; ///< destroys snapshots, whichever thread releases them last
};

} // namespace fabricscope::app::window
