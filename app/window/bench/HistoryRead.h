// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/bench/judge/Earlier.h"
#include "core/bench/run/RunRecord.h"
#include "core/bench/run/RunSizes.h"
#include "core/bench/view/JudgedRun.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fabricscope::bench {
class Telemetry;
}

namespace fabricscope::app::window {

/// A note on a saved run.
struct RunNote {
    std::string path; ///< of the database
    std::string id, words;
};

/// What the database of runs holds.
struct HistoryRead {
    Result<std::vector<bench::RunRecord>> records; ///< newest first; empty without a database
    std::vector<std::string> hosts;                ///< of all runs that are kept
    bool hasDatabase = true;                       ///< false: there is no database
    bool isComplete = true;                        ///< false: of `runs` some could not be read
    std::vector<bench::EarlierRun> runs;           ///< those requested with their output
    struct Opened {
        bench::RunRecord record;
        bench::Tables tables;   ///< its entire output
        bool isComplete = true; ///< false: only its beginning was read
        /// Its host as last read before the run; empty: not saved, or unreadable.
        bench::BenchHost facts = {};
        std::shared_ptr<const bench::Telemetry> telemetry = {}; ///< nullptr: none was kept
    };
    std::optional<Opened> opened = {};        ///< a run requested by its id
    std::optional<Error> openError = {};      ///< why it cannot be shown
    std::vector<RunNote> unwritten = {};      ///< notes for which the database could not be written
    bench::StoreUsage usage = {};             ///< of the whole database
    std::vector<bench::RunSize> largest = {}; ///< what uses the most space, by its output
    std::string deleted = {}; ///< text about old runs that were deleted to free space; empty: none were
};

} // namespace fabricscope::app::window
