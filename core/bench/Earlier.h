// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/RunRecord.h"
#include "core/bench/Statistics.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace fabricscope::bench {

/// A run that was kept, with what its tool printed: the last table of it.
struct EarlierRun {
    RunRecord record;
    std::shared_ptr<const Results> results; ///< never nullptr
};

/// Which devices took part, as far as the results show: ranks with host, number and bus of each, NICs of both
/// ends, over how many connections, where the memory was. Two runs of which these differ have measured
/// different things. Process ids do not count.
[[nodiscard]] std::vector<std::string> participantsOf(const Results &results);

/// Anything was measured.
[[nodiscard]] bool hasRows(const Results &results);

/// Whether both were asked of the same tool, test and host.
[[nodiscard]] bool isSameKind(const RunSpec &one, const RunSpec &other);

/// Whether a run may be held against an earlier one: the same kind, and the same participants; the same words
/// where the tool names none. One that has named none yet, and has no row either, may. A step of a
/// sweep (`isSwept`, or the earlier one is one) is held only against what had the same command and
/// environment: never against another value's.
[[nodiscard]] bool isComparable(const RunSpec &spec, const Results &results, const EarlierRun &earlier,
                                bool isSwept = false);

/// Names of variables that one of these runs had set otherwise, or not at all, or that only they had; each
/// once, by name. Values of secrets are not kept, so secrets are not compared.
[[nodiscard]] std::vector<std::string> changedVariables(const Command &command,
                                                        std::span<const EarlierRun *const> earlier);

} // namespace fabricscope::bench
