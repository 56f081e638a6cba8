// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/run/RunRecord.h"
#include "core/bench/run/Statistics.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace fabricscope::bench {

/// A stored run, with the results of the last table that its tool printed.
struct EarlierRun {
    RunRecord record;
    std::shared_ptr<const Results> results; ///< never nullptr
};

/// Which devices took part, as far as the results show: ranks with host, number and bus of each, NICs of both
/// ends, number of connections, memory type. Two runs that differ in these measured different things. Process
/// ids are ignored.
[[nodiscard]] std::vector<std::string> participantsOf(const Results &results);

/// Whether anything was measured.
[[nodiscard]] bool hasRows(const Results &results);

/// Whether both have the same tool, test and host.
[[nodiscard]] bool isSameKind(const RunSpec &one, const RunSpec &other);

/// Whether a run may be compared with an earlier one: the same kind, the same test if both printed its name,
/// the same type and operation, and the same participants; if the tool
/// names none, the same words. A run that has not named any yet, and has no row either, may be. A step of a
/// sweep (if `isSwept`, or the earlier one is one) is only compared with runs of the same command and
/// environment: never with those of another value.
/// A run with wrong values is never one to compare with.
[[nodiscard]] bool isComparable(const RunSpec &spec, const Results &results, const EarlierRun &earlier,
                                bool isSwept = false);

/// Names of variables that the two runs set differently, or that only one of them set; each once, by name.
/// Values of secrets are not stored, so secrets are not compared.
[[nodiscard]] std::vector<std::string> changedVariables(const Command &command,
                                                        std::span<const EarlierRun *const> earlier);

} // namespace fabricscope::bench
