// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
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

/// Stands for docker with its daemon, of which podman has none: what it runs is nobody's child and has no
/// mark.
constexpr const char *kDocker = R"sh(#!/bin/sh
here=${0%/*}
[ "$1 $2" = "--context lab" ] || exit 125
shift 2
lives() { kill -0 "$(cat "$here/box")" 2>/dev/null; }
case $1 in
run) echo "$3" >"$here/label.new" && mv "$here/label.new" "$here/label"
    until [ -e "$here/box" ]; do sleep 0.1; done
    while lives; do sleep 0.1; done ;;
ps) [ "$*" = "ps -q --filter label=$(cat "$here/label")" ] && lives && echo 3f2a1b || : ;;
stop) [ "$*" = "stop -t $3 3f2a1b" ] || exit 1
    kill -KILL "$(cat "$here/box")"
    while lives; do sleep 0.1; done ;;
esac
)sh";
constexpr const char *kDaemon = "cd \"$1\"; until [ -e label ]; do sleep 0.1; done; sleep 1000 & "
                                "echo $! >box.new && mv box.new box; wait";

class MadeEngine {
public:
    MadeEngine() {
        fs::permissions(m_folder.write("docker", kDocker), fs::perms(0755));
        m_daemon = ::fork();
        if (m_daemon == 0) {
            ::setsid();
            ::execl("/bin/sh", "dockerd", "-c", kDaemon, "dockerd", m_folder.path().c_str(), nullptr);
            ::_exit(127);
        }
    }
    ~MadeEngine() {
        ::kill(-m_daemon, SIGKILL);
        ::waitpid(m_daemon, nullptr, 0);
    }
    MadeEngine(const MadeEngine &) = delete;
    MadeEngine &operator=(const MadeEngine &) = delete;

    [[nodiscard]] bench::RunSpec spec() const {
        bench::RunSpec spec = shellRun("");
        spec.command.words = {(m_folder.path() / "docker").string(), "--context", "lab", "run", "image"};
        return spec;
    }
    [[nodiscard]] bool hasBox() const { return ::kill(box(), 0) == 0; }
    [[nodiscard]] bool untilBox(bool wanted) const {
        for (int i = 0; i < 1200 && (!fs::exists(m_folder.path() / "box") || hasBox() != wanted); ++i)
            std::this_thread::sleep_for(50ms);
        return hasBox() == wanted;
    }

private:
    [[nodiscard]] pid_t box() const { return std::stoi(test::readFile(m_folder.path() / "box")); }

    test::TemporaryFolder m_folder;
    pid_t m_daemon = -1;
};

void killWithAllBelow(pid_t root) {
    std::vector<pid_t> all = test::descendants(root);
    all.push_back(root);
    for (const pid_t pid : all)
        ::kill(pid, SIGKILL);
}

TEST(RunOfADaemonsContainer, WhoseSupervisorSomebodyKilledIsEndedByTheNextStop) {
    const MadeEngine engine;
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
    const MadeEngine engine;
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
