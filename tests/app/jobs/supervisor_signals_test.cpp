// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/run/ForgetRun.h"
#include "app/jobs/run/SupervisorScript.h"
#include "resources/Resources.h"
#include "tests/app/Escapes.h"
#include "tests/app/RunRecorder.h"
#include "tests/app/ScriptOutput.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <future>
#include <thread>

/// The supervisor if a process cannot be ended, if a pid has been reused, and if it is stopped while it
/// starts.
namespace fabricscope::app {
namespace {

namespace fs = std::filesystem;
using bench::Phase;
using test::hostEndpointFor;
using test::RunRecorder;
using test::shellRun;
using testing::HasSubstr;
using namespace std::chrono_literals;

constexpr const char *kScripts[] = {"attached.sh", "clear.sh",    "containers.sh", "common.sh",
                                    "contain.sh",  "detached.sh", "fetch.sh",      "load.sh",
                                    "managed.sh",  "port.sh",     "spool.sh"};

TEST(SupervisorSignals, GoByTwoWays) {
    int ways = 0;
    for (const char *name : kScripts) {
        const std::string text(resources::find(std::string("supervisor/") + name));
        ASSERT_FALSE(text.empty()) << name;
        for (std::size_t at = text.find("kill "); at != std::string::npos; at = text.find("kill ", at + 1))
            ++ways;
    }
    EXPECT_EQ(ways, 2) << "fs_signal_to, which looks at the start time, and fs_signal_unseen, which cannot";
}

/// With hidepid=2 a user's own processes are hidden, too, if their program may not be read or has a
/// capability.
TEST(SupervisorSignals, ReachProcessesOfTheUserThatTheKernelHides) {
    if (geteuid() != 0)
        GTEST_SKIP() << "NOT TESTED: needs root, for a namespace of mounts";
    if (std::system("unshare --mount sh -c 'mount -t proc -o hidepid=2 proc /proc' 2>/dev/null") != 0)
        GTEST_SKIP() << "NOT TESTED: unshare is not allowed here";
    const test::Sleepers sleepers;
    const test::TemporaryFolder folder;
    fs::permissions(folder.path(), fs::perms::owner_all | fs::perms::others_read | fs::perms::others_exec);
    const fs::path file = folder.write(
        "script.sh", "fs_nonce=n\nfs_run=r\n" + std::string(resources::find("supervisor/common.sh")) +
                         std::string(resources::find("supervisor/contain.sh")) +
                         "fs_short=0.1 fs_rounds=10 fs_root=$$\n'" + sleepers.hidden() +
                         "' 1000 &\nsleep 1\necho \"hidden: $(fs_list_unseen)\"\n"
                         "fs_seek_unseen 1\necho \"left: $fs_unseen\"\n");
    fs::permissions(file, fs::perms::owner_all | fs::perms::others_read);
    const std::string output =
        test::run({"unshare", "--mount", "--propagation", "private", "sh", "-c",
                   "mount -t proc -o hidepid=2 proc /proc && exec setpriv --reuid 65534 --regid 65534 "
                   "--clear-groups /bin/sh \"$1\"",
                   "sh", file.string()});
    EXPECT_THAT(output, testing::ContainsRegex("hidden: [0-9]+"));
    EXPECT_THAT(output, HasSubstr("left: \n"));
    EXPECT_TRUE(sleepers.alive().empty());
}

TEST(SupervisorSignals, LeaveWhoeverHasTheNumberByNowAlone) {
    const test::UnrelatedProcess other("sleep"), named("sleep");
    const test::TemporaryFolder folder;
    const fs::path file = folder.write(
        "script.sh", "fs_nonce=n\nfs_run=r\n" + std::string(resources::find("supervisor/common.sh")) +
                         "fs_signal_to KILL \"$1:1\"\n"
                         "fs_name \"$2\" && fs_signal_to KILL \"$fs_named\"\n");
    test::run({"/bin/sh", file.string(), std::to_string(other.pid()), std::to_string(named.pid())});
    for (int i = 0; i < 100 && named.isRunning(); ++i)
        std::this_thread::sleep_for(50ms);
    EXPECT_TRUE(other.isRunning());
    EXPECT_FALSE(named.isRunning());
}

/// In a container there may be nothing but busybox: without a process for each of those that it looks at.
TEST(SupervisorSignals, FindTheirProcessesWithTheGrepOfBusyboxAlone) {
    const test::TemporaryFolder folder;
    fs::create_symlink("/usr/bin/busybox", folder.path() / "grep");
    const fs::path file = folder.write(
        "script.sh", "fs_nonce=n\nfs_run=r17\n" + std::string(resources::find("supervisor/common.sh")) +
                         "FABRICSCOPE_RUN=r17 /bin/sleep 20 & one=$!\n"
                         "FABRICSCOPE_RUN=r171 /bin/sleep 20 & other=$!\n"
                         "/bin/sleep 1\necho \"$(fs_marked) of /proc/$one/environ\"\n"
                         "/bin/kill $one $other\n");
    const std::string output = test::run(
        {"/bin/sh", "-c", fmt::format("PATH={0} exec /bin/sh {0}/script.sh", folder.path().string())});
    const auto middle = output.find(" of ");
    ASSERT_NE(middle, std::string::npos) << output;
    EXPECT_EQ(output.substr(0, middle) + "\n", output.substr(middle + 4));
}

std::string outputOf(remote::Client &client, const std::string &script) {
    return test::scriptOutput(client, "exec /bin/sh -s", script);
}

TEST(SupervisorSignals, ReportsProcessesThatSurviveSignalsInADetachedRun) {
    const SupervisorScript run(SupervisorScript::makeRunId());
    const test::TemporaryFolder folder;
    const std::string stuck = (folder.path() / "stuck").string();
    bench::Command command;
    command.words = {"sh", "-c", fmt::format("sleep 1000 & echo $! >'{}'; echo made", stuck)};
    remote::Client client;
    // Like a process that hangs in a driver: neither signals nor the end of a cgroup affect it.
    const std::string deaf =
        fmt::format("mkdir() {{ case $1 in /sys/*) return 1 ;; esac; command mkdir \"$@\"; }}\n"
                    "kill() {{ case \"$*\" in *\" $(cat '{}')\") ;; *) command kill \"$@\" ;; esac; }}\n",
                    stuck);
    EXPECT_THAT(outputOf(client, deaf + *run.detached(command, {100s, 100s, 1 << 20})), HasSubstr("began "));
    const std::string pid = test::readFile(stuck).substr(0, test::readFile(stuck).find('\n'));
    RunRecorder recorder;
    const auto fetched =
        ToolRun::fetch(client, hostEndpointFor("local:"), run.run(), 0, {}, recorder.events());
    ASSERT_TRUE(recorder.waitForEnd());
    EXPECT_EQ(recorder.last.phase, Phase::MayStillRun) << "not ended: something of it is left";
    EXPECT_THAT(recorder.last.why, HasSubstr("process " + pid + " (sleep) of "));
    EXPECT_THAT(recorder.last.why, HasSubstr("not even SIGKILL ended it: a driver or file system hangs"));
    EXPECT_EQ(recorder.last.exitStatus, 0);
    EXPECT_TRUE(recorder.last.endReported);
    EXPECT_EQ(recorder.out, "made\n");
    ::kill(std::stoi(pid), SIGKILL);
    EXPECT_THAT(outputOf(client, run.clear()), HasSubstr("cleared"));
}

/// While it exists, each `env` here is slow; so a tool starts slowly if one of its variables is set by env.
class SlowEnv {
public:
    explicit SlowEnv(int seconds) : m_before(std::getenv("PATH")) {
        const fs::path file =
            m_folder.write("env", fmt::format("#!/bin/sh\nsleep {}\nexec /usr/bin/env \"$@\"\n", seconds));
        fs::permissions(file, fs::perms::owner_all);
        ::setenv("PATH", (m_folder.path().string() + ":" + m_before).c_str(), 1);
    }
    ~SlowEnv() { ::setenv("PATH", m_before.c_str(), 1); }
    SlowEnv(const SlowEnv &) = delete;
    SlowEnv &operator=(const SlowEnv &) = delete;

private:
    test::TemporaryFolder m_folder;
    std::string m_before;
};

TEST(SupervisorSignals, StopADetachedRunThatIsStillStarting) {
    // Longer than the timeout for stopping an attached run before its channel is closed.
    const SlowEnv slow(6);
    remote::Client client;
    RunRecorder recorder;
    ToolRunOptions options;
    options.detached = true;
    bench::RunSpec spec = shellRun("exec sleep 1000");
    spec.command.environment = {{"OPTIND", "1"}};
    const auto run = ToolRun::start(client, hostEndpointFor("local:"), spec, options, recorder.events());
    ASSERT_TRUE(recorder.waitForPhase(Phase::Starting));
    std::this_thread::sleep_for(1s); // its start takes longer: SlowEnv
    run->stop();
    ASSERT_TRUE(recorder.waitForEnd());
    EXPECT_EQ(recorder.last.phase, Phase::Stopped) << recorder.last.why;
    EXPECT_TRUE(test::runEndsWithin(run->state().id, 10s));
    std::promise<bool> cleared;
    forgetRun(client, hostEndpointFor("local:"), run->state().id,
              [&](tl::expected<bool, remote::Failure> how) { cleared.set_value(how.value_or(false)); });
    EXPECT_TRUE(cleared.get_future().get());
}

} // namespace
} // namespace fabricscope::app
