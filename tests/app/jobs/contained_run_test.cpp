// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/run/RunMessages.h"
#include "app/jobs/run/SupervisorScript.h"
#include "tests/app/ContainerEngines.h"
#include "tests/app/Escapes.h"
#include "tests/app/RunRecorder.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <thread>

/// No process leaves a run: not by a new session, environment or parent, nor by files that nobody may read.
/// Processes that cannot be ended are named.
namespace fabricscope::app {
namespace {

namespace fs = std::filesystem;
using bench::Phase;
using bench::RemainingProcess;
using test::Escape;
using test::hostEndpointFor;
using test::RunRecorder;
using test::shellRun;
using testing::AnyOf;
using testing::HasSubstr;
using testing::IsEmpty;
using namespace std::chrono_literals;

class EscapedProcess : public testing::TestWithParam<Escape> {
protected:
    void SetUp() override {
        m_script = test::scriptOf(GetParam(), m_sleepers);
        if (!m_script)
            GTEST_SKIP() << "NOT TESTED: needs root and setcap";
    }
    [[nodiscard]] const std::string &script() const { return *m_script; }
    test::Sleepers m_sleepers;

private:
    std::optional<std::string> m_script;
};

TEST_P(EscapedProcess, IsEndedByStop) {
    const test::UnprivilegedLogin login;
    const test::UnrelatedProcess other("sleep");
    RunRecorder recorder;
    remote::Client client;
    const auto run =
        ToolRun::start(client, hostEndpointFor(login.sshd()), shellRun(script()), {}, recorder.events());
    ASSERT_TRUE(m_sleepers.waitForAlive(GetParam().count));
    run->stop();
    ASSERT_TRUE(recorder.waitForEnd());
    EXPECT_EQ(recorder.last.phase, Phase::Stopped) << recorder.last.why;
    EXPECT_THAT(m_sleepers.alive(), IsEmpty());
    EXPECT_THAT(recorder.last.containment, AnyOf("cgroup", "scope", "subreaper"));
    EXPECT_TRUE(other.isRunning());
}

TEST_P(EscapedProcess, IsEndedWithTheLink) {
    const test::UnprivilegedLogin login;
    RunRecorder recorder;
    remote::Client client;
    const auto run =
        ToolRun::start(client, hostEndpointFor(login.sshd()), shellRun(script()), {}, recorder.events());
    ASSERT_TRUE(m_sleepers.waitForAlive(GetParam().count));
    test::signalLink(login.sshd(), SIGKILL);
    ASSERT_TRUE(recorder.waitForEnd());
    EXPECT_TRUE(m_sleepers.waitForExit(30s));
}

TEST_P(EscapedProcess, OfADetachedRunIsEndedByStop) {
    const test::UnprivilegedLogin login;
    std::string id;
    {
        RunRecorder recorder;
        remote::Client client;
        ToolRunOptions options;
        options.detached = true;
        const auto run = ToolRun::start(client, hostEndpointFor(login.sshd()), shellRun(script()), options,
                                        recorder.events());
        ASSERT_TRUE(m_sleepers.waitForAlive(GetParam().count));
        ASSERT_TRUE(recorder.waitForPhase(Phase::Running));
        id = run->state().id;
    }
    RunRecorder recorder;
    remote::Client client;
    const auto run = ToolRun::fetch(client, hostEndpointFor(login.sshd()), id, 0, {}, recorder.events());
    ASSERT_TRUE(recorder.waitForPhase(Phase::Running));
    EXPECT_EQ(m_sleepers.alive().size(), GetParam().count) << "it goes on without us";
    run->stop();
    ASSERT_TRUE(recorder.waitForEnd());
    EXPECT_EQ(recorder.last.phase, Phase::Stopped) << recorder.last.why;
    EXPECT_THAT(m_sleepers.alive(), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Each, EscapedProcess, testing::ValuesIn(test::kEscapes),
                         [](const auto &each) { return std::string(each.param.name); });
INSTANTIATE_TEST_SUITE_P(Odd, EscapedProcess, testing::ValuesIn(test::kOddEscapes),
                         [](const auto &each) { return std::string(each.param.name); });

/// Whether this account may create a cgroup below its own, in version 2 or the freezer hierarchy.
bool mayHaveACgroup() {
    return test::run({"/bin/sh", "-c",
                      "while IFS=: read -r n kinds place; do\n"
                      "case $n:$kinds in 0:) all='/sys/fs/cgroup /sys/fs/cgroup/unified' ;; *:freezer) "
                      "all=/sys/fs/cgroup/freezer ;; *) continue ;; esac\n"
                      "for folder in $all; do folder=$folder${place%/}\n"
                      "[ -e \"$folder/cgroup.procs\" ] && mkdir \"$folder/fabricscope-test-$$\" || continue\n"
                      "(echo 0 >\"$folder/fabricscope-test-$$/cgroup.procs\") && echo yes\n"
                      "rmdir \"$folder/fabricscope-test-$$\"\n"
                      "done; done </proc/self/cgroup 2>/dev/null"}) != "";
}

/// With the account that runs the test, on this machine and without SSH: root uses a cgroup if possible.
TEST(ContainedRun, OnThisMachineHoldsADoubleForkToo) {
    const test::Sleepers sleepers;
    RunRecorder recorder;
    remote::Client client;
    const auto run =
        ToolRun::start(client, hostEndpointFor("local:"),
                       shellRun(*test::scriptOf(test::kEscapes[1], sleepers)), {}, recorder.events());
    ASSERT_TRUE(sleepers.waitForAlive(1));
    run->stop();
    ASSERT_TRUE(recorder.waitForEnd());
    EXPECT_EQ(recorder.last.phase, Phase::Stopped) << recorder.last.why;
    EXPECT_THAT(sleepers.alive(), IsEmpty());
    if (mayHaveACgroup())
        EXPECT_EQ(recorder.last.containment, "cgroup");
    else
        EXPECT_THAT(recorder.last.containment, AnyOf("scope", "subreaper"));
}

/// How a run of the script ends on this machine.
bench::RunState endOfHere(const std::string &script, bool isDetached) {
    RunRecorder recorder;
    remote::Client client;
    ToolRunOptions options;
    options.detached = isDetached;
    const auto run =
        ToolRun::start(client, hostEndpointFor("local:"), shellRun(script), options, recorder.events());
    EXPECT_TRUE(recorder.waitForEnd());
    if (isDetached)
        fs::remove_all("/var/tmp/fabricscope-run-" + run->state().id);
    return recorder.last;
}

TEST(ContainedRun, ThatEndsListsWhatItLeftRunningAndWasEnded) {
    const test::Sleepers sleepers;
    for (const bool isDetached : {false, true}) {
        const std::string script =
            fmt::format("nohup {0} 1000 & (setsid {0} 1000 >/dev/null &) ", sleepers.plain());
        const bench::RunState end = endOfHere(script + "; sleep 1", isDetached);
        EXPECT_EQ(end.phase, Phase::Ended);
        EXPECT_EQ(end.why, "left in the background, and ended with the run: 2 processes") << isDetached;
        EXPECT_THAT(sleepers.alive(), IsEmpty());
        const bench::RunState failed = endOfHere(script + "; sleep 1; exit 3", isDetached);
        EXPECT_EQ(failed.exitStatus, 3);
        EXPECT_EQ(failed.why, end.why) << isDetached;
        EXPECT_EQ(endOfHere("sleep 0.1 & wait; true | cat", isDetached).why, "");
    }
}

TEST(ContainedRun, LeavesNoCgroupBehind) {
    RunRecorder recorder;
    remote::Client client;
    const auto run =
        ToolRun::start(client, hostEndpointFor("local:"), shellRun("true"), {}, recorder.events());
    ASSERT_TRUE(recorder.waitForEnd());
    std::error_code error;
    for (const auto &entry : fs::recursive_directory_iterator(
             "/sys/fs/cgroup", fs::directory_options::skip_permission_denied, error))
        EXPECT_EQ(entry.path().string().find("fabricscope-" + run->state().id), std::string::npos)
            << entry.path();
}

/// The shell that adopts orphans of the run is an ordinary process of the user, and the tool's parent.
void expectNamedAfterTheSubreaperIsKilled(HostEndpoint host, bool isStopped) {
    const test::Sleepers sleepers;
    RunRecorder recorder;
    remote::Client client;
    const std::string script = fmt::format("(env -i setsid {} 1000 </dev/null >/dev/null 2>&1 &); sleep 1; "
                                           "kill -9 $PPID; echo killed; exec sleep 1000",
                                           sleepers.plain());
    const auto run = ToolRun::start(client, std::move(host), shellRun(script), {}, recorder.events());
    ASSERT_TRUE(recorder.waitForOutput("killed\n"));
    if (isStopped)
        run->stop();
    ASSERT_TRUE(recorder.waitForEnd());
    const std::set<pid_t> alive = sleepers.alive();
    for (const pid_t pid : alive)
        ::kill(pid, SIGKILL);
    if (alive.empty()) { // a cgroup or a scope contains it without that shell
        EXPECT_EQ(recorder.last.phase, Phase::Stopped);
        EXPECT_THAT(recorder.last.why,
                    testing::HasSubstr(isStopped ? "stopped" : "supervisor was killed, perhaps by the tool"));
        return;
    }
    EXPECT_EQ(recorder.last.phase, Phase::MayStillRun) << recorder.last.why;
    EXPECT_THAT(recorder.last.remaining,
                testing::Contains(testing::Field(&RemainingProcess::pid, *alive.begin())));
}

TEST(ContainedRun, IsNotReportedAsEndedWhenItsToolKillsTheSubreaper) {
    const test::UnprivilegedLogin login;
    for (const bool isStopped : {true, false})
        expectNamedAfterTheSubreaperIsKilled(hostEndpointFor(login.sshd()), isStopped);
}

TEST(ContainedRun, OfThisMachineIsNotReportedAsEndedEither) {
    expectNamedAfterTheSubreaperIsKilled(hostEndpointFor("local:"), true);
    expectNamedAfterTheSubreaperIsKilled(hostEndpointFor("local:"), false);
}

/// By the time that all processes of the machine have been examined, it has become another process.
TEST(ContainedRun, EndsWhatStartsAnotherAndEndsAgainAndAgain) {
    const test::TemporaryFolder folder;
    fs::permissions(folder.path(), fs::perms(0777));
    const std::string pulse = (folder.path() / "pulse").string();
    const test::UnprivilegedLogin login;
    RunRecorder recorder;
    remote::Client client;
    const std::string script = fmt::format(
        "(setsid perl -e '$SIG{{TERM}} = \"IGNORE\"; for (1..9000) {{ open F, \">>\", \"{}\"; print F \".\"; "
        "close F; select undef, undef, undef, .003; fork and exit }}' </dev/null >/dev/null 2>&1 &); "
        "exec sleep 1000",
        pulse);
    const auto run =
        ToolRun::start(client, hostEndpointFor(login.sshd()), shellRun(script), {}, recorder.events());
    const auto beats = [&] {
        std::error_code error;
        const auto size = fs::file_size(pulse, error);
        return error ? 0 : size;
    };
    for (int i = 0; i < 1200 && beats() < 20; ++i)
        std::this_thread::sleep_for(50ms);
    ASSERT_GE(beats(), 20U) << recorder.last.why;
    run->stop();
    ASSERT_TRUE(recorder.waitForEnd());
    EXPECT_EQ(recorder.last.phase, Phase::Stopped) << recorder.last.why;
    const auto last = beats();
    std::this_thread::sleep_for(300ms); // a hundred of its turns
    EXPECT_EQ(beats(), last) << "it goes on";
}

TEST(ContainedRun, WhoseToolStopsWhatHoldsItIsEndedAllTheSame) {
    const test::Sleepers sleepers;
    const test::UnprivilegedLogin login;
    RunRecorder recorder;
    remote::Client client;
    const std::string script = fmt::format("kill -STOP $PPID; echo stopped; exec {} 1000", sleepers.plain());
    const auto run =
        ToolRun::start(client, hostEndpointFor(login.sshd()), shellRun(script), {}, recorder.events());
    ASSERT_TRUE(recorder.waitForOutput("stopped\n"));
    run->stop();
    ASSERT_TRUE(recorder.waitForEnd());
    EXPECT_EQ(recorder.last.phase, Phase::Stopped) << recorder.last.why;
    EXPECT_THAT(sleepers.alive(), IsEmpty());
}

class RunByRoot : public testing::Test {
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

    void expectNamed(const bench::RunState &state) const {
        EXPECT_EQ(state.phase, Phase::MayStillRun) << state.why;
        const std::set<pid_t> alive = m_sleepers.alive();
        ASSERT_EQ(alive.size(), 1U);
        ASSERT_FALSE(state.remaining.empty());
        const RemainingProcess &named = state.remaining.back();
        EXPECT_EQ(named,
                  (RemainingProcess{*alive.begin(), "plain", "root", RemainingProcess::Reason::Denied}));
        EXPECT_THAT(state.why, HasSubstr(fmt::format("process {} (plain) of root", named.pid)));
    }
};

TEST_F(RunByRoot, ThatSudoPassesTheSignalToIsEnded) {
    RunRecorder recorder;
    remote::Client client;
    const auto run =
        ToolRun::start(client, hostEndpointFor(m_login->sshd()),
                       shellRun("sudo -n " + m_sleepers.plain() + " 1000 & wait"), {}, recorder.events());
    ASSERT_TRUE(m_sleepers.waitForAlive(1));
    run->stop();
    ASSERT_TRUE(recorder.waitForEnd());
    EXPECT_EQ(recorder.last.phase, Phase::Stopped) << recorder.last.why;
    EXPECT_THAT(recorder.last.remaining, IsEmpty());
    EXPECT_THAT(m_sleepers.alive(), IsEmpty());
}

TEST_F(RunByRoot, ThatHeedsNoSignalOfOursIsNamedAndMayStillRun) {
    const std::string ignoringTerm =
        fmt::format("sudo -n sh -c 'trap \"\" TERM; exec {} 1000'", m_sleepers.plain());
    for (const std::string &script : {ignoringTerm + " & wait", "exec " + ignoringTerm}) {
        RunRecorder recorder;
        remote::Client client;
        const auto run =
            ToolRun::start(client, hostEndpointFor(m_login->sshd()), shellRun(script), {}, recorder.events());
        ASSERT_TRUE(m_sleepers.waitForAlive(1));
        run->stop();
        ASSERT_TRUE(recorder.waitForEnd());
        expectNamed(recorder.last);
        for (const pid_t pid : m_sleepers.alive())
            ::kill(pid, SIGKILL);
        ASSERT_TRUE(m_sleepers.waitForExit(10s));
    }
}

TEST_F(RunByRoot, IsNamedWhenTheConnectionIsLost) {
    RunRecorder recorder;
    remote::Client client;
    const auto run = ToolRun::start(
        client, hostEndpointFor(m_login->sshd()),
        shellRun(fmt::format("sudo -n setsid -f env -i {} 1000; exec sleep 1000", m_sleepers.plain())), {},
        recorder.events());
    ASSERT_TRUE(m_sleepers.waitForAlive(1));
    for (int i = 0; i < 150 && run->state().remaining.empty(); ++i) // reported within two beats
        std::this_thread::sleep_for(100ms);
    EXPECT_EQ(run->state().remaining.size(), 1U) << "while it runs: this program may be killed";
    test::signalLink(m_login->sshd(), SIGKILL);
    ASSERT_TRUE(recorder.waitForEnd());
    EXPECT_EQ(recorder.last.phase, Phase::Lost) << recorder.last.why;
    const std::set<pid_t> alive = m_sleepers.alive();
    ASSERT_EQ(alive.size(), 1U);
    const RemainingProcess survivor{*alive.begin(), "plain", "root", RemainingProcess::Reason::Denied};
    EXPECT_THAT(recorder.last.remaining, testing::ElementsAre(survivor)) << recorder.last.why;
    EXPECT_THAT(recorder.last.why, HasSubstr(fmt::format("process {} (plain) of root; on the host: sudo kill "
                                                         "-KILL {}",
                                                         survivor.pid, survivor.pid)));
}

TEST_F(RunByRoot, OfADetachedRunIsNamedToo) {
    RunRecorder recorder;
    remote::Client client;
    ToolRunOptions options;
    options.detached = true;
    const auto run = ToolRun::start(
        client, hostEndpointFor(m_login->sshd()),
        shellRun(fmt::format("sudo -n setsid -f env -i {} 1000; exec sleep 1000", m_sleepers.plain())),
        options, recorder.events());
    ASSERT_TRUE(m_sleepers.waitForAlive(1));
    ASSERT_TRUE(recorder.waitForPhase(Phase::Running));
    run->stop();
    ASSERT_TRUE(recorder.waitForEnd());
    expectNamed(recorder.last);
}

class ContainerizedRun : public testing::Test {
protected:
    void SetUp() override {
        if (const auto why = m_podman.unavailableReason())
            GTEST_SKIP() << "NOT TESTED: " << *why;
    }
    test::Podman m_podman;
};

TEST_F(ContainerizedRun, IsEndedByItsEngineWithStop) {
    RunRecorder recorder;
    remote::Client client;
    const auto run =
        ToolRun::start(client, hostEndpointFor("local:"), m_podman.spec(false), {}, recorder.events());
    ASSERT_TRUE(m_podman.waitForProcesses(1));
    run->stop();
    ASSERT_TRUE(recorder.waitForEnd());
    EXPECT_EQ(recorder.last.phase, Phase::Stopped) << recorder.last.why;
    EXPECT_EQ(m_podman.inside(), 0U);
}

TEST_F(ContainerizedRun, ThatGoesOnInTheBackgroundIsEndedWithTheRun) {
    RunRecorder recorder;
    remote::Client client;
    const auto run =
        ToolRun::start(client, hostEndpointFor("local:"), m_podman.spec(true), {}, recorder.events());
    ASSERT_TRUE(recorder.waitForEnd());
    EXPECT_EQ(recorder.last.phase, Phase::Ended) << recorder.last.why;
    EXPECT_EQ(recorder.last.exitStatus, 0) << recorder.err;
    EXPECT_EQ(m_podman.inside(), 0U);
}

TEST_F(ContainerizedRun, ThatAScriptStartsIsEndedToo) {
    RunRecorder recorder;
    remote::Client client;
    bench::RunSpec script = m_podman.spec(false);
    const std::vector<std::string> front = {"/bin/sh", "-c", "\"$@\"; exit 3", "sh"};
    script.command.words.insert(script.command.words.begin(), front.begin(), front.end());
    const auto run = ToolRun::start(client, hostEndpointFor("local:"), script, {}, recorder.events());
    ASSERT_TRUE(m_podman.waitForProcesses(1));
    run->stop();
    ASSERT_TRUE(recorder.waitForEnd());
    EXPECT_EQ(recorder.last.phase, Phase::Stopped) << recorder.last.why;
    EXPECT_EQ(m_podman.inside(), 0U);
}

TEST(RunMessages, NameWhatIsLeftAndLetNothingElseThrough) {
    const SupervisorMessage left =
        readSupervisorMessage("left 12:34:denied:root:ib_write_bw 13:35:stuck:jane:\x1b[31mx "
                              "container:3f2a1b container:4a2a1b:unsure x:y -1:2 14:36 "
                              "15:36:unsure:root:sleep:train container:5a2a1b:unsure:podman:busy;rm "
                              "container:6a2a1b::docker:bench_1");
    ASSERT_EQ(left.kind, SupervisorMessage::Kind::Left);
    using Reason = RemainingProcess::Reason;
    EXPECT_THAT(left.remaining,
                testing::ElementsAre(RemainingProcess{12, "ib_write_bw", "root", Reason::Denied},
                                     RemainingProcess{13, "31mx", "jane", Reason::Stuck},
                                     RemainingProcess{0, "3f2a1b", "", Reason::Stuck},
                                     RemainingProcess{0, "4a2a1b", "", Reason::Unsure},
                                     RemainingProcess{14, "", "", Reason::Stuck},
                                     RemainingProcess{15, "sleep", "root", Reason::Unsure, "", "train"},
                                     RemainingProcess{0, "5a2a1b", "", Reason::Unsure, "podman", ""},
                                     RemainingProcess{0, "6a2a1b", "", Reason::Stuck, "docker", "bench_1"}));
    EXPECT_EQ(
        remainingText(left.remaining),
        "may still be running on the host: process 12 (ib_write_bw) of root, this user has no "
        "permission to end it; process 13 (31mx) of jane, not even SIGKILL ended it: a driver or file "
        "system hangs; container 3f2a1b (the container runtime did not end it); container 4a2a1b "
        "(started during the run, perhaps by it); process 14, not even SIGKILL ended it: a driver or "
        "file system hangs; process 15 (sleep) of root in container train, started during the run, "
        "perhaps by it; podman container 5a2a1b (started during the run, perhaps by it); docker container "
        "bench_1 (6a2a1b, the container runtime did not end it); on the host: sudo kill -KILL 12; docker "
        "kill "
        "bench_1");
    workspace::Container train;
    train.name = "train";
    EXPECT_EQ(remainingText({left.remaining.front()}, train),
              "may still be running in docker:train: process 12 (ib_write_bw) of root, this user has no "
              "permission to end it; in docker:train: as root: kill -KILL 12");
    std::string many = "left";
    for (int i = 1; i < 1000; ++i)
        many += fmt::format(" {}:1", i);
    EXPECT_EQ(readSupervisorMessage(many).remaining.size(), 20U);
    EXPECT_EQ(readSupervisorMessage("began 12 34 cgroup").text, "cgroup");
    EXPECT_EQ(readSupervisorMessage("began 12 34 cgroup ").simulated, "");
    EXPECT_EQ(readSupervisorMessage("began 12 34 session a\x1b host").text, "session");
    EXPECT_THAT(readSupervisorMessage("began 12 34 session a simulated host").simulated, "a simulated host");
    EXPECT_LE(readSupervisorMessage("began 12 34 session " + std::string(100000, 's')).simulated.size(),
              210U);
    EXPECT_EQ(readSupervisorMessage("ended - stop").kind, SupervisorMessage::Kind::Ended);
    EXPECT_FALSE(readSupervisorMessage("ended - stop").status);
}

} // namespace
} // namespace fabricscope::app
