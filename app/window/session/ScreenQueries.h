// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bridge/Channel.h"
#include "app/window/session/HostAccess.h"
#include "app/window/session/SessionJobs.h"
#include "core/workspace/HostList.h"
#include "remote/config/SshAliases.h"
#include "widgets/compare/CompareSide.h"
#include "widgets/connect/ConnectTypes.h"
#ifndef Q_MOC_RUN // Qt 6.4's moc cannot parse <concepts>, which this includes, and does not need it
#include "core/site/Site.h"
#endif

#include <QObject>
#include <QString>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

// Declared, not included: see HostSession.h.
namespace fabricscope::hostvm {
struct Question;
}
namespace fabricscope::present {
struct HostVmExamination;
}

namespace fabricscope::app::window {

/// What screens and dialogs ask, answered on workers: each question is answered by a signal.
class ScreenQueries : public QObject {
    Q_OBJECT
public:
    ScreenQueries(SessionJobs &jobs, const HostAccess &access);

    /// Resolves a target by the ssh configuration; resolved() reports the result.
    void resolve(const QString &target);
    /// Reads a list of hosts; listRead() reports the result.
    void readList(const QString &path);
    /// Reads the host names in the ssh configuration; aliasesRead() reports the result.
    void readAliases();
    /// Compares two captures; compared() reports the result.
    void compare(quint64 question, const widgets::CompareSide &before, const widgets::CompareSide &after);
    /// The function that does so; tests replace it.
    using Compare = std::function<fleet::Comparison(const fleet::Side &before, const fleet::Side &after)>;
    void setCompare(Compare compare) { m_compareSides = std::move(compare); }
    /// Examines a guest and its host together; hostVmExamined() reports the result.
    void examineHostVm(quint64 question, const hostvm::Question &asked);
    /// Reads a site file; siteRead() reports the result.
    void readSite(quint64 question, const QString &path);

Q_SIGNALS:
    /// nullptr: it could not be read, for this reason.
    void siteRead(quint64 question, const std::shared_ptr<const fabricscope::site::Site> &site,
                  const QString &error);
    void resolved(const QString &target, const std::optional<fabricscope::widgets::ResolvedTarget> &result);
    void listRead(const QString &path, const fabricscope::Result<fabricscope::workspace::HostList> &list);
    void aliasesRead(const std::vector<fabricscope::widgets::HostSuggestion> &aliases);
    void compared(quint64 question, const std::shared_ptr<const fabricscope::fleet::Comparison> &comparison);
    void hostVmExamined(quint64 question,
                        const std::shared_ptr<const fabricscope::present::HostVmExamination> &examination);

private:
    /// The ssh configuration's settings for a target that the user types.
    struct Resolved {
        std::string target, host, user, jump;
        std::uint16_t port = 0;
        bool known = false;
    };
    struct ListRead {
        std::string path;
        Result<workspace::HostList> list;
    };
    struct Compared {
        std::uint64_t question = 0;
        std::shared_ptr<const fleet::Comparison> comparison;
    };
    struct HostVmExamined {
        std::uint64_t question = 0;
        std::shared_ptr<const present::HostVmExamination> examination;
    };
    struct SiteRead {
        std::uint64_t question = 0;
        Result<site::Site> site;
    };
    void take(const Resolved &answer);
    void take(const std::vector<remote::SshAlias> &aliases);

    SessionJobs &m_jobs;
    const HostAccess &m_access;
    Compare m_compareSides;
    bridge::Channel<Resolved> m_resolved;
    bridge::Channel<ListRead> m_lists;
    bridge::Channel<std::vector<remote::SshAlias>> m_aliases;
    bridge::Channel<Compared> m_compared;
    bridge::Channel<HostVmExamined> m_examined;
    bridge::Channel<SiteRead> m_sites;
};

} // namespace fabricscope::app::window
