// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/StopRules.h"
#include "core/layout/bench/BenchView.h"

#include <vector>

namespace fabricscope::layout {

/// What may end a run by itself, as it is offered: wrong values do, the rest waits for someone to want it.
[[nodiscard]] std::vector<StopRule> standardStopRules();

/// Those of them that can come true in such a run, in their order.
[[nodiscard]] std::vector<StopRule> rulesFor(const bench::RunSpec &spec, const std::vector<StopRule> &rules);

/// `key` is one of standardStopRules(); an unknown one changes nothing.
void setStopRule(std::vector<StopRule> &rules, std::string_view key, bool enabled);
void setStopLimits(std::vector<StopRule> &rules, std::string_view key, double percent, int rows);

/// Those that are wanted.
[[nodiscard]] bench::StopConditions stopConditions(const std::vector<StopRule> &rules);

} // namespace fabricscope::layout
