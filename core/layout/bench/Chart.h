// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/draw/DisplayList.h"
#include "core/present/bench/ChartSpec.h"

namespace fabricscope::layout {

struct ChartOptions {
    double width = 596, height = 380;
    draw::MeasureText measure = draw::approximateTextWidth;
};

/// Each x that is not one of too many is an area, named with all that is there: Area::node is its number
/// from the left. Adapts to any size; what does not fit is omitted, the curve last.
[[nodiscard]] draw::DisplayList layoutChart(const present::ChartSpec &spec, const ChartOptions &options);

/// Values by name: STREAM, or any tool that prints a few summary figures.
[[nodiscard]] draw::DisplayList layoutBars(const bench::BenchView &view, const present::BenchChart &chart,
                                           const ChartOptions &options);

} // namespace fabricscope::layout
