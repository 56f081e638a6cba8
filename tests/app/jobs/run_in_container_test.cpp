// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/Escapes.h"
#include "tests/app/FakeContainer.h"
#include "tests/app/RunRecorder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <optional>

/// Runs inside a container of a host (HOST/docker:NAME): processes that try to leave a run are ended there
/// too.
namespace fabricscope::app {
namespace {

using bench::Phase;
using test::hostEndpointFor;
using test::RunRecorder;
using test::shellRun;
using testing::IsEmpty;
using namespace std::chrono_literals;

class RunInAContainer : public testing::TestWithParam<test::Escape> {
protected:
    void SetUp() override {
        if (const auto why = test::FakeContainer::unavailableReason())
            GTEST_SKIP() << "NOT TESTED: " << *why;
        m_script = test::scriptOf(GetParam(), m_sleepers);
        if (!m_script)
            GTEST_SKIP() << "NOT TESTED: needs setcap";
        m_container.emplace();
    }
    [[nodiscard]] static HostEndpoint inside() { return hostEndpointFor("local:/docker:train"); }

    test::Sleepers m_sleepers;
    std::optional<std::string> m_script;
    std::optional<test::FakeContainer> m_container;
};

TEST_P(RunInAContainer, IsEndedByStop) {
    const test::UnrelatedProcess other("sleep");
    RunRecorder recorder;
    remote::Client client;
    const auto run = ToolRun::start(client, inside(), shellRun(*m_script), {}, recorder.events());
    ASSERT_TRUE(m_sleepers.waitForAlive(GetParam().count));
    run->stop();
    ASSERT_TRUE(recorder.waitForEnd());
    EXPECT_EQ(recorder.last.phase, Phase::Stopped) << recorder.last.why;
    EXPECT_EQ(recorder.last.containment, "subreaper");
    EXPECT_THAT(m_sleepers.alive(), IsEmpty());
    EXPECT_TRUE(other.isRunning());
}

TEST_P(RunInAContainer, IsEndedWithTheProgram) {
    {
        RunRecorder recorder;
        remote::Client client;
        const auto run = ToolRun::start(client, inside(), shellRun(*m_script), {}, recorder.events());
        ASSERT_TRUE(m_sleepers.waitForAlive(GetParam().count));
    }
    EXPECT_TRUE(m_sleepers.waitForExit(30s));
}

TEST_P(RunInAContainer, ThatIsDetachedIsEndedByStop) {
    std::string id;
    {
        RunRecorder recorder;
        remote::Client client;
        ToolRunOptions options;
        options.detached = true;
        const auto run = ToolRun::start(client, inside(), shellRun(*m_script), options, recorder.events());
        ASSERT_TRUE(m_sleepers.waitForAlive(GetParam().count));
        ASSERT_TRUE(recorder.waitForPhase(Phase::Running));
        id = run->state().id;
    }
    RunRecorder recorder;
    remote::Client client;
    const auto run = ToolRun::fetch(client, inside(), id, 0, {}, recorder.events());
    ASSERT_TRUE(recorder.waitForPhase(Phase::Running));
    EXPECT_EQ(m_sleepers.alive().size(), GetParam().count) << "it goes on without us";
    run->stop();
    ASSERT_TRUE(recorder.waitForEnd());
    EXPECT_EQ(recorder.last.phase, Phase::Stopped) << recorder.last.why;
    EXPECT_THAT(m_sleepers.alive(), IsEmpty());
    std::filesystem::remove_all("/var/tmp/fabricscope-run-" + id);
}

INSTANTIATE_TEST_SUITE_P(Each, RunInAContainer, testing::ValuesIn(test::kEscapes),
                         [](const auto &each) { return std::string(each.param.name); });

} // namespace
} // namespace fabricscope::app
