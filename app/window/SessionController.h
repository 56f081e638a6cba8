// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bridge/BenchFeed.h"
#include "app/bridge/UiBridge.h"
#include "app/window/ConnectLimits.h"
#include "app/window/HostSession.h"
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

// Declared and not included: see HostSession.h.
namespace fabricscope::affinity {
struct Question;
}
namespace fabricscope::layout {
struct HostVmExamination;
struct HostVmQuestion;
} // namespace fabricscope::layout
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

/// Where connections of this window look, from the command line.
struct SshFiles {
    std::filesystem::path configFile;
    std::filesystem::path knownHosts;
    std::filesystem::path ownKnownHosts{}; ///< see SessionController::setOwnKnownHosts()
};

/// A tool that runs on a host now.
struct ActiveRun {
    QString id; ///< bench::RunState::id
    QString name, host;
    bool isDetached = false; ///< it can go on without the window
};

/// The hosts and captures of the window, their jobs, and what comes back from worker threads. Everything here
/// runs on the GUI thread and never waits.
class SessionController : public QObject {
    Q_OBJECT
public:
    explicit SessionController(SshFiles files, QObject *parent = nullptr);
    /// Stop, cancel, release threads that wait for an answer, join, destroy.
    ~SessionController() override;

    /// All give the id of the host; a target that is there already is collected again. A range is a host
    /// each, and the id that of the first.
    quint64 connectTo(const widgets::ConnectRequest &request);
    quint64 connectTo(const workspace::HostEntry &entry, bool root);
    /// Another way to a host that is there, which keeps its place, name and group, and is read again. Gives
    /// its id, or that of another host where the request reaches that one already. A range is no one host: 0;
    /// likewise where whyNotEdited().
    quint64 editConnection(quint64 id, const widgets::ConnectRequest &request);
    /// For people: tools run on this host, and the request may lead to another machine. Empty: it may be so.
    [[nodiscard]] QString whyNotEdited(quint64 id, const widgets::ConnectRequest &request) const;
    /// A capture, or any other file or folder that can be read: one host. A list of hosts is none: it goes
    /// again, and listRead() reports the list.
    quint64 openCapture(const QString &path);
    /// Several files about one host.
    quint64 openTogether(const QStringList &paths);
    void collect(quint64 id, bool root);
    void cancel(quint64 id);
    void cancelJob(quint64 jobId);
    void disconnectFrom(quint64 id);
    /// For good. What a person removes is set aside by arrange(), to be there again on undo.
    void remove(quint64 id);
    void showSnapshot(quint64 id);
    /// Asks the ssh configuration on a worker; the answer is resolved().
    void resolve(const QString &target);
    /// Reads a list of hosts on a worker; the answer is listRead().
    void readList(const QString &path);
    /// Compares two captures on a worker; the answer is compared().
    void compare(quint64 question, const widgets::CompareSide &before, const widgets::CompareSide &after);
    /// How that is done; tests put something in its place.
    using Compare = std::function<fleet::Comparison(const fleet::Side &before, const fleet::Side &after)>;
    void setCompare(Compare compare) { m_compareSides = std::move(compare); }
    /// How a host is judged among others, on a worker; tests replace it, before the first
    /// host.
    using Judge = std::function<std::shared_ptr<const affinity::Examination>(const Snapshot &,
                                                                             const affinity::Question &)>;
    void setJudge(Judge judge) { m_judge = std::move(judge); }
    /// Lays a guest upon its host on a worker; the answer is stitched().
    void examineHostVm(quint64 question, const layout::HostVmQuestion &asked);
    /// Looks at a file on a host, over the connection that is there, and what a copy of `text` would change;
    /// nothing is written. The answer is copyPlanReady(). Gives its number; 0: there is no such host. As root
    /// where the host was read with sudo.
    quint64 prepareCopy(quint64 id, std::string text, std::string path);
    /// Copies what was looked at: a job of its own, whose answer is fileCopied(). Gives its number.
    quint64 copyFile(quint64 id, const CopyPlan &plan);
    /// Of either; the answer still comes, with a failure.
    void cancelCopy(quint64 copy);
    /// Looks who uses a host's GPUs and NICs; the answer is deviceUsageRead(). Gives its number; 0: there is
    /// no such host.
    quint64 queryDeviceUsage(quint64 id);
    struct RunStarter; ///< what starts a run, where that is not its command on its host
    /// Runs a tool on a host, over the connection that is there: a job of its own. What it prints and how it
    /// stands goes into `feed`. `group`: empty, or that of the steps that it is one of. nullptr: there is no
    /// such host.
    std::shared_ptr<ToolRun> runTool(quint64 id, const bench::SweepStep &step, const std::string &group,
                                     const std::shared_ptr<bridge::BenchFeed> &feed,
                                     const RunStarter *starter = nullptr);
    /// Follows a kept detached run until it ends, likewise: all that it printed comes again.
    std::shared_ptr<ToolRun> followRun(quint64 id, const bench::RunRecord &record,
                                       const std::shared_ptr<bridge::BenchFeed> &feed);
    /// Whether the host's connection can carry this run and what is read alongside it. A run that is alone
    /// always has room.
    [[nodiscard]] bool hasRoomFor(quint64 id, const bench::RunSpec &spec) const;
    /// The same of a matrix of pairs, `concurrent` of them at a time, on the hosts of both ends.
    [[nodiscard]] bool hasRoomForPairs(quint64 server, quint64 client, const bench::RunSpec &spec,
                                       std::size_t concurrent) const;
    [[nodiscard]] int runsOn(quint64 id) const;
    /// Of the eight channels that remote::Client opens on a connection; the last one is for what else is
    /// asked of the host meanwhile.
    static constexpr std::size_t kRunChannels = 7;
    /// Pairs of perftest between two hosts, or on one, as one run; `pairs` lacks the ways to them.
    std::shared_ptr<ToolRun> runPairs(quint64 server, quint64 client, const bench::RunSpec &spec,
                                      PairMatrixSpec pairs, const std::shared_ptr<bridge::BenchFeed> &feed);
    /// The database that runs are kept in from now on; empty: they are not kept.
    void setRunStore(std::string path) { m_runStore = std::move(path); }
    [[nodiscard]] const std::string &runStore() const { return m_runStore; }
    /// Reads the names that the ssh configuration knows on a worker; the answer is aliasesRead().
    void readAliases();
    /// Puts a member of a workspace in, and gives its id; what is there already is not put in twice. A host
    /// is connected to as far as no prompt is needed, or waits to be collected by the user.
    quint64 add(const workspace::Member &member, bool connects);
    /// Makes the sidebar as the workspace has it: order, names, groups. What it does not hold is set aside:
    /// disconnected, and kept with its last picture. What it holds again comes back without a connection.
    void arrange(const workspace::Workspace &workspace);
    /// While it is held, added and removed hosts are not signalled: many are signalled once at the end.
    void holdFleet(bool held);
    /// Removes all, also what was set aside.
    void clear();
    void setLimits(const ConnectLimits &limits);
    [[nodiscard]] const ConnectLimits &limits() const { return m_limits; }
    /// For connections from now on; empty: ~/.ssh/config. One of the command line overrides it.
    void setSshConfig(const std::filesystem::path &file) {
        m_files.configFile = m_fixedSshConfig.empty() ? file : m_fixedSshConfig;
    }
    /// A file of host keys of this program's own, for connections from now on; empty: none. A file of the
    /// command line overrides it.
    void setOwnKnownHosts(const std::filesystem::path &file) {
        m_files.ownKnownHosts = m_files.knownHosts.empty() ? file : std::filesystem::path();
    }
    [[nodiscard]] const std::filesystem::path &ownKnownHosts() const { return m_files.ownKnownHosts; }
    [[nodiscard]] const std::filesystem::path &fixedSshConfig() const { return m_fixedSshConfig; }
    /// How a host is reached, for a workspace.
    [[nodiscard]] static workspace::Connection connectionOf(const HostSession &session);

    /// Tools that run on hosts now; `hosts`: on these alone, empty: on all.
    using Hosts = std::vector<quint64>;
    [[nodiscard]] std::vector<ActiveRun> activeRuns(const Hosts &hosts = {}) const;
    /// Those that were left included, as long as their hosts have not answered.
    [[nodiscard]] bool hasTools() const;
    /// Detached ones go on by themselves from now on, and no longer count.
    void leaveDetachedRuns(const Hosts &hosts = {});
    void stopRuns(const Hosts &hosts = {}); ///< activeRuns() is empty once their hosts have ended them
    /// Cancels all jobs and drops what still comes. Called by the destructor, too.
    void shutdown();

    [[nodiscard]] const HostSession *find(quint64 id) const;
    [[nodiscard]] const std::vector<std::unique_ptr<HostSession>> &sessions() const { return m_sessions; }
    [[nodiscard]] widgets::FleetModel *fleet() { return &m_fleet; }
    [[nodiscard]] widgets::JobsModel *jobs() { return &m_jobs; }
    [[nodiscard]] widgets::LogModel *log() { return &m_log; }
    [[nodiscard]] bool busy() const; ///< something is read, judged, or not yet signalled
    /// Whether what is signalled now came from worker threads, in turns of the event loop that are meant to
    /// be short: who does much about it does it later(), piece by piece.
    [[nodiscard]] bool isSettling() const { return m_settling; }
    /// In a turn of its own, after what is left already, if `context` is still there. Only while
    /// isSettling().
    void scheduleOnEventLoop(QObject *context, std::function<void()> piece);

Q_SIGNALS:
    void changed(quint64 id); ///< this host's content
    /// A host or capture is there, or is reached in another way; a list's host with the name of its group.
    void joined(quint64 id, const QString &group);
    void left(quint64 id);     ///< it was removed for good
    void listChanged();        ///< hosts came, went, or changed their state
    void settled();            ///< all that came from workers is signalled
    void finished(quint64 id); ///< its job ended, well or not
    void asked(quint64 id, const std::shared_ptr<fabricscope::app::bridge::Question> &question);
    void questionsDropped(quint64 id); ///< their answers are no longer needed
    void resolved(const QString &target, const std::optional<fabricscope::widgets::ResolvedTarget> &result);
    void openFailed(const QString &path, const QString &what);
    void listRead(const QString &path, const fabricscope::Result<fabricscope::workspace::HostList> &list);
    void compared(quint64 question, const std::shared_ptr<const fabricscope::fleet::Comparison> &comparison);
    void hostVmExamined(quint64 question,
                        const std::shared_ptr<const fabricscope::layout::HostVmExamination> &examination);
    void copyPlanReady(const fabricscope::app::bridge::CopyPlanReady &looked);
    void fileCopied(const fabricscope::app::bridge::FileCopied &copied);
    void deviceUsageRead(const fabricscope::app::bridge::DeviceUsageRead &found);
    void aliasesRead(const std::vector<fabricscope::widgets::HostSuggestion> &aliases);

private:
    /// A script of CopyFile.h that runs on a host.
    struct RunningCopy {
        quint64 id = 0;
        widgets::JobEntry job; ///< without an id while it only looks
        std::shared_ptr<RemoteScript> script;
    };
    struct RunningTool {
        quint64 id = 0;
        widgets::JobEntry job;
        std::shared_ptr<ToolRun> run;
        std::map<quint64, std::size_t> channels; ///< by host
        bool isDetached = false;                 ///< it can go on without us
        bool isLeft = false;                     ///< it does
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
    void take(const bridge::CopyPlanReady &looked);
    void take(const bridge::FileCopied &copied);
    void take(const bridge::DeviceUsageRead &found);
    void take(const bridge::ToolEnded &ended);
    /// Of the run's host, into its feed; nullptr: it is not wanted.
    [[nodiscard]] std::shared_ptr<TelemetryRun>
    telemetryRunFor(const HostSession &host, const bench::RunSpec &spec,
                    const std::shared_ptr<bridge::BenchFeed> &feed);
    void logRun(const QString &host, const QString &text);
    [[nodiscard]] std::optional<RunningCopy> ended(quint64 copy);
    void logCopy(const QString &host, const QString &text);
    void receive(bridge::Delivery delivery);
    bool settle();
    [[nodiscard]] bool isUnsettled() const;
    void notifyChanged(quint64 id);
    void apply(HostSession &session, JobState state);
    void apply(HostSession &session, remote::Stage stage);
    void apply(HostSession &session, const LogLine &line);
    void apply(HostSession &session, Snapshot snapshot);
    void apply(HostSession &session, const bridge::Progress &progress);
    void apply(HostSession &session, const bridge::Finished &finished);
    void apply(HostSession &session, const bridge::Opened &opened);
    void apply(HostSession &session, const bridge::Resolved &resolved);
    void apply(HostSession &session, const bridge::Link &link);
    void apply(HostSession &session, const bridge::Judged &judged);
    void apply(HostSession &, const bridge::ListRead &) {} // of no host: taken by receive()
    void apply(HostSession &, const bridge::Aliases &) {}
    void apply(HostSession &, const bridge::Compared &) {}
    void apply(HostSession &, const bridge::HostVmExamined &) {}
    void apply(HostSession &, const bridge::CopyPlanReady &) {}
    void apply(HostSession &, const bridge::FileCopied &) {}
    void apply(HostSession &, const bridge::DeviceUsageRead &) {}
    void apply(HostSession &, const bridge::ToolEnded &) {}
    void apply(HostSession &, const bridge::BenchRead &) {} // of BenchController
    void apply(HostSession &, const bridge::BenchRunning &) {}
    void apply(HostSession &, const bridge::HistoryRead &) {}
    void apply(HostSession &session, const std::shared_ptr<bridge::Question> &question);
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
    std::vector<std::unique_ptr<HostSession>> m_removed; ///< removed, and there again on undo
    std::vector<RunningCopy> m_copies;
    std::vector<RunningTool> m_tools;
    std::vector<std::pair<quint64, std::shared_ptr<RemoteScript>>> m_looking; ///< who uses what
    std::string m_runStore;
    std::vector<quint64> m_waiting; ///< hosts whose job has not begun, in their order
    std::vector<widgets::FleetGroup> m_groups;
    ConnectLimits m_limits;
    quint64 m_lastId = 0;
    quint64 m_lastJob = 0;
    quint64 m_lastCopy = 0;
    quint64 m_lastTool = 0, m_lastUsageQuery = 0;
    bool m_fleetHeld = false;
    /// While values are taken out of the mailbox, what they change is signalled once, after the last one, in
    /// short turns: settle() does the first of these that is there.
    bool m_delivering = false, m_settling = false;
    bool m_fleetChanged = false, m_listChanged = false;
    std::deque<std::function<void()>> m_pieces;
    std::vector<quint64> m_changed;
    std::vector<widgets::LogRow> m_logged;
    bool m_stopped = false;
    /// What judgeInContexts() last looked at.
    std::vector<std::shared_ptr<const topology::Topology>> m_related;
    bool m_relatedToPeers = false;
    widgets::FleetModel m_fleet;
    widgets::JobsModel m_jobs;
    widgets::LogModel m_log;
    bridge::UiBridge m_bridge;
    // The pool goes before the client (CollectJob.h), so it is declared after it.
    std::unique_ptr<remote::Client> m_client;
    std::unique_ptr<WorkerPool> m_workers;
    Strand m_release; ///< where what was read is destroyed, whichever thread releases it last
};

} // namespace fabricscope::app::window
