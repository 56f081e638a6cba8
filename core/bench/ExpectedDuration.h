// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/RunRecord.h"

#include <chrono>
#include <optional>
#include <span>

namespace fabricscope::bench {

/// How long a run takes, as far as that is known: an option of the catalogue gives it ("Duration" or "Total
/// time" in seconds), or else the newest of these earlier runs with the same words on the same host that
/// ended by itself took so long. Earlier runs in any order.
[[nodiscard]] std::optional<std::chrono::seconds> expectedDuration(const RunSpec &spec,
                                                                   std::span<const RunRecord> earlier);

/// From here on it is offered to let a run go on by itself: a machine sleeps, a connection is lost.
inline constexpr std::chrono::seconds kLongRun{300};

/// "90 s", "15 min"
[[nodiscard]] std::string durationText(std::chrono::seconds duration);

} // namespace fabricscope::bench
