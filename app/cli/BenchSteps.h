// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/Collect.h"
#include "app/jobs/HostShell.h"
#include "app/jobs/ToolRun.h"
#include "core/bench/Plan.h"
#include "core/bench/RunState.h"

#include <string>

namespace fabricscope::app::cli {

/// What `bench run` takes for all of its runs.
struct RunFlags {
    std::string log;        ///< a copy of what the tools print; empty: none
    std::string samples;    ///< fabricscope.samples goes there; empty: nowhere
    bool yes = false;       ///< start even if others use the devices
    bool detach = false;    ///< only of a plan with one run
    bool telemetry = false; ///< the hosts' counters are read during each run
    int lease = static_cast<int>(ToolRunOptions::kLease.count()); ///< seconds, as ToolRunOptions::lease
    bool hasLease = false;                                        ///< on the command line
    bool capture = true; ///< each host is read before its first run, and kept with its runs
    CollectFlags collect;
};

/// --lease, with its bounds; into seconds.
void addLease(CLI::App &command, int &seconds);
/// The way to a target, whose connection is kept for the time of the lease.
[[nodiscard]] HostEndpoint leasedEndpoint(const std::string &target, const CollectFlags &collect, int lease);

/// Says on standard error how it ended, and gives the exit status for it.
int reportEnd(const std::string &target, const bench::RunState &state);

/// The runs of a plan, one after the other, each kept in the database of runs. Ctrl-C stops the one that
/// runs, and none begins after it. Gives the worst exit status.
int runPlan(const bench::Plan &plan, const RunFlags &flags);

} // namespace fabricscope::app::cli
