// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/judge/Earlier.h"
#include "core/bench/view/BenchEarlier.h"
#include "core/bench/view/BenchJudged.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fabricscope::bench {

/// What a tool printed, table by table; each is one run of the tool's test.
using Tables = std::vector<std::shared_ptr<const Results>>;

/// What a run is judged with. Immutable once shared.
struct RunQuestion {
    std::uint64_t version = 0; ///< given by the caller: a judgement of another version is out of date
    BenchHost host;
    std::shared_ptr<const std::vector<EarlierRun>> earlier; ///< newest first; nullptr: none
    CompareWith compareWith;
    std::vector<StopRule> stopRules; ///< empty: the run never ends automatically
};

/// The stored runs that one run is compared with.
struct RunComparison {
    std::shared_ptr<const std::vector<EarlierRun>> earlier; ///< owns `comparable`
    std::vector<const EarlierRun *> comparable; ///< those that it may be compared with, newest first
    /// As asked, or the default if the run that was asked for is not comparable.
    CompareWith with;
    BenchCompared compared;
};

/// One table of a run, and what follows from it.
struct JudgedTable {
    BenchView view; ///< `view.results`: the rows that were judged
    std::shared_ptr<const RunComparison> comparison;
    std::optional<std::string> reasonToStop; ///< by the question's stop rules
};

/// A run as far as it was read and judged. Immutable once shared.
struct JudgedRun {
    BenchView base; ///< what is known without its output: specification, source, steps
    RunState state;
    Tables tables;
    std::optional<std::int64_t> lastRowMs; ///< when the last row came; Unix time
    /// By table. Those at the end may be missing, and the last may have fewer rows than its table: judging
    /// comes after reading.
    std::vector<std::shared_ptr<const JudgedTable>> judged;
    /// What was read of the host meanwhile: lines, findings, transport; nullptr: nothing.
    std::shared_ptr<const BenchView> telemetry;
    std::string endedWhy;      ///< the stop rule that ended it; empty: none
    std::uint64_t version = 0; ///< of the question

    /// One for each table, at least one; of the newest results, judged or not.
    [[nodiscard]] std::vector<BenchView> views() const;
};

} // namespace fabricscope::bench
