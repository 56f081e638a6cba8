// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/view/BenchView.h"

#include <string>
#include <vector>

namespace fabricscope::present {

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
[[nodiscard]] std::vector<BenchChart> chartsOf(const bench::BenchView &view);

} // namespace fabricscope::present
