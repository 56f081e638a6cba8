// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/Results.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fabricscope::bench {

/// What several values of one quantity come to.
struct Spread {
    std::size_t count = 0;
    double median = 0, least = 0, most = 0;
    /// Half of (most - least) against the median, in percent; 0 for one value.
    [[nodiscard]] double percent() const;
    friend bool operator==(const Spread &, const Spread &) = default;
};
/// Absent for no values; values that are no numbers do not count.
[[nodiscard]] std::optional<Spread> spreadOf(std::vector<double> values);

/// busbw of both halves at one size, over runs.
struct BaselineRow {
    std::uint64_t sizeBytes = 0;
    std::optional<Spread> outOfPlace, inPlace;
};

/// One curve over runs: what perftest prints by message size, a server by request rate.
struct BaselineSeries {
    struct At {
        double x = 0;
        Spread spread;
    };
    std::string name, unit; ///< as Series has them: values of another unit are another curve
    Axis axis = Axis::Bytes;
    std::vector<At> points; ///< by x, ascending
    [[nodiscard]] const Spread *at(double x) const;
};

/// What earlier runs came to, size by size; the same for repeats of one run.
struct Baseline {
    std::vector<BaselineRow> rows; ///< by size
    std::vector<BaselineSeries> series;
    std::size_t runs = 0;
    [[nodiscard]] const BaselineRow *at(std::uint64_t sizeBytes) const;
    [[nodiscard]] const BaselineSeries *of(const Series &series) const;
};
/// By size, rate or batch: at an equal x another run's value is comparable. By time or index it may
/// not.
[[nodiscard]] bool isCurve(const Series &series);
/// Rows or a curve: what a baseline can be made of.
[[nodiscard]] bool hasCurve(const Results &results);
/// Complete, and no value came back wrong.
[[nodiscard]] bool isGood(const Results &results);
/// Only good runs of one test count: one that was cut short has measured little.
[[nodiscard]] Baseline baselineOf(std::span<const Results *const> runs);

/// Whether the printed averages of two runs may be held against each other: they are means over all sizes, so
/// only runs of the same sizes and halves may.
struct AverageComparison {
    bool comparable = false;
    std::string why; ///< a sentence without a full stop; empty where they may
};
[[nodiscard]] AverageComparison compareAverages(const Results &a, const Results &b);

/// The factor from algbw to busbw for this many ranks (nccl-tests doc/PERFORMANCE.md); absent for a test that
/// is not known.
[[nodiscard]] std::optional<double> busFactor(std::string_view test, int ranks);

} // namespace fabricscope::bench
