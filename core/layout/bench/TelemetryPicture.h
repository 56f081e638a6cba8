// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/DisplayList.h"
#include "core/layout/bench/content/BenchView.h"

namespace fabricscope::layout {

/// One line per counter, grouped by machine: name, its course over the last five minutes, its last value and
/// limit. Each is an area. `list.height` is the height used.
[[nodiscard]] DisplayList layoutTelemetry(const std::vector<TelemetryLine> &lines, double width,
                                          const MeasureText &measure);

/// The headline figure of a run: the best value it reached, at what, and of which ceiling.
struct BigNumber {
    std::string figure;  ///< "368.09"; empty: nothing was measured yet
    std::string unit;    ///< "GB/s"
    std::string what;    ///< "all_reduce_perf, bus bandwidth at 8G"
    std::string against; ///< "92 % of the ceiling 400 GB/s: 8 × 400 Gb/s per node"; may be empty
};
[[nodiscard]] BigNumber bigNumberOf(const BenchView &view);
[[nodiscard]] DisplayList layoutBigNumber(const BenchView &view, double width, double height,
                                          const MeasureText &measure);

} // namespace fabricscope::layout
