// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/judge/BenchSession.h"
#include "app/jobs/run/ToolRun.h"

#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace fabricscope::app::cli {

/// One run of `bench run` while it is read: judged as in the window, and ended when a stop rule is met.
class RunJudgement {
public:
    /// `host`: empty if it was not captured.
    RunJudgement(const bench::RunSpec &spec, bench::BenchHost host, std::vector<bench::StopRule> stopRules);
    /// Waits until the stored runs have been read.
    ~RunJudgement();
    RunJudgement(const RunJudgement &) = delete;
    RunJudgement &operator=(const RunJudgement &) = delete;

    /// The same events, which are read here as well.
    [[nodiscard]] ToolRun::Events wrap(ToolRun::Events events) const;
    /// Of the newest table, for the database of runs; at the end of the output.
    [[nodiscard]] bench::RunSummary summary() const { return m_session->summary(); }
    /// Call about ten times a second: stops the run, once, if a stop rule is met, and says so on standard
    /// error.
    void tick(ToolRun &run);

    // After the end of the run.
    /// What follows from the output and the host, on standard error; also notes in the database of runs why
    /// the run was stopped. Returns the exit status: kFindings if a finding is an error.
    [[nodiscard]] int report(const bench::RunState &state);
    [[nodiscard]] std::vector<bench::Results> results();

private:
    void finishReading();
    void reportIdleRules(const bench::JudgedRun &judged) const;
    [[nodiscard]] std::shared_ptr<const bench::JudgedRun> judged();

    std::string m_host;
    bench::RunQuestion m_question;
    std::shared_ptr<BenchSession> m_session;
    bool m_isStopped = false;
    std::mutex m_mutex;
    std::shared_ptr<const bench::JudgedRun> m_judged; ///< guarded by m_mutex; nullptr: nothing yet
    std::thread m_reader;                             ///< of the stored runs of the same kind
};

} // namespace fabricscope::app::cli
