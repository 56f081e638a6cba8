// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/run/RunRecord.h"

#include <chrono>
#include <optional>
#include <span>

namespace fabricscope::bench {

/// The expected duration of a run, if known: from an option of the catalogue ("Duration" or "Total time" in
/// seconds), or else the duration of the newest of these earlier runs with the same words on the same host
/// that ended by itself. Earlier runs may be in any order.
[[nodiscard]] std::optional<std::chrono::seconds> expectedDuration(const RunSpec &spec,
                                                                   std::span<const RunRecord> earlier);

/// From this duration on, running detached is offered: machines sleep, connections are lost.
inline constexpr std::chrono::seconds kLongRun{300};

/// "90 s", "15 min"
[[nodiscard]] std::string durationText(std::chrono::seconds duration);

} // namespace fabricscope::bench
