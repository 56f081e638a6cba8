// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/bench/plan/Plan.h"
#include "core/bench/plan/WaitingQueue.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::json {

/// The document fabricscope.plan: `steps[]` of a run's description (`tool`, `test`, `host`, `words`,
/// `environment`, `directory`, `longest_s`) with `sweep` of `flag` and `values` (a list, or a text as
/// sweepValues() reads it), `repeats` and `notes`.
[[nodiscard]] std::string planDocument(const bench::Plan &plan);
/// Errors: not JSON, another document, an invalid step, more than 1 MiB.
[[nodiscard]] Result<bench::Plan> planFrom(std::string_view text);

/// The document fabricscope.queue: `queues[]` of `group`, `variable`, `repeats` and `steps[]`, each a run's
/// description as above with `value` and `repeat`; and `pairs` of a matrix of pairs. Secrets must be removed
/// first.
[[nodiscard]] std::string queueDocument(const std::vector<bench::WaitingQueue> &queues);
/// Errors: not JSON, another document, an invalid step, more than kMaxQueueBytes. In a fabricscope.plan,
/// as older versions wrote it, each step is a separate queue.
[[nodiscard]] Result<std::vector<bench::WaitingQueue>> queueFrom(std::string_view text);
inline constexpr std::size_t kMaxQueueBytes = std::size_t{64} << 20;

} // namespace fabricscope::json
