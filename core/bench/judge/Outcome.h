// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/run/RunRecord.h"
#include "core/bench/run/Statistics.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fabricscope::bench {

/// One measured run of a plan.
struct MeasuredRun {
    std::size_t step = 0; ///< index in Plan::steps
    std::string value;    ///< of the step's variable
    unsigned repeat = 0;
    RunSpec spec;
    RunState state;
    std::vector<Results> results; ///< from the tool's output; several if it printed several tables
};

/// Summary of the repeats of one step with one value of its variable.
struct Outcome {
    std::size_t step = 0;
    std::string value;
    std::size_t runs = 0;       ///< all of them
    std::string unit;           ///< of `best`, as printed
    std::optional<Spread> best; ///< of the highest bandwidth of each; only complete runs without wrong values
    std::optional<std::uint64_t> atBytes; ///< the size at which it was reached, if the same each time
    Baseline sizes;                       ///< collectives: busbw size by size
};
/// In the order in which they first ran.
[[nodiscard]] std::vector<Outcome> outcomesOf(std::span<const MeasuredRun> runs);

} // namespace fabricscope::bench
