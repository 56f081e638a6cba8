// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#ifndef Q_MOC_RUN // Qt 6.4's moc cannot parse <concepts>, which this includes, and does not need it
#include "core/site/Site.h"
#endif

#include <cstddef>
#include <memory>
#include <set>

// Declared, not included: see HostSession.h.
namespace fabricscope::checks {
struct HostReport;
}

namespace fabricscope::app::window {

/// What is applied to the reports of all hosts.
struct SiteRules {
    site::Site site;    ///< of the site file, with the mutes of the workspace before its own
    checks::Date today; ///< mutes count until a date
};

/// A host's report with its rules applied.
struct SiteReport {
    std::shared_ptr<const checks::HostReport> base; ///< of this report, Snapshot::report
    std::shared_ptr<const SiteRules> rules;         ///< with these rules
    std::shared_ptr<const checks::HostReport> report;
    std::size_t expectations = 0;    ///< of this host
    std::set<std::size_t> usedMutes; ///< places in the site's mutes of those about a finding of it
};

} // namespace fabricscope::app::window
