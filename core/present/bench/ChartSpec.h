// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/present/bench/BenchCharts.h"

#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace fabricscope::present {

struct ChartPoint {
    double x = 0;
    std::optional<double> y; ///< unknown: the line has a gap
    /// Range over the repeats whose median is `y`; unset for a single value.
    std::optional<std::pair<double, double>> spread = {};
};

struct ChartLine {
    std::string name;
    std::vector<ChartPoint> points; ///< ascending
    bool hidden = false;            ///< switched off: it keeps its style and is neither drawn nor exported
};

/// From `low` to `high`, in the unit of an axis; high > low.
struct ChartRange {
    double low = 0, high = 1;
    [[nodiscard]] bool holds(double value) const { return value >= low && value <= high; }
    friend bool operator==(const ChartRange &, const ChartRange &) = default;
};

/// Lines, a ceiling and a band over one axis: what a picture shows, before layout.
struct ChartSpec {
    std::string title, subtitle; ///< "Bus bandwidth", "GB/s by message size"
    std::string unit;            ///< of y
    bench::Axis axis = bench::Axis::Index;
    std::vector<ChartLine> lines;
    std::optional<bench::BenchCeiling> ceiling; ///< only of the same unit as y
    std::vector<bench::BandPoint> band;
    std::string bandText;
    std::optional<double> running;                          ///< the x that is being measured
    std::optional<std::pair<double, double>> expectedRange; ///< of x, where the run says how far it goes
    bool peak = false;                                      ///< the highest point is named
    std::optional<ChartRange> zoom;                         ///< of x: what is seen; unset: everything
    bool logarithmic = false;                               ///< y
    bool simulated = false;                                 ///< the values are not of a real host
};

/// What a user made of a chart: it applies to the window, and to what is exported.
struct ChartSeen {
    std::optional<ChartRange> zoom;
    bool logarithmic = false;
    std::set<std::size_t> hidden; ///< lines, by their place
    bool ceiling = true, band = true;
    friend bool operator==(const ChartSeen &, const ChartSeen &) = default;
};
[[nodiscard]] ChartSpec seenOf(ChartSpec spec, const ChartSeen &seen);

/// Whether the run or its log says that its values are not of a real host.
[[nodiscard]] bool isSimulated(const bench::BenchView &view);

/// Of the collective or of the lines of this run.
[[nodiscard]] ChartSpec chartSpecOf(const bench::BenchView &view, const BenchChart &chart);

/// The start of the plateau: the longest tail of at least four points, at most half of them,
/// that lies within a tenth of its peak. Index of its first point; unset if there is none.
[[nodiscard]] std::optional<std::size_t> plateauOf(const ChartLine &line);

/// At most two of the points for each of `columns` equal parts of the range, its minimum and its maximum: all
/// that is visible of a line of a million points. Shorter lines are unchanged.
[[nodiscard]] std::vector<ChartPoint> thinned(std::span<const ChartPoint> points, std::size_t columns);

} // namespace fabricscope::present
