// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bridge/Channel.h"
#include "app/window/session/SessionHosts.h"
#include "app/window/session/SessionJobs.h"

#include <functional>
#include <memory>
#include <vector>

// Declared, not included: see HostSession.h.
namespace fabricscope::affinity {
struct Question;
}

namespace fabricscope::app::window {

/// Judges hosts together, on workers: a VM has the distances of its hypervisor, and rails are visible only by
/// comparing hosts of the same kind. A host alone is judged when it is read.
class HostJudging {
public:
    HostJudging(SessionJobs &jobs, SessionHosts &hosts);

    /// Judges a host among others, on a worker; tests replace it before the first host is added.
    using Judge = std::function<std::shared_ptr<const affinity::Examination>(const Snapshot &,
                                                                             const affinity::Question &)>;
    void setJudge(Judge judge) { m_judge = std::move(judge); }
    /// Call when hosts were added, removed or read.
    void judgeInContexts();

private:
    struct Judged {
        std::uint64_t question = 0; ///< HostSession::judgingQuestion; an answer to an older one is dropped
        std::shared_ptr<const affinity::Examination> examination;
        std::shared_ptr<const checks::HostReport> report;
    };
    void judgeInContext(HostSession &host, JudgementContext context, bool withPeers);
    void take(bridge::Origin from, const Judged &judged);

    SessionJobs &m_jobs;
    SessionHosts &m_hosts;
    Judge m_judge;
    /// The input of the last judgeInContexts().
    std::vector<std::shared_ptr<const topology::Topology>> m_related;
    bool m_relatedToPeers = false;
    bridge::Channel<Judged> m_judged;
};

} // namespace fabricscope::app::window
