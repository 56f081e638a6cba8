// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/session/HostCopies.h"

#include "app/jobs/script/RemoteScript.h"
#include "core/base/HostText.h"

#include <algorithm>
#include <utility>

namespace fabricscope::app::window {

// Results come back through the mailbox: code on the client's thread does not use the window, which may no
// longer exist by then.

using widgets::JobEntry;

namespace {

QString shown(const std::string &text) {
    return QString::fromStdString(HostText(text).plain(1024));
}

} // namespace

QString copyFailureText(const remote::Failure &failure) {
    const QString what = shown(failure.what);
    return failure.hint.empty() ? what : QStringLiteral("%1; %2").arg(what, shown(failure.hint));
}

QString copyReceiptText(const CopyReceipt &receipt) {
    const QString arrived = HostCopies::tr("%1: %2 bytes received, cksum %3")
                                .arg(shown(receipt.path))
                                .arg(receipt.bytes)
                                .arg(receipt.checksum);
    return receipt.backup.empty()
               ? arrived
               : HostCopies::tr("%1; old file saved as %2").arg(arrived, shown(receipt.backup));
}

HostCopies::HostCopies(SessionJobs &jobs, const SessionHosts &hosts, const HostAccess &access)
    : m_jobs(jobs)
    , m_hosts(hosts)
    , m_access(access)
    , m_plans(jobs.mailbox(), [this](const CopyPlanReady &looked) { take(looked); })
    , m_copied(jobs.mailbox(), [this](const FileCopied &copied) { take(copied); }) {}

quint64 HostCopies::prepareCopy(quint64 id, std::string text, std::string path) {
    const HostSession *host = m_hosts.find(id);
    if (host == nullptr || host->isCapture() || m_jobs.isStopped())
        return 0;
    const quint64 number = ++m_lastCopy;
    JobEntry nothing;
    nothing.host = host->name();
    m_copies.push_back({number, nothing, {}});
    m_copies.back().script =
        app::planCopy(m_jobs.client(), m_access.endpointFor(*host),
                      {std::move(text), std::move(path), m_access.rightsOn(*host)},
                      [to = m_plans.sender(), number](tl::expected<CopyPlan, remote::Failure> plan) {
                          to.post({number, std::move(plan)});
                      });
    return number;
}

quint64 HostCopies::copyFile(quint64 id, const CopyPlan &plan) {
    const HostSession *host = m_hosts.find(id);
    if (host == nullptr || host->isCapture() || m_jobs.isStopped())
        return 0;
    const quint64 number = ++m_lastCopy;
    JobEntry job;
    job.name = tr("Copy file");
    job.host = host->name();
    job.step = QString::fromStdString(plan.request.path);
    m_jobs.begin(job);
    for (const std::string &command : plan.commands)
        logCopy(job.host, QString::fromStdString(command));
    m_copies.push_back({number, job, {}});
    m_copies.back().script =
        app::copyFile(m_jobs.client(), m_access.endpointFor(*host), plan,
                      [to = m_copied.sender(), number](tl::expected<CopyReceipt, remote::Failure> receipt) {
                          to.post({number, std::move(receipt)});
                      });
    return number;
}

void HostCopies::cancelCopy(quint64 copy) {
    for (const RunningCopy &running : m_copies)
        if (running.id == copy && running.script)
            running.script->cancel();
}

void HostCopies::cancelJob(quint64 jobId) {
    for (const RunningCopy &copy : m_copies)
        if (copy.job.id == jobId && copy.script)
            copy.script->cancel();
}

void HostCopies::cancelAll() {
    for (const RunningCopy &copy : m_copies)
        if (copy.script)
            copy.script->cancel();
}

std::optional<HostCopies::RunningCopy> HostCopies::ended(quint64 copy) {
    const auto found = std::find_if(m_copies.begin(), m_copies.end(),
                                    [copy](const RunningCopy &running) { return running.id == copy; });
    if (found == m_copies.end())
        return std::nullopt;
    RunningCopy running = std::move(*found);
    m_copies.erase(found);
    return running;
}

void HostCopies::take(const CopyPlanReady &looked) {
    const auto running = ended(looked.copy);
    if (running && !looked.plan)
        logCopy(running->job.host, copyFailureText(looked.plan.error()));
    Q_EMIT copyPlanReady(looked);
}

void HostCopies::take(const FileCopied &copied) {
    if (const auto running = ended(copied.copy)) {
        const JobEntry &job = running->job;
        const QString text =
            copied.receipt ? copyReceiptText(*copied.receipt) : copyFailureText(copied.receipt.error());
        m_jobs.end(job,
                   copied.receipt ? JobEntry::State::Done
                   : copied.receipt.error().kind == remote::FailureKind::Cancelled
                       ? JobEntry::State::Cancelled
                       : JobEntry::State::Failed,
                   text);
        logCopy(job.host, text);
    }
    Q_EMIT fileCopied(copied);
}

void HostCopies::logCopy(const QString &host, const QString &text) {
    m_jobs.log(QStringLiteral("copy"), host, text);
}

} // namespace fabricscope::app::window
