// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/judge/Bands.h"
#include "core/bench/judge/SlowdownCauses.h"
#include "core/bench/run/Ceiling.h"
#include "core/bench/run/Results.h"
#include "core/bench/run/Statistics.h"
#include "core/findings/Finding.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fabricscope::bench {

/// The values with which results are compared; unknown ones are left out of the judgement.
struct JudgeInput {
    Ceiling ceiling;
    std::vector<Band> bands;
    Baseline baseline;
    std::vector<SlowdownCause> causes; ///< on the host, in the order in which they are checked
    std::optional<int> ranks;          ///< absent: taken from the results' context
};

/// All findings of a run, the worst first; a run in progress is judged by the rows so far.
/// Pure.
[[nodiscard]] std::vector<Finding> judge(const Results &results, const JudgeInput &input);

/// judge() with ceiling, bands and slowdown causes of this host.
[[nodiscard]] JudgeInput judgeInput(const Results &results, const RunFacts &facts);

/// A point where bandwidth falls by more than 5 % from one size to the next, or time falls although the size
/// grows (ROCm/cvs: check_bw_dip, check_lat_dip).
struct Dip {
    std::size_t row = 0; ///< the lower one, index in Results::rows
    bool inPlace = false;
    bool ofTime = false;
    double before = 0, after = 0; ///< GB/s of busbw, or us
};
/// Bandwidth is checked from 8 MiB on: below it, steps are expected because protocols change.
[[nodiscard]] std::vector<Dip> dipsOf(const Results &results);

/// Number of participants, from the ranks and devices that the results list; absent if they list none.
[[nodiscard]] std::optional<int> ranksOf(const Results &results);

/// The busbw of both halves at the largest size available.
struct Plateau {
    std::uint64_t sizeBytes = 0;
    std::optional<double> outOfPlace, inPlace;
};
[[nodiscard]] std::optional<Plateau> plateauOf(const Results &results);

/// Exceeding the ceiling by this factor is not noise.
inline constexpr double kAboveCeiling = 1.02;
/// The share of the expected value that must be reached (ROCm/cvs).
inline constexpr double kReached = 0.95;

} // namespace fabricscope::bench
