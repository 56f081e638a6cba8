// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/checks/Report.h"
#include "core/site/Site.h"

#include <cstddef>
#include <string>
#include <vector>

namespace fabricscope::site {

/// Adds a result of Group::Site for each expectation of this host, then mutes what the site accepts, today.
/// `report` is that of `subject`. Returns how many expectations there are.
std::size_t applySite(const Site &site, const checks::Subject &subject, checks::Date today,
                      checks::HostReport &report);

/// By which patterns of the file find it: the name in the report, the host's own, its target without user.
[[nodiscard]] std::vector<std::string> namesOf(const checks::Subject &subject,
                                               const checks::HostReport &report);

} // namespace fabricscope::site
