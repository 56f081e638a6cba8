// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/bench/LogCopy.h"
#include "app/jobs/run/ToolRun.h"
#include "core/bench/pairs/PairPlan.h"
#include "core/bench/run/OutputParser.h"
#include "core/bench/run/RunRecord.h"

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace fabricscope::app::cli {

/// Progress of a matrix of pairs: each cell as a line on standard error as soon as it is measured, and the
/// estimated time for the rest.
class PairProgress {
public:
    /// `log`: a file that also receives the output; empty: none. `tells` false: no progress output.
    PairProgress(const bench::PairPlan &plan, const std::string &log, bool isVerbose);

    [[nodiscard]] bool hasLogFailed() const { return m_log.hasFailed(); }
    [[nodiscard]] bool isUnwritten() const { return m_isUnwritten; }

    /// The callbacks refer to this object, which must outlive them.
    [[nodiscard]] ToolRun::Events events();
    /// Waits until it has ended. While CountInterrupts exists: Ctrl-C ends it, pressed twice it returns at
    /// once.
    [[nodiscard]] bench::RunState wait(ToolRun &run);

    // On the thread of the events, or after the end.
    [[nodiscard]] bench::RunSummary summary() const;
    [[nodiscard]] const std::vector<bench::Results> &results() const { return m_parser->results(); }

private:
    void take(std::string_view bytes);
    void report();
    [[nodiscard]] std::string etaText(const bench::Results &run) const;

    const bench::PairPlan &m_plan;
    std::unique_ptr<bench::OutputParser> m_parser;
    LogCopy m_log;
    bool m_isUnwritten = false, m_isVerbose;
    std::vector<std::vector<bool>> m_reported; ///< by row and column
    std::optional<std::int64_t> m_startedMs;   ///< Unix time
    std::size_t m_reportedCells = 0, m_reportedDiagnostics = 0;

    std::mutex m_mutex; // guards all members below
    std::condition_variable m_changed;
    bench::RunState m_state;
    bool m_isOver = false;
};

} // namespace fabricscope::app::cli
