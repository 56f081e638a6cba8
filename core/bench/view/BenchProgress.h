// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/view/BenchView.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::bench {
class RowTally;
}

namespace fabricscope::bench {

/// The progress of a run, from what it printed.
struct BenchProgress {
    std::size_t done = 0;                   ///< rows, or pairs of a matrix, be they measured or not
    std::string_view what = "sizes";        ///< what is counted: "pairs"
    std::optional<std::size_t> of;          ///< unknown: the tool does not say how many there will be
    std::optional<double> running;          ///< the size that is being measured
    std::optional<double> remainingSeconds; ///< from the time that the sizes before took; never less than 0
};

/// Sizes in bytes that a collective test will print according to its header; empty if it does not state them,
/// or if there are unreasonably many.
[[nodiscard]] std::vector<double> expectedSizes(const Results &results);

/// `nowMs`: Unix time of this machine.
[[nodiscard]] BenchProgress progressOf(const BenchView &view, std::int64_t nowMs);

/// The value of the first fact with this key; nullptr: there is none.
[[nodiscard]] const std::string *contextValue(const Results &results, std::string_view key);

/// Sizes that the test was to run over and that have no row; 0: none is missing, or they are unknown.
[[nodiscard]] std::size_t missingSizes(const Results &results);

/// What the average is over that the tool printed at its end: "12 sizes", or what it counts
/// next to them. A log may lack rows that the tool printed.
[[nodiscard]] std::string averageScope(const Results &results);
/// Of rows that were counted instead of kept.
[[nodiscard]] std::string averageScope(const Results &results, const RowTally &rows);

} // namespace fabricscope::bench
