// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Detached runs on a host with full disks, and runs fetched by several programs.
#include "app/jobs/run/ForgetRun.h"
#include "app/jobs/run/RunMessages.h"
#include "app/jobs/run/RunStorePath.h"
#include "core/store/RunStore.h"
#include "tests/app/BenchRunProgram.h"
#include "tests/app/RunRecorder.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mount.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <future>
#include <optional>
#include <regex>
#include <thread>

namespace fabricscope::app {
namespace {

namespace fs = std::filesystem;
using bench::Phase;
using test::benchRun;
using test::hostEndpointFor;
using test::RunRecorder;
using test::Sshd;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using namespace std::chrono_literals;

fs::path spoolOf(const std::string &id) {
    return "/var/tmp/fabricscope-run-" + id;
}

bool isGoneWithin(const fs::path &path, std::chrono::milliseconds longest) {
    const auto end = std::chrono::steady_clock::now() + longest;
    while (fs::exists(path) && std::chrono::steady_clock::now() < end)
        std::this_thread::sleep_for(20ms);
    return !fs::exists(path);
}

/// False if there is no such run or it has not ended.
bool forget(const HostEndpoint &hostEndpoint, const std::string &id) {
    remote::Client client;
    std::promise<bool> done;
    forgetRun(client, hostEndpoint, id,
              [&](tl::expected<bool, remote::Failure> how) { done.set_value(how.value_or(false)); });
    return done.get_future().get();
}

/// A host with all folders for detached runs on one small disk that is full or becomes full.
class DetachedRunWithoutRoom : public testing::Test {
protected:
    void SetUp() override {
        if (geteuid() != 0)
            GTEST_SKIP() << "NOT TESTED: needs root, to mount a small disk";
        ASSERT_EQ(mount("tmpfs", m_disk.path().c_str(), "tmpfs", 0, "size=256k"), 0);
        for (const fs::path &folder : folders())
            fs::create_directories(folder);
        test::SshdOptions sshd;
        sshd.environment = {"FABRICSCOPE_ROOT=" + m_disk.path().string(),
                            "PATH=" + m_programs.path().string() + ":/usr/bin:/bin"};
        m_server.emplace(sshd);
    }
    void TearDown() override {
        if (!m_server)
            return;
        m_server.reset();
        EXPECT_EQ(umount2(m_disk.path().c_str(), MNT_DETACH), 0);
    }
    [[nodiscard]] std::vector<fs::path> folders() const {
        return {m_disk.path() / "var/tmp", m_disk.path() / "tmp"};
    }
    [[nodiscard]] std::string fill(int pagesLeft) const {
        return fmt::format("head -c 1000000 /dev/zero >'{0}/fill' 2>/dev/null; truncate -s -{1} '{0}/fill'",
                           m_disk.path().string(), pagesLeft * sysconf(_SC_PAGESIZE));
    }
    /// Another process fills the disk before the run does: there was room at the time of the check.
    void becomeFull(int pagesLeft) const {
        const fs::path program =
            m_programs.write("dd", "#!/bin/sh\ncase \"$*\" in *count=16*) ;; *) exec /bin/dd \"$@\" ;; esac\n"
                                   "for word; do case $word in of=*) true >\"${word#of=}\" ;; esac; done\n" +
                                       fill(pagesLeft) + "\n");
        fs::permissions(program, fs::perms::owner_all);
    }
    void beFull() const { test::run({"/bin/sh", "-c", fill(0)}); }
    void expectNothingBegins() {
        bench::RunSpec spec;
        spec.tool = "custom";
        spec.host = "the host";
        spec.command.words = {"sh", "-c", "touch '" + begun().string() + "'; exec sleep 1000"};
        ToolRunOptions options;
        options.detached = true;
        RunRecorder recorder;
        remote::Client client;
        const auto run = ToolRun::start(client, hostEndpointFor(*m_server), spec, options, recorder.events());
        ASSERT_TRUE(recorder.waitForEnd());
        EXPECT_EQ(recorder.last.phase, Phase::Failed);
        EXPECT_TRUE(recorder.last.endReported);
        EXPECT_THAT(recorder.last.why, HasSubstr("the host has no space for a detached run"));
        expectNothingIsLeft();
        EXPECT_THAT(test::markedProcesses(run->state().id), IsEmpty());
    }
    void expectNothingIsLeft() const {
        EXPECT_FALSE(fs::exists(begun())) << "it is said that it was not started";
        for (const fs::path &folder : folders())
            EXPECT_TRUE(fs::is_empty(folder)) << folder;
    }
    [[nodiscard]] fs::path begun() const { return m_programs.path() / "begun"; }

    test::TemporaryFolder m_disk, m_programs;
    std::optional<Sshd> m_server;
};

TEST_F(DetachedRunWithoutRoom, IsNotStartedAndLeavesNothing) {
    beFull();
    expectNothingBegins();
}

TEST_F(DetachedRunWithoutRoom, IsNotStartedWhereItsSupervisorCannotBeKept) {
    becomeFull(0);
    expectNothingBegins();
}

TEST_F(DetachedRunWithoutRoom, IsNotStartedWhereItsBeginningCannotBeKept) {
    becomeFull(1);
    expectNothingBegins();
}

TEST_F(DetachedRunWithoutRoom, IsReportedWithTheHostOnce) {
    beFull();
    const test::ProgramRun run =
        benchRun({"sshd0", "custom", "--yes", "--no-capture", "--detach", "--ssh-config",
                  m_server->configFile().string(), "--", "sh", "-c", "touch '" + begun().string() + "'"});
    EXPECT_EQ(run.status, 3);
    EXPECT_EQ(run.out, "") << "no id: there is nothing to fetch";
    EXPECT_THAT(run.err, HasSubstr("\nsshd0 has no space for a detached run"));
    expectNothingIsLeft();
}

TEST(DetachedRunWithRoomElsewhere, UsesTheNextFolderWhereTheFirstOneIsFull) {
    if (geteuid() != 0)
        GTEST_SKIP() << "NOT TESTED: needs root, to mount a small disk";
    const test::TemporaryFolder disk;
    ASSERT_EQ(mount("tmpfs", disk.path().c_str(), "tmpfs", 0, "size=32k"), 0);
    std::string id;
    {
        test::SshdOptions options;
        options.environment = {"FABRICSCOPE_SPOOL=" + disk.path().string()};
        const Sshd sshd(options);
        RunRecorder recorder;
        remote::Client client;
        ToolRunOptions detached;
        detached.detached = true;
        const auto run = ToolRun::start(client, hostEndpointFor(sshd), test::shellRun("echo kept"), detached,
                                        recorder.events());
        ASSERT_TRUE(recorder.waitForEnd());
        id = run->state().id;
        EXPECT_EQ(recorder.last.phase, Phase::Ended) << recorder.last.why;
        EXPECT_EQ(recorder.out, "kept\n");
        EXPECT_TRUE(fs::is_empty(disk.path()));
        EXPECT_TRUE(forget(hostEndpointFor(sshd), id));
    }
    EXPECT_FALSE(fs::exists(spoolOf(id)));
    EXPECT_EQ(umount2(disk.path().c_str(), MNT_DETACH), 0);
}

TEST(DetachedRunThatDoesNotBegin, IsEndedAndLeavesNothing) {
    const test::TemporaryFolder programs;
    fs::permissions(programs.write("env", "#!/bin/sh\nsleep 1000\n"), fs::perms::owner_all);
    test::SshdOptions sshd;
    sshd.environment = {"PATH=" + programs.path().string() + ":/usr/bin:/bin"};
    const Sshd server(sshd);
    bench::RunSpec spec = test::shellRun("exec sleep 1000");
    spec.command.environment = {{"OPTIND", "1"}}; // set by env(1)
    ToolRunOptions options;
    options.detached = true;
    RunRecorder recorder;
    remote::Client client;
    const auto run = ToolRun::start(client, hostEndpointFor(server), spec, options, recorder.events());
    ASSERT_TRUE(recorder.waitForEnd());
    EXPECT_EQ(recorder.last.phase, Phase::Failed);
    EXPECT_TRUE(recorder.last.endReported);
    EXPECT_THAT(recorder.last.why, HasSubstr("did not start /bin/sh in time"));
    EXPECT_THAT(test::markedProcesses(run->state().id), IsEmpty());
    EXPECT_FALSE(fs::exists(spoolOf(run->state().id)));
}

TEST(DetachedRunThatDoesNotBegin, IsNamedWithWhatRemovesItWhereItIsNotEnded) {
    bench::RunSpec spec = test::shellRun("true");
    spec.host = "gpu-1";
    const RunFailure words = failureOf(readSupervisorMessage("unended"), spec, std::string(32, 'a'));
    EXPECT_THAT(words.why,
                HasSubstr("fabricscope bench run gpu-1 --fetch " + std::string(32, 'a') + " --stop"));
    EXPECT_FALSE(words.isEnd) << "it may be fetched";
    EXPECT_EQ(words.phase, Phase::Lost);
}

/// Sends SIGSTOP or SIGCONT to the shells started by a server.
void signalShells(const Sshd &sshd, int signal) {
    for (const pid_t pid : sshd.sessions())
        if (test::readFile("/proc/" + std::to_string(pid) + "/comm") == "sh\n")
            ::kill(pid, signal);
}

/// Starts a detached run and waits until it is running; returns its id.
std::string startDetached(const HostEndpoint &hostEndpoint, const std::string &script) {
    RunRecorder recorder;
    remote::Client client;
    ToolRunOptions options;
    options.detached = true;
    const auto run = ToolRun::start(client, hostEndpoint, test::shellRun(script), options, recorder.events());
    EXPECT_TRUE(recorder.waitForOutput("first")) << run->state().why;
    return run->state().id;
}

TEST(DetachedRunOfTwoFetches, EndsForBothAsItEnded) {
    const Sshd one, other;
    const std::string id = startDetached(
        hostEndpointFor(one), "trap 'echo last; exit 0' TERM; echo first; while :; do sleep 0.1; done");
    remote::Client client;
    RunRecorder follower, stopper;
    const auto followed = ToolRun::fetch(client, hostEndpointFor(other), id, 0, {}, follower.events());
    ASSERT_TRUE(follower.waitForOutput("first"));
    signalShells(other, SIGSTOP); // it continues only after the other one has finished with the run
    const auto stopped = ToolRun::fetch(client, hostEndpointFor(one), id, 0, {}, stopper.events());
    stopped->stop();
    ASSERT_TRUE(stopper.waitForEnd());
    EXPECT_EQ(stopper.last.phase, Phase::Stopped) << stopper.last.why;
    EXPECT_TRUE(forget(hostEndpointFor(one), id));
    signalShells(other, SIGCONT);
    ASSERT_TRUE(follower.waitForEnd());
    EXPECT_EQ(follower.last.phase, Phase::Stopped) << follower.last.why;
    EXPECT_TRUE(follower.last.endReported);
    EXPECT_THAT(follower.out, AllOf(testing::StartsWith("first\n"), testing::EndsWith("last\n")))
        << "all of it";
    EXPECT_TRUE(isGoneWithin(spoolOf(id), 20s)) << "the last one removes it";
}

TEST(DetachedRunOfTwoFetches, IsRemovedWhereOneOfThemWasKilled) {
    const Sshd one, other;
    const std::string id = startDetached(hostEndpointFor(one), "echo first; exec sleep 1000");
    remote::Client client;
    RunRecorder follower, stopper;
    const auto followed = ToolRun::fetch(client, hostEndpointFor(other), id, 0, {}, follower.events());
    ASSERT_TRUE(follower.waitForOutput("first"));
    signalShells(other, SIGKILL);
    const auto stopped = ToolRun::fetch(client, hostEndpointFor(one), id, 0, {}, stopper.events());
    stopped->stop();
    ASSERT_TRUE(stopper.waitForEnd());
    EXPECT_TRUE(forget(hostEndpointFor(one), id));
    EXPECT_TRUE(isGoneWithin(spoolOf(id), 20s));
    followed->leave();
    ASSERT_TRUE(follower.waitForEnd());
}

std::string logOnce(const fs::path &log, const std::string &text) {
    for (int i = 0; i < 600 && test::readFile(log).find(text) == std::string::npos; ++i)
        std::this_thread::sleep_for(50ms);
    return test::readFile(log);
}

TEST(DetachedRunOfTwoFetches, IsKeptAsStoppedAndReportedSoByBoth) {
    const Sshd one, other;
    const test::TemporaryFolder folder;
    (void)benchRun({"--help"}); // sets up a database of the tests
    const test::ProgramRun start =
        benchRun({"sshd0", "custom", "--yes", "--no-capture", "--detach", "--ssh-config",
                  one.configFile().string(), "--", "sh", "-c", "echo first; exec sleep 1000"});
    ASSERT_EQ(start.status, 0) << start.err;
    const std::string id = start.out.substr(0, 32);
    const fs::path log = folder.write("log", "");
    auto follower = std::async(std::launch::async, [&] {
        return benchRun(
            {"sshd0", "--fetch", id, "--log", log.string(), "--ssh-config", other.configFile().string()});
    });
    EXPECT_THAT(logOnce(log, "first"), HasSubstr("first"));
    signalShells(other, SIGSTOP);
    const test::ProgramRun stop =
        benchRun({"sshd0", "--fetch", id, "--stop", "--ssh-config", one.configFile().string()});
    signalShells(other, SIGCONT);
    for (const test::ProgramRun &run : {stop, follower.get()}) {
        EXPECT_EQ(run.status, 1) << run.err;
        EXPECT_THAT(run.err, HasSubstr("sshd0: stopped; its process tree has ended"));
        EXPECT_THAT(run.err, Not(HasSubstr("sshd0: sshd0")));
        EXPECT_THAT(run.err, Not(HasSubstr("still on the host")));
    }
    EXPECT_THAT(test::runProgram("fabricscope", {"runs", "show", id}).out, HasSubstr("state: stopped"));
    EXPECT_TRUE(isGoneWithin(spoolOf(id), 20s));
}

/// As if the other program were of a version that removes it at once.
TEST(DetachedRunOfTwoFetches, TakesTheKeptEndWhereTheOtherOneHasRemovedIt) {
    (void)benchRun({"--help"});
    const test::TemporaryFolder folder;
    const test::UnrelatedProcess supervisor("supervisor");
    const std::string id(32, 'd'),
        started = test::readFile("/proc/" + std::to_string(supervisor.pid()) + "/stat");
    std::smatch ticks;
    ASSERT_TRUE(std::regex_search(started, ticks, std::regex("\\) \\S (\\S+ ){18}(\\S+)")));
    fs::create_directory(spoolOf(id));
    const auto put = [&](const char *name, const std::string &text) {
        std::ofstream(spoolOf(id) / name) << text;
    };
    put("supervisor", fmt::format("{}:{} \n", supervisor.pid(), ticks[2].str()));
    put("began", fmt::format("began {} {} session\n", supervisor.pid(), ticks[2].str()));
    put("out", "first\n");
    put("running", "");
    const fs::path log = folder.write("log", "");
    auto follower = std::async(std::launch::async, [&] {
        return benchRun({"local:", "--fetch", id, "--log", log.string()});
    });
    EXPECT_THAT(logOnce(log, "first"), HasSubstr("first"));
    {
        auto store = store::RunStore::open(runStorePath());
        ASSERT_TRUE(store);
        bench::RunState state;
        state.id = id;
        state.phase = Phase::Stopped;
        state.why = "stopped";
        ASSERT_TRUE(store->setState(state));
    }
    std::error_code error;
    while (fs::exists(spoolOf(id))) // the fetch creates files in it
        fs::remove_all(spoolOf(id), error);
    const test::ProgramRun run = follower.get();
    EXPECT_EQ(run.status, 1);
    EXPECT_THAT(run.err, HasSubstr("local: stopped"));
    EXPECT_THAT(run.err, Not(HasSubstr("process tree"))) << "nothing held it";
    EXPECT_THAT(run.err, HasSubstr("files were removed while it was followed"));
    EXPECT_THAT(test::runProgram("fabricscope", {"runs", "show", id}).out, HasSubstr("state: stopped"));
}

} // namespace
} // namespace fabricscope::app
