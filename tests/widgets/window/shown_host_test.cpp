// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/session/SessionController.h"
#include "app/window/session/ShownHost.h"
#include "tests/support/Sshd.h"
#include "tests/support/samples/SampleHosts.h"
#include "tests/widgets/Support.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace fabricscope::app::window {
namespace {

/// Notes which parts and signals were called, in order.
class ShownHostTest : public ::testing::Test {
protected:
    ShownHostTest() {
        shown.addPart([this] { calls.push_back("first " + std::to_string(shown.id())); });
        shown.addPart([this] { calls.push_back("second " + std::to_string(shown.id())); });
        QObject::connect(&shown, &ShownHost::chosen, &shown,
                         [this](quint64 id) { calls.push_back("chosen " + std::to_string(id)); });
        QObject::connect(&shown, &ShownHost::shown, &shown, [this] { calls.emplace_back("shown"); });
    }
    quint64 open(const host::Host &host, const std::string &name) {
        const auto file = folder.path() / name;
        EXPECT_TRUE(capture::save(samples::toCapture(host), file));
        return sessions.openCapture(QString::fromStdString(file.string()));
    }
    void settle() {
        EXPECT_TRUE(test::waitFor([this] { return !sessions.busy(); }));
    }
    using Calls = std::vector<std::string>;
    static Calls showing(quint64 id) {
        const std::string text = std::to_string(id);
        return {"chosen " + text, "first " + text, "second " + text, "shown"};
    }

    test::TemporaryFolder folder;
    SessionController sessions{SshFiles{}};
    ShownHost shown{sessions, nullptr};
    Calls calls;
};

TEST_F(ShownHostTest, ShowsAHostInEachPartInTheirOrderAndSignalsBeforeAndAfter) {
    const quint64 id = open(samples::oneGpu(), "one.fscope");
    shown.show(id);
    EXPECT_EQ(calls, showing(id));
    EXPECT_EQ(shown.session(), sessions.find(id));
}

TEST_F(ShownHostTest, ShowsTheFirstHostForZeroAndNothingWithoutHosts) {
    shown.show(0);
    EXPECT_EQ(calls, showing(0));
    EXPECT_EQ(shown.session(), nullptr);
    EXPECT_EQ(shown.content().topology, nullptr);
    const quint64 first = open(samples::oneGpu(), "one.fscope");
    open(samples::laptop(), "two.fscope");
    shown.show(0);
    EXPECT_EQ(shown.id(), first);
}

TEST_F(ShownHostTest, DoesNothingWhenAnotherHostHasChanged) {
    const quint64 one = open(samples::oneGpu(), "one.fscope");
    const quint64 two = open(samples::laptop(), "two.fscope");
    shown.show(one);
    calls.clear();
    shown.update(two);
    EXPECT_TRUE(calls.empty());
    shown.update(one);
    EXPECT_EQ(calls, (Calls{"first " + std::to_string(one), "second " + std::to_string(one)}));
}

TEST_F(ShownHostTest, ShowsResultsOfWorkersInOneTurnOfTheEventLoopForEachPart) {
    QObject::connect(&sessions, &SessionController::changed, &shown, [this](quint64 id) {
        if (!sessions.isSettling())
            return;
        calls.clear();
        shown.update(id);
        EXPECT_TRUE(calls.empty()) << "not in the turn that reports the change";
    });
    const quint64 id = open(samples::oneGpu(), "one.fscope");
    shown.show(id);
    settle();
    EXPECT_EQ(calls, (Calls{"first " + std::to_string(id), "second " + std::to_string(id)}));
    EXPECT_NE(shown.content().topology, nullptr);
}

TEST_F(ShownHostTest, DropsPendingPartsOfAHostThatIsNoLongerShown) {
    const quint64 one = open(samples::oneGpu(), "one.fscope");
    const quint64 two = open(samples::laptop(), "two.fscope");
    bool isPending = false;
    QObject::connect(&sessions, &SessionController::changed, &shown, [&](quint64 id) {
        if (!sessions.isSettling() || id != one)
            return;
        shown.update(one);
        shown.show(two);
        isPending = true;
        calls.clear();
    });
    shown.show(one);
    settle();
    EXPECT_TRUE(isPending);
    EXPECT_TRUE(calls.empty());
}

} // namespace
} // namespace fabricscope::app::window
