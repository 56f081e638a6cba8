// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/RunRecorder.h"
#include "tests/stress/Times.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <thread>

/// Stop means stopped, repeated: `ctest -L stress`. The durations of each way are printed, in milliseconds
/// from the action until the last process of the tool's tree ends.
namespace fabricscope::app {
namespace {

using bench::Phase;
using test::RunRecorder;
using test::Times;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

/// Two children in their own sessions, one of them with its own environment; none ignores TERM.
constexpr const char *kTree = "setsid sleep 1000 & env -i setsid sleep 1000 & sleep 1000 & echo ready; wait";
/// The same with one that ignores TERM.
constexpr const char *kStubbornTree =
    "setsid sleep 1000 & (trap '' TERM; exec sleep 1000) & sleep 1000 & echo ready; wait";

/// A process like the program that runs the tool over SSH and is then killed by SIGKILL.
class Victim {
public:
    explicit Victim(const test::Sshd &sshd) {
        int ends[2] = {-1, -1};
        if (::pipe(ends) != 0)
            return;
        m_pid = ::fork();
        if (m_pid == 0) {
            RunRecorder recorder;
            remote::Client client;
            const auto run = ToolRun::start(client, test::hostEndpointFor(sshd), test::shellRun(kTree), {},
                                            recorder.events());
            if (recorder.waitForOutput("ready"))
                (void)!::write(ends[1], run->state().id.data(), 32);
            ::pause();
            ::_exit(0);
        }
        ::close(ends[1]);
        m_id.resize(32);
        if (::read(ends[0], m_id.data(), m_id.size()) != 32)
            m_id.clear();
        ::close(ends[0]);
    }
    [[nodiscard]] const std::string &id() const { return m_id; }
    void kill() const {
        ::kill(m_pid, SIGKILL);
        ::waitpid(m_pid, nullptr, 0);
    }

private:
    std::string m_id;
    pid_t m_pid = -1;
};

TEST(Stress, StopEndsTheTreeAHundredTimes) {
    const test::Sshd sshd;
    const test::UnrelatedProcess other("sleep");
    Times times("Stop");
    for (int i = 0; i < 100; ++i) {
        RunRecorder recorder;
        remote::Client client;
        const auto run =
            ToolRun::start(client, test::hostEndpointFor(sshd),
                           test::shellRun(i % 10 == 0 ? kStubbornTree : kTree), {}, recorder.events());
        ASSERT_TRUE(recorder.waitForOutput("ready")) << i;
        const auto before = Clock::now();
        run->stop();
        ASSERT_TRUE(recorder.waitForEnd()) << i;
        ASSERT_EQ(recorder.last.phase, Phase::Stopped) << i << ": " << recorder.last.why;
        ASSERT_TRUE(test::markedProcesses(run->state().id).empty()) << i;
        times.add(Clock::now() - before);
    }
    EXPECT_TRUE(other.isRunning());
}

TEST(Stress, KillingTheProgramEndsTheTreeAHundredTimes) {
    const test::Sshd sshd;
    const test::UnrelatedProcess other("sleep");
    Times times("kill -9");
    for (int i = 0; i < 100; ++i) {
        const Victim victim(sshd);
        ASSERT_FALSE(victim.id().empty()) << i;
        ASSERT_FALSE(test::markedProcesses(victim.id()).empty()) << i;
        const auto before = Clock::now();
        victim.kill();
        ASSERT_TRUE(test::runEndsWithin(victim.id(), 30s)) << i;
        times.add(Clock::now() - before);
    }
    EXPECT_TRUE(other.isRunning());
}

TEST(Stress, ALinkThatFallsSilentEndsTheTreeTenTimes) {
    Times times("silent link, lease 4 s");
    for (int i = 0; i < 10; ++i) {
        const test::Sshd sshd;
        RunRecorder recorder;
        remote::Client client;
        const auto run =
            ToolRun::start(client, test::hostEndpointFor(sshd), test::shellRun(kTree), {}, recorder.events());
        ASSERT_TRUE(recorder.waitForOutput("ready")) << i;
        std::this_thread::sleep_for(1500ms); // heartbeats have begun
        const auto before = Clock::now();
        test::signalLink(sshd, SIGSTOP);
        ASSERT_TRUE(test::runEndsWithin(run->state().id, 30s)) << i;
        times.add(Clock::now() - before);
        test::signalLink(sshd, SIGKILL);
        ASSERT_TRUE(recorder.waitForEnd()) << i;
    }
}

} // namespace
} // namespace fabricscope::app
