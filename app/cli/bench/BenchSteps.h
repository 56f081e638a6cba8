// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/sources/Collect.h"
#include "app/jobs/run/ToolRun.h"
#include "app/jobs/script/HostShell.h"
#include "core/bench/plan/Plan.h"
#include "core/bench/run/RunState.h"

#include <string>
#include <vector>

namespace fabricscope::app::cli {

/// Options of `bench run` that apply to all of its runs.
struct RunFlags {
    std::string log;        ///< a copy of what the tools print; empty: none
    std::string samples;    ///< fabricscope.samples is written there; empty: not written
    bool yes = false;       ///< start even if others use the devices
    bool detach = false;    ///< only for a plan with one run
    bool telemetry = false; ///< the hosts' counters are read during each run
    int lease = static_cast<int>(ToolRunOptions::kLease.count()); ///< seconds, as ToolRunOptions::lease
    bool hasLease = false;                                        ///< on the command line
    std::vector<std::string> stopWhen;                            ///< as bench::stopRulesFrom()
    bool capture = true; ///< each host is read before its first run, and saved with its runs
    CollectFlags collect;
};

/// --lease in seconds, within its bounds.
void addLease(CLI::App &command, int &seconds);

/// Reports on standard error how the run ended, and returns the corresponding exit status.
int reportEnd(const std::string &target, const bench::RunState &state);

/// The runs of a plan, one after the other, each saved in the database of runs. Ctrl-C stops the current run,
/// and no further one begins. Returns the worst exit status.
int runPlan(const bench::Plan &plan, const RunFlags &flags);

} // namespace fabricscope::app::cli
