// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/draw/DisplayList.h"
#include "core/present/bench/ChartExtent.h"

namespace fabricscope::layout {

struct ChartOptions {
    double width = 596, height = 380;
    draw::MeasureText measure = draw::approximateTextWidth;
    present::ChartSeen seen = {}; ///< of a chart with axes: what layoutBenchChart() draws of it
};

inline constexpr std::size_t kMaxChartAreas = 256;

/// Each x that is not one of too many is an area, named with all that is there: Area::node is its number
/// from the left. Adapts to any size; what does not fit is omitted, the curve last.
[[nodiscard]] draw::DisplayList layoutChart(const present::ChartSpec &spec, const ChartOptions &options);

/// What a reader points at.
struct ChartPointer {
    std::optional<double> x;        ///< below the pointer, or reached by keys: lines to the axes
    std::optional<double> selected; ///< its points are ringed
    bool readOut = false;           ///< the values at x, in a box beside it that covers no curve
};
/// What is written on a chart, and its areas, where others paint curves, grid and labels of the axes: in a
/// plot at this place of a picture of the size of `options`.
[[nodiscard]] draw::DisplayList layoutChartNotes(const present::ChartSpec &spec,
                                                 const present::VisibleChart &visible, const draw::Rect &plot,
                                                 const ChartOptions &options, const ChartPointer &pointer);
/// The grid, the labels of the axes and the column of what is being measured, below the curves.
[[nodiscard]] draw::DisplayList layoutChartGround(const present::ChartSpec &spec,
                                                  const present::VisibleChart &visible,
                                                  const draw::Rect &plot, const ChartOptions &options);

/// Values by name: STREAM, or any tool that prints a few summary figures.
[[nodiscard]] draw::DisplayList layoutBars(const bench::BenchView &view, const present::BenchChart &chart,
                                           const ChartOptions &options);

} // namespace fabricscope::layout
