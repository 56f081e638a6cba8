// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/bench/judge/StopRules.h"
#include "core/bench/view/BenchView.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::bench {

/// Conditions that may end a run automatically, as initially offered: wrong values is on, the rest is off.
[[nodiscard]] std::vector<StopRule> standardStopRules();

/// Those that can occur in such a run, in their order.
[[nodiscard]] std::vector<StopRule> rulesFor(const RunSpec &spec, const std::vector<StopRule> &rules);

/// `key` is one of standardStopRules(); an unknown one changes nothing.
void setStopRule(std::vector<StopRule> &rules, std::string_view key, bool enabled);
void setStopLimits(std::vector<StopRule> &rules, std::string_view key, double percent, int rows);

/// Rules as written on a command line, on top of standardStopRules(): "wrong", "error", "below-ceiling=60,3"
/// (percent, and rows in a row, both optional); "none" as the only one switches all off. Those named are on,
/// and the others as offered.
[[nodiscard]] Result<std::vector<StopRule>> stopRulesFrom(std::span<const std::string> texts);
/// The names that stopRulesFrom() knows: "wrong, below-baseline, ...".
[[nodiscard]] std::string stopRuleNames();

/// The enabled ones.
[[nodiscard]] StopConditions stopConditions(const std::vector<StopRule> &rules);

} // namespace fabricscope::bench
