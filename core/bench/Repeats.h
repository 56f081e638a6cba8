// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/Results.h"
#include "core/bench/Statistics.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace fabricscope::bench {

/// What one step of a sweep, or one repeat, came to.
struct StepResult {
    std::string value;                      ///< of the variable; empty where nothing varies
    std::shared_ptr<const Results> results; ///< never nullptr
};

/// All steps as one run: at each x the median over the repeats, with how far they lie apart in the point's
/// fields. Without a variable a line each half or series; with one (`variable`: its flag or name) a line each
/// value, and the best of each value side by side. Only complete steps without wrong values count.
[[nodiscard]] Results resultsOfSteps(std::span<const StepResult> steps, std::string_view variable);

/// How far apart the repeats of a point of resultsOfSteps() lie; absent for any other point.
[[nodiscard]] std::optional<Spread> spreadOf(const Point &point);

} // namespace fabricscope::bench
