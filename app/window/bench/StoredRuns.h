// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bridge/Channel.h"
#include "app/jobs/script/WorkerPool.h"
#include "app/window/bench/HistoryRead.h"
#include "app/window/bench/LiveRuns.h"

#include <QObject>

#include <memory>
#include <string>
#include <vector>

namespace fabricscope::app::window {

/// Stored runs that the user opened, in that order. Each is judged on a worker, in the same way as while it
/// was running, with the data of its host as saved with it.
class StoredRuns : public QObject {
    Q_OBJECT
public:
    /// Judged runs come through `box`.
    StoredRuns(const std::shared_ptr<bridge::Mailbox> &box, WorkerPool &workers, QObject *parent);

    /// The data of a run whose host was not saved with it.
    void setFacts(LiveRuns::Facts facts) { m_facts = std::move(facts); }
    /// Shows it once it is judged; one that is open already is replaced: it may have grown.
    void open(const HistoryRead::Opened &opened);
    void close(const std::string &id);
    /// The shown run is judged again, others when they are shown.
    void setTerms(JudgeTerms terms);
    /// The key of the run on the screen; empty: none is visible.
    void setShown(const std::string &key);
    void appendTo(std::vector<bench::BenchView> &views) const;
    [[nodiscard]] bool isEmpty() const { return m_runs.empty(); }
    /// Whether a run that was opened is not judged yet.
    [[nodiscard]] bool isPending() const;

    static constexpr std::size_t kMaxRuns = 64; ///< the oldest are closed

Q_SIGNALS:
    void changed();

private:
    struct Run {
        std::string id;
        HistoryRead::Opened opened;
        std::uint64_t question = 0;                     ///< the last one asked
        std::uint64_t terms = 0;                        ///< m_version when it was asked
        std::shared_ptr<const bench::JudgedRun> judged; ///< nullptr: not yet
        std::vector<bench::BenchView> views;            ///< of `judged`
    };
    void judge(Run &run);
    void receive(const std::shared_ptr<const bench::JudgedRun> &judged);
    [[nodiscard]] static std::vector<bench::BenchView> viewsOf(const Run &run);

    /// The version of each is that of its question; never nullptr.
    bridge::Channel<std::shared_ptr<const bench::JudgedRun>> m_judged;
    WorkerPool &m_workers;
    LiveRuns::Facts m_facts;
    JudgeTerms m_terms;
    std::uint64_t m_version = 1; ///< of m_terms
    std::uint64_t m_question = 0;
    std::string m_shown;
    std::vector<Run> m_runs;
};

} // namespace fabricscope::app::window
