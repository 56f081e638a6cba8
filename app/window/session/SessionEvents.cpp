// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The part of SessionController that handles the events in the mailbox.
#include "app/jobs/script/HostEndpoint.h"
#include "app/window/session/SessionController.h"
#include "core/base/HostText.h"

#include <QDateTime>
#include <QFileInfo>
#include <QPointer>
#include <QScopeGuard>

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

QString counted(std::size_t count, const QString &one, const QString &many) {
    return count == 1 ? one : many.arg(count);
}

/// "8 GPUs", and for the log "8 GPUs, 214 functions".
QString contentText(const Snapshot &snapshot, bool all) {
    if (!snapshot.topology)
        return SessionController::tr("no device");
    const auto &nodes = snapshot.topology->nodes();
    const auto gpus =
        static_cast<std::size_t>(std::count_if(nodes.begin(), nodes.end(), [](const topology::Node &node) {
            return node.kind == topology::NodeKind::Gpu;
        }));
    QStringList words;
    if (gpus > 0)
        words << counted(gpus, SessionController::tr("1 GPU"), SessionController::tr("%1 GPUs"));
    if (all || words.isEmpty())
        words << counted(snapshot.topology->host().functions.size(), SessionController::tr("1 function"),
                         SessionController::tr("%1 functions"));
    return words.join(QLatin1String(", "));
}

} // namespace

void SessionController::take(const Resolved &answer) {
    std::optional<widgets::ResolvedTarget> target;
    if (answer.known)
        target =
            widgets::ResolvedTarget{QString::fromStdString(answer.host), QString::fromStdString(answer.user),
                                    answer.port, QString::fromStdString(answer.jump)};
    Q_EMIT resolved(QString::fromStdString(answer.target), target);
}

void SessionController::take(const std::vector<remote::SshAlias> &aliases) {
    std::vector<widgets::HostSuggestion> rows;
    for (const remote::SshAlias &alias : aliases) {
        const std::string where = alias.user.empty() ? alias.host : alias.user + "@" + alias.host;
        rows.push_back({QString::fromStdString(HostText(alias.name).plain(255)),
                        QString::fromStdString(HostText(where).plain(255))});
    }
    Q_EMIT aliasesRead(rows);
}

void SessionController::apply(HostSession &host, JobState state) {
    if (state == JobState::Running) {
        host.link = HostLink::Collecting;
        updateJob(host, JobEntry::State::Running, false);
    } else if (state == JobState::Connecting) {
        host.link = HostLink::Connecting;
        updateJob(host, JobEntry::State::Running, false);
    }
    updateFleet();
    notifyChanged(host.id);
}

void SessionController::apply(HostSession &host, remote::Stage stage) {
    host.stage = stage;
    host.times.entered.emplace_back(stage, now());
    updateJob(host, JobEntry::State::Running, false);
    notifyChanged(host.id);
}

void SessionController::apply(HostSession &host, const LogLine &line) {
    if (host.transcript.size() >= kTranscriptLines)
        host.transcript.erase(host.transcript.begin());
    host.transcript.push_back(line);
    m_logged.push_back(
        {line.timeMs, QString::fromStdString(line.channel), host.name(), QString::fromStdString(line.text)});
    if (!m_bridge.isDelivering())
        m_log.append(std::exchange(m_logged, {}));
}

void SessionController::apply(HostSession &host, Snapshot snapshot) {
    host.snapshot = std::move(snapshot);
    updateFleet();
    notifyChanged(host.id);
}

void SessionController::apply(HostSession &host, const Progress &progress) {
    host.fraction = std::clamp(progress.fraction, 0.0, 1.0);
    host.step = QString::fromStdString(progress.step);
    updateJob(host, JobEntry::State::Running, false);
    updateFleet();
    if (!host.snapshot.topology)
        notifyChanged(host.id);
}

void SessionController::apply(HostSession &host, const Finished &finished) {
    // The job may hold the last reference to all data that was read.
    m_release.post([job = std::exchange(host.job, nullptr)] {});
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
    updateJob(host,
              cancelled || waits ? JobEntry::State::Cancelled
              : host.failure     ? JobEntry::State::Failed
                                 : JobEntry::State::Done,
              true);
    updateFleet();
    notifyChanged(host.id);
    Q_EMIT this->finished(host.id);
}

void SessionController::apply(HostSession &host, const Opened &opened) {
    const QString path = QString::fromStdString(opened.path);
    const quint64 id = host.id;
    if (opened.list) {
        host.step = tr("host list");
        updateJob(host, JobEntry::State::Done, true);
        remove(id);
        Q_EMIT listRead(path, Result<workspace::HostList>(*opened.list));
        return;
    }
    if (!opened.snapshot) {
        const Error &error = opened.snapshot.error();
        QString what = QString::fromStdString(error.what);
        if (!error.hint.empty())
            what += QStringLiteral(" (%1)").arg(QString::fromStdString(error.hint));
        m_log.append({{now(), QStringLiteral("open"), QFileInfo(path).fileName(), what}});
        host.step = what;
        updateJob(host, JobEntry::State::Failed, true);
        remove(id);
        Q_EMIT openFailed(path, what);
        Q_EMIT finished(id);
        return;
    }
    host.link = HostLink::Capture;
    host.snapshot = *opened.snapshot;
    host.step = contentText(host.snapshot, false);
    m_log.append({{now(), QStringLiteral("open"), QFileInfo(path).fileName(),
                   tr("%1: %2").arg(contentText(host.snapshot, true), path)}});
    updateJob(host, JobEntry::State::Done, true);
    updateFleet();
    notifyChanged(id);
    Q_EMIT finished(id);
}

void SessionController::apply(HostSession &host, const Link &link) {
    host.transport = link.transport;
    if (!host.job && host.link == HostLink::Connected && !link.transport)
        host.link = HostLink::Disconnected;
    updateFleet();
    notifyChanged(host.id);
}

void SessionController::apply(HostSession &host, const std::shared_ptr<bridge::Question> &question) {
    if (host.isUnattended) {
        host.heldBack = true;
        return question->abandon();
    }
    host.questions.push_back(question);
    Q_EMIT asked(host.id, question);
}

void SessionController::dropQuestions(HostSession &host) {
    if (host.questions.empty())
        return;
    for (const auto &question : host.questions)
        question->abandon();
    host.questions.clear();
    Q_EMIT questionsDropped(host.id);
}

void SessionController::updateJob(const HostSession &host, JobEntry::State state, bool ended) {
    const JobEntry *known = m_jobs.find(host.jobId);
    if (host.jobId == 0 || (known != nullptr && known->endedMs))
        return;
    JobEntry entry;
    entry.id = host.jobId;
    entry.name = host.isCapture() ? tr("Open file")
                 : host.root      ? tr("Collect snapshot, with sudo")
                                  : tr("Collect snapshot");
    entry.host = host.name();
    entry.state = state;
    entry.fraction = host.fraction;
    const bool connecting = host.step.isEmpty() && host.link == HostLink::Connecting;
    entry.step = connecting ? stageText(host.stage) : host.step;
    entry.startedMs = known != nullptr ? known->startedMs : now();
    if (ended)
        entry.endedMs = now();
    m_jobs.put(entry);
}

void SessionController::holdFleet(bool held) {
    m_fleetHeld = held;
    updateFleet();
}

void SessionController::notifyChanged(quint64 id) {
    if (!m_bridge.isDelivering())
        Q_EMIT changed(id);
    else if (std::find(m_changed.begin(), m_changed.end(), id) == m_changed.end())
        m_changed.push_back(id);
}

void SessionController::scheduleOnEventLoop(QObject *context, std::function<void()> piece) {
    m_pieces.emplace_back([context = QPointer<QObject>(context), piece = std::move(piece)] {
        if (context)
            piece();
    });
}

bool SessionController::isUnsettled() const {
    return !m_logged.empty() || m_fleetChanged || m_listChanged || !m_changed.empty() || !m_pieces.empty();
}

/// Handles one pending piece; returns whether more are pending. All together take longer than a frame.
bool SessionController::settle() {
    m_settling = true;
    const auto done = qScopeGuard([this] { m_settling = false; });
    if (!m_logged.empty()) {
        m_log.append(std::exchange(m_logged, {}));
    } else if (std::exchange(m_fleetChanged, false)) {
        renewFleet();
        m_listChanged = true;
    } else if (std::exchange(m_listChanged, false)) {
        Q_EMIT listChanged();
    } else if (!m_changed.empty()) {
        for (const quint64 id : std::exchange(m_changed, {}))
            if (find(id) != nullptr)
                Q_EMIT changed(id);
    } else if (!m_pieces.empty()) {
        const std::function<void()> piece = std::move(m_pieces.front());
        m_pieces.pop_front();
        piece();
    }
    const bool isMore = isUnsettled();
    if (!isMore)
        Q_EMIT settled();
    return isMore;
}

void SessionController::updateFleet() {
    if (m_fleetHeld) { // signalled when no longer held
        m_fleetChanged = m_listChanged = false;
        return;
    }
    if (m_bridge.isDelivering()) {
        m_fleetChanged = true;
        return;
    }
    m_fleetChanged = m_listChanged = false; // signalled now, with all that is pending
    renewFleet();
    Q_EMIT listChanged();
}

void SessionController::renewFleet() {
    judgeInContexts();
    m_fleet.setEntries(fleetEntries(m_sessions), m_groups);
}

} // namespace fabricscope::app::window
