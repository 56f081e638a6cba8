// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/judge/Outcome.h"
#include "core/bench/run/OutputParser.h"
#include "core/bench/run/Results.h"

#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace fabricscope::json {

/// The document fabricscope.samples/0: the first run's keys at the top; where the log holds more than one
/// run, `runs` has all of them. Likewise `matrix` is the first of `matrices`. Numbers are as printed, in the
/// unit that their key or `unit` names; what the tool did not print is absent.
[[nodiscard]] std::string samplesDocument(std::span<const bench::Results> runs);

/// The document around rows and points that are supplied one by one: each piece but the last is followed by
/// those of a list, from rowText() or pointText(), separated by a comma and the line feed and blanks that end
/// the piece before them.
struct SamplesFrame {
    std::vector<std::string> pieces;
    std::vector<bench::StreamedList> lists; ///< after each piece: one less
};
/// `streamed`: the lists that are supplied this way.
[[nodiscard]] SamplesFrame samplesFrame(std::span<const bench::Results> runs,
                                        const std::set<bench::StreamedList> &streamed);
/// A row in lines, all but the first indented by so many blanks.
[[nodiscard]] std::string rowText(const bench::CollectiveRow &row, std::size_t indent);
/// Likewise a point.
[[nodiscard]] std::string pointText(const bench::Point &point, std::size_t indent);

/// The same for this program's own runs, `runs` always present; each also has `run_id`, `host`, `step` (from
/// 0), `sweep_value`, `repeat` (from 0), `phase` and `exit_status`. A run without recognized output has only
/// these; one that printed several tables appears several times.
[[nodiscard]] std::string measuredDocument(std::span<const bench::MeasuredRun> runs);

} // namespace fabricscope::json
