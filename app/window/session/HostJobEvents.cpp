// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The part of HostJobs that applies what jobs send.
#include "app/jobs/script/HostEndpoint.h"
#include "app/window/session/HostJobs.h"

#include <QDateTime>
#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace fabricscope::app::window {

namespace {

using widgets::HostLink;
using widgets::JobEntry;

constexpr std::size_t kTranscriptLines = 400;

qint64 now() {
    return QDateTime::currentMSecsSinceEpoch();
}

} // namespace

void HostJobs::apply(HostSession &host, JobState state) {
    if (state == JobState::Running) {
        host.link = HostLink::Collecting;
        m_jobs.update(host, JobEntry::State::Running, false);
    } else if (state == JobState::Connecting) {
        host.link = HostLink::Connecting;
        m_jobs.update(host, JobEntry::State::Running, false);
    }
    m_jobs.queue().changeFleet();
    m_jobs.queue().changeHost(host.id);
}

void HostJobs::apply(HostSession &host, remote::Stage stage) {
    host.stage = stage;
    host.times.entered.emplace_back(stage, now());
    m_jobs.update(host, JobEntry::State::Running, false);
    m_jobs.queue().changeHost(host.id);
}

void HostJobs::apply(HostSession &host, const LogLine &line) {
    if (host.transcript.size() >= kTranscriptLines)
        host.transcript.erase(host.transcript.begin());
    host.transcript.push_back(line);
    m_jobs.queue().append(
        {line.timeMs, QString::fromStdString(line.channel), host.name(), QString::fromStdString(line.text)});
}

void HostJobs::apply(HostSession &host, Snapshot snapshot) {
    host.snapshot = std::move(snapshot);
    m_jobs.queue().changeFleet();
    m_jobs.queue().changeHost(host.id);
}

void HostJobs::apply(HostSession &host, const Progress &progress) {
    host.fraction = std::clamp(progress.fraction, 0.0, 1.0);
    host.step = QString::fromStdString(progress.step);
    m_jobs.update(host, JobEntry::State::Running, false);
    m_jobs.queue().changeFleet();
    if (!host.snapshot.topology)
        m_jobs.queue().changeHost(host.id);
}

void HostJobs::apply(HostSession &host, const Finished &finished) {
    // The job may hold the last reference to all data that was read.
    m_jobs.release().post([job = std::exchange(host.job, nullptr)] {});
    launchWaiting();
    dropQuestions(host);
    host.failure = finished.failure;
    host.times.endedMs = now();
    const bool cancelled = host.failure && host.failure->kind == remote::FailureKind::Cancelled;
    const bool isKeyUnknown = host.failure && host.failure->kind == remote::FailureKind::HostKeyUnknown;
    const bool waits =
        host.failure && host.heldBack && (isKeyUnknown || host.failure->stage == remote::Stage::Login);
    host.isUnattended = false;
    if (waits) { // for the user, as if not tried yet
        host.failure.reset();
        host.link = HostLink::Disconnected;
        host.step = isKeyUnknown ? tr("unknown host key: connect to check it")
                                 : tr("password or passphrase required: connect to enter it");
    } else if (!host.failure) {
        const bool isLost = !host.transport && withoutContainer(host.endpoint).target != "local:";
        host.link = isLost ? HostLink::Disconnected : HostLink::Connected; // the current state
    } else {
        host.link = cancelled ? HostLink::Disconnected : HostLink::Unreachable;
        // Data that was read stays shown; the failure page is shown if there is none.
        host.showSnapshot =
            host.snapshot.topology && (cancelled || host.failure->stage >= remote::Stage::Command);
        host.step = QString::fromStdString(host.failure->what);
    }
    m_jobs.update(host,
                  cancelled || waits ? JobEntry::State::Cancelled
                  : host.failure     ? JobEntry::State::Failed
                                     : JobEntry::State::Done,
                  true);
    m_jobs.queue().changeFleet();
    m_jobs.queue().changeHost(host.id);
    Q_EMIT this->finished(host.id);
}

void HostJobs::apply(HostSession &host, const Opened &opened) {
    const QString path = QString::fromStdString(opened.path);
    const quint64 id = host.id;
    if (opened.list) {
        host.step = tr("host list");
        m_jobs.update(host, JobEntry::State::Done, true);
        Q_EMIT removeRequested(id);
        Q_EMIT listOpened(path, Result<workspace::HostList>(*opened.list));
        return;
    }
    if (!opened.snapshot) {
        const Error &error = opened.snapshot.error();
        QString what = QString::fromStdString(error.what);
        if (!error.hint.empty())
            what += QStringLiteral(" (%1)").arg(QString::fromStdString(error.hint));
        m_jobs.log(QStringLiteral("open"), QFileInfo(path).fileName(), what);
        host.step = what;
        m_jobs.update(host, JobEntry::State::Failed, true);
        Q_EMIT removeRequested(id);
        Q_EMIT openFailed(path, what);
        Q_EMIT finished(id);
        return;
    }
    host.link = HostLink::Capture;
    host.snapshot = *opened.snapshot;
    host.step = contentText(host.snapshot, false);
    m_jobs.log(QStringLiteral("open"), QFileInfo(path).fileName(),
               tr("%1: %2").arg(contentText(host.snapshot, true), path));
    m_jobs.update(host, JobEntry::State::Done, true);
    m_jobs.queue().changeFleet();
    m_jobs.queue().changeHost(id);
    Q_EMIT finished(id);
}

void HostJobs::apply(HostSession &host, const Link &link) {
    host.transport = link.transport;
    if (!host.job && host.link == HostLink::Connected && !link.transport)
        host.link = HostLink::Disconnected;
    else if (!host.job && host.link == HostLink::Disconnected && link.transport)
        host.link = HostLink::Connected; // that of a run which is followed again
    m_jobs.queue().changeFleet();
    m_jobs.queue().changeHost(host.id);
}

void HostJobs::apply(HostSession &host, const std::shared_ptr<bridge::Question> &question) {
    if (host.isUnattended) {
        host.heldBack = true;
        return question->abandon();
    }
    host.questions.push_back(question);
    Q_EMIT asked(host.id, question);
}

void HostJobs::dropQuestions(HostSession &host) {
    if (host.questions.empty())
        return;
    for (const auto &question : host.questions)
        question->abandon();
    host.questions.clear();
    Q_EMIT questionsDropped(host.id);
}

} // namespace fabricscope::app::window
