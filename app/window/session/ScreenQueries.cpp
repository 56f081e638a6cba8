// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/session/ScreenQueries.h"

#include "app/jobs/judge/SiteFile.h"
#include "app/jobs/script/HostEndpoint.h"
#include "core/base/HostText.h"
#include "core/present/hostvm/HostVmExamination.h"
#include "remote/config/SshConfig.h"

#include <utility>

namespace fabricscope::app::window {

ScreenQueries::ScreenQueries(SessionJobs &jobs, const HostAccess &access)
    : m_jobs(jobs)
    , m_access(access)
    , m_compareSides(fleet::compare)
    , m_resolved(jobs.mailbox(), [this](const Resolved &answer) { take(answer); })
    , m_lists(jobs.mailbox(),
              [this](const ListRead &read) { Q_EMIT listRead(QString::fromStdString(read.path), read.list); })
    , m_aliases(jobs.mailbox(), [this](const std::vector<remote::SshAlias> &aliases) { take(aliases); })
    , m_compared(jobs.mailbox(),
                 [this](const Compared &answer) { Q_EMIT compared(answer.question, answer.comparison); })
    , m_examined(jobs.mailbox(),
                 [this](const HostVmExamined &answer) {
                     m_jobs.queue().schedule(this, [this, answer] {
                         Q_EMIT hostVmExamined(answer.question, answer.examination);
                     });
                 })
    , m_sites(jobs.mailbox(), [this](const SiteRead &read) {
        if (read.site)
            Q_EMIT siteRead(read.question, std::make_shared<const site::Site>(*read.site), {});
        else
            Q_EMIT siteRead(read.question, nullptr,
                            QString::fromStdString(HostText(read.site.error().what).line()));
    }) {}

void ScreenQueries::resolve(const QString &target) {
    if (m_jobs.isStopped())
        return;
    remote::Endpoint endpoint;
    endpoint.target = target.toStdString();
    endpoint.configFile = m_access.sshConfig();
    m_jobs.workers().post([to = m_resolved.sender(), endpoint] {
        remote::SshConfig config;
        const auto read = config.read(withoutContainer(endpoint), [] { return false; });
        Resolved answer{endpoint.target, {}, {}, {}, 0, read.has_value()};
        if (read) {
            answer.host = read->host;
            answer.user = read->user;
            answer.port = read->port;
            for (const std::string &jump : read->jumps)
                answer.jump += (answer.jump.empty() ? "" : ", ") + jump;
            if (answer.jump.empty())
                answer.jump = read->proxyCommand;
        }
        to.post(std::move(answer));
    });
}

void ScreenQueries::readList(const QString &path) {
    if (m_jobs.isStopped())
        return;
    m_jobs.workers().post([to = m_lists.sender(), file = path.toStdString()] {
        auto list = textOfList(file).and_then(
            [&](const std::string &text) { return workspace::readHostList(text, file); });
        to.post({file, std::move(list)});
    });
}

void ScreenQueries::compare(quint64 question, const widgets::CompareSide &before,
                            const widgets::CompareSide &after) {
    if (m_jobs.isStopped())
        return;
    m_jobs.workers().post([to = m_compared.sender(), compare = m_compareSides, question, before, after] {
        to.post({question, std::make_shared<const fleet::Comparison>(compare(before.side(), after.side()))});
    });
}

void ScreenQueries::examineHostVm(quint64 question, const hostvm::Question &asked) {
    if (m_jobs.isStopped())
        return;
    m_jobs.workers().post([to = m_examined.sender(), question, asked] {
        to.post({question, present::examineHostVm(asked)});
    });
}

void ScreenQueries::readSite(quint64 question, const QString &path) {
    if (m_jobs.isStopped())
        return;
    m_jobs.workers().post([to = m_sites.sender(), question, file = path.toStdString()] {
        to.post({question, readSiteFile(file)});
    });
}

void ScreenQueries::readAliases() {
    if (m_jobs.isStopped())
        return;
    m_jobs.workers().post(
        [to = m_aliases.sender(), file = m_access.sshConfig()] { to.post(remote::readSshAliases(file)); });
}

void ScreenQueries::take(const Resolved &answer) {
    std::optional<widgets::ResolvedTarget> target;
    if (answer.known)
        target =
            widgets::ResolvedTarget{QString::fromStdString(answer.host), QString::fromStdString(answer.user),
                                    answer.port, QString::fromStdString(answer.jump)};
    Q_EMIT resolved(QString::fromStdString(answer.target), target);
}

void ScreenQueries::take(const std::vector<remote::SshAlias> &aliases) {
    std::vector<widgets::HostSuggestion> rows;
    for (const remote::SshAlias &alias : aliases) {
        const std::string where = alias.user.empty() ? alias.host : alias.user + "@" + alias.host;
        rows.push_back({QString::fromStdString(HostText(alias.name).plain(255)),
                        QString::fromStdString(HostText(where).plain(255))});
    }
    Q_EMIT aliasesRead(rows);
}

} // namespace fabricscope::app::window
