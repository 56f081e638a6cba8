// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/Bands.h"
#include "core/bench/Ceiling.h"
#include "core/bench/Results.h"
#include "core/bench/SlowdownCauses.h"
#include "core/bench/Statistics.h"
#include "core/findings/Finding.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fabricscope::bench {

/// What results are held against; what is not known is left out of the judgement.
struct JudgeInput {
    Ceiling ceiling;
    std::vector<Band> bands;
    Baseline baseline;
    std::vector<SlowdownCause> causes; ///< of the host, in the order in which they are looked at
    std::optional<int> ranks;          ///< absent: by the results' context
};

/// All findings of a run, the worst first; a run in progress is judged by the rows that
/// are there. Pure.
[[nodiscard]] std::vector<Finding> judge(const Results &results, const JudgeInput &input);

/// judge() with ceiling, bands and slowdown causes of this host.
[[nodiscard]] JudgeInput judgeInput(const Results &results, const RunFacts &facts);

/// Where bandwidth falls by more than 5 % from one size to the next, or time falls although the size grows
/// (ROCm/cvs: check_bw_dip, check_lat_dip).
struct Dip {
    std::size_t row = 0; ///< the lower one, index in Results::rows
    bool inPlace = false;
    bool ofTime = false;
    double before = 0, after = 0; ///< GB/s of busbw, or us
};
/// Bandwidth from 8 MiB on: below it protocols change and steps are right.
[[nodiscard]] std::vector<Dip> dipsOf(const Results &results);

/// How many took part, by the ranks and devices that the results list; absent where they list none.
[[nodiscard]] std::optional<int> ranksOf(const Results &results);

/// Both halves' busbw at the largest size that is there.
struct Plateau {
    std::uint64_t sizeBytes = 0;
    std::optional<double> outOfPlace, inPlace;
};
[[nodiscard]] std::optional<Plateau> plateauOf(const Results &results);

/// More than the ceiling by so much is no noise.
inline constexpr double kAboveCeiling = 1.02;
/// Of what is expected, so much must be reached (ROCm/cvs).
inline constexpr double kReached = 0.95;

} // namespace fabricscope::bench
