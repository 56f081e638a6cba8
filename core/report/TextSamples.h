// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/judge/RowTally.h"
#include "core/bench/run/Results.h"
#include "core/findings/Finding.h"

#include <cstddef>
#include <span>
#include <string>

namespace fabricscope::report {

/// `fabricscope bench parse FILE` as text: a block a run with its tables as the tool's users read them,
/// and each error with what it means and what to do. UTF-8, no colours, safe for a terminal; lines are cut
/// at `width` columns (0: as wide as it gets).
[[nodiscard]] std::string samplesText(std::span<const bench::Results> runs, std::size_t width);

/// The same for one run whose rows were counted instead of stored: the text before its rows, and after them.
/// Between them RowsText (TextRows.h) and an empty line, if there are any.
[[nodiscard]] std::string samplesHead(const bench::Results &run, std::size_t width);
[[nodiscard]] std::string samplesTail(const bench::Results &run, const bench::RowTally &rows,
                                      std::size_t width);

/// What is to be said of a run, a block a finding, in the same form. What follows from it follows
/// "means".
[[nodiscard]] std::string findingsText(std::span<const findings::Finding> findings, std::size_t width);

/// The lines of an error: its text, what it means, what to do; empty parts are omitted.
[[nodiscard]] std::string findingLines(const std::string &mark, const std::string &text,
                                       const std::string &meaning, const std::string &remedy,
                                       std::size_t width);

} // namespace fabricscope::report
