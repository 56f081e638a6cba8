// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/bench/Chart.h"
#include "core/layout/bench/ChartMarks.h"

namespace fabricscope::layout {

/// A whole chart in one strip, with a frame around what is zoomed.
struct ChartOverview {
    draw::DisplayList list;
    present::ChartScale x{present::ScaleKind::Linear, 0, 1, 0, 1};
    draw::Rect strip, window; ///< all, and the part that is zoomed
};
inline constexpr double kOverviewHeight = 66; ///< px, with its labels
[[nodiscard]] ChartOverview layoutChartOverview(const present::ChartSpec &spec, double left, double right,
                                                const draw::MeasureText &measure);

} // namespace fabricscope::layout
