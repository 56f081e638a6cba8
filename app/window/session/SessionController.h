// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/session/HostCopies.h"
#include "app/window/session/HostJobs.h"
#include "app/window/session/HostJudging.h"
#include "app/window/session/ScreenQueries.h"
#include "app/window/session/SessionHosts.h"
#include "app/window/session/SessionJobs.h"
#include "app/window/session/SiteJudging.h"
#include "app/window/session/ToolRuns.h"
#include "widgets/models/FleetModel.h"

#include <QObject>

#include <functional>
#include <memory>
#include <vector>

namespace fabricscope::workspace {
struct Member;
struct Workspace;
} // namespace fabricscope::workspace

namespace fabricscope::app::window {

/// The hosts and captures of the window: which there are, how they are reached, their order and groups. What
/// is done with them is done by the classes that it owns. Everything here runs on the GUI thread and never
/// waits.
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
    void cancel(quint64 id) { m_hostJobs.cancel(id); }
    void cancelJob(quint64 jobId); ///< of any kind
    void disconnectFrom(quint64 id) { m_hostJobs.disconnectFrom(id); }
    /// Removes a host permanently. A host that the user removes is kept by arrange() and restored on undo.
    void remove(quint64 id);
    void showSnapshot(quint64 id);
    /// Adds a member of a workspace and returns its id; an existing one is not added again. `connects`:
    /// connects to a host as long as no prompt is needed; otherwise the host waits until the user collects
    /// it.
    quint64 add(const workspace::Member &member, bool connects);
    /// Arranges the sidebar by the workspace: order, names, groups. Hosts that are not in it are set aside:
    /// disconnected, and kept with their last snapshot. Hosts that are in it again are restored without a
    /// connection.
    void arrange(const workspace::Workspace &workspace);
    /// While held, added and removed hosts are not signalled one by one, but once at the end.
    void holdFleet(bool held) { m_jobs.queue().holdFleet(held); }
    /// Removes all hosts, including those set aside.
    void clear();
    /// Cancels all jobs and drops later events. The destructor calls it, too.
    void shutdown();

    [[nodiscard]] const HostSession *find(quint64 id) const { return m_hosts.find(id); }
    [[nodiscard]] const SessionHosts::Hosts &sessions() const { return m_hosts.hosts(); }
    /// Of the sidebar.
    [[nodiscard]] const std::vector<widgets::FleetGroup> &groups() const { return m_groups; }
    [[nodiscard]] widgets::FleetModel *fleet() { return &m_fleet; }
    [[nodiscard]] widgets::JobsModel *jobs() { return &m_jobs.jobs(); }
    [[nodiscard]] widgets::LogModel *log() { return &m_jobs.log(); }
    [[nodiscard]] bool busy() const; ///< something is read, judged, or not yet signalled
    [[nodiscard]] ToolRuns &tools() { return m_tools; }
    [[nodiscard]] const ToolRuns &tools() const { return m_tools; }
    [[nodiscard]] HostCopies &copies() { return m_copies; }
    [[nodiscard]] ScreenQueries &queries() { return m_queries; }
    [[nodiscard]] HostJudging &judging() { return m_judging; }
    [[nodiscard]] SiteJudging &site() { return m_site; }
    /// How new connections are made; limits are set here.
    [[nodiscard]] HostAccess &access() { return m_hostJobs.access(); }
    [[nodiscard]] const HostAccess &access() const { return m_hostJobs.access(); }
    void setLimits(const ConnectLimits &limits);
    /// Whether the current signal reports results of worker threads, in iterations of the event loop that
    /// must be short: a receiver with much work splits it with scheduleOnEventLoop().
    [[nodiscard]] bool isSettling() const { return m_jobs.queue().isSettling(); }
    /// Runs `piece` in an iteration of its own, after the pieces that are already pending, if `context` still
    /// exists. Call only while isSettling().
    void scheduleOnEventLoop(QObject *context, std::function<void()> piece);

    // Until the main window uses tools(), queries() and access() itself.
    void compare(quint64 question, const widgets::CompareSide &before, const widgets::CompareSide &after) {
        m_queries.compare(question, before, after);
    }
    void setRunStore(std::string path) { m_tools.setStore(std::move(path)); }
    [[nodiscard]] const std::string &runStore() const { return m_tools.store(); }
    void setOwnKnownHosts(const std::filesystem::path &file) { access().setOwnKnownHosts(file); }
    [[nodiscard]] const std::filesystem::path &ownKnownHosts() const { return access().ownKnownHosts(); }

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
    void openFailed(const QString &path, const QString &what);
    /// A file that was opened is a list of hosts, or one that was to be read as a list.
    void listRead(const QString &path, const fabricscope::Result<fabricscope::workspace::HostList> &list);
    void resolved(const QString &target, const std::optional<fabricscope::widgets::ResolvedTarget> &result);
    void compared(quint64 question, const std::shared_ptr<const fabricscope::fleet::Comparison> &comparison);
    void aliasesRead(const std::vector<fabricscope::widgets::HostSuggestion> &aliases);

private:
    void connectSignals();
    quint64 connectBy(const remote::Endpoint &endpoint, const QString &label, const QString &group, bool root,
                      bool connects);
    void moveToRemoved(std::size_t index);
    void updateFleet() { m_jobs.queue().changeFleet(); }
    void renewFleet();

    SessionJobs m_jobs;
    SessionHosts m_hosts;
    HostJobs m_hostJobs;
    HostJudging m_judging;
    SiteJudging m_site;
    ToolRuns m_tools;
    HostCopies m_copies;
    ScreenQueries m_queries;
    std::vector<widgets::FleetGroup> m_groups;
    widgets::FleetModel m_fleet;
};

} // namespace fabricscope::app::window
