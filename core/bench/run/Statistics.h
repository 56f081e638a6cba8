// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/run/Results.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fabricscope::bench {

/// Summary of several values of one quantity.
struct Spread {
    std::size_t count = 0;
    double median = 0, least = 0, most = 0;
    /// Half of (most - least) relative to the median, in percent; 0 for one value.
    [[nodiscard]] double percent() const;
    friend bool operator==(const Spread &, const Spread &) = default;
};
/// Absent for no values; NaN values are ignored.
[[nodiscard]] std::optional<Spread> spreadOf(std::vector<double> values);

/// busbw of both halves at one size, over several runs.
struct BaselineRow {
    std::uint64_t sizeBytes = 0;
    std::optional<Spread> outOfPlace, inPlace;
};

/// One curve over several runs: perftest results by message size, a server's by request rate.
struct BaselineSeries {
    struct At {
        double x = 0;
        Spread spread;
    };
    std::string name, unit; ///< as in Series: values of another unit are another curve
    Axis axis = Axis::Bytes;
    std::vector<At> points; ///< by x, ascending
    [[nodiscard]] const Spread *at(double x) const;
};

/// Summary of earlier runs, size by size; also used for repeats of one run.
struct Baseline {
    std::vector<BaselineRow> rows; ///< by size
    std::vector<BaselineSeries> series;
    std::size_t runs = 0;
    [[nodiscard]] const BaselineRow *at(std::uint64_t sizeBytes) const;
    [[nodiscard]] const BaselineSeries *of(const Series &series) const;
};
/// Whether x is a size, rate or batch: values of other runs at an equal x are comparable. By time or index
/// they may not be.
[[nodiscard]] bool isCurve(const Series &series);
/// Whether there are rows or a curve, from which a baseline can be made.
[[nodiscard]] bool hasCurve(const Results &results);
/// Whether the run is complete and has no wrong values.
[[nodiscard]] bool isGood(const Results &results);
/// Only good runs of one test count: an aborted run measured too little.
[[nodiscard]] Baseline baselineOf(std::span<const Results *const> runs);

/// Whether the printed averages of two runs are comparable: they are means over all sizes, so only runs with
/// the same sizes and halves are.
struct AverageComparison {
    bool comparable = false;
    std::string why; ///< a sentence without a full stop; empty if they are
};
[[nodiscard]] AverageComparison compareAverages(const Results &a, const Results &b);

/// The factor from algbw to busbw for this many ranks (nccl-tests doc/PERFORMANCE.md); absent for an unknown
/// test.
[[nodiscard]] std::optional<double> busFactor(std::string_view test, int ranks);

} // namespace fabricscope::bench
