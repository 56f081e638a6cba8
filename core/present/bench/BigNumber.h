// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/view/BenchView.h"

#include <string>

namespace fabricscope::present {

/// The headline figure of a run: the best value it reached, at what, and of which ceiling.
struct BigNumber {
    std::string figure;  ///< "368.09"; empty: nothing was measured yet
    std::string unit;    ///< "GB/s"
    std::string what;    ///< "all_reduce_perf, bus bandwidth at 8G"
    std::string against; ///< "92 % of the ceiling 400 GB/s: 8 × 400 Gb/s per node"; may be empty
};
[[nodiscard]] BigNumber bigNumberOf(const bench::BenchView &view);

} // namespace fabricscope::present
