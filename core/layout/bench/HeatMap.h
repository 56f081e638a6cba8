// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/draw/DisplayList.h"
#include "core/layout/bench/Chart.h"
#include "core/present/bench/HeatDomain.h"

namespace fabricscope::layout {

/// The colour of a value: viridis up to 0.76, mixed between two stops; yellow above the domain.
[[nodiscard]] draw::Paint heatPaint(double value, const bench::HeatDomain &domain);
/// Dark or white, whichever has more contrast on this colour, in the dark and in the light themes.
[[nodiscard]] draw::Paint inkOn(const draw::Paint &ground);

/// Height of the column names above the first cell, in px.
inline constexpr double kHeatMapNames = 18;

/// Each cell is an area, numbered row by row; values are printed if they fit, and missing ones
/// are left empty. Findings about a cell are marked by a ring and listed below.
[[nodiscard]] draw::DisplayList layoutHeatMap(const bench::BenchView &view, std::size_t matrix,
                                              const ChartOptions &options);

/// The area of a cell.
[[nodiscard]] std::uint32_t cellArea(const bench::Matrix &matrix, const findings::MatrixCell &cell);

} // namespace fabricscope::layout
