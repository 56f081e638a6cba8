// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/BenchController.h"
#include "core/bench/WaitingQueue.h"

#include <QObject>

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

class QTimer;

namespace fabricscope::app {
class ToolRun;
}

namespace fabricscope::app::window {

/// Steps that run one after another. What a step came to does not keep the next one from starting, unless a
/// person stopped it, it never started, or its host was lost.
class BenchQueue : public QObject {
    Q_OBJECT
public:
    /// nullptr: it cannot be started.
    using Start = std::function<std::shared_ptr<ToolRun>(
        const bench::SweepStep &step, const std::string &group, const std::shared_ptr<bridge::BenchFeed> &)>;
    /// Why a step cannot start on its host now, for people; empty: it can.
    using WhyNot = std::function<QString(const bench::RunSpec &)>;
    BenchQueue(BenchController &controller, Start start, WhyNot whyNot, QObject *parent);
    ~BenchQueue() override;

    /// How steps are started, and why not, where that is not as usual.
    struct Own {
        Start start;
        WhyNot whyNot;
        std::optional<bench::WaitingPairs> pairs; ///< for which that is; unset: it is not kept
    };
    using OwnOfPairs = std::function<Own(const bench::WaitingPairs &)>;
    /// For matrices of pairs that waited when the window was closed.
    void setPairs(OwnOfPairs pairs) { m_pairs = std::move(pairs); }
    /// Whether a step of this queue that was left is followed again, and has not ended: nothing of it begins
    /// beside that.
    using IsFollowed = std::function<bool(const std::string &group)>;
    void setFollowed(IsFollowed isFollowed) { m_isFollowed = std::move(isFollowed); }
    /// The first one starts at once, or as soon as its host has room; what was asked for first goes first.
    void add(std::vector<bench::SweepStep> steps, const std::string &variable, const std::string &simulated,
             Own own = {});
    /// All steps of the queue that the run of this id, or the step that waits by it, belongs to.
    void stop(const QString &id);
    /// The run of this id alone.
    void end(const QString &id);
    /// Steps that wait, of all.
    [[nodiscard]] std::size_t waiting() const;
    /// The same, by their queues.
    [[nodiscard]] std::vector<bench::WaitingQueue> waitingRuns() const;
    /// Nothing starts any more: the window is closing.
    void freeze() { m_isFrozen = true; }
    void unfreeze();
    /// Runs that waited when the window was closed: listed, and started by startHeld() only.
    void addHeld(std::vector<bench::WaitingQueue> queues);
    /// Of queues whose next step is for one of these hosts (targets; empty: for any): a person leaves them.
    /// What waits there is held until startHeld(), however the previous step ends. Gives how many
    /// steps that are.
    std::size_t holdFor(const std::vector<std::string> &hosts, const QString &why);
    /// Steps that wait for one of these hosts, likewise.
    [[nodiscard]] std::size_t waitingFor(const std::vector<std::string> &hosts) const;
    using IsThere = std::function<bool(const std::string &host)>;
    /// Steps that are held and wait for hosts that were not there, and that are now.
    [[nodiscard]] std::size_t heldAndThere(const IsThere &isThere) const;
    /// Gives how many steps wait on: their hosts are not there. `reportsAbsence`: their reason states it.
    std::size_t startHeld(const IsThere &isThere, bool reportsAbsence = true);
    /// `isThere`: of hosts that are all there alone.
    void dropHeld(const IsThere &isThere = {});
    /// Nobody is to be asked about them again in this session.
    void deferHeld(const IsThere &isThere);

private:
    struct Plan {
        std::string group;    ///< empty: a single step
        std::string variable; ///< that is swept; empty: none is
        unsigned repeats = 1;
        std::deque<std::pair<std::uint64_t, bench::SweepStep>> steps; ///< that wait, by their numbers
        std::uint64_t running = 0;                                    ///< 0: its next step waits for room
        std::weak_ptr<ToolRun> run;
        Own own; ///< unset: as usual
        bool stopped = false;
        bool held = false;       ///< until startHeld()
        bool awaitsHost = false; ///< held, and to be offered once its hosts are there
    };
    [[nodiscard]] static const bench::RunSpec &nextOf(const Plan &plan);
    [[nodiscard]] static bool isFor(const Plan &plan, const std::vector<std::string> &hosts);
    [[nodiscard]] static bool areThere(const Plan &plan, const IsThere &isThere);
    void next(Plan &plan);
    void startWaiting();
    [[nodiscard]] QString whyNot(const Plan &plan) const;
    void drop(Plan &plan, const std::string &why);
    [[nodiscard]] static bool lacksSecret(const Plan &plan);
    void stepEnded(std::uint64_t number, bench::Phase phase);

    BenchController &m_controller;
    Start m_start;
    WhyNot m_whyNot;
    OwnOfPairs m_pairs;
    IsFollowed m_isFollowed; ///< unset: none is
    QTimer *m_retryTimer;    ///< while something waits for room
    std::vector<Plan> m_plans;
    bool m_isFrozen = false;
};

} // namespace fabricscope::app::window
