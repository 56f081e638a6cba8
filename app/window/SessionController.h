// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bridge/UiBridge.h"
#include "app/window/HostSession.h"
#include "widgets/connect/ConnectTypes.h"
#include "widgets/models/FleetModel.h"
#include "widgets/models/JobsModel.h"
#include "widgets/models/LogModel.h"

#include <QObject>

#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

namespace fabricscope::app::window {

/// Where connections of this window look, from the command line.
struct SshFiles {
    std::filesystem::path configFile;
    std::filesystem::path knownHosts;
};

/// The hosts and captures of the window, their jobs, and what comes back from worker threads. Everything here
/// runs on the GUI thread and never waits.
class SessionController : public QObject {
    Q_OBJECT
public:
    explicit SessionController(SshFiles files, QObject *parent = nullptr);
    /// Stop, cancel, let go whoever waits for a person, join, destroy.
    ~SessionController() override;

    /// All give the id of the host; a target that is there already is collected again. A range is a host
    /// each, and the id that of the first.
    quint64 connectTo(const widgets::ConnectRequest &request);
    quint64 connectTo(const workspace::HostEntry &entry, bool root);
    /// A capture, or any other file or folder that can be read: one host. A list of hosts is none: it goes
    /// again, and the list is told by listRead().
    quint64 openCapture(const QString &path);
    /// Several files about one host.
    quint64 openTogether(const QStringList &paths);
    void collect(quint64 id, bool root);
    void cancel(quint64 id);
    void cancelJob(quint64 jobId);
    void disconnectFrom(quint64 id);
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
    /// Reads the names that the ssh configuration knows on a worker; the answer is aliasesRead().
    void readAliases();
    /// Cancels all jobs and drops what still comes. Called by the destructor, too.
    void shutdown();

    [[nodiscard]] const HostSession *find(quint64 id) const;
    [[nodiscard]] const std::vector<std::unique_ptr<HostSession>> &sessions() const { return m_sessions; }
    [[nodiscard]] widgets::FleetModel *fleet() { return &m_fleet; }
    [[nodiscard]] widgets::JobsModel *jobs() { return &m_jobs; }
    [[nodiscard]] widgets::LogModel *log() { return &m_log; }
    [[nodiscard]] bool busy() const; ///< something is read or judged

Q_SIGNALS:
    void changed(quint64 id);  ///< this host's content
    void listChanged();        ///< hosts came, went, or changed their state
    void finished(quint64 id); ///< its job ended, well or not
    void asked(quint64 id, const std::shared_ptr<fabricscope::app::bridge::Question> &question);
    void questionsDropped(quint64 id); ///< nobody waits for their answers any more
    void resolved(const QString &target, const std::optional<fabricscope::widgets::ResolvedTarget> &result);
    void openFailed(const QString &path, const QString &what);
    void listRead(const QString &path, const fabricscope::Result<fabricscope::workspace::HostList> &list);
    void compared(quint64 question, const std::shared_ptr<const fabricscope::fleet::Comparison> &comparison);
    void aliasesRead(const std::vector<fabricscope::widgets::HostSuggestion> &aliases);

private:
    HostSession *session(quint64 id);
    quint64 connectBy(remote::Endpoint endpoint, const QString &label, const QString &group, bool root);
    void start(HostSession &session);
    [[nodiscard]] CollectJob::Events events(const HostSession &session);
    [[nodiscard]] remote::Prompts prompts(const HostSession &session);
    void keepLink(const HostSession &session);
    void receive(bridge::Delivery delivery);
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
    void apply(HostSession &session, const std::shared_ptr<bridge::Question> &question);
    void dropQuestions(HostSession &session);
    void updateJob(const HostSession &session, widgets::JobEntry::State state, bool ended);
    void replaceSnapshot(HostSession &session, Snapshot snapshot);
    void updateFleet();
    void judgeBesideOthers();
    void judgeBeside(HostSession &session, std::vector<std::shared_ptr<const topology::Topology>> company,
                     bool withPeers);

    SshFiles m_files;
    Compare m_compareSides;
    std::vector<std::unique_ptr<HostSession>> m_sessions;
    quint64 m_lastId = 0;
    quint64 m_lastJob = 0;
    bool m_stopped = false;
    /// What judgeBesideOthers() last looked at.
    std::vector<std::shared_ptr<const topology::Topology>> m_related;
    bool m_relatedToPeers = false;
    widgets::FleetModel m_fleet;
    widgets::JobsModel m_jobs;
    widgets::LogModel m_log;
    bridge::UiBridge m_bridge;
    // The pool goes before the client (CollectJob.h), so it stands behind it.
    std::unique_ptr<remote::Client> m_client;
    std::unique_ptr<WorkerPool> m_workers;
};

} // namespace fabricscope::app::window
