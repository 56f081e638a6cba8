// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/present/bench/ChartScale.h"
#include "core/present/bench/ChartSpec.h"

#include <string>
#include <vector>

namespace fabricscope::present {

struct ChartExtent {
    ChartRange x, y;
};

[[nodiscard]] ScaleKind xKind(bench::Axis axis);
[[nodiscard]] inline ScaleKind yKind(const ChartSpec &spec) {
    return spec.logarithmic ? ScaleKind::Decade : ScaleKind::Linear;
}

/// Of all points, of what is being measured and of what is expected; never empty.
[[nodiscard]] ChartRange wholeX(const ChartSpec &spec);

/// What is seen of a chart.
struct VisibleChart {
    ChartExtent extent;
    /// By the lines of the spec; empty where one is hidden. Thinned, ending at the edges of the zoom.
    std::vector<std::vector<ChartPoint>> lines;
};
/// `columns`: px of the plot. y begins at zero where everything is seen, and reaches around the values where
/// it is zoomed or logarithmic; the ceiling is part of it.
[[nodiscard]] VisibleChart visibleOf(const ChartSpec &spec, std::size_t columns);

/// The same with thinned lines: of long ones a coarse copy, from which what is seen and the overview are
/// taken.
[[nodiscard]] ChartSpec thinnedSpec(const ChartSpec &spec, std::size_t columns);
/// Whether each line has enough points in the zoom to fill the columns, or as many as in the other spec.
[[nodiscard]] bool fillsColumns(const ChartSpec &coarse, const ChartSpec &spec, std::size_t columns);

/// Of x, for so many px; a tick without label is between two that have one. The last size is always labelled.
[[nodiscard]] std::vector<Tick> xTicks(bench::Axis axis, const ChartRange &range, double px);
[[nodiscard]] std::vector<Tick> yTicks(ScaleKind kind, const ChartRange &range, int most);
/// "512M", "12.5 s": one x, in a range so wide.
[[nodiscard]] std::string xLabel(bench::Axis axis, double x, double span);

} // namespace fabricscope::present
