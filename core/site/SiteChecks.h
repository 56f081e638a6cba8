// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/checks/Report.h"
#include "core/site/Site.h"

#include <cstddef>
#include <set>
#include <string>
#include <vector>

namespace fabricscope::site {

/// What a site file has about a host.
struct Applied {
    std::size_t expectations = 0;
    std::set<std::size_t> mutes;      ///< places in Site::mutes of those that are about a finding of it
    std::set<std::size_t> hosts = {}; ///< places in Site::hosts of those that it is one of
};

/// Adds a result of Group::Site for each expectation of this host, then mutes what the site accepts, today.
/// `report` is that of `subject`.
Applied applySite(const Site &site, const checks::Subject &subject, checks::Date today,
                  checks::HostReport &report);

/// By which patterns of the file find it: the name in the report, the host's own, its target without user.
[[nodiscard]] std::vector<std::string> namesOf(const checks::Subject &subject,
                                               const checks::HostReport &report);

} // namespace fabricscope::site
