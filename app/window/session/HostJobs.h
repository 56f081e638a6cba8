// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bridge/Channel.h"
#include "app/window/session/HostAccess.h"
#include "app/window/session/HostEvents.h"
#include "app/window/session/SessionHosts.h"
#include "app/window/session/SessionJobs.h"

#include <QObject>

#include <functional>
#include <memory>
#include <vector>

namespace fabricscope::app::window {

/// The jobs that read hosts and open captures, as many at a time as the user prefers, and what they send. A
/// job's values are applied to its host as long as it is the host's newest job.
class HostJobs : public QObject {
    Q_OBJECT
public:
    HostJobs(SessionJobs &jobs, SessionHosts &hosts, SshFiles files);

    [[nodiscard]] HostAccess &access() { return m_access; }
    [[nodiscard]] const HostAccess &access() const { return m_access; }
    /// Starts a job for this host, or lets it wait for others; what its earlier job still sends is dropped.
    void start(HostSession &host);
    void launchWaiting();
    /// Reads the files of a capture.
    void readFiles(HostSession &host);
    /// A run of this host has a connection. Where the host's own was lost, it is the host's from now on.
    void adopt(HostSession &host, const std::shared_ptr<remote::Transport> &transport);
    void cancel(quint64 id);
    void cancelJob(quint64 jobId);
    void disconnectFrom(quint64 id);
    /// Cancels and disconnects, and drops later events of its job.
    void disconnectSilently(HostSession &host);
    /// Of a host that is about to be removed: ends its job and its prompts.
    void end(HostSession &host);
    void stopWaiting() { m_waiting.clear(); }
    /// Cancels all jobs, and releases the threads that wait for an answer.
    void cancelAll();
    /// After the workers have ended.
    void clear();

Q_SIGNALS:
    void changed(quint64 id);
    void removeRequested(quint64 id); ///< nothing could be opened, or a list of hosts
    void finished(quint64 id);        ///< its job ended, successfully or not
    void asked(quint64 id, const std::shared_ptr<fabricscope::app::bridge::Question> &question);
    void questionsDropped(quint64 id); ///< their answers are no longer needed
    void openFailed(const QString &path, const QString &what);
    void listOpened(const QString &path, const fabricscope::Result<fabricscope::workspace::HostList> &list);

private:
    void launch(HostSession &host);
    [[nodiscard]] CollectJob::Events events(const HostSession &host) const;
    /// Posts the connection, and its loss.
    [[nodiscard]] std::function<void(const std::shared_ptr<remote::Transport> &)>
    linkEvents(bridge::Origin from) const;
    /// Makes a receiver for values of hosts.
    template<class T> [[nodiscard]] std::function<void(bridge::Origin, T)> toHost();
    void apply(HostSession &host, JobState state);
    void apply(HostSession &host, remote::Stage stage);
    void apply(HostSession &host, const LogLine &line);
    void apply(HostSession &host, Snapshot snapshot);
    void apply(HostSession &host, const Progress &progress);
    void apply(HostSession &host, const Finished &finished);
    void apply(HostSession &host, const Opened &opened);
    void apply(HostSession &host, const Link &link);
    void apply(HostSession &host, const std::shared_ptr<bridge::Question> &question);
    void dropQuestions(HostSession &host);

    SessionJobs &m_jobs;
    SessionHosts &m_hosts;
    std::vector<quint64> m_waiting; ///< hosts whose job has not started, in order
    bridge::Channel<JobState> m_states;
    bridge::Channel<remote::Stage> m_stages;
    bridge::Channel<LogLine> m_lines;
    bridge::Channel<Snapshot> m_snapshots;
    bridge::Channel<Progress> m_progress;
    bridge::Channel<Finished> m_finished;
    bridge::Channel<Opened> m_opened;
    bridge::Channel<Link> m_links;
    bridge::Channel<std::shared_ptr<bridge::Question>> m_questions;
    HostAccess m_access;
};

} // namespace fabricscope::app::window
