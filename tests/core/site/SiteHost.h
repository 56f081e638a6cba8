// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/site/Site.h"
#include "tests/core/checks/CheckedHost.h"

#include <string>
#include <string_view>

namespace fabricscope::site {

inline constexpr checks::Date kToday{std::chrono::year(2026), std::chrono::month(11), std::chrono::day(30)};

/// checks::soundServer() with all that a site may expect: two GPUs and two NICs.
[[nodiscard]] host::Host siteServer();

/// The report of a host with what this site file has.
[[nodiscard]] checks::HostReport reportWith(const checks::CheckedSample &sample, std::string_view siteFile);

/// nullptr where there is no such result.
[[nodiscard]] const checks::CheckResult *resultOf(const checks::HostReport &report, std::string_view id);

} // namespace fabricscope::site
