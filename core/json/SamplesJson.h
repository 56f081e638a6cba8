// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/Outcome.h"
#include "core/bench/Results.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace fabricscope::json {

/// The document fabricscope.samples/0: the first run's keys at the top; where the log holds more than one
/// run, `runs` has all of them. Likewise `matrix` is the first of `matrices`. Numbers are as printed, in the
/// unit that their key or `unit` names; what the tool did not say is absent.
[[nodiscard]] std::string samplesDocument(std::span<const bench::Results> runs);

/// The document around rows that come one by one: behind each piece but the last one are the rows of a run,
/// by rowText(), a comma and the line feed and blanks that end the piece between them.
struct SamplesFrame {
    std::vector<std::string> pieces;
    std::vector<std::size_t> runs; ///< whose rows follow each piece: one less
};
/// `hasOtherRows`: by run, whether its rows come so.
[[nodiscard]] SamplesFrame samplesFrame(std::span<const bench::Results> runs,
                                        const std::vector<bool> &hasOtherRows);
/// A row in lines, all but the first indented by so many blanks.
[[nodiscard]] std::string rowText(const bench::CollectiveRow &row, std::size_t indent);

/// The same of runs of our own, `runs` always there; each has besides `run_id`, `host`, `step` (from 0),
/// `sweep_value`, `repeat` (from 0), `phase` and `exit_status`. A run that printed nothing known has these
/// alone; one that printed several tables comes several times.
[[nodiscard]] std::string measuredDocument(std::span<const bench::MeasuredRun> runs);

} // namespace fabricscope::json
