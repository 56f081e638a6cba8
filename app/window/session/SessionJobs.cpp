// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/session/SessionJobs.h"

#include <QDateTime>

namespace fabricscope::app::window {

SessionJobs::SessionJobs()
    : m_queue(m_log)
    , m_client(std::make_unique<remote::Client>())
    , m_workers(std::make_unique<WorkerPool>())
    , m_release(m_workers.get()) {}

void SessionJobs::log(const QString &channel, const QString &host, const QString &text) {
    m_log.append({{QDateTime::currentMSecsSinceEpoch(), channel, host, text}});
}

void SessionJobs::update(const HostSession &host, widgets::JobEntry::State state, bool ended) {
    using widgets::JobEntry;
    const JobEntry *known = m_jobs.find(host.jobId);
    if (host.jobId == 0 || (known != nullptr && known->endedMs))
        return;
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    JobEntry entry;
    entry.id = host.jobId;
    entry.name = host.isCapture() ? tr("Open file")
                 : host.root      ? tr("Collect snapshot, with sudo")
                                  : tr("Collect snapshot");
    entry.host = host.name();
    entry.state = state;
    entry.fraction = host.fraction;
    const bool connecting = host.step.isEmpty() && host.link == widgets::HostLink::Connecting;
    entry.step = connecting ? stageText(host.stage) : host.step;
    entry.startedMs = known != nullptr ? known->startedMs : now;
    if (ended)
        entry.endedMs = now;
    m_jobs.put(entry);
}

void SessionJobs::begin(widgets::JobEntry &job) {
    job.id = newJobId();
    job.state = widgets::JobEntry::State::Running;
    job.startedMs = QDateTime::currentMSecsSinceEpoch();
    m_jobs.put(job);
}

void SessionJobs::end(widgets::JobEntry job, widgets::JobEntry::State state, const QString &step) {
    job.state = state;
    job.step = step;
    job.endedMs = QDateTime::currentMSecsSinceEpoch();
    m_jobs.put(job);
}

void SessionJobs::joinWorkers() {
    m_queue.close();
    m_workers.reset();
}

} // namespace fabricscope::app::window
