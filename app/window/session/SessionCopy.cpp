// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The part of SessionController that copies a file to a host. Results come back through the mailbox: code on
// the client's thread does not use the window, which may no longer exist by then.
#include "app/window/session/CopyToGuest.h"
#include "app/window/session/SessionController.h"

#include <QDateTime>

#include <algorithm>
#include <utility>

namespace fabricscope::app::window {

namespace {

using widgets::JobEntry;

qint64 now() {
    return QDateTime::currentMSecsSinceEpoch();
}

} // namespace

/// The rights with which the user had the host read.
ScriptRights SessionController::rightsOn(const HostSession &host) {
    const auto &topology = host.snapshot.topology;
    const bool isRoot = topology && topology->host().user.valueOr("") == "root";
    return {host.root && !isRoot, sudoPassword(host, bridge::SudoQuestion::Purpose::Copy)};
}

HostEndpoint SessionController::hostEndpointFor(const HostSession &host) {
    remote::ConnectOptions options;
    options.connectTimeout = m_limits.connect;
    raiseTimeouts(options, m_limits.lease);
    options.note = [to = m_lines.sender(), from = host.origin(),
                    name = host.label.toStdString()](const remote::ConnectNote &note) {
        to.post(from, {now(), name, "ssh", note.text});
    };
    remote::Endpoint endpoint = host.endpoint;
    if (!host.transport && !host.job) // otherwise uses the existing or pending connection
        endpoint.transport = m_limits.transport;
    return {std::move(endpoint), prompts(host), std::move(options)};
}

quint64 SessionController::prepareCopy(quint64 id, std::string text, std::string path) {
    const HostSession *host = find(id);
    if (host == nullptr || host->isCapture() || m_stopped)
        return 0;
    const quint64 number = ++m_lastCopy;
    JobEntry nothing;
    nothing.host = host->name();
    m_copies.push_back({number, nothing, {}});
    m_copies.back().script =
        app::planCopy(*m_client, hostEndpointFor(*host), {std::move(text), std::move(path), rightsOn(*host)},
                      [to = m_plans.sender(), number](tl::expected<CopyPlan, remote::Failure> plan) {
                          to.post({number, std::move(plan)});
                      });
    return number;
}

quint64 SessionController::copyFile(quint64 id, const CopyPlan &plan) {
    const HostSession *host = find(id);
    if (host == nullptr || host->isCapture() || m_stopped)
        return 0;
    const quint64 number = ++m_lastCopy;
    JobEntry job;
    job.id = ++m_lastJob;
    job.name = tr("Copy file");
    job.host = host->name();
    job.state = JobEntry::State::Running;
    job.step = QString::fromStdString(plan.request.path);
    job.startedMs = now();
    m_jobs.put(job);
    for (const std::string &command : plan.commands)
        logCopy(job.host, QString::fromStdString(command));
    m_copies.push_back({number, job, {}});
    m_copies.back().script =
        app::copyFile(*m_client, hostEndpointFor(*host), plan,
                      [to = m_copied.sender(), number](tl::expected<CopyReceipt, remote::Failure> receipt) {
                          to.post({number, std::move(receipt)});
                      });
    return number;
}

void SessionController::cancelCopy(quint64 copy) {
    for (const RunningCopy &running : m_copies)
        if (running.id == copy && running.script)
            running.script->cancel();
}

std::optional<SessionController::RunningCopy> SessionController::ended(quint64 copy) {
    const auto found = std::find_if(m_copies.begin(), m_copies.end(),
                                    [copy](const RunningCopy &running) { return running.id == copy; });
    if (found == m_copies.end())
        return std::nullopt;
    RunningCopy running = std::move(*found);
    m_copies.erase(found);
    return running;
}

void SessionController::take(const CopyPlanReady &looked) {
    const auto running = ended(looked.copy);
    if (running && !looked.plan)
        logCopy(running->job.host, copyFailureText(looked.plan.error()));
    Q_EMIT copyPlanReady(looked);
}

void SessionController::take(const FileCopied &copied) {
    if (auto running = ended(copied.copy)) {
        JobEntry &job = running->job;
        job.step =
            copied.receipt ? copyReceiptText(*copied.receipt) : copyFailureText(copied.receipt.error());
        job.state = copied.receipt ? JobEntry::State::Done
                    : copied.receipt.error().kind == remote::FailureKind::Cancelled
                        ? JobEntry::State::Cancelled
                        : JobEntry::State::Failed;
        job.endedMs = now();
        m_jobs.put(job);
        logCopy(job.host, job.step);
    }
    Q_EMIT fileCopied(copied);
}

void SessionController::logCopy(const QString &host, const QString &text) {
    m_log.append({{now(), QStringLiteral("copy"), host, text}});
}

} // namespace fabricscope::app::window
