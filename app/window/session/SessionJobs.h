// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/script/WorkerPool.h"
#include "app/window/session/HostSession.h"
#include "app/window/session/SettleQueue.h"
#include "remote/Client.h"
#include "widgets/models/JobsModel.h"
#include "widgets/models/LogModel.h"

#include <QCoreApplication>
#include <QString>

#include <memory>

namespace fabricscope::app::window {

/// What all jobs of the window share: where they run, how their values reach the GUI thread, and the tables
/// of jobs and of the log.
class SessionJobs {
    Q_DECLARE_TR_FUNCTIONS(SessionJobs)
public:
    SessionJobs();

    [[nodiscard]] remote::Client &client() { return *m_client; }
    [[nodiscard]] WorkerPool &workers() { return *m_workers; }
    /// Destroys snapshots, whichever thread releases them last.
    [[nodiscard]] Strand &release() { return m_release; }
    [[nodiscard]] SettleQueue &queue() { return m_queue; }
    [[nodiscard]] const SettleQueue &queue() const { return m_queue; }
    [[nodiscard]] std::shared_ptr<bridge::Mailbox> mailbox() const { return m_queue.mailbox(); }
    [[nodiscard]] widgets::JobsModel &jobs() { return m_jobs; }
    [[nodiscard]] widgets::LogModel &log() { return m_log; }

    [[nodiscard]] quint64 newJobId() { return ++m_lastJob; }
    /// The row of the job that reads this host; one that has ended stays as it is.
    void update(const HostSession &host, widgets::JobEntry::State state, bool ended);
    /// The row of another job, which is running from now on.
    void begin(widgets::JobEntry &job);
    void end(widgets::JobEntry job, widgets::JobEntry::State state, const QString &step);
    void log(const QString &channel, const QString &host, const QString &text);

    /// From then on nothing is started.
    [[nodiscard]] bool isStopped() const { return m_isStopped; }
    /// The steps of a shutdown, in this order: jobs are cancelled after stop(), destroyed after
    /// joinWorkers().
    void stop() { m_isStopped = true; }
    /// Drops what still arrives, releases threads that wait for an answer, and waits for the workers.
    void joinWorkers();
    void closeClient() { m_client.reset(); }

private:
    quint64 m_lastJob = 0;
    bool m_isStopped = false;
    widgets::JobsModel m_jobs;
    widgets::LogModel m_log;
    SettleQueue m_queue;
    // The pool must be destroyed before the client (CollectJob.h), so it is declared after it.
    std::unique_ptr<remote::Client> m_client;
    std::unique_ptr<WorkerPool> m_workers;
    Strand m_release;
};

} // namespace fabricscope::app::window
