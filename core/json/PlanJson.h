// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/bench/Plan.h"

#include <string>
#include <string_view>

namespace fabricscope::json {

/// The document fabricscope.plan: `steps[]` of a run's description (`tool`, `test`, `host`, `words`,
/// `environment`, `directory`, `longest_s`) with `sweep` of `flag` and `values` (a list, or a text as
/// sweepValues() reads it), `repeats` and `notes`.
[[nodiscard]] std::string planDocument(const bench::Plan &plan);
/// Errors: no JSON, another document, a step that is none, more than 1 MiB.
[[nodiscard]] Result<bench::Plan> planFrom(std::string_view text);

} // namespace fabricscope::json
