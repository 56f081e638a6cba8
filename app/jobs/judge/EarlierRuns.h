// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/bench/judge/Earlier.h"
#include "core/bench/view/JudgedRun.h"

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace fabricscope::store {
class RunStore;
}

namespace fabricscope::app {

inline constexpr std::size_t kMaxEarlierRuns = 30;                         ///< read for one kind of run
inline constexpr std::uint64_t kMaxStoredOutput = std::uint64_t{64} << 20; ///< bytes that are read of one run

/// Whether the result is no longer needed.
using IsOver = std::function<bool()>;

struct StoredTables {
    bench::Tables tables;
    bool isComplete = true; ///< false: there is more than kMaxStoredOutput
};
/// The output of a stored run as shown while it was running: both streams, read by the tool's own parser.
[[nodiscard]] Result<StoredTables> readStoredTables(const store::RunStore &store,
                                                    const bench::RunRecord &record, const IsOver &isOver);

struct EarlierRunsRead {
    std::vector<bench::EarlierRun> runs; ///< newest first
    bool isComplete = true;              ///< false: some could not be read
};
/// The newest runs of the same kind that completed, but those whose ids are known.
[[nodiscard]] EarlierRunsRead readEarlierRuns(const store::RunStore &store, const bench::RunSpec &kind,
                                              const std::set<std::string> &known, const IsOver &isOver);

} // namespace fabricscope::app
