// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/DisplayList.h"
#include "core/layout/bench/content/BenchCharts.h"
#include "core/layout/bench/content/ChartScale.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace fabricscope::layout {

struct ChartPoint {
    double x = 0;
    std::optional<double> y; ///< unknown: the line has a gap
    /// Range over the repeats whose median is `y`; unset for a single value.
    std::optional<std::pair<double, double>> spread = {};
};

struct ChartLine {
    std::string name;
    std::vector<ChartPoint> points; ///< ascending
};

/// Lines, a ceiling and a band over one axis: what a picture shows, before layout.
struct ChartSpec {
    std::string title, subtitle; ///< "Bus bandwidth", "GB/s by message size"
    std::string unit;            ///< of y
    bench::Axis axis = bench::Axis::Index;
    std::vector<ChartLine> lines;
    std::optional<BenchCeiling> ceiling; ///< only of the same unit as y
    std::vector<BandPoint> band;
    std::string bandText;
    std::optional<double> running;                          ///< the x that is being measured
    std::optional<std::pair<double, double>> expectedRange; ///< of x, where the run says how far it goes
    bool peak = false;                                      ///< the highest point is named
};

/// Of the collective or of the lines of this run.
[[nodiscard]] ChartSpec chartSpecOf(const BenchView &view, const BenchChart &chart);

struct ChartOptions {
    double width = 596, height = 380;
    MeasureText measure = approximateTextWidth;
};

/// Each x that is not one of too many is an area, named with all that is there: Area::node is its number
/// from the left. Adapts to any size; what does not fit is omitted, the curve last.
[[nodiscard]] DisplayList layoutChart(const ChartSpec &spec, const ChartOptions &options);

/// Values by name: STREAM, or any tool that prints a few summary figures.
[[nodiscard]] DisplayList layoutBars(const BenchView &view, const BenchChart &chart,
                                     const ChartOptions &options);

/// The start of the plateau: the longest tail of at least four points, at most half of them,
/// that lies within a tenth of its peak. Index of its first point; unset if there is none.
[[nodiscard]] std::optional<std::size_t> plateauOf(const ChartLine &line);

/// At most two of the points for each of `columns` equal parts of the range, its minimum and its maximum: all
/// that is visible of a line of a million points. Shorter lines are unchanged.
[[nodiscard]] std::vector<ChartPoint> thinned(const std::vector<ChartPoint> &points, std::size_t columns);

} // namespace fabricscope::layout
