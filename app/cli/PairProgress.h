// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/ToolRun.h"
#include "core/bench/OutputParser.h"
#include "core/bench/PairPlan.h"
#include "core/bench/RunRecord.h"

#include <condition_variable>
#include <cstdint>
#include <fstream>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace fabricscope::app::cli {

/// What a matrix of pairs reports while it runs: each cell as a line on standard error, once it is there, and
/// how long the rest takes.
class PairProgress {
public:
    /// `log`: a file that gets the output too; empty: none. `tells`: false is silent.
    PairProgress(const bench::PairPlan &plan, const std::string &log, bool isVerbose);

    [[nodiscard]] bool hasLogFailed() const { return !m_log; }
    [[nodiscard]] bool isUnwritten() const { return m_isUnwritten; }

    /// They hold this object, which must outlive them.
    [[nodiscard]] ToolRun::Events events();
    /// Until it has ended. While CountInterrupts lives: Ctrl-C ends it, twice leaves at once.
    [[nodiscard]] bench::RunState wait(ToolRun &run);

    // Where the events come, or when it has ended.
    [[nodiscard]] bench::RunSummary summary() const;
    [[nodiscard]] const std::vector<bench::Results> &results() const { return m_parser->results(); }

private:
    void take(std::string_view bytes);
    void report();
    [[nodiscard]] std::string etaText(const bench::Results &run) const;

    const bench::PairPlan &m_plan;
    std::unique_ptr<bench::OutputParser> m_parser;
    std::ofstream m_log;
    bool m_isUnwritten = false, m_isVerbose;
    std::vector<std::vector<bool>> m_reported; ///< by row and column
    std::optional<std::int64_t> m_startedMs;   ///< Unix time
    std::size_t m_reportedCells = 0, m_reportedDiagnostics = 0;

    std::mutex m_mutex; // guards all below
    std::condition_variable m_changed;
    bench::RunState m_state;
    bool m_isOver = false;
};

} // namespace fabricscope::app::cli
