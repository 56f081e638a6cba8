// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/Engines.h"
#include "tests/app/RunRecorder.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <thread>

/// Runs in a container of an engine with a daemon, whose supervisor somebody kills.
namespace fabricscope::app {
namespace {

namespace fs = std::filesystem;
using bench::Phase;
using test::RunRecorder;
using test::shellRun;
using test::wayTo;
using namespace std::chrono_literals;

void killWithAllBelow(pid_t root) {
    std::vector<pid_t> all = test::descendants(root);
    all.push_back(root);
    for (const pid_t pid : all)
        ::kill(pid, SIGKILL);
}

TEST(RunOfADaemonsContainer, WhoseSupervisorSomebodyKilledIsEndedByTheNextStop) {
    const test::DaemonEngine engine;
    std::string id;
    {
        RunRecorder recorder;
        remote::Client client;
        ToolRunOptions options;
        options.detached = true;
        const auto run = ToolRun::start(client, wayTo("local:"), engine.spec(), options, recorder.events());
        ASSERT_TRUE(recorder.untilPhase(Phase::Running));
        ASSERT_TRUE(engine.untilBox(true));
        id = run->state().id;
    }
    const fs::path spool = "/var/tmp/fabricscope-run-" + id;
    killWithAllBelow(std::stoi(test::readFile(spool / "supervisor")));
    ASSERT_TRUE(engine.hasBox()) << "it goes on without them";
    RunRecorder recorder;
    remote::Client client;
    const auto run = ToolRun::fetch(client, wayTo("local:"), id, 0, {}, recorder.events());
    ASSERT_TRUE(recorder.untilPhase(Phase::Running));
    run->stop();
    ASSERT_TRUE(recorder.untilEnd());
    EXPECT_EQ(recorder.last.phase, Phase::Stopped) << recorder.last.why;
    EXPECT_TRUE(engine.untilBox(false));
    fs::remove_all(spool);
}

TEST(RunOfADaemonsContainer, WhoseAttachedSupervisorSomebodyKilledIsEnded) {
    const test::DaemonEngine engine;
    RunRecorder recorder;
    remote::Client client;
    const auto run = ToolRun::start(client, wayTo("local:"), engine.spec(), {}, recorder.events());
    ASSERT_TRUE(recorder.untilPhase(Phase::Running));
    ASSERT_TRUE(engine.untilBox(true));
    const std::string stat = test::readFile(fmt::format("/proc/{}/stat", *run->state().pid));
    ASSERT_EQ(::kill(std::stoi(stat.substr(stat.rfind(')') + 4)), SIGKILL), 0) << "the tool's parent";
    ASSERT_TRUE(recorder.untilEnd());
    EXPECT_TRUE(engine.untilBox(false));
}

} // namespace
} // namespace fabricscope::app
