// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bridge/Channel.h"
#include "app/jobs/copy/CopyFile.h"
#include "app/window/session/HostAccess.h"
#include "app/window/session/SessionHosts.h"
#include "app/window/session/SessionJobs.h"

#include <QObject>
#include <QString>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fabricscope::app {
class RemoteScript;
}

namespace fabricscope::app::window {

/// What a copy to a host would change; nothing was written.
struct CopyPlanReady {
    std::uint64_t copy = 0; ///< HostCopies::prepareCopy()
    tl::expected<CopyPlan, remote::Failure> plan;
};

/// A file was copied to a host, or could not be.
struct FileCopied {
    std::uint64_t copy = 0; ///< HostCopies::copyFile()
    tl::expected<CopyReceipt, remote::Failure> receipt;
};

/// Copies files to hosts over their existing connections.
class HostCopies : public QObject {
    Q_OBJECT
public:
    HostCopies(SessionJobs &jobs, const SessionHosts &hosts, const HostAccess &access);

    /// Reads a file on a host, and determines what a copy of `text` would change; nothing is written.
    /// copyPlanReady() reports the result. Returns its number; 0: there is no such host. Runs as root if the
    /// host was read with sudo.
    quint64 prepareCopy(quint64 id, std::string text, std::string path);
    /// Copies by this plan, as a job; fileCopied() reports the result. Returns its number.
    quint64 copyFile(quint64 id, const CopyPlan &plan);
    /// Cancels either; the result is still reported, with a failure.
    void cancelCopy(quint64 copy);
    void cancelJob(quint64 jobId);
    void cancelAll();
    /// After the workers have ended.
    void clear() { m_copies.clear(); }

Q_SIGNALS:
    void copyPlanReady(const CopyPlanReady &looked);
    void fileCopied(const FileCopied &copied);

private:
    /// A script of CopyFile.h that runs on a host.
    struct RunningCopy {
        quint64 id = 0;
        widgets::JobEntry job; ///< without an id while it only reads
        std::shared_ptr<RemoteScript> script;
    };
    void take(const CopyPlanReady &looked);
    void take(const FileCopied &copied);
    [[nodiscard]] std::optional<RunningCopy> ended(quint64 copy);
    void logCopy(const QString &host, const QString &text);

    SessionJobs &m_jobs;
    const SessionHosts &m_hosts;
    const HostAccess &m_access;
    std::vector<RunningCopy> m_copies;
    quint64 m_lastCopy = 0;
    bridge::Channel<CopyPlanReady> m_plans;
    bridge::Channel<FileCopied> m_copied;
};

/// One line for the user: "... : nothing was changed; copy it with sudo".
[[nodiscard]] QString copyFailureText(const remote::Failure &failure);
[[nodiscard]] QString copyReceiptText(const CopyReceipt &receipt);

} // namespace fabricscope::app::window
