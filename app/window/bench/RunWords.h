// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/run/RunRecord.h"
#include "core/bench/view/JudgedRun.h"

#include <QString>

#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::app::window {

// How the Benchmarks screen names stored runs, and the choices of what a run is compared with.

/// "22 Nov 18:04", local time of this machine; `ms`: Unix time.
[[nodiscard]] QString whenText(std::int64_t ms);
/// "vm-02a, read 22 Nov 18:03": the host states saved with the run.
[[nodiscard]] std::vector<std::string> hostsOf(const bench::RunRecord &record);
/// The line of a stored run: "23 Nov 01:09, ai1, 292.4 GB/s, -b 4M".
[[nodiscard]] bench::BenchStep stepOf(const bench::RunRecord &record);
/// The state of a run whose end was not reported: it cannot be stopped from here.
[[nodiscard]] bench::RunState endedState(bench::RunState state);

/// What a run may be compared with; empty if there is no comparable run.
[[nodiscard]] bench::BenchChoices choicesOf(const bench::RunComparison &comparison);
/// What a key of choicesOf() stands for: "last:10", "run:ID", "none".
[[nodiscard]] bench::CompareWith compareWithOf(std::string_view key);

} // namespace fabricscope::app::window
