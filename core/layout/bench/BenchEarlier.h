// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/Earlier.h"
#include "core/layout/bench/BenchView.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fabricscope::layout {

/// What a run is held against.
struct CompareWith {
    std::size_t last = 10; ///< the newest so many of those that may be compared; 0: nothing
    std::string id;        ///< where not empty, this run alone
    friend bool operator==(const CompareWith &, const CompareWith &) = default;
};

struct BenchCompared {
    bench::Baseline baseline;           ///< empty: there is nothing to hold it against
    std::optional<BenchBaseline> shown; ///< by size or by x of its curves, least to greatest
};

/// The ids of those that a run of ours may be held against, the newest first: the same tool, test, host and
/// participants, begun before it, complete and right. `earlier`: the newest first.
[[nodiscard]] std::vector<const bench::EarlierRun *>
comparableRuns(const BenchView &view, std::span<const bench::EarlierRun> earlier);

/// A log of someone else's machine is held against nothing. Averages are never compared: only values of one
/// size are.
[[nodiscard]] BenchCompared compareBench(const BenchView &view, std::span<const bench::EarlierRun> earlier,
                                         const CompareWith &with);

/// Of a saved log that a person chose for another one; absent where it holds no complete run without errors.
[[nodiscard]] std::optional<BenchBaseline> baselineOfLog(const BenchView &view, const bench::Results &other);

} // namespace fabricscope::layout
