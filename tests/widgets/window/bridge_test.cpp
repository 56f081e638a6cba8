// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/Channel.h"
#include "app/bridge/UiBridge.h"
#include "tests/widgets/Support.h"

#include <QThread>
#include <QTimer>

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace fabricscope::app::bridge {
namespace {

/// Posts 0 ... count - 1.
void postNumbers(const Sender<int> &to, int count) {
    for (int number = 0; number < count; ++number)
        to.post({1, 1}, number);
}

void deliverAll(Mailbox &box) {
    while (const auto letter = box.takeOne())
        letter->deliver();
}

TEST(Mailbox, RingsOnceForManyValuesAndGivesThemInTheirOrder) {
    int rings = 0;
    const auto box = std::make_shared<Mailbox>([&] { ++rings; });
    std::vector<int> got;
    const Channel<int> channel(box, [&](int number) { got.push_back(number); });
    postNumbers(channel.sender(), 100);
    EXPECT_EQ(rings, 1);
    deliverAll(*box);
    std::vector<int> expected(100);
    std::iota(expected.begin(), expected.end(), 0);
    EXPECT_EQ(got, expected);
    postNumbers(channel.sender(), 1);
    EXPECT_EQ(rings, 2);
}

TEST(Channel, BringsItsOwnValuesWithTheirOriginInTheOrderOfAllChannelsOfTheMailbox) {
    const auto box = std::make_shared<Mailbox>([] {});
    std::vector<std::string> got;
    const Channel<int> numbers(box, [&](Origin from, int number) {
        got.push_back(std::to_string(number) + " of " + std::to_string(from.id) + "." +
                      std::to_string(from.generation));
    });
    const Channel<std::string> texts(box, [&](const std::string &text) { got.push_back(text); });
    numbers.sender().post({7, 2}, 1);
    texts.sender().post("between");
    numbers.sender().post({7, 3}, 2);
    deliverAll(*box);
    EXPECT_EQ(got, (std::vector<std::string>{"1 of 7.2", "between", "2 of 7.3"}));
}

TEST(Channel, OfTheNewestKeepsOneValueOfEachJobInThePlaceOfTheOlderOne) {
    const auto box = std::make_shared<Mailbox>([] {});
    std::vector<std::pair<Origin, int>> got;
    const auto take = [&](Origin from, int value) {
        got.emplace_back(from, value);
    };
    const Channel<int> newest(box, take, Keep::newest()), other(box, take, Keep::newest());
    for (int step = 0; step < 10; ++step) {
        newest.sender().post({1, 1}, step);
        newest.sender().post({2, 1}, 100);
        other.sender().post({1, 1}, 200 + step);
    }
    newest.sender().post({1, 2}, 300);
    deliverAll(*box);
    EXPECT_EQ(
        got, (std::vector<std::pair<Origin, int>>{{{1, 1}, 9}, {{2, 1}, 100}, {{1, 1}, 209}, {{1, 2}, 300}}));
}

TEST(Channel, OfTheLastIsBoundedAndKeepsThoseOfOtherChannels) {
    const auto box = std::make_shared<Mailbox>([] {});
    std::vector<int> lines, others;
    const Channel<int> other(box, [&](int number) { others.push_back(number); });
    const Channel<int> last(
        box, [&](int number) { lines.push_back(number); }, Keep::last(3));
    other.sender().post(1);
    postNumbers(last.sender(), 8);
    deliverAll(*box);
    EXPECT_EQ(others, std::vector<int>{1});
    EXPECT_EQ(lines, (std::vector<int>{5, 6, 7}));
    postNumbers(last.sender(), 3); // those that were taken no longer count
    deliverAll(*box);
    EXPECT_EQ(lines, (std::vector<int>{5, 6, 7, 0, 1, 2}));
}

TEST(Channel, MayGoBeforeItsSendersAndThenAbandonsTheirQuestions) {
    const auto box = std::make_shared<Mailbox>([] {});
    int got = 0;
    using Shared = std::shared_ptr<Question>;
    auto numbers = std::make_unique<Channel<int>>(box, [&](int) { ++got; });
    auto questions = std::make_unique<Channel<Shared>>(box, [&](const Shared &) { ++got; });
    const Sender<int> number = numbers->sender();
    const Sender<Shared> asked = questions->sender();
    const auto before = std::make_shared<Question>(SudoQuestion{"h"}),
               after = std::make_shared<Question>(SudoQuestion{"h"});
    number.post(1);
    asked.post(before);
    numbers.reset();
    questions.reset();
    number.post(2);
    asked.post(after);
    deliverAll(*box);
    EXPECT_EQ(got, 0);
    EXPECT_FALSE(before->isOpen());
    EXPECT_FALSE(after->isOpen());
}

TEST(Channel, MayBeDestroyedByItsReceiver) {
    const auto box = std::make_shared<Mailbox>([] {});
    std::string got;
    std::unique_ptr<Channel<int>> channel;
    channel = std::make_unique<Channel<int>>(box, [&got, &channel, text = std::string(100, 'x')](int) {
        channel.reset();
        got = text;
    });
    channel->sender().post(1);
    deliverAll(*box);
    EXPECT_EQ(got, std::string(100, 'x'));
}

TEST(Mailbox, AbandonsQuestionsWhenItCloses) {
    const auto box = std::make_shared<Mailbox>([] {});
    int got = 0;
    const Channel<std::shared_ptr<Question>> channel(box, [&](const auto &) { ++got; });
    const auto before = std::make_shared<Question>(SudoQuestion{"h"});
    const auto after = std::make_shared<Question>(SudoQuestion{"h"});
    channel.sender().post(before);
    std::thread waiting([&] { EXPECT_FALSE(before->wait()); });
    box->close();
    channel.sender().post(after);
    waiting.join();
    EXPECT_FALSE(after->wait());
    deliverAll(*box);
    EXPECT_EQ(got, 0);
}

TEST(Mailbox, AbandonsQuestionsThatWereTakenOutOfItWhenItCloses) {
    const auto box = std::make_shared<Mailbox>([] {});
    std::shared_ptr<Question> shown;
    const Channel<std::shared_ptr<Question>> channel(box, [&](std::shared_ptr<Question> asked) {
        shown = std::move(asked); // on the screen
    });
    channel.sender().post(std::make_shared<Question>(SudoQuestion{"h"}));
    deliverAll(*box);
    ASSERT_TRUE(shown);
    box->close();
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
    std::vector<int> got;
    const auto here = std::this_thread::get_id();
    UiBridge bridge;
    const Channel<int> channel(bridge.mailbox(), [&](int number) {
        EXPECT_EQ(std::this_thread::get_id(), here);
        EXPECT_TRUE(bridge.isDelivering());
        got.push_back(number);
    });
    std::vector<std::thread> workers;
    for (int worker = 0; worker < 4; ++worker)
        workers.emplace_back([to = channel.sender()] { postNumbers(to, 250); });
    ASSERT_TRUE(test::waitFor([&] { return got.size() == 1000; }));
    EXPECT_FALSE(bridge.isDelivering());
    for (std::thread &worker : workers)
        worker.join();
}

TEST(UiBridge, LetsTheWindowDoOtherThingsBetweenManyValues) {
    constexpr int kValues = 40, kMs = 2; // much more than the budget of one turn
    int got = 0, settled = 0, othersMeanwhile = 0;
    UiBridge bridge([&] {
        ++settled;
        return false;
    });
    const Channel<int> channel(bridge.mailbox(), [&](int) {
        ++got;
        QThread::msleep(kMs);
    });
    QTimer other;
    QObject::connect(&other, &QTimer::timeout, [&] { othersMeanwhile += got < kValues ? 1 : 0; });
    other.start(0);
    postNumbers(channel.sender(), kValues);
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
    std::function<void()> postOne;
    UiBridge bridge([&] {
        done.emplace_back("piece");
        paintSoon();
        if (done.size() == 3) // the first piece
            postOne();
        return --pieces > 0;
    });
    const Channel<int> channel(bridge.mailbox(), [&](int) {
        done.emplace_back("value");
        pieces = 3;
        paintSoon();
    });
    postOne = [&] {
        channel.sender().post(1);
    };
    postOne();
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
    UiBridge bridge;
    const Channel<int> channel(bridge.mailbox(), [&](int) {
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
    channel.sender().post(1);
    ASSERT_TRUE(test::waitFor([&] { return got == 1; }));
    EXPECT_GE(paintsBefore, UiBridge::kMaxPostponedTurns);
    EXPECT_LE(paintsBefore, 2 * UiBridge::kMaxPostponedTurns);
}

TEST(UiBridge, MayGoBeforeItsWorkers) {
    int got = 0;
    std::optional<Sender<int>> to;
    {
        UiBridge bridge;
        const Channel<int> channel(bridge.mailbox(), [&](int) { ++got; });
        to = channel.sender();
        to->post(1);
    }
    std::thread late([&] { to->post(2); });
    late.join();
    QTest::qWait(1); // nothing more may come
    EXPECT_EQ(got, 0);
}

} // namespace
} // namespace fabricscope::app::bridge
