// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/Escapes.h"
#include "tests/app/KilledProgram.h"
#include "tests/app/RunRecorder.h"
#include "tests/e2e/Machine.h"
#include "tests/e2e/Server.h"
#include "tests/stress/Times.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <thread>

/// Processes that try to escape from a run, on an emulated server where the systemd of an ordinary user
/// contains it in a scope.
namespace fabricscope::e2e {
namespace {

using app::ToolRun;
using bench::Phase;
using test::RunRecorder;
using testing::HasSubstr;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr int kTimes = 10;

/// Creates copies of sleep like test::Sleepers there.
constexpr const char *kMakeSleepers = "set -e; mkdir -m 755 /opt/escapes; cd /opt/escapes; for i in plain "
                                      "hidden capable; do cp /bin/sleep $i; done; "
                                      "chmod 0111 hidden; setcap cap_ipc_lock+ep capable; "
                                      "echo 'visitor ALL=(root) NOPASSWD: ALL' >/etc/sudoers.d/visitor";
/// Counts the live ones by command line. No process per process: an emulated server takes seconds for that.
constexpr const char *kCount =
    "bash -c 'n=0; for p in /proc/[0-9]*/cmdline; do c=; IFS= read -rd \"\" c <$p; "
    "case $c in /opt/escapes/*) n=$((n+1));; esac; done 2>/dev/null; echo $n'";
constexpr const char *kScopes = "find /sys/fs/cgroup/user.slice -name 'fabricscope-*.scope'";

class Runs : public testing::TestWithParam<test::Escape> {
protected:
    static void SetUpTestSuite() {
        std::filesystem::create_directories(Server::artefacts());
        s_machine = std::make_unique<Machine>(
            "runs", std::vector<std::string>{"FABRICSCOPE_E2E_SHAPE=flat", "FABRICSCOPE_E2E_IMAGE=sessions"});
        if (s_machine->boot().status == 0)
            s_ready = s_machine->ssh("server", kMakeSleepers);
    }
    static void TearDownTestSuite() { s_machine.reset(); }
    void SetUp() override {
        ASSERT_EQ(s_machine->boot().status, 0) << s_machine->boot().err;
        ASSERT_EQ(s_ready.status, 0) << s_ready.out << s_ready.err;
    }

    [[nodiscard]] static app::HostEndpoint visitor() {
        app::HostEndpoint hostEndpoint = test::hostEndpointFor("visitor");
        hostEndpoint.endpoint.configFile = s_machine->sshConfig();
        hostEndpoint.options.connectTimeout = hostEndpoint.options.handshakeTimeout = 60s;
        return hostEndpoint;
    }
    [[nodiscard]] static std::string scriptOf(const test::Escape &escape) {
        std::string script = escape.script;
        for (const auto &[mark, name] :
             {std::pair{"%p", "plain"}, std::pair{"%h", "hidden"}, std::pair{"%c", "capable"}})
            for (std::size_t at = script.find(mark); at != std::string::npos; at = script.find(mark))
                script.replace(at, 2, std::string("/opt/escapes/") + name);
        return script + " wait; exec sleep 1000";
    }
    [[nodiscard]] static std::string alive() { return s_machine->ssh("server", kCount).out; }
    [[nodiscard]] static bool until(const std::string &count) {
        for (int i = 0; i < 40; ++i) {
            if (alive() == count + "\n")
                return true;
            std::this_thread::sleep_for(500ms);
        }
        return false;
    }

    static std::unique_ptr<Machine> s_machine;
    static CommandResult s_ready;
};
std::unique_ptr<Machine> Runs::s_machine;
CommandResult Runs::s_ready;

TEST_P(Runs, IsEndedByStopTenTimesInAScope) {
    const std::string title = fmt::format("emulated server, Stop, {}", GetParam().name);
    test::Times times(title.c_str());
    for (int i = 0; i < kTimes; ++i) {
        RunRecorder recorder;
        remote::Client client;
        const auto run =
            ToolRun::start(client, visitor(), test::shellRun(scriptOf(GetParam())), {}, recorder.events());
        ASSERT_TRUE(until("1")) << i << ": " << recorder.last.why;
        EXPECT_THAT(s_machine->ssh("server", kScopes).out, HasSubstr("fabricscope-")) << i;
        const auto before = Clock::now();
        run->stop();
        ASSERT_TRUE(recorder.waitForEnd()) << i;
        times.add(Clock::now() - before);
        ASSERT_EQ(recorder.last.phase, Phase::Stopped) << i << ": " << recorder.last.why;
        ASSERT_EQ(alive(), "0\n") << i;
    }
}

TEST_P(Runs, IsEndedWithTheProgramTenTimes) {
    const std::string title = fmt::format("emulated server, kill -9, {}", GetParam().name);
    test::Times times(title.c_str());
    for (int i = 0; i < kTimes; ++i) {
        test::KilledProgram program(visitor(), test::shellRun(scriptOf(GetParam())));
        ASSERT_TRUE(until("1")) << i;
        const auto before = Clock::now();
        program.kill();
        ASSERT_TRUE(until("0")) << i;
        times.add(Clock::now() - before);
    }
}

TEST_P(Runs, OfADetachedRunIsEndedByStopTenTimes) {
    const std::string title = fmt::format("emulated server, Stop of a detached run, {}", GetParam().name);
    test::Times times(title.c_str());
    for (int i = 0; i < kTimes; ++i) {
        std::string id;
        {
            RunRecorder recorder;
            remote::Client client;
            app::ToolRunOptions options;
            options.detached = true;
            const auto run = ToolRun::start(client, visitor(), test::shellRun(scriptOf(GetParam())), options,
                                            recorder.events());
            ASSERT_TRUE(until("1")) << i << ": " << recorder.last.why;
            ASSERT_TRUE(recorder.waitForPhase(Phase::Running)) << i << ": " << recorder.last.why;
            id = run->state().id;
        }
        RunRecorder recorder;
        remote::Client client;
        const auto run = ToolRun::fetch(client, visitor(), id, 0, {}, recorder.events());
        ASSERT_TRUE(recorder.waitForPhase(Phase::Running)) << i << ": " << recorder.last.why;
        ASSERT_EQ(alive(), "1\n") << i << ": it goes on without us";
        const auto before = Clock::now();
        run->stop();
        ASSERT_TRUE(recorder.waitForEnd()) << i;
        times.add(Clock::now() - before);
        ASSERT_EQ(recorder.last.phase, Phase::Stopped) << i << ": " << recorder.last.why;
        ASSERT_EQ(alive(), "0\n") << i;
    }
}

INSTANTIATE_TEST_SUITE_P(Each, Runs, testing::ValuesIn(test::kEscapes),
                         [](const auto &each) { return std::string(each.param.name); });

using RunsAsRoot = Runs;

TEST_F(RunsAsRoot, OfItsOwnBySudoIsEndedByStopTenTimes) {
    test::Times times("emulated server, Stop, through sudo");
    for (int i = 0; i < kTimes; ++i) {
        RunRecorder recorder;
        remote::Client client;
        const auto run = ToolRun::start(
            client, visitor(), test::shellRun("exec sudo -n /opt/escapes/plain 1000"), {}, recorder.events());
        // sudo's own command line has the path after its name
        ASSERT_TRUE(until("1")) << i << ": " << recorder.last.why;
        const auto before = Clock::now();
        run->stop();
        ASSERT_TRUE(recorder.waitForEnd()) << i;
        times.add(Clock::now() - before);
        ASSERT_EQ(recorder.last.phase, Phase::Stopped) << i << ": " << recorder.last.why;
        ASSERT_EQ(alive(), "0\n") << i;
    }
}

TEST_F(RunsAsRoot, OfItsOwnBySudoIsEndedWithTheProgramTenTimes) {
    test::Times times("emulated server, kill -9, through sudo");
    for (int i = 0; i < kTimes; ++i) {
        test::KilledProgram program(visitor(), test::shellRun("exec sudo -n /opt/escapes/plain 1000"));
        ASSERT_TRUE(until("1")) << i;
        const auto before = Clock::now();
        program.kill();
        ASSERT_TRUE(until("0")) << i;
        times.add(Clock::now() - before);
    }
}

/// Started by the user's systemd, it has neither the run's mark nor its parent, and is not in its scope.
TEST_F(RunsAsRoot, OfTheUsersSystemdIsNamedAndMayStillRun) {
    for (const char *options : {"", "--slice=app.slice --unit=held"}) {
        RunRecorder recorder;
        remote::Client client;
        const auto run = ToolRun::start(
            client, visitor(),
            test::shellRun(fmt::format("systemd-run --user --collect {} /opt/escapes/plain 1000", options)),
            {}, recorder.events());
        ASSERT_TRUE(recorder.waitForEnd());
        EXPECT_EQ(alive(), "1\n");
        EXPECT_EQ(recorder.last.phase, Phase::MayStillRun) << recorder.last.why << recorder.err;
        ASSERT_EQ(recorder.last.remaining.size(), 1U) << recorder.last.why;
        EXPECT_EQ(recorder.last.remaining[0].name, "plain");
        EXPECT_EQ(recorder.last.remaining[0].owner, "visitor");
        EXPECT_EQ(recorder.last.remaining[0].reason, bench::RemainingProcess::Reason::Unsure);
        (void)s_machine->ssh("server", "pkill -KILL -x plain");
        ASSERT_TRUE(until("0"));
    }
}

/// Inside a container, a fake docker like test::FakeContainer: its own processes, no cgroup.
TEST_F(RunsAsRoot, InsideAContainerAreEndedTenTimes) {
    const CommandResult made = s_machine->ssh(
        "server",
        "set -e; cat >/usr/local/bin/docker <<'END'\n#!/bin/sh\n[ \"$1 $2 $3\" = 'exec -i train' ] || exit "
        "125\n"
        "shift 3\nexec nsenter --target \"$(cat /run/train)\" --mount --pid -- setsid --wait \"$@\"\nEND\n"
        "chmod 755 /usr/local/bin/docker; setsid unshare --mount --pid --fork --mount-proc sh -c 'mount -t "
        "tmpfs "
        "none /sys/fs/cgroup; touch /run/train.up; while :; do sleep 1; done' </dev/null >/dev/null 2>&1 & "
        "until [ -e /run/train.up ]; do sleep 1; done; pgrep -P $! >/run/train; test -s /run/train");
    ASSERT_EQ(made.status, 0) << made.out << made.err;
    app::HostEndpoint hostEndpoint = visitor();
    hostEndpoint.endpoint.target = "server/docker:train";
    const std::string script = scriptOf(test::kEscapes[1]);
    test::Times times("emulated server, inside a container (a stand-in), Stop and kill -9, a double fork");
    for (int i = 0; i < kTimes; ++i) {
        auto before = Clock::now();
        {
            RunRecorder recorder;
            remote::Client client;
            const auto run =
                ToolRun::start(client, hostEndpoint, test::shellRun(script), {}, recorder.events());
            ASSERT_TRUE(until("1")) << i << ": " << recorder.last.why << recorder.err;
            before = Clock::now();
            run->stop();
            ASSERT_TRUE(recorder.waitForEnd()) << i;
            times.add(Clock::now() - before);
            ASSERT_EQ(recorder.last.phase, Phase::Stopped) << i << ": " << recorder.last.why;
            ASSERT_EQ(alive(), "0\n") << i;
        }
        test::KilledProgram program(hostEndpoint, test::shellRun(script));
        ASSERT_TRUE(until("1")) << i;
        before = Clock::now();
        program.kill();
        ASSERT_TRUE(until("0")) << i;
        times.add(Clock::now() - before);
    }
}

} // namespace
} // namespace fabricscope::e2e
