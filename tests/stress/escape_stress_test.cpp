// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/Escapes.h"
#include "tests/app/RunRecorder.h"
#include "tests/stress/Times.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <optional>
#include <string>

/// What tries to leave a run, a hundred times each way: stopped, and with the program that started it killed.
/// The times are from the deed to the last of its processes.
namespace fabricscope::app {
namespace {

using bench::Phase;
using test::RunRecorder;
using test::Times;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr int kTimes = 100;

/// A process of the program's own kind that runs the script over SSH and is killed as nothing can see coming.
class Program {
public:
    Program(const test::Sshd &sshd, const std::string &script) : m_pid(::fork()) {
        if (m_pid != 0)
            return;
        RunRecorder recorder;
        remote::Client client;
        const auto run =
            ToolRun::start(client, test::wayTo(sshd), test::shellRun(script), {}, recorder.events());
        recorder.untilEnd();
        ::_exit(0);
    }
    ~Program() { kill(); }
    Program(const Program &) = delete;
    Program &operator=(const Program &) = delete;
    void kill() {
        if (m_pid > 0) {
            ::kill(m_pid, SIGKILL);
            ::waitpid(std::exchange(m_pid, -1), nullptr, 0);
        }
    }

private:
    pid_t m_pid;
};

class StressEscape : public testing::TestWithParam<test::Escape> {
protected:
    void SetUp() override {
        m_script = test::scriptOf(GetParam(), m_sleepers);
        if (!m_script)
            GTEST_SKIP() << "NOT TESTED: needs root and setcap";
    }
    test::Sleepers m_sleepers;
    std::optional<std::string> m_script;
};

TEST_P(StressEscape, IsEndedByStopAHundredTimes) {
    const test::OrdinaryLogin login;
    const std::string title = fmt::format("Stop, {}", GetParam().name);
    Times times(title.c_str());
    for (int i = 0; i < kTimes; ++i) {
        RunRecorder recorder;
        remote::Client client;
        const auto run = ToolRun::start(client, test::wayTo(login.sshd()), test::shellRun(*m_script), {},
                                        recorder.events());
        ASSERT_TRUE(m_sleepers.untilAlive(GetParam().count)) << i;
        const auto before = Clock::now();
        run->stop();
        ASSERT_TRUE(recorder.untilEnd()) << i;
        ASSERT_EQ(recorder.last.phase, Phase::Stopped) << i << ": " << recorder.last.why;
        ASSERT_TRUE(m_sleepers.alive().empty()) << i;
        times.add(Clock::now() - before);
    }
}

TEST_P(StressEscape, IsEndedWithTheProgramAHundredTimes) {
    const test::OrdinaryLogin login;
    const std::string title = fmt::format("kill -9, {}", GetParam().name);
    Times times(title.c_str());
    for (int i = 0; i < kTimes; ++i) {
        Program program(login.sshd(), *m_script);
        ASSERT_TRUE(m_sleepers.untilAlive(GetParam().count)) << i;
        const auto before = Clock::now();
        program.kill();
        ASSERT_TRUE(m_sleepers.untilGone(30s)) << i;
        times.add(Clock::now() - before);
    }
}

INSTANTIATE_TEST_SUITE_P(Each, StressEscape, testing::ValuesIn(test::kEscapes),
                         [](const auto &each) { return std::string(each.param.name); });

/// Through sudo: where it passes TERM on it is ended, and where its child heeds no TERM the run says each
/// time what may still run.
class StressSudo : public testing::Test {
protected:
    void SetUp() override {
        if (const auto why = test::SudoRights::whyNot())
            GTEST_SKIP() << "NOT TESTED: " << *why;
        m_login.emplace();
        m_rights.emplace(m_login->user());
    }
    std::optional<test::OrdinaryLogin> m_login;
    std::optional<test::SudoRights> m_rights;
    test::Sleepers m_sleepers;
};

TEST_F(StressSudo, IsEndedByStopAHundredTimes) {
    Times times("Stop, through sudo");
    for (int i = 0; i < kTimes; ++i) {
        RunRecorder recorder;
        remote::Client client;
        const auto run = ToolRun::start(client, test::wayTo(m_login->sshd()),
                                        test::shellRun("exec sudo -n " + m_sleepers.plain() + " 1000"), {},
                                        recorder.events());
        ASSERT_TRUE(m_sleepers.untilAlive(1)) << i;
        const auto before = Clock::now();
        run->stop();
        ASSERT_TRUE(recorder.untilEnd()) << i;
        ASSERT_EQ(recorder.last.phase, Phase::Stopped) << i << ": " << recorder.last.why;
        ASSERT_TRUE(m_sleepers.alive().empty()) << i;
        times.add(Clock::now() - before);
    }
}

TEST_F(StressSudo, ThatHeedsNoSignalIsNamedAHundredTimes) {
    for (int i = 0; i < kTimes; ++i) {
        RunRecorder recorder;
        remote::Client client;
        const auto run =
            ToolRun::start(client, test::wayTo(m_login->sshd()),
                           test::shellRun(fmt::format("sudo -n setsid -f env -i {} 1000; exec sleep 1000",
                                                      m_sleepers.plain())),
                           {}, recorder.events());
        ASSERT_TRUE(m_sleepers.untilAlive(1)) << i;
        run->stop();
        ASSERT_TRUE(recorder.untilEnd()) << i;
        ASSERT_EQ(recorder.last.phase, Phase::MayStillRun) << i << ": " << recorder.last.why;
        ASSERT_EQ(recorder.last.remaining.size(), 1U) << i;
        ASSERT_EQ(recorder.last.remaining[0].pid, *m_sleepers.alive().begin()) << i;
        for (const pid_t pid : m_sleepers.alive())
            ::kill(pid, SIGKILL);
        ASSERT_TRUE(m_sleepers.untilGone(10s)) << i;
    }
    fmt::print("Stop, as root by sudo in a session of its own: {} times, named each time\n", kTimes);
}

} // namespace
} // namespace fabricscope::app
