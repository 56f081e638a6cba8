// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/run/ToolRun.h"
#include "core/bench/pairs/PairPlan.h"

#include <chrono>
#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace fabricscope::app {

/// perftest between many devices of two hosts, or of a single host.
struct PairMatrixSpec {
    bench::PairPlan plan;
    HostEndpoint server, client; ///< the same host twice for a single host
    /// Pairs of a round that run concurrently, at least 1. More than one measures what a switch carries under
    /// load; if all of them share a processor, it measures only that.
    std::size_t concurrent = 1;
    std::chrono::seconds longestPair{120};
    std::chrono::seconds lease = ToolRunOptions::kLease;
};

/// Runs the plan round by round; a round begins when the previous one has ended. It is a run like that of a
/// tool: its output is the log of core/bench/pairs/PairLog.h, one cell per finished pair, which the parser
/// "perftest-mesh" reads, and everything that its tools printed. A pair that fails leaves its cell unknown
/// and reports the reason, and the others continue. stop() ends both ends of each running pair; pause()
/// starts no further ones. Its exit status is 1 if a cell has no value. The client must outlive it, and a
/// pool of `options` must be destroyed before it.
[[nodiscard]] std::shared_ptr<ToolRun> startPairMatrix(remote::Client &client, PairMatrixSpec spec,
                                                       ToolRunOptions options, ToolRun::Events events);

/// The run as shown and saved: with the arguments that all pairs share.
[[nodiscard]] bench::RunSpec runSpecOf(const bench::PairPlan &plan,
                                       std::span<const bench::OptionValue> options);

} // namespace fabricscope::app
