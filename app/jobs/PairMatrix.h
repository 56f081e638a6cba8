// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/ToolRun.h"
#include "core/bench/PairPlan.h"

#include <chrono>
#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace fabricscope::app {

/// perftest between many devices of two hosts, or of one.
struct PairMatrixSpec {
    bench::PairPlan plan;
    HostEndpoint server, client; ///< the same one twice for a single host
    /// Pairs of a round that run concurrently, at least 1. More than one measures what a switch carries
    /// under load, and where all of them share a processor only that.
    std::size_t concurrent = 1;
    std::chrono::seconds longestPair{120};
    std::chrono::seconds lease = ToolRunOptions::kLease;
};

/// Runs the plan round by round; a round begins when the one before has ended. It is a run like a tool's: its
/// output is the log of core/bench/PairLog.h, a cell when its pair has ended, which the parser
/// "perftest-mesh" reads, and all that its tools printed. A pair that fails leaves its cell unknown, says
/// why, and the others go on. stop() ends both ends of each pair that runs; pause() begins no further one.
/// Its exit status is 1 where a cell has no value. The client must outlive it, and a pool of `options` be
/// destroyed before it.
[[nodiscard]] std::shared_ptr<ToolRun> startPairMatrix(remote::Client &client, PairMatrixSpec spec,
                                                       ToolRunOptions options, ToolRun::Events events);

/// The run as it is shown and kept: the tool's words that all pairs share.
[[nodiscard]] bench::RunSpec runSpecOf(const bench::PairPlan &plan,
                                       std::span<const bench::OptionValue> options);

} // namespace fabricscope::app
