// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/Judge.h"

#include <cstddef>
#include <string>
#include <vector>

namespace fabricscope::bench {

/// Share of the median of all pairs below which a pair is an outlier.
inline constexpr double kOutlierShare = 0.9;

// Parts of judge(). For .cpp files of this folder.

/// function(half, isInPlace) of each half that the row has.
template<class Function> void forEachHalf(const CollectiveRow &row, Function function) {
    if (row.outOfPlace)
        function(*row.outOfPlace, false);
    if (row.inPlace)
        function(*row.inPlace, true);
}

/// One bandwidth that was measured.
struct Measured {
    double sizeBytes = 0;
    double value = 0;
    std::string unit;
    std::string where; ///< "2G, in place"
};

/// What was measured at sizes, as a plain list: of collectives and of perftest.
[[nodiscard]] std::vector<Measured> measuredOf(const Results &results);
/// From this size on it may be held against the ceiling, bytes.
[[nodiscard]] double nearCeilingFrom(const Measured &measured);

[[nodiscard]] std::string sizeName(double bytes);
[[nodiscard]] std::string rowName(const CollectiveRow &row);
[[nodiscard]] findings::Place placeOf(const CollectiveRow &row);

/// Above the ceiling: a wrong unit, SHARP, or a wrong ceiling.
void judgeAgainstCeiling(const std::vector<Measured> &measured, const Ceiling &ceiling,
                         std::vector<Finding> &findings);
/// The same of a table of pairs, and its outliers. `index`: of the matrix in its results.
void judgeMatrix(const Matrix &matrix, std::size_t index, const Ceiling &ceiling,
                 std::vector<Finding> &findings);
/// Below what was published, with the causes.
void judgeAgainstBands(const std::vector<Measured> &measured, const JudgeInput &input,
                       std::vector<Finding> &findings);
/// Worse than all earlier runs, and not by a little: busbw and bandwidth below them, times above them.
void judgeAgainstBaseline(const Results &results, const Baseline &baseline, std::vector<Finding> &findings);

} // namespace fabricscope::bench
