// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/run/ToolRun.h"
#include "core/base/Result.h"
#include "core/bench/run/RunRecord.h"
#include "core/bench/telemetry/Telemetry.h"
#include "core/capture/Capture.h"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace fabricscope::app {

/// How a run is saved in the database of runs.
struct PersistOptions {
    std::string path; ///< of the database; its folder is created
    bench::RunSpec spec;
    /// Of the hosts that took part, as last read: saved with it, equal ones once.
    std::vector<std::shared_ptr<const capture::Capture>> captures;
    /// What a list of runs shows of it; queried once, when the run has ended.
    std::function<bench::RunSummary()> summary;
    /// Called once: the run continues, and is no longer saved.
    std::function<void(const Error &)> failed;
    /// What is attached to it under a name, queried once, when the run has ended; may be unset.
    std::function<std::vector<std::pair<std::string, std::string>>()> files = {};
    /// What was read of its host so far, queried twice a second while it runs; may be unset.
    std::function<std::shared_ptr<const bench::Telemetry>()> telemetry = {};
    /// A detached run whose output arrives from its first byte on: what an earlier fetch saved of it is not
    /// saved twice. If the database has no run with its id, one is added.
    bool isFetched = false;
    /// False: only the state and the summary are saved. For a fetched run with a secret whose value is
    /// unknown here, so that its output cannot be filtered.
    bool savesOutput = true;
    std::string group{}, sweepValue{}; ///< as in bench::RunRecord
    unsigned repeat = 0;
    /// Reports, when the run has ended, that old runs were deleted since the total exceeds the database's
    /// limit (store::prune()), and that it still does; may be unset.
    std::function<void(const std::string &)> deleted = {};
};

/// The same events, with everything in them saved: output and telemetry are on disk at most a second after
/// they arrived. A detached run is recorded as running until its host has reported how it ended; only the
/// program that started it knows when it began. Everything here happens where the events come.
[[nodiscard]] ToolRun::Events persistedEvents(remote::Client &client, WorkerPool *workers,
                                              PersistOptions persist, ToolRun::Events events);

/// The same events of ToolRun::fetch() without these values, which it cannot know; wraps the events that
/// save.
[[nodiscard]] ToolRun::Events fetchedWithoutSecrets(std::vector<std::string> values, ToolRun::Events events);

} // namespace fabricscope::app
