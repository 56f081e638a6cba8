// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/bench/Chart.h"

namespace fabricscope::layout {

/// The picture of this kind, sized by `options`; empty if the results no longer contain it.
[[nodiscard]] draw::DisplayList
layoutBenchChart(const bench::BenchView &view, const present::BenchChart &chart, const ChartOptions &options);

/// The same as a separate picture, with a header: which run it is, how it ended and whether it is simulated.
[[nodiscard]] draw::DisplayList layoutBenchPicture(const bench::BenchView &view,
                                                   const present::BenchChart &chart,
                                                   const ChartOptions &options, std::int64_t nowMs);

} // namespace fabricscope::layout
