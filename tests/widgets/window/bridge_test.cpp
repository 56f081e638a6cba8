// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/UiBridge.h"
#include "tests/widgets/Support.h"

#include <QThread>
#include <QTimer>

#include <gtest/gtest.h>

#include <thread>

namespace fabricscope::app::bridge {
namespace {

LogLine line(int number) {
    return {number, "host", "ssh", "line"};
}

TEST(Mailbox, RingsOnceForManyValuesAndGivesThemInTheirOrder) {
    int rings = 0;
    Mailbox box([&] { ++rings; });
    for (int number = 0; number < 100; ++number)
        box.post({1, 1, line(number)});
    EXPECT_EQ(rings, 1);
    const auto taken = box.take();
    ASSERT_EQ(taken.size(), 100U);
    for (int number = 0; number < 100; ++number)
        EXPECT_EQ(std::get<LogLine>(taken[static_cast<std::size_t>(number)].event).timeMs, number);
    box.post({1, 1, line(0)});
    EXPECT_EQ(rings, 2);
}

TEST(Mailbox, KeepsOnlyTheNewestSnapshotAndProgressOfAJobAndEveryOtherValue) {
    Mailbox box([] {});
    for (int step = 0; step < 10; ++step) {
        box.post({1, 1, Progress{step / 10.0, "step"}});
        box.post({2, 1, Progress{0.5, "other host"}});
        box.post({1, 1, Snapshot{}});
    }
    box.post({1, 2, Progress{0.1, "other job"}});
    const auto taken = box.take();
    ASSERT_EQ(taken.size(), 4U);
    EXPECT_DOUBLE_EQ(std::get<Progress>(taken[0].event).fraction, 0.9);
}

TEST(Mailbox, IsBoundedInLogLinesAndKeepsTheNewest) {
    Mailbox box([] {});
    box.post({1, 1, Finished{}});
    for (int number = 0; number < static_cast<int>(Mailbox::kLogLines) + 5; ++number)
        box.post({1, 1, line(number)});
    const auto taken = box.take();
    ASSERT_EQ(taken.size(), Mailbox::kLogLines + 1);
    EXPECT_EQ(std::get<LogLine>(taken[1].event).timeMs, 5);
}

TEST(Mailbox, AbandonsQuestionsWhenItCloses) {
    Mailbox box([] {});
    const auto before = std::make_shared<Question>(SudoQuestion{"h"});
    const auto after = std::make_shared<Question>(SudoQuestion{"h"});
    box.post({1, 1, before});
    std::thread waiting([&] { EXPECT_FALSE(before->wait()); });
    box.close();
    box.post({1, 1, after});
    waiting.join();
    EXPECT_FALSE(after->wait());
    EXPECT_TRUE(box.take().empty());
}

TEST(Mailbox, AbandonsQuestionsThatWereTakenOutOfItWhenItCloses) {
    Mailbox box([] {});
    const auto shown = std::make_shared<Question>(SudoQuestion{"h"});
    box.post({1, 1, shown});
    ASSERT_EQ(box.take().size(), 1U); // shown on the screen
    box.close();
    EXPECT_FALSE(shown->isOpen());
    EXPECT_FALSE(shown->wait());
}

TEST(Question, EndsWhenNobodyWaitsForItsAnswerAnyMore) {
    Question question(SudoQuestion{"h"});
    int asked = 0;
    EXPECT_FALSE(question.wait([&asked] { return ++asked == 2; }));
    EXPECT_FALSE(question.isOpen());
    EXPECT_FALSE(question.answer(std::vector<std::string>{"too late"}));
}

TEST(Question, IsAnsweredOnce) {
    Question question(SudoQuestion{"h"});
    EXPECT_TRUE(question.answer(remote::HostKeyAnswer::AcceptOnce));
    EXPECT_FALSE(question.answer(remote::HostKeyAnswer::AcceptAndStore));
    question.abandon();
    const auto answer = question.wait();
    ASSERT_TRUE(answer);
    EXPECT_EQ(std::get<remote::HostKeyAnswer>(*answer), remote::HostKeyAnswer::AcceptOnce);
}

TEST(UiBridge, DeliversOnTheThreadThatMadeItWhatWorkersPost) {
    std::vector<std::int64_t> got;
    const auto here = std::this_thread::get_id();
    UiBridge bridge([&](Delivery delivery) {
        EXPECT_EQ(std::this_thread::get_id(), here);
        got.push_back(std::get<LogLine>(delivery.event).timeMs);
    });
    std::vector<std::thread> workers;
    for (int worker = 0; worker < 4; ++worker)
        workers.emplace_back([box = bridge.mailbox()] {
            for (int number = 0; number < 250; ++number)
                box->post({1, 1, line(number)});
        });
    ASSERT_TRUE(test::waitFor([&] { return got.size() == 1000; }));
    for (std::thread &worker : workers)
        worker.join();
}

TEST(UiBridge, LetsTheWindowDoOtherThingsBetweenManyValues) {
    constexpr int kValues = 40, kMs = 2; // much more than the budget of one turn
    int got = 0, settled = 0, othersMeanwhile = 0;
    UiBridge bridge(
        [&](const Delivery &) {
            ++got;
            QThread::msleep(kMs);
        },
        [&] {
            ++settled;
            return false;
        });
    QTimer other;
    QObject::connect(&other, &QTimer::timeout, [&] { othersMeanwhile += got < kValues ? 1 : 0; });
    other.start(0);
    for (int value = 0; value < kValues; ++value)
        bridge.mailbox()->post({1, 1, line(value)});
    ASSERT_TRUE(test::waitFor([&] { return got == kValues; }));
    EXPECT_GT(othersMeanwhile, 5);
    EXPECT_GT(settled, 5) << "once a turn";
    EXPECT_LT(settled, kValues) << "and not for each value";
}

TEST(UiBridge, SettlesPieceByPieceInTurnsOfTheirOwnBeforeMoreIsTaken) {
    std::vector<std::string> done;
    QObject window;
    int pieces = 0;
    const auto paintSoon = [&] {
        QMetaObject::invokeMethod(
            &window, [&] { done.emplace_back("painted"); }, Qt::QueuedConnection);
    };
    std::shared_ptr<Mailbox> box;
    UiBridge bridge(
        [&](const Delivery &) {
            done.emplace_back("value");
            pieces = 3;
            paintSoon();
        },
        [&] {
            done.emplace_back("piece");
            paintSoon();
            if (done.size() == 3) // the first piece
                box->post({1, 1, line(2)});
            return --pieces > 0;
        });
    box = bridge.mailbox();
    box->post({1, 1, line(1)});
    const std::vector<std::string> ofOne = {"value", "painted", "piece", "painted",
                                            "piece", "painted", "piece", "painted"};
    std::vector<std::string> expected = ofOne;
    expected.insert(expected.end(), ofOne.begin(), ofOne.end());
    ASSERT_TRUE(test::waitFor([&] { return done.size() >= expected.size(); }));
    QTest::qWait(20); // nothing more may come
    EXPECT_EQ(done, expected) << "and then it rests";
}

/// Uses this much CPU time on this thread.
void burn(double ms) {
    const EventLoopCpuTimer clock;
    for (const double end = clock.cpuMs() + ms; clock.cpuMs() < end;) {
    }
}

TEST(UiBridge, LeavesTurnsToWhatTakesLongInThemButNotForEver) {
    int got = 0, paints = 0, paintsBefore = 0;
    UiBridge bridge([&](const Delivery &) {
        ++got;
        paintsBefore = paints;
    });
    QTimer each; // its events come first in the next turn, like painting
    QObject::connect(&each, &QTimer::timeout, &each, [&] {
        QMetaObject::invokeMethod(
            &each,
            [&] {
                ++paints;
                burn(3 * UiBridge::kMaxTurnCpuMs);
            },
            Qt::QueuedConnection);
    });
    each.start(0);
    ASSERT_TRUE(test::waitFor([&] { return paints > 0; }));
    paints = 0;
    bridge.mailbox()->post({1, 1, line(1)});
    ASSERT_TRUE(test::waitFor([&] { return got == 1; }));
    EXPECT_GE(paintsBefore, UiBridge::kMaxPostponedTurns);
    EXPECT_LE(paintsBefore, 2 * UiBridge::kMaxPostponedTurns);
}

TEST(UiBridge, MayGoBeforeItsWorkers) {
    std::shared_ptr<Mailbox> box;
    int got = 0;
    {
        UiBridge bridge([&](const Delivery &) { ++got; });
        box = bridge.mailbox();
        box->post({1, 1, line(1)});
    }
    std::thread late([&] { box->post({1, 1, line(2)}); });
    late.join();
    QTest::qWait(1); // nothing more may come
    EXPECT_EQ(got, 0);
}

} // namespace
} // namespace fabricscope::app::bridge
