// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/run/Ceiling.h"
#include "core/bench/run/Results.h"
#include "core/bench/run/Statistics.h"

#include <optional>
#include <string>

namespace fabricscope::bench {

/// A number of consecutive sizes below a share of the expected value.
struct BelowRule {
    double percent = 95;
    unsigned rows = 3;
    friend bool operator==(const BelowRule &, const BelowRule &) = default;
};

/// Conditions that stop a run automatically; unset: none.
struct StopConditions {
    bool wrong = false;     ///< a value came back wrong
    bool errorLine = false; ///< the tool, its launcher or the library printed an error
    std::optional<BelowRule> baseline, ceiling;
};

/// Why a run should be ended based on its output so far, as part of a sentence: "#wrong is 3 at 2G". Absent:
/// it continues. Compared with the baseline from 1 MiB on, with the ceiling where a run can approach it: from
/// 1 GiB on for collectives, from 1 MiB for perftest. Pure.
[[nodiscard]] std::optional<std::string> reasonToStop(const Results &results,
                                                      const StopConditions &conditions,
                                                      const Baseline &baseline,
                                                      std::optional<GigabytesPerSecond> ceiling);

} // namespace fabricscope::bench
