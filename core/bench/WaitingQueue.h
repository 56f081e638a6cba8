// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/Sweep.h"

#include <string>
#include <vector>

namespace fabricscope::bench {

/// Runs that were asked for together and wait still: what is left of a sweep, or one run alone.
struct WaitingQueue {
    std::string group;    ///< as RunRecord::group; empty: one run that stands alone
    std::string variable; ///< that is swept: its flag or name; empty: nothing varies
    unsigned repeats = 1; ///< of each value, those that have run included
    std::vector<SweepStep> steps;
    friend bool operator==(const WaitingQueue &, const WaitingQueue &) = default;
};

} // namespace fabricscope::bench
