// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/judge/BenchSession.h"
#include "core/bench/view/BenchStops.h"
#include "core/nccl/log/DebugLog.h"

#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace fabricscope::app {
namespace {

using namespace std::chrono_literals;
using Judged = std::shared_ptr<const bench::JudgedRun>;

constexpr const char *kHead =
    "# nThread 1 nGpus 8 minBytes 1024 maxBytes 1073741824 step: 2(factor) warmup iters: 5 iters: 20\n"
    "#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   "
    "busbw #wrong\n"
    "#        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  "
    "(GB/s)\n";

std::string row(std::uint64_t size, int wrong = 0) {
    return std::to_string(size) + "  256  float  sum  -1  49.58  21.15  37.01  " + std::to_string(wrong) +
           "  49.11  21.35  37.36  0\n";
}

bench::BenchView baseView() {
    bench::BenchView base;
    base.spec = bench::RunSpec{};
    base.spec->tool = "nccl-tests";
    base.spec->test = "all_reduce_perf";
    base.spec->host = "gpu-07";
    return base;
}

bench::RunState stateOf(bench::Phase phase) {
    bench::RunState state;
    state.id = "r1";
    state.phase = phase;
    return state;
}

/// Without a pool: judged where the cause occurs, with clocks of its own.
class BenchSessionTest : public ::testing::Test {
protected:
    [[nodiscard]] std::vector<Judged> taken() { return std::exchange(published, {}); }
    void ask(std::uint64_t version, std::vector<bench::StopRule> rules = {},
             std::vector<bench::EarlierRun> earlier = {}) const {
        auto question = std::make_shared<bench::RunQuestion>();
        question->version = version;
        question->stopRules = std::move(rules);
        question->earlier = std::make_shared<const std::vector<bench::EarlierRun>>(std::move(earlier));
        session->setQuestion(question);
    }
    /// How many rows the newest judgement saw.
    [[nodiscard]] std::size_t judgedRows() {
        const auto all = taken();
        return all.empty() || all.back()->judged.empty()
                   ? 0
                   : all.back()->judged.back()->view.results->rows.size();
    }

    std::int64_t wallMs = 1000;
    BenchSession::Clock::time_point now{1h};
    BenchSession::Clock::duration took{0}; ///< that each look at the clock takes
    std::vector<Judged> published;
    std::shared_ptr<BenchSession> session =
        BenchSession::make(baseView(), [this](Judged judged) { published.push_back(std::move(judged)); },
                           {nullptr, [this] { return wallMs; },
                            [this] {
                                return now += took;
                            }});
};

TEST_F(BenchSessionTest, PublishesNewDataOnTick) {
    session->output(kHead);
    session->output(row(1024));
    session->output(row(2048));
    EXPECT_TRUE(taken().empty());
    session->tick();
    const auto updates = taken();
    ASSERT_EQ(updates.size(), 1U);
    ASSERT_EQ(updates[0]->tables.size(), 1U);
    EXPECT_EQ(updates[0]->tables[0]->rows.size(), 2U);
    EXPECT_EQ(updates[0]->lastRowMs, 1000);
    session->tick();
    EXPECT_TRUE(taken().empty()) << "no new data";
}

TEST_F(BenchSessionTest, NeverChangesPublishedData) {
    session->output(kHead + row(1024));
    session->tick();
    const auto before = taken();
    session->output(row(2048));
    session->tick();
    EXPECT_EQ(before[0]->tables[0]->rows.size(), 1U);
    EXPECT_EQ(taken()[0]->tables[0]->rows.size(), 2U);
}

TEST_F(BenchSessionTest, SharesPublishedRowsAndCopiesOnlyTheLastPiece) {
    session->output(kHead);
    for (std::uint64_t size = 1; size <= 3000; ++size)
        session->output(row(size * 1024));
    session->tick();
    const auto before = taken();
    session->output(row(4'000'000));
    session->tick();
    const auto &rows = taken()[0]->tables[0]->rows;
    EXPECT_EQ(rows.size(), 3001U);
    EXPECT_EQ(rows.sharedWith(before[0]->tables[0]->rows), 3000 / rows.kPiece);
}

TEST_F(BenchSessionTest, TakesLibraryLinesBeforeTheFirstRowThenOncePerSecond) {
    const auto channel = [](int number) {
        return "gpu-1:10:20 [0] NCCL INFO Channel " + std::to_string(number) +
               "/0 : 0[0] -> 1[1] [send] via NET/IB/0/GDRDMA\n";
    };
    const auto transports = [](const Judged &judged) {
        return judged->tables.back()->library.transports.at(0).connections;
    };
    wallMs = 10'000;
    session->output(channel(0));
    session->tick();
    auto updates = taken();
    ASSERT_EQ(updates.size(), 1U);
    EXPECT_EQ(transports(updates[0]), 1U);
    const auto page = updates[0]->judged.back()->view.library;
    ASSERT_NE(page, nullptr);
    wallMs += BenchSession::kLibraryMs / 2;
    session->output(channel(1));
    session->tick();
    updates = taken();
    ASSERT_EQ(updates.size(), 1U) << "the transport is told with each tick";
    EXPECT_EQ(transports(updates[0]), 2U);
    EXPECT_EQ(updates[0]->judged.back()->view.library, page);
    wallMs += BenchSession::kLibraryMs / 2;
    session->tick();
    updates = taken();
    ASSERT_EQ(updates.size(), 1U);
    EXPECT_NE(updates[0]->judged.back()->view.library, page);
    session->tick();
    EXPECT_TRUE(taken().empty());
    const auto before = updates[0]->judged.back()->view.library;
    session->output(channel(2));
    session->finish(stateOf(bench::Phase::Ended));
    EXPECT_NE(taken().back()->judged.back()->view.library, before) << "nothing is held back at the end";
}

TEST_F(BenchSessionTest, PublishesStateAndEndImmediately) {
    session->state(stateOf(bench::Phase::Running));
    session->output(kHead + row(1024));
    session->finish(stateOf(bench::Phase::Ended));
    const auto updates = taken();
    ASSERT_EQ(updates.size(), 2U);
    EXPECT_EQ(updates[0]->state.phase, bench::Phase::Running);
    EXPECT_EQ(updates[1]->state.phase, bench::Phase::Ended);
    EXPECT_EQ(updates[1]->tables[0]->rows.size(), 1U);
    ASSERT_EQ(updates[1]->judged.size(), 1U);
}

TEST_F(BenchSessionTest, PublishesARunWithoutOutput) {
    session->finish(stateOf(bench::Phase::Failed));
    const auto updates = taken();
    ASSERT_EQ(updates.size(), 1U);
    ASSERT_EQ(updates[0]->views().size(), 1U);
    EXPECT_TRUE(updates[0]->views()[0].results->rows.empty());
}

TEST_F(BenchSessionTest, AGrowingTableIsJudgedLessOftenTheLongerItTakes) {
    took = 10ms;
    session->output(kHead + row(1024));
    session->tick();
    EXPECT_EQ(judgedRows(), 1U);
    session->output(row(2048));
    session->tick();
    const auto updates = taken();
    ASSERT_EQ(updates.size(), 1U);
    EXPECT_EQ(updates[0]->tables[0]->rows.size(), 2U) << "rows do not wait for their judgement";
    EXPECT_EQ(updates[0]->judged[0]->view.results->rows.size(), 1U);
    now += 10ms * BenchSession::kShare;
    session->tick();
    EXPECT_EQ(judgedRows(), 2U) << "what was left is judged without new rows";
    session->tick();
    EXPECT_TRUE(taken().empty());
}

TEST_F(BenchSessionTest, ALongJudgementIsRepeatedAfterTheLongestIntervalAtTheLatest) {
    took = 10s;
    session->output(kHead + row(1024));
    session->tick();
    session->output(row(2048));
    took = {};
    session->tick();
    EXPECT_EQ(judgedRows(), 1U);
    now += BenchSession::kLongest;
    session->tick();
    EXPECT_EQ(judgedRows(), 2U);
}

TEST_F(BenchSessionTest, ARunThatNobodyLooksAtIsJudgedOncePerSecondButItsEndAtOnce) {
    session->setWatched(false);
    session->output(kHead + row(1024));
    session->tick();
    session->output(row(2048));
    session->tick();
    EXPECT_EQ(judgedRows(), 1U);
    now += BenchSession::kUnwatched;
    session->tick();
    EXPECT_EQ(judgedRows(), 2U);
    session->output(row(4096));
    session->finish(stateOf(bench::Phase::Ended));
    EXPECT_EQ(judgedRows(), 3U);
}

TEST_F(BenchSessionTest, AnotherTableIsJudgedAtOnceAndTheOldOneKeepsItsJudgement) {
    took = 10s;
    session->output(kHead + row(1024));
    session->tick();
    const auto before = taken();
    session->output(kHead + row(1024));
    session->tick();
    const auto after = taken();
    ASSERT_EQ(after.back()->judged.size(), 2U);
    EXPECT_EQ(after.back()->judged[0], before.back()->judged[0]);
}

TEST_F(BenchSessionTest, AnotherQuestionJudgesAgainAlsoAfterTheEnd) {
    session->output(kHead + row(std::uint64_t{1} << 30));
    session->finish(stateOf(bench::Phase::Ended));
    ASSERT_FALSE(taken().back()->judged[0]->view.baseline);
    bench::EarlierRun earlier;
    earlier.record.spec = *baseView().spec;
    earlier.record.state.id = "r0";
    earlier.record.state.phase = bench::Phase::Ended;
    auto parser = bench::makeParser("nccl-tests");
    parser->feed(kHead + row(std::uint64_t{1} << 30) +
                 "# Out of bounds values : 0 OK\n# Avg bus bandwidth    : 37\n");
    parser->end();
    earlier.results = std::make_shared<const bench::Results>(parser->results().back());
    ask(2, {}, {earlier});
    const auto updates = taken();
    ASSERT_EQ(updates.size(), 1U);
    EXPECT_EQ(updates[0]->version, 2U);
    ASSERT_TRUE(updates[0]->judged[0]->view.baseline);
    EXPECT_EQ(updates[0]->judged[0]->comparison->comparable.size(), 1U);
}

TEST_F(BenchSessionTest, AStopRuleThatIsMetEndsTheRunOnceAndOnlyWhileItRuns) {
    const auto rules = bench::standardStopRules(); // wrong values
    ask(1, rules);
    session->state(stateOf(bench::Phase::Starting));
    session->output(kHead + row(1024, 3));
    session->tick();
    EXPECT_EQ(taken().back()->endedWhy, "") << "not running yet";
    session->state(stateOf(bench::Phase::Running));
    const auto running = taken();
    EXPECT_EQ(running.back()->endedWhy, "#wrong is 3 at 1K");
    EXPECT_EQ(running.back()->views().back().findings.front().rule, "run.ended");
    session->finish(stateOf(bench::Phase::Stopped));
    EXPECT_EQ(taken().back()->endedWhy, "#wrong is 3 at 1K");
}

TEST_F(BenchSessionTest, AnEarlierTableMayMeetAStopRule) {
    ask(1, bench::standardStopRules());
    session->state(stateOf(bench::Phase::Running));
    session->output(kHead + row(1024, 3) + kHead + row(1024));
    session->tick();
    EXPECT_NE(taken().back()->endedWhy, "");
}

TEST_F(BenchSessionTest, WithoutStopRulesNothingEndsARun) {
    session->state(stateOf(bench::Phase::Running));
    session->output(kHead + row(1024, 3));
    session->tick();
    EXPECT_EQ(taken().back()->endedWhy, "");
    ask(2, bench::standardStopRules());
    EXPECT_NE(taken().back()->endedWhy, "") << "a rule that is switched on may be met already";
}

/// What was published last by a session on a pool.
class Receiver {
public:
    void take(Judged judged) {
        const std::scoped_lock lock(m_mutex);
        if (m_last && judged->tables.size() < m_last->tables.size())
            m_isOrdered = false;
        m_last = std::move(judged);
        m_changed.notify_all();
    }
    [[nodiscard]] Judged waitForEnd() {
        std::unique_lock lock(m_mutex);
        m_changed.wait_for(lock, 30s,
                           [this] { return m_last && m_last->state.phase == bench::Phase::Ended; });
        return m_last;
    }
    [[nodiscard]] bool isOrdered() const { return m_isOrdered; }

private:
    std::mutex m_mutex;
    std::condition_variable m_changed;
    Judged m_last;
    bool m_isOrdered = true;
};

TEST(BenchSessionOnAPool, BytesTicksQuestionsAndTheEndMayComeFromDifferentThreads) {
    Receiver receiver;
    WorkerPool workers(2);
    const auto session =
        BenchSession::make(baseView(), [&](Judged judged) { receiver.take(std::move(judged)); }, {&workers});
    session->output(kHead);
    std::thread writer([&] {
        for (std::uint64_t size = 1; size <= 2000; ++size)
            session->output(row(size * 1024));
    });
    std::thread asker([&] {
        for (std::uint64_t version = 1; version <= 50; ++version) {
            auto question = std::make_shared<bench::RunQuestion>();
            question->version = version;
            session->setQuestion(question);
            session->setWatched(version % 2 == 0);
        }
    });
    for (int turn = 0; turn < 200; ++turn)
        session->tick();
    writer.join();
    asker.join();
    session->finish(stateOf(bench::Phase::Ended));
    const Judged last = receiver.waitForEnd();
    ASSERT_NE(last, nullptr);
    EXPECT_TRUE(receiver.isOrdered());
    EXPECT_EQ(last->tables.back()->rows.size(), 2000U);
    EXPECT_EQ(last->judged.back()->view.results, last->tables.back()) << "judged to the last row";
    EXPECT_EQ(last->version, 50U);
}

} // namespace
} // namespace fabricscope::app
