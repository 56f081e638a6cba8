// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/judge/Outcome.h"
#include "core/bench/plan/Plan.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace fabricscope::report {

/// Results of the steps of a plan, as text: a line for each value, with the median and the spread of its
/// repeats; for repeated collectives below it a line for each size. Lines are cut at `width` (0: not).
[[nodiscard]] std::string outcomesText(const bench::Plan &plan, std::span<const bench::Outcome> outcomes,
                                       std::size_t width);

/// "-b 8", "NCCL_ALGO=Ring": a variable of a sweep with its value; empty without a value.
[[nodiscard]] std::string variedText(std::string_view flag, std::string_view value);

} // namespace fabricscope::report
