// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/pairs/PairPlan.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace fabricscope::bench {

/// The log of a matrix of pairs, written while the pairs run: its plan, then for each round what both ends of
/// each pair ran and printed, and the resulting cell. The parser "perftest-mesh" reads it back
/// (core/bench/output/perftest/PairLogReader.h), so that stored, saved and running ones are the same.
/// Key of the reader of such a log, and tool of a run that prints it.
inline constexpr std::string_view kPairsTool = "perftest-mesh";

namespace pairlog {
inline constexpr std::string_view kFirst = "fabricscope pairs: "; ///< followed by the test
inline constexpr std::string_view kTitle = "title: ", kUnit = "unit: ", kNote = "note: ", kRow = "row ",
                                  kColumn = "column ", kBegin = "pairs: ", kRound = "round ", kPair = "pair ",
                                  kServer = "server| ", kClient = "client| ", kCell = "cell ", kEnd = "end: ";
inline constexpr std::string_view kNone = "none: "; ///< in place of a cell's value; followed by the reason
} // namespace pairlog

/// The outcome of one pair.
struct PairOutcome {
    std::optional<double> value; ///< in the plan's unit
    std::string why;             ///< why there is no value; empty where there is one
    std::string serverOutput, clientOutput;
};

[[nodiscard]] std::string pairLogHeader(const PairPlan &plan);
[[nodiscard]] std::string pairLogRound(std::size_t round, std::size_t rounds); ///< `round` from 0
[[nodiscard]] std::string pairLogCell(const PairPlan &plan, const PairCell &cell, const PairOutcome &outcome);
/// `measured`: number of cells with a value.
[[nodiscard]] std::string pairLogEnd(const PairPlan &plan, std::size_t measured, bool stopped);

/// The result in a client's output, in `unit`: the average bandwidth, or the typical latency. Without one the
/// outcome has the reason: perftest prints 0.00 or inf if it could not calibrate the CPU's clock.
[[nodiscard]] PairOutcome pairOutcome(std::string_view unit, std::string_view clientOutput);

} // namespace fabricscope::bench
