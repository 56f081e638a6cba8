// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/bench/BenchController.h"
#include "core/bench/plan/WaitingQueue.h"

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

/// Steps that run one after another. The next step starts whatever the result of the previous one, unless the
/// user stopped that one, it could not be started, its host was lost, or its results were wrong and the next
/// one only repeats it.
class BenchQueue : public QObject {
    Q_OBJECT
public:
    /// Starts a step; nullptr: it cannot be started.
    using Start = std::function<std::shared_ptr<ToolRun>(
        const bench::SweepStep &step, const std::string &group, const std::shared_ptr<BenchSession> &)>;
    /// Why a step cannot start on its host now, as text for the user; empty: it can.
    using WhyNot = std::function<QString(const bench::RunSpec &)>;
    BenchQueue(BenchController &controller, Start start, WhyNot whyNot, QObject *parent);
    ~BenchQueue() override;

    /// How steps are started, and why they cannot be, if not by the constructor's functions.
    struct Own {
        Start start;
        WhyNot whyNot;
        std::optional<bench::WaitingPairs> pairs; ///< saved with the queue; unset: the queue is not saved
    };
    using OwnOfPairs = std::function<Own(const bench::WaitingPairs &)>;
    /// Supplies these functions for pair matrices that waited when the window was closed.
    void setPairs(OwnOfPairs pairs) { m_pairs = std::move(pairs); }
    /// Whether a detached step of this queue is followed again and has not ended: until then no other step of
    /// the queue starts.
    using IsFollowed = std::function<bool(const std::string &group)>;
    void setFollowed(IsFollowed isFollowed) { m_isFollowed = std::move(isFollowed); }
    /// Adds a queue. Its first step starts immediately, or as soon as its host has room; first come, first
    /// served.
    void add(std::vector<bench::SweepStep> steps, const std::string &variable, const std::string &simulated,
             Own own = {});
    /// Stops all steps of the queue that contains the run, or the waiting step, with this id.
    void stop(const QString &id);
    /// Stops only the run with this id.
    void end(const QString &id);
    /// Number of waiting steps in all queues.
    [[nodiscard]] std::size_t waiting() const;
    /// The waiting steps by queue.
    [[nodiscard]] std::vector<bench::WaitingQueue> waitingRuns() const;
    /// Starts no further step: the window is closing.
    void freeze() { m_isFrozen = true; }
    void unfreeze();
    /// Adds runs that waited when the window was closed: they are listed, and only startHeld() starts them.
    void addHeld(std::vector<bench::WaitingQueue> queues);
    /// Holds the queues whose next step is for one of these hosts (targets; empty: any), which the user is
    /// leaving. Their waiting steps are held until startHeld(), however the running step ends. Returns the
    /// number of these steps.
    std::size_t holdFor(const std::vector<std::string> &hosts, const QString &why);
    /// Number of steps waiting for one of these hosts (targets; empty: any).
    [[nodiscard]] std::size_t waitingFor(const std::vector<std::string> &hosts) const;
    using IsThere = std::function<bool(const std::string &host)>;
    /// Number of held steps whose hosts were absent and are available now.
    [[nodiscard]] std::size_t heldAndThere(const IsThere &isThere) const;
    /// Returns the number of steps that keep waiting because their hosts are absent. `reportsAbsence`: the
    /// reason shown says so.
    std::size_t startHeld(const IsThere &isThere, bool reportsAbsence = true);
    /// `isThere`: drops only queues whose hosts are all available.
    void dropHeld(const IsThere &isThere = {});
    /// The user is not asked about them again in this session.
    void deferHeld(const IsThere &isThere);

private:
    struct Plan {
        std::string group;    ///< empty: a single step
        std::string variable; ///< swept variable; empty: none
        unsigned repeats = 1;
        std::deque<std::pair<std::uint64_t, bench::SweepStep>> steps; ///< waiting steps with their numbers
        std::uint64_t running = 0;                                    ///< 0: its next step waits for room
        bench::SweepStep last = {}; ///< the one that is running or has ended
        std::weak_ptr<ToolRun> run;
        std::shared_ptr<BenchSession> session; ///< of `last`
        Own own;                               ///< unset: the default
        bool stopped = false;
        bool held = false;       ///< until startHeld()
        bool awaitsHost = false; ///< held, and offered again once its hosts are available
    };
    [[nodiscard]] static const bench::RunSpec &nextOf(const Plan &plan);
    [[nodiscard]] static bool isFor(const Plan &plan, const std::vector<std::string> &hosts);
    [[nodiscard]] static bool areThere(const Plan &plan, const IsThere &isThere);
    void next(Plan &plan);
    void startWaiting();
    [[nodiscard]] QString whyNot(const Plan &plan) const;
    void drop(Plan &plan, const std::string &why);
    void dropRepeats(Plan &plan, std::uint64_t wrong);
    [[nodiscard]] static bool lacksSecret(const Plan &plan);
    void stepEnded(std::uint64_t number, bench::Phase phase);

    BenchController &m_controller;
    Start m_start;
    WhyNot m_whyNot;
    OwnOfPairs m_pairs;
    IsFollowed m_isFollowed; ///< unset: none is
    QTimer *m_retryTimer;    ///< runs while a step waits for room
    std::vector<Plan> m_plans;
    bool m_isFrozen = false;
};

} // namespace fabricscope::app::window
