// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/bench/plan/Binding.h"
#include "core/bench/plan/Sweep.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::bench {

/// One step of a plan: a run, a sweep of one variable, or repeats.
struct PlanStep {
    RunSpec spec;
    Sweep sweep;
    std::vector<std::string> notes; ///< reasons for its settings; a sentence each
};

/// Runs on one host or several, one after the other: can be written, edited and shared.
struct Plan {
    std::vector<PlanStep> steps;
    static constexpr std::size_t kMaxRuns = 1000; ///< of all steps together
};

/// One run of a plan.
struct PlannedRun {
    std::size_t step = 0; ///< index in Plan::steps
    SweepStep run;
};
/// All runs, in order. Errors: none, more than kMaxRuns, a step that names no host or that stepsOf() rejects;
/// `where` names it.
[[nodiscard]] Result<std::vector<PlannedRun>> runsOf(const Plan &plan);

/// The default request for a host: a collective over its GPUs, with the library of their vendor, over all
/// sizes (the tool's preset); without GPUs, STREAM. `tool` is "KEY" or "KEY:TEST" of the catalogue, or empty.
[[nodiscard]] BindingRequest defaultRequest(const BindingFacts &facts, const std::string &host,
                                            std::string_view tool = {});
/// The step as proposed from affinity; its notes are the filled-in settings and the findings. Errors as for
/// bindRun().
[[nodiscard]] Result<PlanStep> plannedStep(const BindingRequest &request, const BindingFacts &facts);

} // namespace fabricscope::bench
