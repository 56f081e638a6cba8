// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/Channel.h"
#include "app/window/session/SettleQueue.h"
#include "tests/widgets/Support.h"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace fabricscope::app::window {
namespace {

class SettleQueueTest : public ::testing::Test {
protected:
    SettleQueueTest() {
        const auto note = [this](const std::string &what) {
            signalled.push_back(what);
        };
        QObject::connect(&queue, &SettleQueue::hostChanged, &queue,
                         [note](quint64 id) { note("host " + std::to_string(id)); });
        QObject::connect(&queue, &SettleQueue::fleetChanged, &queue, [note] { note("fleet"); });
        QObject::connect(&queue, &SettleQueue::listChanged, &queue, [note] { note("list"); });
        QObject::connect(&queue, &SettleQueue::settled, &queue, [note] { note("settled"); });
    }
    /// Runs it while a value is received. One value is always received in one turn.
    void receive(const std::function<void()> &work) {
        values.sender().post(work);
        ASSERT_TRUE(test::waitFor([this] { return !signalled.empty() && signalled.back() == "settled"; }));
    }

    widgets::LogModel log;
    SettleQueue queue{log};
    bridge::Channel<std::function<void()>> values{queue.mailbox(), [](const std::function<void()> &work) {
                                                      work();
                                                  }};
    std::vector<std::string> signalled;
};

TEST_F(SettleQueueTest, SignalsAtOnceWhatChangesWhileNothingIsReceived) {
    queue.changeHost(7);
    queue.changeFleet();
    queue.append({0, QStringLiteral("open"), QStringLiteral("host"), QStringLiteral("text")});
    EXPECT_EQ(signalled, (std::vector<std::string>{"host 7", "fleet", "list"}));
    EXPECT_EQ(log.rowCount(), 1);
    EXPECT_FALSE(queue.isPending());
}

TEST_F(SettleQueueTest, SignalsEachChangeOnceAfterTheValuesOfATurnAndPiecesLast) {
    bool wasSettling = false;
    auto gone = std::make_unique<QObject>();
    const auto change = [&] {
        queue.schedule(&queue, [&] {
            wasSettling = queue.isSettling();
            signalled.emplace_back("piece");
        });
        queue.schedule(gone.get(), [&] { signalled.emplace_back("piece of what is gone"); });
        queue.changeHost(7);
        queue.changeFleet();
        queue.append({0, QStringLiteral("ssh"), QStringLiteral("host"), QStringLiteral("line")});
        EXPECT_TRUE(signalled.empty());
        EXPECT_EQ(log.rowCount(), 0);
        EXPECT_TRUE(queue.isPending());
    };
    receive([&] {
        change();
        queue.changeHost(7);
        queue.changeFleet();
        gone.reset();
    });
    EXPECT_EQ(signalled, (std::vector<std::string>{"fleet", "list", "host 7", "piece", "settled"}));
    EXPECT_TRUE(wasSettling);
    EXPECT_FALSE(queue.isSettling());
    EXPECT_EQ(log.rowCount(), 1);
}

TEST_F(SettleQueueTest, SignalsTheListOnceWhenItIsNoLongerHeld) {
    queue.holdFleet(true);
    queue.changeFleet();
    receive({[this] {
        queue.changeFleet();
    }});
    EXPECT_EQ(signalled, std::vector<std::string>{"settled"});
    queue.holdFleet(false);
    EXPECT_EQ(signalled, (std::vector<std::string>{"settled", "fleet", "list"}));
}

} // namespace
} // namespace fabricscope::app::window
