// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/ToolRun.h"
#include "core/base/Result.h"
#include "core/bench/RunRecord.h"
#include "core/bench/Telemetry.h"
#include "core/capture/Capture.h"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace fabricscope::app {

/// How a run is kept in the database of runs.
struct PersistOptions {
    std::string path; ///< of the database; its folder is made
    bench::RunSpec spec;
    /// Of the hosts that took part, as they were read last: kept with it, equal ones once.
    std::vector<std::shared_ptr<const capture::Capture>> captures;
    /// What a list of runs shows of it; asked once, when the run has ended.
    std::function<bench::RunSummary()> summary;
    /// Once: the run goes on, and is no longer kept.
    std::function<void(const Error &)> failed;
    /// What is attached to it under a name, asked once, when the run has ended; may be unset.
    std::function<std::vector<std::pair<std::string, std::string>>()> files = {};
    /// What was read of its host so far, asked twice a second while it runs; may be unset.
    std::function<std::shared_ptr<const bench::Telemetry>()> telemetry = {};
    /// It is a detached run whose output comes from its first byte on: what an earlier fetch kept of it is
    /// not kept twice. Where the database has no run of its id, it gets one.
    bool isFetched = false;
    std::string group{}, sweepValue{}; ///< as in bench::RunRecord
    unsigned repeat = 0;
    /// Says, when the run has ended, that old runs were deleted since all together exceed the database's
    /// limit (store::prune()), and that they still do; may be unset.
    std::function<void(const std::string &)> deleted = {};
};

/// The same events, and all that they tell is kept: output and telemetry are on the disk at the latest a
/// second after they came. A detached run stays as running until its host has reported how it ended; when it
/// began is known to whom started it only. Everything here happens where the events come.
[[nodiscard]] ToolRun::Events persistedEvents(remote::Client &client, WorkerPool *workers,
                                              PersistOptions persist, ToolRun::Events events);

/// The same events of ToolRun::fetch() without these values, which it cannot know; around those that keep.
[[nodiscard]] ToolRun::Events fetchedWithoutSecrets(std::vector<std::string> values, ToolRun::Events events);

} // namespace fabricscope::app
