// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/DisplayList.h"
#include "core/layout/bench/Chart.h"

namespace fabricscope::layout {

/// What the colours of this matrix span: the view's own domain, else from 0 to a round number that nothing in
/// it exceeds. A device's pair with itself counts for nothing: it crosses no link.
/// Spans every value: what the view says of it, further down where less was measured.
[[nodiscard]] HeatDomain domainOf(const BenchView &view, std::size_t matrix);

/// The colour of a value: viridis up to 0.76, mixed between two stops; yellow above the domain.
[[nodiscard]] Paint heatPaint(double value, const HeatDomain &domain);
/// Dark or white, whichever has more contrast on this colour, in the dark and in the light themes.
[[nodiscard]] Paint inkOn(const Paint &ground);

/// Height of the column names above the first cell, in px.
inline constexpr double kHeatMapNames = 18;

/// Each cell is an area, numbered row by row; values are printed if they fit, and missing ones
/// are left empty. Findings about a cell are marked by a ring and listed below.
[[nodiscard]] DisplayList layoutHeatMap(const BenchView &view, std::size_t matrix,
                                        const ChartOptions &options);

/// The area of a cell.
[[nodiscard]] std::uint32_t cellArea(const bench::Matrix &matrix, const findings::MatrixCell &cell);

/// Unknown if the row is missing, or the cell has no value.
[[nodiscard]] std::optional<double> cellValue(const bench::Matrix &matrix, std::size_t row,
                                              std::size_t column);

} // namespace fabricscope::layout
