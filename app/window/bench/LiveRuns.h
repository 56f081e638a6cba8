// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bridge/Channel.h"
#include "app/jobs/judge/BenchSession.h"
#include "app/window/bench/BenchStepOf.h"
#include "app/window/bench/JudgeTerms.h"
#include "core/bench/plan/Sweep.h"

#include <QObject>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fabricscope::app::window {

/// The runs of this session: those that wait, those in progress, and those that have ended. Each is read and
/// judged by its own session (BenchSession) on workers. It does not start or stop tools: whoever does gets
/// the session from begin() and passes the run's events to it.
class LiveRuns : public QObject {
    Q_OBJECT
public:
    /// Results come through `box`.
    LiveRuns(const std::shared_ptr<bridge::Mailbox> &box, WorkerPool &workers, QObject *parent);

    /// A run that is about to start. `simulated`: empty for a real run.
    [[nodiscard]] std::shared_ptr<BenchSession> begin(const bench::RunSpec &spec,
                                                      const std::string &simulated = {});
    /// A run that waits for others. Returns its number.
    [[nodiscard]] std::uint64_t add(const bench::SweepStep &step, BenchStepOf of,
                                    const std::string &simulated = {});
    /// Starts the waiting run of this number; nullptr: there is none.
    [[nodiscard]] std::shared_ptr<BenchSession> begin(std::uint64_t number);
    /// Follows a stored run that is or may be still running: from now on it is a run of this session.
    /// nullptr: isInProgress().
    [[nodiscard]] std::shared_ptr<BenchSession> follow(const bench::RunRecord &record,
                                                       const std::string &simulated);
    /// Whether a run of this session with this id has not ended.
    [[nodiscard]] bool isInProgress(const std::string &id) const;
    /// Whether it is a run of this session.
    [[nodiscard]] bool contains(const std::string &id) const { return find(id) != nullptr; }
    /// The specification of a run of this session, by its id.
    [[nodiscard]] std::optional<bench::RunSpec> specOf(const std::string &id) const;
    /// The run keeps waiting; stores and shows the reason.
    void hold(std::uint64_t number, const std::string &why);
    /// The completed runs of this session on this host, each with a summary of its last table.
    [[nodiscard]] std::vector<bench::RunRecord> endedRuns(const std::string &host) const;
    /// Marks waiting runs as not to be started.
    void drop(const std::vector<std::uint64_t> &numbers, const std::string &why);
    /// The id of a waiting run.
    [[nodiscard]] static std::string waitingId(std::uint64_t number) {
        return "waiting-" + std::to_string(number);
    }

    /// The data of a host by its target. Called on the GUI thread.
    using Facts = std::function<bench::BenchHost(const std::string &target)>;
    void setFacts(Facts facts) { m_facts = std::move(facts); }
    /// All runs are judged again, also those that have ended.
    void setTerms(JudgeTerms terms);
    /// Call when a host may have been read again: runs in progress are judged with the new data.
    void refreshFacts();
    /// The key of the current run of the screen, empty if there is none; the screen may be hidden.
    void setShown(std::string key, bool isVisible);

    /// Call ten times a second while isAnyRunning(): unfinished lines are read on workers.
    void tick();
    [[nodiscard]] bool isAnyRunning() const;
    [[nodiscard]] bool isEmpty() const { return m_runs.empty(); }
    /// Appends each table that was printed as one run, and the medians of each queue.
    void appendTo(std::vector<bench::BenchView> &views);

    static constexpr std::size_t kMaxRuns = 64; ///< older ended ones are removed

Q_SIGNALS:
    /// `isUrgent`: show it now; else together with what else is new.
    void changed(bool isUrgent);
    void added();
    void panelCloseRequested(); ///< the form to start a run has done its work
    void begun(const fabricscope::bench::RunSpec &spec);
    void followed(const QString &id); ///< it is no longer a stored run
    /// A key of BenchKeys.h, or a prefix of some, that should be shown once it exists.
    void keyRequested(const QString &key);
    void statusMessageRequested(const QString &text);
    void endRequested(const QString &id); ///< of this run alone: a stop rule was met
    /// `why`: the stop rule that ended it; empty: none.
    void ended(quint64 number, fabricscope::bench::Phase phase, const QString &id, const QString &why);

private:
    struct Run {
        std::uint64_t number = 0;
        bench::SweepStep step;
        BenchStepOf of;
        std::string simulated;
        std::shared_ptr<BenchSession> session;                  ///< nullptr: the run waits
        std::shared_ptr<const bench::JudgedRun> last;           ///< never nullptr
        bench::BenchHost facts;                                 ///< that it was last asked with
        std::shared_ptr<const bench::RunComparison> comparison; ///< that `choices` were made of
        bench::BenchChoices choices;
        bool isReported = false;     ///< its end was reported
        bool isEndRequested = false; ///< by a stop rule
        bool isFollowed = false;     ///< follow()
        [[nodiscard]] const bench::RunState &state() const { return last->state; }
        [[nodiscard]] bool hasEnded() const { return last->state.phase > bench::Phase::Stopping; }
    };
    /// The medians of a queue's steps, computed again when another step has ended.
    struct Medians {
        std::size_t steps = 0;
        std::shared_ptr<const bench::Results> results;
    };
    void receive(std::uint64_t number, std::shared_ptr<const bench::JudgedRun> judged);
    [[nodiscard]] Run *find(std::uint64_t number);
    [[nodiscard]] const Run *find(const std::string &id) const;
    [[nodiscard]] bench::BenchView baseOf(const Run &run) const;
    [[nodiscard]] std::shared_ptr<BenchSession> start(Run &run);
    static void setState(Run &run, bench::Phase phase, const std::string &why);
    [[nodiscard]] bench::BenchHost factsOf(const std::string &target) const;
    void ask(Run &run);
    void requestEnd(Run &run);
    [[nodiscard]] bool isShown(const Run &run) const;
    [[nodiscard]] bool isWholeQueue(const Run &last) const;
    void appendRun(std::vector<bench::BenchView> &views, Run &run);
    void appendMedians(std::vector<bench::BenchView> &views, const Run &last);

    bridge::Channel<std::shared_ptr<const bench::JudgedRun>> m_judged; ///< by number; never nullptr
    WorkerPool &m_workers;
    Facts m_facts;
    JudgeTerms m_terms;
    std::uint64_t m_number = 0, m_version = 0;
    std::string m_shown;
    bool m_isVisible = false; ///< what is shown
    std::vector<Run> m_runs;
    std::map<std::string, Medians> m_medians; ///< by the queue's group
};

} // namespace fabricscope::app::window
