// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/command/Command.h"
#include "core/bench/run/Results.h"
#include "core/bench/run/RunState.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::bench {

[[nodiscard]] std::string_view toString(Phase phase); ///< "ended"

/// What a list of runs shows about one without reading its output again.
struct RunSummary {
    std::uint64_t rows = 0;               ///< of the table, points and matrix rows included
    std::optional<double> best;           ///< the highest bandwidth
    std::string unit;                     ///< of it, as printed
    std::optional<std::uint64_t> atBytes; ///< the size at which it was reached
    std::optional<double> average;        ///< as printed; never compared between different ranges
    /// Values out of bounds, as printed; those of the rows if a run was ended before its total.
    std::optional<std::uint64_t> wrong;
    bool complete = false; ///< the tool's own end was seen
    friend bool operator==(const RunSummary &, const RunSummary &) = default;
};
[[nodiscard]] RunSummary summaryOf(const Results &results);
/// Of the last table in a run's output, with the wrong values of all tables; empty if there is none.
[[nodiscard]] RunSummary summaryOfLast(const std::vector<Results> &results);

/// The hosts in RunSpec::host, one by one and in order: the two of a pair are separated by a comma. At least
/// one.
[[nodiscard]] std::vector<std::string> hostsOf(std::string_view host);

/// A capture of a host that took part.
struct RunCapture {
    std::string host;
    std::string id;           ///< by its contents; empty: not kept
    std::int64_t takenMs = 0; ///< Unix time; 0: unknown
    friend bool operator==(const RunCapture &, const RunCapture &) = default;
};

/// One stored run, without its output.
struct RunRecord {
    RunSpec spec; ///< values of secrets are not stored
    RunState state;
    std::int64_t createdMs = 0; ///< Unix time
    std::string group;          ///< shared by the steps of one sweep; empty: a single run
    std::string sweepValue;
    unsigned repeat = 0;
    std::string note; ///< free text by the user
    std::vector<RunCapture> captures;
    RunSummary summary;
    std::uint64_t storedBytes = 0; ///< of the output; less than state.outputBytes if it was truncated
    std::string damage;            ///< why its command and summary cannot be read; empty: they can
    friend bool operator==(const RunRecord &, const RunRecord &) = default;
};

} // namespace fabricscope::bench
