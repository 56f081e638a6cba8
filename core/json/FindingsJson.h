// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/checks/Report.h"

#include <span>
#include <string>
#include <string_view>

namespace fabricscope::json {

/// The document fabricscope.findings of `check`: `hosts[]`; `findings[]`, worst first within a host;
/// `muted[]`, likewise with their `mute` of `{reason, until}`; and the other answers, `passed[]`,
/// `unknown[]`, `not_applicable[]`. In those `rule` is the id of the check; a finding has both, `check` and
/// the `rule` that its texts are from.
[[nodiscard]] std::string findingsDocument(std::span<const checks::HostReport> hosts);

/// The same for code scanning: SARIF 2.1.0 (OASIS), one run. A finding is a result of kind "fail" with its
/// level, suppressed if it is muted, an unknown check one of kind "open"; each names its host, and its
/// device, as a logical location. `version`: of this program.
[[nodiscard]] std::string sarifDocument(std::span<const checks::HostReport> hosts, std::string_view version);

} // namespace fabricscope::json
