// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/view/JudgedRun.h"

#include <memory>
#include <string>
#include <vector>

namespace fabricscope::nccl::log {
struct DebugLog;
}

namespace fabricscope::bench {

class Telemetry;

/// What a run has printed and what was read of its host so far.
struct RunSoFar {
    RunState state;
    Tables tables;
    std::shared_ptr<const nccl::log::DebugLog> library; ///< nullptr: no output of NCCL or RCCL
    std::shared_ptr<const Telemetry> telemetry;         ///< nullptr: none was read
};

/// Judges one run again and again while it grows: a table that is unchanged since it was last judged with the
/// same question keeps its judgement. Pure; for one thread at a time.
class RunJudge {
public:
    /// `base`: what is known of the run without its output; its results are ignored.
    explicit RunJudge(BenchView base) : m_base(std::move(base)) {}

    /// Whether judge() would find anything new but more rows in the last table.
    [[nodiscard]] bool hasOther(const RunSoFar &run, const RunQuestion &question) const;
    /// Whether judge() would find anything new at all.
    [[nodiscard]] bool hasNew(const RunSoFar &run, const RunQuestion &question) const;
    void judge(const RunSoFar &run, const RunQuestion &question);
    /// Telemetry alone, which is cheap and comes more often than rows are judged.
    void judgeTelemetry(const RunSoFar &run, const RunQuestion &question);

    [[nodiscard]] const BenchView &base() const { return m_base; }
    [[nodiscard]] const std::vector<std::shared_ptr<const JudgedTable>> &tables() const { return m_tables; }
    [[nodiscard]] const std::shared_ptr<const BenchView> &telemetry() const { return m_telemetryView; }
    /// Of the first table that has a reason to stop; empty: none has.
    [[nodiscard]] std::string reasonToStop() const;

private:
    /// What a comparison depends on beside the question.
    struct ComparedAs {
        std::vector<std::string> participants;
        bool hasRows = false;
        std::optional<std::int64_t> startedMs;
        friend bool operator==(const ComparedAs &, const ComparedAs &) = default;
    };
    [[nodiscard]] std::shared_ptr<const JudgedTable> judgedTable(const RunSoFar &run, std::size_t table,
                                                                 const RunQuestion &question);
    [[nodiscard]] std::shared_ptr<const RunComparison> comparisonFor(const BenchView &view,
                                                                     const RunQuestion &question);

    BenchView m_base;
    std::vector<std::shared_ptr<const JudgedTable>> m_tables;
    std::optional<std::uint64_t> m_version; ///< of the question for all of m_tables; unset: not judged yet
    std::shared_ptr<const RunComparison> m_comparison; ///< the last one, made for m_comparedAs
    ComparedAs m_comparedAs;
    std::shared_ptr<const nccl::log::DebugLog> m_library;
    std::shared_ptr<const LibraryPage> m_page; ///< of m_library; nullptr: none
    std::shared_ptr<const Telemetry> m_telemetry;
    std::shared_ptr<const BenchView> m_telemetryView; ///< made of m_telemetry
    bool m_telemetryHasEnded = false;                 ///< it was made after the end of the run
    std::optional<std::uint64_t> m_telemetryVersion;
};

} // namespace fabricscope::bench
