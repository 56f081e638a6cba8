// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/run/Results.h"
#include "core/bench/run/Statistics.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace fabricscope::bench {

/// The results of one step of a sweep, or of one repeat.
struct StepResult {
    std::string value;                      ///< of the variable; empty if nothing varies
    std::shared_ptr<const Results> results; ///< never nullptr
};

/// All steps as one run: at each x the median over the repeats, with their spread in the point's fields.
/// Without a variable one line per half or series; with one (`variable`: its flag or name) one line per
/// value, and the best of each value side by side. Only complete steps without wrong values count.
[[nodiscard]] Results resultsOfSteps(std::span<const StepResult> steps, std::string_view variable);

/// The spread of the repeats at a point of resultsOfSteps(); absent for any other point.
[[nodiscard]] std::optional<Spread> spreadOf(const Point &point);

} // namespace fabricscope::bench
