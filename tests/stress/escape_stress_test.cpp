// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/ContainerEngines.h"
#include "tests/app/Escapes.h"
#include "tests/app/FakeContainer.h"
#include "tests/app/KilledProgram.h"
#include "tests/app/RunRecorder.h"
#include "tests/stress/Times.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <memory>
#include <optional>
#include <string>

/// Processes that try to escape from a run, a hundred times each way: stopped, and with the program that
/// started it killed. The times are from the action until the last of its processes ends.
namespace fabricscope::app {
namespace {

using bench::Phase;
using test::RunRecorder;
using test::Times;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr int kTimes = 100;

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
    const test::UnprivilegedLogin login;
    const std::string title = fmt::format("Stop, {}", GetParam().name);
    Times times(title.c_str());
    for (int i = 0; i < kTimes; ++i) {
        RunRecorder recorder;
        remote::Client client;
        const auto run = ToolRun::start(client, test::hostEndpointFor(login.sshd()),
                                        test::shellRun(*m_script), {}, recorder.events());
        ASSERT_TRUE(m_sleepers.waitForAlive(GetParam().count)) << i;
        const auto before = Clock::now();
        run->stop();
        ASSERT_TRUE(recorder.waitForEnd()) << i;
        ASSERT_EQ(recorder.last.phase, Phase::Stopped) << i << ": " << recorder.last.why;
        ASSERT_TRUE(m_sleepers.alive().empty()) << i;
        times.add(Clock::now() - before);
    }
}

TEST_P(StressEscape, IsEndedWithTheProgramAHundredTimes) {
    const test::UnprivilegedLogin login;
    const std::string title = fmt::format("kill -9, {}", GetParam().name);
    Times times(title.c_str());
    for (int i = 0; i < kTimes; ++i) {
        test::KilledProgram program(test::hostEndpointFor(login.sshd()), test::shellRun(*m_script));
        ASSERT_TRUE(m_sleepers.waitForAlive(GetParam().count)) << i;
        const auto before = Clock::now();
        program.kill();
        ASSERT_TRUE(m_sleepers.waitForExit(30s)) << i;
        times.add(Clock::now() - before);
    }
}

INSTANTIATE_TEST_SUITE_P(Each, StressEscape, testing::ValuesIn(test::kEscapes),
                         [](const auto &each) { return std::string(each.param.name); });
INSTANTIATE_TEST_SUITE_P(Odd, StressEscape, testing::ValuesIn(test::kOddEscapes),
                         [](const auto &each) { return std::string(each.param.name); });

/// With sudo: if it forwards TERM, the child ends; if the child ignores TERM, the run reports each time what
/// may still be running.
class StressSudo : public testing::Test {
protected:
    void SetUp() override {
        if (const auto why = test::SudoRights::unavailableReason())
            GTEST_SKIP() << "NOT TESTED: " << *why;
        m_login.emplace();
        m_rights.emplace(m_login->user());
    }
    std::optional<test::UnprivilegedLogin> m_login;
    std::optional<test::SudoRights> m_rights;
    test::Sleepers m_sleepers;
};

TEST_F(StressSudo, IsEndedByStopAHundredTimes) {
    Times times("Stop, through sudo");
    for (int i = 0; i < kTimes; ++i) {
        RunRecorder recorder;
        remote::Client client;
        const auto run = ToolRun::start(client, test::hostEndpointFor(m_login->sshd()),
                                        test::shellRun("exec sudo -n " + m_sleepers.plain() + " 1000"), {},
                                        recorder.events());
        ASSERT_TRUE(m_sleepers.waitForAlive(1)) << i;
        const auto before = Clock::now();
        run->stop();
        ASSERT_TRUE(recorder.waitForEnd()) << i;
        ASSERT_EQ(recorder.last.phase, Phase::Stopped) << i << ": " << recorder.last.why;
        ASSERT_TRUE(m_sleepers.alive().empty()) << i;
        times.add(Clock::now() - before);
    }
}

TEST_F(StressSudo, IsEndedWithTheProgramAHundredTimes) {
    Times times("kill -9, through sudo");
    for (int i = 0; i < kTimes; ++i) {
        test::KilledProgram program(test::hostEndpointFor(m_login->sshd()),
                                    test::shellRun("exec sudo -n " + m_sleepers.plain() + " 1000"));
        ASSERT_TRUE(m_sleepers.waitForAlive(1)) << i;
        const auto before = Clock::now();
        program.kill();
        ASSERT_TRUE(m_sleepers.waitForExit(30s)) << i;
        times.add(Clock::now() - before);
    }
}

TEST_F(StressSudo, ThatHeedsNoSignalIsNamedAHundredTimes) {
    for (int i = 0; i < kTimes; ++i) {
        RunRecorder recorder;
        remote::Client client;
        const auto run =
            ToolRun::start(client, test::hostEndpointFor(m_login->sshd()),
                           test::shellRun(fmt::format("sudo -n setsid -f env -i {} 1000; exec sleep 1000",
                                                      m_sleepers.plain())),
                           {}, recorder.events());
        ASSERT_TRUE(m_sleepers.waitForAlive(1)) << i;
        run->stop();
        ASSERT_TRUE(recorder.waitForEnd()) << i;
        ASSERT_EQ(recorder.last.phase, Phase::MayStillRun) << i << ": " << recorder.last.why;
        ASSERT_EQ(recorder.last.remaining.size(), 1U) << i;
        ASSERT_EQ(recorder.last.remaining[0].pid, *m_sleepers.alive().begin()) << i;
        for (const pid_t pid : m_sleepers.alive())
            ::kill(pid, SIGKILL);
        ASSERT_TRUE(m_sleepers.waitForExit(10s)) << i;
    }
    fmt::print("Stop, as root by sudo in a session of its own: {} times, named each time\n", kTimes);
}

/// A run that starts a container: of podman if available, otherwise of a fake; the title shows which.
class StressContainer : public testing::Test {
protected:
    void SetUp() override {
        auto podman = std::make_unique<test::Podman>();
        if (podman->unavailableReason())
            fmt::print("NOT TESTED with podman: {}\n", *podman->unavailableReason());
        else
            m_podman = std::move(podman);
    }
    [[nodiscard]] std::string name() const {
        return m_podman ? m_podman->name() : test::DaemonEngine().name();
    }
    /// For the fake, a new one each time, since it runs only one container.
    [[nodiscard]] const test::ContainerEngine &engine() {
        if (m_podman)
            return *m_podman;
        m_daemonEngine = std::make_unique<test::DaemonEngine>();
        return *m_daemonEngine;
    }

private:
    std::unique_ptr<test::ContainerEngine> m_podman, m_daemonEngine;
};

TEST_F(StressContainer, IsEndedByStopAHundredTimes) {
    const std::string title = fmt::format("Stop, a container of {}", name());
    Times times(title.c_str());
    for (int i = 0; i < kTimes; ++i) {
        const test::ContainerEngine &each = engine();
        RunRecorder recorder;
        remote::Client client;
        const auto run =
            ToolRun::start(client, test::hostEndpointFor("local:"), each.spec(false), {}, recorder.events());
        ASSERT_TRUE(each.waitForProcesses(1)) << i;
        const auto before = Clock::now();
        run->stop();
        ASSERT_TRUE(recorder.waitForEnd()) << i;
        ASSERT_EQ(recorder.last.phase, Phase::Stopped) << i << ": " << recorder.last.why;
        ASSERT_EQ(each.inside(), 0U) << i;
        times.add(Clock::now() - before);
    }
}

TEST_F(StressContainer, IsEndedWithTheProgramAHundredTimes) {
    const std::string title = fmt::format("kill -9, a container of {}", name());
    Times times(title.c_str());
    for (int i = 0; i < kTimes; ++i) {
        const test::ContainerEngine &each = engine();
        test::KilledProgram program(test::hostEndpointFor("local:"), each.spec(false));
        ASSERT_TRUE(each.waitForProcesses(1)) << i;
        const auto before = Clock::now();
        program.kill();
        ASSERT_TRUE(each.waitForProcesses(0)) << i;
        times.add(Clock::now() - before);
    }
}

/// Processes that try to escape from a run inside a container (HOST/docker:NAME).
class StressInContainer : public StressEscape {
protected:
    void SetUp() override {
        if (const auto why = test::FakeContainer::unavailableReason())
            GTEST_SKIP() << "NOT TESTED: " << *why;
        m_container.emplace();
        StressEscape::SetUp();
    }

private:
    std::optional<test::FakeContainer> m_container;
};

TEST_P(StressInContainer, IsEndedByStopAHundredTimes) {
    const std::string title = fmt::format("Stop, inside a container (a stand-in), {}", GetParam().name);
    Times times(title.c_str());
    for (int i = 0; i < kTimes; ++i) {
        RunRecorder recorder;
        remote::Client client;
        const auto run = ToolRun::start(client, test::hostEndpointFor("local:/docker:train"),
                                        test::shellRun(*m_script), {}, recorder.events());
        ASSERT_TRUE(m_sleepers.waitForAlive(GetParam().count)) << i;
        const auto before = Clock::now();
        run->stop();
        ASSERT_TRUE(recorder.waitForEnd()) << i;
        ASSERT_EQ(recorder.last.phase, Phase::Stopped) << i << ": " << recorder.last.why;
        ASSERT_TRUE(m_sleepers.alive().empty()) << i;
        times.add(Clock::now() - before);
    }
}

TEST_P(StressInContainer, IsEndedWithTheProgramAHundredTimes) {
    const std::string title = fmt::format("kill -9, inside a container (a stand-in), {}", GetParam().name);
    Times times(title.c_str());
    for (int i = 0; i < kTimes; ++i) {
        test::KilledProgram program(test::hostEndpointFor("local:/docker:train"), test::shellRun(*m_script));
        ASSERT_TRUE(m_sleepers.waitForAlive(GetParam().count)) << i;
        const auto before = Clock::now();
        program.kill();
        ASSERT_TRUE(m_sleepers.waitForExit(30s)) << i;
        times.add(Clock::now() - before);
    }
}

INSTANTIATE_TEST_SUITE_P(Each, StressInContainer, testing::ValuesIn(test::kEscapes),
                         [](const auto &each) { return std::string(each.param.name); });

} // namespace
} // namespace fabricscope::app
