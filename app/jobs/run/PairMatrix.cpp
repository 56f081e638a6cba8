// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/run/PairMatrix.h"

#include "app/jobs/collect/PartRun.h"
#include "app/jobs/run/PerftestPair.h"
#include "app/jobs/run/RunDelivery.h"
#include "app/jobs/run/SupervisorScript.h"
#include "core/base/Text.h"
#include "core/bench/pairs/PairLog.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <utility>
#include <vector>

namespace fabricscope::app {

namespace {

using bench::PairCell;
using bench::PairOutcome;
using bench::Phase;

/// After this many consecutive pairs that could not be started, no further one is tried: a host does not
/// answer, or the tool is missing.
constexpr std::size_t kGivesUpAfter = 3;

bool couldNotBegin(const PerftestResult &result) {
    const auto isBad = [](const bench::RunState &end) {
        return end.phase == Phase::Failed || end.phase == Phase::Lost || end.phase == Phase::MayStillRun;
    };
    return isBad(result.server) || isBad(result.client);
}

class Matrix final : public ToolRun, public std::enable_shared_from_this<Matrix> {
public:
    Matrix(remote::Client &client, PairMatrixSpec spec, ToolRunOptions options, Events events)
        : m_client(client)
        , m_spec(std::move(spec))
        , m_delivery(std::make_shared<RunDelivery>(options.workers, std::move(events))) {
        m_state.id = SupervisorScript::makeRunId();
        m_spec.concurrent = std::max<std::size_t>(m_spec.concurrent, 1);
    }

    void begin() {
        m_client.post([self = shared_from_this()] {
            self->change([](bench::RunState &state) {
                state.phase = Phase::Starting;
                state.startedMs = nowMs();
            });
            self->append(bench::pairLogHeader(self->m_spec.plan));
            self->proceed();
        });
    }

    void stop() override {
        m_client.post([self = shared_from_this()] {
            if (self->m_isOver || std::exchange(self->m_isStopping, true))
                return;
            self->change([](bench::RunState &state) { state.phase = Phase::Stopping; });
            self->stopPairs();
            self->proceed();
        });
    }
    void leave() override { stop(); }
    void pause() override { setPaused(true); }
    void resume() override { setPaused(false); }

    [[nodiscard]] bench::RunState state() const override {
        const std::scoped_lock lock(m_mutex);
        return m_state;
    }

private:
    // All of it runs on the io thread.

    void setPaused(bool paused) {
        m_client.post([self = shared_from_this(), paused] {
            self->m_isPaused = paused;
            self->proceed();
        });
    }

    template<class Change> void change(Change &&how) {
        bench::RunState now;
        {
            const std::scoped_lock lock(m_mutex);
            how(m_state);
            now = m_state;
        }
        m_delivery->state(std::move(now));
    }

    void append(const std::string &text) {
        {
            const std::scoped_lock lock(m_mutex);
            m_state.outputBytes += text.size();
            m_state.outputLines += static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
        }
        m_delivery->output(remote::Stream::Out, text);
    }

    /// Starts all pairs that may run now.
    void proceed() {
        const auto &rounds = m_spec.plan.rounds;
        while (!m_isOver && !m_isStopping && !m_isPaused && m_running.size() < m_spec.concurrent) {
            if (m_round == rounds.size())
                break;
            if (m_next == rounds[m_round].size()) {
                if (!m_running.empty())
                    break; // the next round uses the same devices
                ++m_round;
                m_next = 0;
                continue;
            }
            if (m_next == 0)
                append(bench::pairLogRound(m_round, rounds.size()));
            beginPair(rounds[m_round][m_next++]);
        }
        if (m_running.empty() && (m_isStopping || m_round == rounds.size()))
            finish();
    }

    void beginPair(const PairCell &cell) {
        if (!cell.whyNot.empty())
            return recordCell(cell, {std::nullopt, cell.whyNot, {}, {}});
        if (state().phase == Phase::Starting)
            change([](bench::RunState &state) { state.phase = Phase::Running; });
        PerftestSpec spec;
        spec.server = {m_spec.server, cell.server};
        spec.client = {m_spec.client, cell.client};
        spec.serverAddress = cell.address;
        spec.longest = m_spec.longestPair;
        spec.lease = m_spec.lease;
        spec.sameMemory = cell.sameMemory;
        const auto slot = std::make_shared<std::shared_ptr<PerftestPair>>();
        PerftestPair::Events events;
        events.finished = [self = shared_from_this(), slot, &cell](const PerftestResult &result) {
            auto &running = self->m_running;
            running.erase(std::remove(running.begin(), running.end(), *slot), running.end());
            slot->reset();
            self->recordCell(cell, outcomeOf(self->m_spec.plan.unit, result));
            self->m_failed = couldNotBegin(result) ? self->m_failed + 1 : 0;
            if (self->m_failed == kGivesUpAfter)
                self->giveUp(result.why);
            self->proceed();
        };
        *slot = PerftestPair::start(m_client, std::move(spec), std::move(events));
        m_running.push_back(*slot);
    }

    void giveUp(const std::string &why) {
        m_isStopping = true;
        m_abortReason = fmt::format("aborted: {}", why);
        stopPairs();
    }

    void stopPairs() {
        const auto running = m_running; // one that ends at once leaves the list
        for (const auto &pair : running)
            pair->stop();
    }

    /// A result that does not match the request is no value.
    static PairOutcome outcomeOf(const std::string &unit, const PerftestResult &result) {
        PairOutcome outcome;
        if (!result.why.empty())
            outcome.why = result.why;
        else if (!result.mismatches.empty())
            outcome.why = fmt::format("differs from the request: {}", fmt::join(result.mismatches, "; "));
        else
            outcome = bench::pairOutcome(unit, result.clientOutput);
        outcome.serverOutput = result.serverOutput;
        outcome.clientOutput = result.clientOutput;
        return outcome;
    }

    void recordCell(const PairCell &cell, const PairOutcome &outcome) {
        m_measured += outcome.value ? 1 : 0;
        append(bench::pairLogCell(m_spec.plan, cell, outcome));
    }

    void finish() {
        if (std::exchange(m_isOver, true))
            return;
        const std::size_t cells = m_spec.plan.cells();
        append(bench::pairLogEnd(m_spec.plan, m_measured, m_isStopping));
        bench::RunState now = state();
        now.endedMs = nowMs();
        if (!m_abortReason.empty()) {
            now.phase = Phase::Failed;
            now.why = m_abortReason;
        } else if (m_isStopping) {
            now.phase = Phase::Stopped;
            now.why = fmt::format("stopped after {} of {} pairs", m_measured, cells);
        } else {
            now.phase = Phase::Ended;
            now.exitStatus = m_measured == cells ? 0 : 1;
            if (m_measured < cells)
                now.why = fmt::format("{} of {} pairs failed", cells - m_measured, cells);
        }
        {
            const std::scoped_lock lock(m_mutex);
            m_state = now;
        }
        m_delivery->finished(std::move(now));
    }

    remote::Client &m_client;
    PairMatrixSpec m_spec; ///< its cells never move in memory
    std::shared_ptr<RunDelivery> m_delivery;
    std::vector<std::shared_ptr<PerftestPair>> m_running;
    std::size_t m_round = 0, m_next = 0;      ///< the cell that is begun next
    std::size_t m_measured = 0, m_failed = 0; ///< m_failed: the last ones, that could not begin
    std::string m_abortReason;
    bool m_isStopping = false, m_isPaused = false, m_isOver = false;

    mutable std::mutex m_mutex; // guards m_state
    bench::RunState m_state;
};

} // namespace

std::shared_ptr<ToolRun> startPairMatrix(remote::Client &client, PairMatrixSpec spec, ToolRunOptions options,
                                         ToolRun::Events events) {
    auto matrix = std::make_shared<Matrix>(client, std::move(spec), options, std::move(events));
    matrix->begin();
    return matrix;
}

bench::RunSpec runSpecOf(const bench::PairPlan &plan, std::span<const bench::OptionValue> options) {
    bench::RunSpec spec;
    spec.tool = "perftest-mesh";
    spec.test = plan.test;
    spec.host =
        plan.clientHost == plan.serverHost ? plan.serverHost : plan.serverHost + ',' + plan.clientHost;
    spec.command.words = {plan.test.substr(0, plan.test.find(' '))};
    for (const bench::OptionValue &option : options) {
        spec.command.words.push_back(option.flag);
        if (!option.value.empty())
            spec.command.words.push_back(option.value);
    }
    return spec;
}

} // namespace fabricscope::app
