// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/session/SiteJudging.h"

#include "app/jobs/collect/ReleaseOnWorker.h"
#include "app/jobs/judge/CheckHost.h"

#include <algorithm>
#include <utility>

namespace fabricscope::app::window {

SiteJudging::SiteJudging(SessionJobs &jobs, SessionHosts &hosts)
    : m_jobs(jobs)
    , m_hosts(hosts)
    , m_applied(jobs.mailbox(),
                [this](bridge::Origin from, SiteReport applied) { take(from, std::move(applied)); }) {}

void SiteJudging::setRules(std::shared_ptr<const SiteRules> rules) {
    m_rules = std::move(rules);
    m_jobs.queue().changeFleet(); // calls apply()
    if (!m_rules)                 // their reports are as before, without a worker
        for (const auto &host : m_hosts.hosts())
            if (host->snapshot.report)
                m_jobs.queue().changeHost(host->id);
}

void SiteJudging::apply() {
    if (m_jobs.isStopped())
        return;
    for (const auto &host : m_hosts.hosts())
        applyTo(*host);
}

void SiteJudging::applyTo(HostSession &host) {
    const auto &base = host.snapshot.report;
    if (!m_rules || !base) {
        host.withSite = {};
        host.siteRequested = {};
        return;
    }
    SiteReport &requested = host.siteRequested;
    if (requested.base == base && requested.rules == m_rules)
        return;
    requested.base = base;
    requested.rules = m_rules;
    m_jobs.workers().post([to = m_applied.sender(), release = m_jobs.release(), from = host.origin(),
                           snapshot = host.snapshot, applied = requested]() mutable {
        auto report = std::make_shared<checks::HostReport>(*applied.base);
        site::Applied what = applySite(snapshot, snapshot.examination.get(), applied.rules->site,
                                       applied.rules->today, *report);
        applied.report = releasedOn(release, std::shared_ptr<const checks::HostReport>(std::move(report)));
        applied.expectations = what.expectations;
        applied.usedMutes = std::move(what.mutes);
        to.post(from, std::move(applied));
    });
}

void SiteJudging::take(bridge::Origin from, SiteReport applied) {
    HostSession *host = m_hosts.find(from.id);
    if (host == nullptr || applied.base != host->siteRequested.base ||
        applied.rules != host->siteRequested.rules)
        return; // a newer request was sent
    host->withSite = std::move(applied);
    m_jobs.queue().changeFleet();
    m_jobs.queue().changeHost(host->id);
}

bool SiteJudging::isBusy() const {
    return std::any_of(m_hosts.hosts().begin(), m_hosts.hosts().end(), [](const auto &host) {
        return host->siteRequested.base != host->withSite.base ||
               host->siteRequested.rules != host->withSite.rules;
    });
}

std::vector<std::size_t> SiteJudging::unusedMutes() const {
    std::vector<std::size_t> unused;
    if (!m_rules || isBusy())
        return unused;
    std::set<std::size_t> used;
    bool isAnyRead = false;
    for (const auto &host : m_hosts.hosts()) {
        used.insert(host->withSite.usedMutes.begin(), host->withSite.usedMutes.end());
        isAnyRead = isAnyRead || host->withSite.report;
    }
    for (std::size_t i = 0; isAnyRead && i < m_rules->site.mutes.size(); ++i)
        if (!used.contains(i))
            unused.push_back(i);
    return unused;
}

} // namespace fabricscope::app::window
