// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/bench/Chart.h"

namespace fabricscope::layout {

/// The picture of this kind, for the room that `options` has; empty where the results no longer have it.
[[nodiscard]] DisplayList layoutBenchChart(const BenchView &view, const BenchChart &chart,
                                           const ChartOptions &options);

/// The same as a picture of its own: above it which run it is, how it ended and whether it is simulated.
[[nodiscard]] DisplayList layoutBenchPicture(const BenchView &view, const BenchChart &chart,
                                             const ChartOptions &options, std::int64_t nowMs);

} // namespace fabricscope::layout
