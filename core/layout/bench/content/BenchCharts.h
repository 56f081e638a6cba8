// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/bench/content/BenchView.h"

#include <string>
#include <vector>

namespace fabricscope::layout {

/// One picture that a run's results can be drawn as. A run may have several: bandwidth and message rate,
/// power and temperature, one a matrix.
struct BenchChart {
    enum class Kind : std::uint8_t { Collective, Lines, Bars, Matrix, Library } kind = Kind::Lines;
    std::string title; ///< "Bus bandwidth"
    std::string unit;  ///< of y, as printed: "GB/s"
    bench::Axis axis = bench::Axis::Index;
    std::vector<std::size_t> series; ///< of the results: Lines, Bars
    std::size_t matrix = 0;
    friend bool operator==(const BenchChart &, const BenchChart &) = default;

    /// "GB/s by message size"
    [[nodiscard]] std::string subtitle() const;
};

/// In the order of the results; the most informative first. Empty if nothing was printed yet.
[[nodiscard]] std::vector<BenchChart> benchCharts(const bench::Results &results);
/// The same, and what the library reports about itself.
[[nodiscard]] std::vector<BenchChart> chartsOf(const BenchView &view);

/// The unit as shown, the same on all screens: "Gb/s" for perftest's "Gb/sec". Its "MB/sec" stays,
/// which counts 2^20 bytes.
[[nodiscard]] std::string shownUnit(std::string_view unit);

/// "/sec" and "/s" are the same.
[[nodiscard]] bool sameUnit(std::string_view one, std::string_view other);

/// Whether any row has out-of-place values: some versions of the tests measure in-place only.
[[nodiscard]] bool hasOutOfPlace(const bench::Results &results);
/// The half that the table's columns and the baseline show.
[[nodiscard]] const std::optional<bench::CollectiveHalf> &mainHalf(const bench::CollectiveRow &row,
                                                                   bool outOfPlace);

} // namespace fabricscope::layout
