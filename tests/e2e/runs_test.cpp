// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/Escapes.h"
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

/// What tries to leave a run, on an emulated server where an ordinary user's systemd holds it in a scope.
namespace fabricscope::e2e {
namespace {

using app::ToolRun;
using bench::Phase;
using test::RunRecorder;
using testing::HasSubstr;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr int kTimes = 10;

/// Copies of sleep as test::Sleepers has them, made there.
constexpr const char *kMakeSleepers = "set -e; mkdir -m 755 /opt/escapes; cd /opt/escapes; for i in plain "
                                      "hidden capable; do cp /bin/sleep $i; done; "
                                      "chmod 0111 hidden; setcap cap_ipc_lock+ep capable; "
                                      "echo 'visitor ALL=(root) NOPASSWD: ALL' >/etc/sudoers.d/visitor";
/// How many of them live, by their words.
constexpr const char *kCount = "for p in /proc/[0-9]*; do tr '\\0' ' ' <$p/cmdline 2>/dev/null; echo; done | "
                               "grep -c '^/opt/escapes/' || true";
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

    [[nodiscard]] static app::HostWay visitor() {
        app::HostWay way = test::wayTo("visitor");
        way.endpoint.configFile = s_machine->sshConfig();
        way.options.connectTimeout = way.options.handshakeTimeout = 60s;
        return way;
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
        ASSERT_TRUE(recorder.untilEnd()) << i;
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
        // sudo's own words have the path behind its name
        ASSERT_TRUE(until("1")) << i << ": " << recorder.last.why;
        const auto before = Clock::now();
        run->stop();
        ASSERT_TRUE(recorder.untilEnd()) << i;
        times.add(Clock::now() - before);
        ASSERT_EQ(recorder.last.phase, Phase::Stopped) << i << ": " << recorder.last.why;
        ASSERT_EQ(alive(), "0\n") << i;
    }
}

} // namespace
} // namespace fabricscope::e2e
