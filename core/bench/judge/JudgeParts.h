// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/judge/Judge.h"

#include <cstddef>
#include <string>
#include <vector>

namespace fabricscope::bench {

/// Share of the median of all pairs below which a pair is an outlier.
inline constexpr double kOutlierShare = 0.9;

// Parts of judge(). For .cpp files of this folder.

/// Calls function(half, isInPlace) for each half of the row.
template<class Function> void forEachHalf(const CollectiveRow &row, Function function) {
    if (row.outOfPlace)
        function(*row.outOfPlace, false);
    if (row.inPlace)
        function(*row.inPlace, true);
}

/// One measured bandwidth.
struct Measured {
    double sizeBytes = 0;
    double value = 0;
    std::string unit;
    std::string where; ///< "2G, in place"
};

/// All values measured by size, as a flat list: of collectives and of perftest.
[[nodiscard]] std::vector<Measured> measuredOf(const Results &results);
/// Minimum size in bytes from which a value is compared with the ceiling.
[[nodiscard]] double nearCeilingFrom(const Measured &measured);

[[nodiscard]] std::string sizeName(double bytes);
[[nodiscard]] std::string rowName(const CollectiveRow &row);
[[nodiscard]] findings::Place placeOf(const CollectiveRow &row);

/// Values above the ceiling: a wrong unit, SHARP, or a wrong ceiling.
void judgeAgainstCeiling(const std::vector<Measured> &measured, const Ceiling &ceiling,
                         std::vector<Finding> &findings);
/// The same for a table of pairs, and its outliers. `index`: of the matrix in its results.
void judgeMatrix(const Matrix &matrix, std::size_t index, const Ceiling &ceiling,
                 std::vector<Finding> &findings);
/// Values below published ones, with the causes.
void judgeAgainstBands(const std::vector<Measured> &measured, const JudgeInput &input,
                       std::vector<Finding> &findings);
/// Values clearly worse than in all earlier runs: lower busbw and bandwidth, longer times.
void judgeAgainstBaseline(const Results &results, const Baseline &baseline, std::vector<Finding> &findings);

} // namespace fabricscope::bench
