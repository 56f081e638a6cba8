// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bridge/Channel.h"
#include "app/window/session/SessionHosts.h"
#include "app/window/session/SessionJobs.h"
#include "app/window/session/SiteRules.h"

#include <cstddef>
#include <memory>
#include <set>
#include <vector>

namespace fabricscope::app::window {

/// Adds to the reports of all hosts what the site expects, and mutes what it and the workspace accept, on
/// workers, as `check --site` does.
class SiteJudging {
public:
    SiteJudging(SessionJobs &jobs, SessionHosts &hosts);

    /// nullptr: none.
    void setRules(std::shared_ptr<const SiteRules> rules);
    [[nodiscard]] const std::shared_ptr<const SiteRules> &rules() const { return m_rules; }
    /// Call when hosts were added, read or judged.
    void apply();
    /// Whether a report waits for its rules.
    [[nodiscard]] bool isBusy() const;
    /// Places in the site's mutes of those that are about no finding of any host that was read. Empty while
    /// busy, or where no host was read.
    [[nodiscard]] std::vector<std::size_t> unusedMutes() const;

private:
    void applyTo(HostSession &host);
    void take(bridge::Origin from, SiteReport applied);

    SessionJobs &m_jobs;
    SessionHosts &m_hosts;
    std::shared_ptr<const SiteRules> m_rules;
    bridge::Channel<SiteReport> m_applied;
};

} // namespace fabricscope::app::window
