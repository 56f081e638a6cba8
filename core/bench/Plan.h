// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/bench/Binding.h"
#include "core/bench/Sweep.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::bench {

/// One step of a plan: a run, or the same with one variable over several values, or again and again.
struct PlanStep {
    RunSpec spec;
    Sweep sweep;
    std::vector<std::string> notes; ///< why it is as it is, for people; a sentence each
};

/// Runs on one host or several, one after the other: what a person writes down, edits and gives away.
struct Plan {
    std::vector<PlanStep> steps;
    static constexpr std::size_t kMaxRuns = 1000; ///< of all steps together
};

/// One run of a plan.
struct PlannedRun {
    std::size_t step = 0; ///< index in Plan::steps
    SweepStep run;
};
/// All of them, in order. Errors: none, more than kMaxRuns, a step that names no host or that stepsOf()
/// refuses; `where` names it.
[[nodiscard]] Result<std::vector<PlannedRun>> runsOf(const Plan &plan);

/// What is asked of a host first: a collective over its GPUs, by the library of their vendor, over all sizes
/// (the tool's preset); where it has none, STREAM. `tool` is "KEY" or "KEY:TEST" of the catalogue, or empty.
[[nodiscard]] BindingRequest defaultRequest(const BindingFacts &facts, const std::string &host,
                                            std::string_view tool = {});
/// The step as affinity proposes it; what was filled in, and what was found, are its notes. Errors as
/// bindRun().
[[nodiscard]] Result<PlanStep> plannedStep(const BindingRequest &request, const BindingFacts &facts);

} // namespace fabricscope::bench
