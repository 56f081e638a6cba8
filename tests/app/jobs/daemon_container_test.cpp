// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/ContainerEngines.h"
#include "tests/app/RunRecorder.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <thread>

/// Runs in a container of an engine with a daemon, whose supervisor is killed.
namespace fabricscope::app {
namespace {

namespace fs = std::filesystem;
using bench::Phase;
using test::hostEndpointFor;
using test::RunRecorder;
using test::shellRun;
using namespace std::chrono_literals;

void killTree(pid_t root) {
    std::vector<pid_t> all = test::descendants(root);
    all.push_back(root);
    for (const pid_t pid : all)
        ::kill(pid, SIGKILL);
}

TEST(DaemonContainerRun, WhoseSupervisorSomebodyKilledIsEndedByTheNextStop) {
    const test::DaemonEngine engine;
    std::string id;
    {
        RunRecorder recorder;
        remote::Client client;
        ToolRunOptions options;
        options.detached = true;
        const auto run =
            ToolRun::start(client, hostEndpointFor("local:"), engine.spec(), options, recorder.events());
        ASSERT_TRUE(recorder.waitForPhase(Phase::Running));
        ASSERT_TRUE(engine.waitForContainer(true));
        id = run->state().id;
    }
    const fs::path spool = "/var/tmp/fabricscope-run-" + id;
    killTree(std::stoi(test::readFile(spool / "supervisor")));
    ASSERT_TRUE(engine.hasContainer()) << "it goes on without them";
    RunRecorder recorder;
    remote::Client client;
    const auto run = ToolRun::fetch(client, hostEndpointFor("local:"), id, 0, {}, recorder.events());
    ASSERT_TRUE(recorder.waitForPhase(Phase::Running));
    run->stop();
    ASSERT_TRUE(recorder.waitForEnd());
    EXPECT_EQ(recorder.last.phase, Phase::Stopped) << recorder.last.why;
    EXPECT_TRUE(engine.waitForContainer(false));
    fs::remove_all(spool);
}

TEST(DaemonContainerRun, WhoseAttachedSupervisorSomebodyKilledIsEnded) {
    const test::DaemonEngine engine;
    RunRecorder recorder;
    remote::Client client;
    const auto run = ToolRun::start(client, hostEndpointFor("local:"), engine.spec(), {}, recorder.events());
    ASSERT_TRUE(recorder.waitForPhase(Phase::Running));
    ASSERT_TRUE(engine.waitForContainer(true));
    const std::string stat = test::readFile(fmt::format("/proc/{}/stat", *run->state().pid));
    ASSERT_EQ(::kill(std::stoi(stat.substr(stat.rfind(')') + 4)), SIGKILL), 0) << "the tool's parent";
    ASSERT_TRUE(recorder.waitForEnd());
    EXPECT_TRUE(engine.waitForContainer(false));
}

} // namespace
} // namespace fabricscope::app
