// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/judge/Earlier.h"
#include "core/bench/view/BenchView.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fabricscope::bench {

/// What a run is compared with.
struct CompareWith {
    std::size_t last = 10; ///< the newest N of the comparable runs; 0: none
    std::string id;        ///< where not empty, this run alone
    friend bool operator==(const CompareWith &, const CompareWith &) = default;
};

struct BenchCompared {
    Baseline baseline;                  ///< empty: there is nothing to compare it with
    std::optional<BenchBaseline> shown; ///< by size or by x of its curves, least to greatest
};

/// The ids of those that a run of this program may be compared with, newest first: the same tool, test, host
/// and participants, started before it, complete and correct. `earlier`: newest first.
[[nodiscard]] std::vector<const EarlierRun *> comparableRuns(const BenchView &view,
                                                             std::span<const EarlierRun> earlier);

/// A log from an unknown machine is compared with nothing. Averages are never compared: only values of one
/// size are.
[[nodiscard]] BenchCompared compareBench(const BenchView &view, std::span<const EarlierRun> earlier,
                                         const CompareWith &with);

/// Of a saved log that the user chose for another one; absent if it holds no complete run without errors.
[[nodiscard]] std::optional<BenchBaseline> baselineOfLog(const BenchView &view, const Results &other);

} // namespace fabricscope::bench
