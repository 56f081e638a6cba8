// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/output/text/ResultsBuilder.h"
#include "core/bench/run/Results.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace fabricscope::bench::output {

/// Problems that a reader detects without a line that reports them.
enum class Symptom : unsigned char {
    WrongValues,    ///< #wrong > 0
    ImplausibleRow, ///< perftest: a size that no buffer can have
    SingleRankRuns, ///< several tables of one rank each, from one launch
    FailedRequests, ///< of a benchmark of a server: more than none
};
/// The finding for a symptom, with the line that shows it.
[[nodiscard]] Finding explainedDiagnostic(Symptom symptom, std::string_view line, std::uint64_t number);

/// The line as a diagnostic, if it reports a problem; its rule is in the table of
/// Diagnostics.cpp.
[[nodiscard]] std::optional<Finding> diagnosticOf(std::string_view line, std::uint64_t number);

/// The only tool that prints this line, if the table defines it; empty otherwise.
[[nodiscard]] std::string_view toolOfDiagnostic(std::string_view line);

/// A line that no reader knows, or the text after a row: recorded if it is a diagnostic. Returns whether it
/// is.
bool takeOther(ResultsBuilder &builder, std::size_t run, std::string_view line);

} // namespace fabricscope::bench::output
