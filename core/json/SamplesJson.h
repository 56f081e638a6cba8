// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/Outcome.h"
#include "core/bench/Results.h"

#include <span>
#include <string>

namespace fabricscope::json {

/// The document fabricscope.samples/0: the first run's keys at the top; where the log holds more than one
/// run, `runs` has all of them. Likewise `matrix` is the first of `matrices`. Numbers are as printed, in the
/// unit that their key or `unit` names; what the tool did not say is absent.
[[nodiscard]] std::string samplesDocument(std::span<const bench::Results> runs);

/// The same of runs of our own, `runs` always there; each has besides `run_id`, `host`, `step` (from 0),
/// `sweep_value`, `repeat` (from 0), `phase` and `exit_status`. A run that printed nothing known has these
/// alone; one that printed several tables comes several times.
[[nodiscard]] std::string measuredDocument(std::span<const bench::MeasuredRun> runs);

} // namespace fabricscope::json
