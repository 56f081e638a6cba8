// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/remote/Waiting.h"

#include <gtest/gtest.h>

#include <csignal>

namespace fabricscope::test {
namespace {

using namespace std::chrono_literals;
using remote::FailureKind;

TEST(LocalProcess, RunsALineAndReportsItsStatus) {
    remote::Client client;
    const auto local = client.local();
    remote::Command command;
    command.line = "echo out; echo err >&2; exit 7";
    const ProcessResult ran = runOn(*local, command);
    EXPECT_EQ(ran.out, "out\n");
    EXPECT_EQ(ran.err, "err\n");
    EXPECT_EQ(ran.exit.status, 7);
    EXPECT_FALSE(ran.exit.signal);
    EXPECT_FALSE(ran.exit.failure);
}

TEST(LocalProcess, ReadsItsScriptFromStandardInput) {
    remote::Client client;
    const ProcessResult ran = runOn(*client.local(), script("echo $((6 * 7))\n"));
    EXPECT_EQ(ran.out, "42\n");
    EXPECT_EQ(ran.exit.status, 0);
}

TEST(LocalProcess, NamesTheSignalThatEndedIt) {
    remote::Client client;
    const ProcessResult ran = runOn(*client.local(), script("kill -KILL $$\n"));
    EXPECT_EQ(ran.exit.signal, "KILL");
    EXPECT_FALSE(ran.exit.status);
}

TEST(LocalProcess, DeliversEverythingThatWasWrittenBeforeTheExit) {
    remote::Client client;
    const ProcessResult ran =
        runOn(*client.local(), script("head -c 3000000 /dev/zero; head -c 50000 /dev/zero >&2\n"));
    EXPECT_EQ(ran.out.size(), 3000000u);
    EXPECT_EQ(ran.err.size(), 50000u);
}

TEST(LocalProcess, DoesNotWaitForWhatTheCommandLeftRunning) {
    remote::Client client;
    const ProcessResult ran = runOn(*client.local(), script("sleep 1000 & echo $!\n"));
    EXPECT_EQ(ran.exit.status, 0);
    ASSERT_FALSE(ran.out.empty());
    EXPECT_EQ(::kill(std::stoi(ran.out), SIGKILL), 0) << "it should have been left running";
}

TEST(LocalProcess, TakesInputAsLongAsItIsOpen) {
    remote::Client client;
    remote::Command command;
    command.line = "cat";
    command.keepInputOpen = true;
    const auto local = client.local();
    Running running(*local, command);
    running.process().write("one ");
    running.process().write(std::string(2'000'000, 'x'));
    EXPECT_TRUE(running.waitForBytes(2'000'004));
    running.process().closeInput();
    const ProcessResult ran = running.end();
    EXPECT_EQ(ran.out.size(), 2'000'004u);
    EXPECT_EQ(ran.exit.status, 0);
}

TEST(LocalProcess, SurvivesACommandThatDoesNotReadItsInput) {
    remote::Client client;
    remote::Command command;
    command.line = "exit 3";
    command.input = std::string(1'000'000, 'x');
    EXPECT_EQ(runOn(*client.local(), command).exit.status, 3);
}

TEST(LocalProcess, IsKilledWithItsWholeGroupWhenItIsClosed) {
    remote::Client client;
    const auto local = client.local();
    Running running(*local, script("trap '' TERM; sleep 1000 & echo $!; wait; sleep 1000\n"));
    ASSERT_TRUE(running.waitForBytes(2));
    running.process().close();
    const ProcessResult ran = running.end();
    ASSERT_TRUE(ran.exit.failure);
    EXPECT_EQ(ran.exit.failure->kind, FailureKind::Cancelled);
    const pid_t child = std::stoi(ran.out);
    for (int i = 0;
         i < 500 && ::kill(child, 0) == 0 && !readFile("/proc/" + std::to_string(child) + "/cmdline").empty();
         ++i)
        std::this_thread::sleep_for(10ms);
    EXPECT_TRUE(readFile("/proc/" + std::to_string(child) + "/cmdline").empty()) << "the group's child lives";
}

TEST(LocalProcess, EndsAtItsDeadline) {
    remote::Client client;
    auto command = script("sleep 1000\n");
    command.deadline = 100ms;
    const ProcessResult ran = runOn(*client.local(), command);
    ASSERT_TRUE(ran.exit.failure);
    EXPECT_EQ(ran.exit.failure->kind, FailureKind::Timeout);
    EXPECT_EQ(ran.finishes, 1);
}

TEST(LocalProcess, EndsWhenItIsSilentTooLong) {
    remote::Client client;
    auto command = script("for i in 1 2 3 4 5; do echo $i; sleep 0.1; done; sleep 1000\n");
    command.silence = 700ms;
    const ProcessResult ran = runOn(*client.local(), command);
    ASSERT_TRUE(ran.exit.failure);
    EXPECT_EQ(ran.exit.failure->kind, FailureKind::Timeout);
    EXPECT_EQ(ran.out, "1\n2\n3\n4\n5\n") << "output starts the clock anew";
}

TEST(LocalProcess, IsHeldBackByAPausedConsumer) {
    remote::Client client;
    const auto local = client.local();
    remote::Command command;
    command.line = "head -c 20000000 /dev/zero";
    Running running(*local, command);
    running.process().pause();
    std::this_thread::sleep_for(300ms); // nothing may come: there is no event to wait for
    const std::size_t before = running.bytes();
    std::this_thread::sleep_for(200ms); // nothing may come: there is no event to wait for
    EXPECT_EQ(running.bytes(), before) << "nothing comes while paused";
    EXPECT_LT(before, 20'000'000u);
    running.process().resume();
    EXPECT_EQ(running.end().out.size(), 20'000'000u);
}

TEST(LocalProcess, EndsWithTheClient) {
    auto client = std::make_unique<remote::Client>();
    const auto local = client->local();
    Running running(*local, script("echo $$; exec sleep 1000\n"));
    ASSERT_TRUE(running.waitForBytes(2));
    client.reset();
    const ProcessResult ran = running.end();
    ASSERT_TRUE(ran.exit.failure);
    EXPECT_EQ(ran.exit.failure->kind, FailureKind::Cancelled);
    EXPECT_NE(::kill(std::stoi(ran.out), 0), 0) << "the process lives on";
    EXPECT_FALSE(local->isConnected());
    EXPECT_TRUE(runOn(*local, script("true\n")).exit.failure) << "a handle may outlive the client";
}

TEST(LocalProcess, StartedAfterDisconnectFailsAndDoesNotHang) {
    remote::Client client;
    const auto local = client.local();
    Running running(*local, script("sleep 1000\n"));
    local->disconnect();
    EXPECT_TRUE(running.end().exit.failure);
    EXPECT_TRUE(runOn(*local, script("true\n")).exit.failure);
}

} // namespace
} // namespace fabricscope::test
