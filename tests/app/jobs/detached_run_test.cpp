// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/data/DemoFleet.h"
#include "app/jobs/run/ForgetRun.h"
#include "app/jobs/run/SupervisorScript.h"
#include "tests/Places.h"
#include "tests/app/FakeDocker.h"
#include "tests/app/RunRecorder.h"
#include "tests/app/ScriptOutput.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mount.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <future>
#include <optional>
#include <thread>
#include <utility>

/// Runs that continue without the program, and runs in containers.
namespace fabricscope::app {
namespace {

namespace fs = std::filesystem;
using bench::Phase;
using test::hostEndpointFor;
using test::RunRecorder;
using test::shellRun;
using test::Sshd;
using testing::HasSubstr;
using testing::IsEmpty;
using namespace std::chrono_literals;

ToolRunOptions detached() {
    ToolRunOptions options;
    options.detached = true;
    return options;
}

fs::path spoolOf(const std::string &id) {
    return "/var/tmp/fabricscope-run-" + id;
}

/// False if there is no such run or it has not ended.
bool forget(const HostEndpoint &hostEndpoint, const std::string &id) {
    remote::Client client;
    std::promise<bool> done;
    forgetRun(client, hostEndpoint, id,
              [&](tl::expected<bool, remote::Failure> how) { done.set_value(how.value_or(false)); });
    return done.get_future().get();
}

/// Starts a run and disconnects once it has printed `seen`; returns its id.
std::string startAndDisconnect(const HostEndpoint &hostEndpoint, const bench::RunSpec &spec,
                               const std::string &seen, ToolRunOptions options = detached()) {
    RunRecorder recorder;
    remote::Client client;
    const auto run = ToolRun::start(client, hostEndpoint, spec, options, recorder.events());
    EXPECT_TRUE(recorder.waitForOutput(seen)) << run->state().why;
    return run->state().id;
}

void follow(const HostEndpoint &hostEndpoint, const std::string &id, std::uint64_t from,
            RunRecorder &recorder) {
    remote::Client client;
    const auto run = ToolRun::fetch(client, hostEndpoint, id, from, {}, recorder.events());
    EXPECT_TRUE(recorder.waitForEnd());
}

TEST(DetachedRun, OutlivesTheProgramAndIsFetchedWholeAndForgotten) {
    const Sshd sshd;
    const std::string id =
        startAndDisconnect(hostEndpointFor(sshd),
                           shellRun("echo first; sleep 2; echo to err >&2; echo last; exit 3"), "first\n");
    RunRecorder recorder;
    follow(hostEndpointFor(sshd), id, 0, recorder);
    EXPECT_EQ(recorder.last.phase, Phase::Ended) << recorder.last.why;
    EXPECT_EQ(recorder.last.exitStatus, 3);
    EXPECT_EQ(recorder.out, "first\nto err\nlast\n");
    EXPECT_EQ(recorder.last.simulated, "");
    RunRecorder rest;
    follow(hostEndpointFor(sshd), id, 6, rest);
    EXPECT_EQ(rest.out, "to err\nlast\n");
    EXPECT_EQ(rest.last.id, id);
    EXPECT_TRUE(forget(hostEndpointFor(sshd), id));
    EXPECT_FALSE(fs::exists(spoolOf(id)));
    EXPECT_FALSE(forget(hostEndpointFor(sshd), id));
    RunRecorder gone;
    follow(hostEndpointFor(sshd), id, 0, gone);
    EXPECT_EQ(gone.last.phase, Phase::Lost);
    EXPECT_TRUE(gone.last.endReported) << "nobody has to look for it again";
    EXPECT_THAT(gone.last.why, HasSubstr("does not have this run"));
}

TEST(DetachedRun, GoesOnWhenItIsLeftAndIsStoppedLater) {
    const Sshd sshd;
    std::string id;
    {
        RunRecorder recorder;
        remote::Client client;
        const auto run =
            ToolRun::start(client, hostEndpointFor(sshd),
                           shellRun("setsid sleep 1000 & (trap '' TERM; sleep 1000) & echo ready; wait"),
                           detached(), recorder.events());
        ASSERT_TRUE(recorder.waitForOutput("ready"));
        id = run->state().id;
        run->leave();
        ASSERT_TRUE(recorder.waitForEnd());
        EXPECT_EQ(recorder.last.phase, Phase::Running);
    }
    EXPECT_FALSE(forget(hostEndpointFor(sshd), id)) << "it runs";
    EXPECT_GE(test::markedProcesses(id).size(), 3U);
    RunRecorder recorder;
    remote::Client client;
    const auto run = ToolRun::fetch(client, hostEndpointFor(sshd), id, 0, {}, recorder.events());
    ASSERT_TRUE(recorder.waitForPhase(Phase::Running));
    run->stop();
    ASSERT_TRUE(recorder.waitForEnd());
    EXPECT_EQ(recorder.last.phase, Phase::Stopped) << recorder.last.why;
    EXPECT_THAT(test::markedProcesses(id), IsEmpty());
    EXPECT_TRUE(forget(hostEndpointFor(sshd), id));
}

TEST(DetachedRun, IsFollowedAgainByItselfAfterALostLink) {
    const Sshd sshd;
    RunRecorder recorder;
    remote::Client client;
    const test::TemporaryFolder folder;
    const std::string go = (folder.path() / "go").string();
    const auto run =
        ToolRun::start(client, hostEndpointFor(sshd),
                       shellRun("echo first; until [ -e " + go +
                                " ]; do sleep 0.1; done; echo second; sleep 1; echo last; exit 3"),
                       detached(), recorder.events());
    ASSERT_TRUE(recorder.waitForOutput("first\n"));
    for (int i = 0; i < 2; ++i) {
        ASSERT_TRUE(recorder.waitForPhase(Phase::Running));
        test::signalLink(sshd, SIGKILL);
        ASSERT_TRUE(recorder.waitForReason("reconnecting"));
        if (i == 0) {
            ASSERT_TRUE(recorder.waitForReason(""));
        }
    }
    std::ofstream(go) << "";
    ASSERT_TRUE(recorder.waitForEnd());
    EXPECT_EQ(recorder.out, "first\nsecond\nlast\n") << "nothing twice, nothing lost";
    EXPECT_EQ(recorder.last.phase, Phase::Ended) << recorder.last.why;
    EXPECT_EQ(recorder.last.exitStatus, 3);
    EXPECT_EQ(recorder.finishes, 1);
    EXPECT_TRUE(forget(hostEndpointFor(sshd), run->state().id));
}

TEST(DetachedRun, WhoseLinkIsLostInTheMiddleOfASecretPrintsNeitherHalf) {
    const Sshd sshd;
    RunRecorder recorder;
    remote::Client client;
    const test::TemporaryFolder folder;
    const std::string go = (folder.path() / "go").string();
    bench::RunSpec spec =
        shellRun("printf 'first S3cr3t-'; until [ -e " + go + " ]; do sleep 0.1; done; echo Value-4711 last");
    spec.command.environment = {{"HF_TOKEN", "S3cr3t-Value-4711"}};
    const auto run = ToolRun::start(client, hostEndpointFor(sshd), spec, detached(), recorder.events());
    ASSERT_TRUE(recorder.waitForOutput("first "));
    test::signalLink(sshd, SIGKILL);
    ASSERT_TRUE(recorder.waitForReason("reconnecting"));
    ASSERT_TRUE(recorder.waitForReason(""));
    std::ofstream(go) << "";
    ASSERT_TRUE(recorder.waitForEnd());
    EXPECT_EQ(recorder.out, "first (not kept) last\n");
    EXPECT_TRUE(forget(hostEndpointFor(sshd), run->state().id));
}

/// The link is lost either right after the report that the run began, or before any report.
TEST(DetachedRun, WhoseLinkIsLostAsItBeginsIsFollowedByItself) {
    for (const Phase cutAt : {Phase::Running, Phase::Starting}) {
        const Sshd sshd;
        const test::TemporaryFolder folder;
        const auto begun = folder.path() / "begun";
        RunRecorder recorder;
        ToolRun::Events events = recorder.events();
        events.state = [&, isCut = false, then = events.state](const bench::RunState &state) mutable {
            if (state.phase == cutAt && cutAt == Phase::Running && !std::exchange(isCut, true))
                test::signalLink(sshd, SIGKILL);
            then(state);
        };
        remote::Client client;
        const auto run =
            ToolRun::start(client, hostEndpointFor(sshd),
                           shellRun("touch " + begun.string() + "; echo first; sleep 1; echo last; exit 3"),
                           detached(), std::move(events));
        if (cutAt == Phase::Starting) { // the tool starts before the report of it arrives
            while (!fs::exists(begun))
                std::this_thread::sleep_for(1ms);
            test::signalLink(sshd, SIGKILL);
        }
        ASSERT_TRUE(recorder.waitForEnd());
        EXPECT_EQ(recorder.last.phase, Phase::Ended) << recorder.last.why;
        EXPECT_EQ(recorder.last.exitStatus, 3);
        EXPECT_EQ(recorder.out, "first\nlast\n");
        EXPECT_TRUE(forget(hostEndpointFor("local:"), run->state().id));
    }
}

TEST(DetachedRun, ThatIsFollowedIsGivenUpAfterAWhileWithoutALink) {
    auto sshd = std::make_unique<Sshd>();
    RunRecorder recorder;
    remote::Client client;
    ToolRunOptions options = detached();
    options.reconnectFor = 2s;
    const auto run = ToolRun::start(client, hostEndpointFor(*sshd), shellRun("echo first; exec sleep 1000"),
                                    options, recorder.events());
    ASSERT_TRUE(recorder.waitForOutput("first\n"));
    sshd->kill();
    ASSERT_TRUE(recorder.waitForEnd());
    EXPECT_NE(recorder.last.phase, Phase::Ended);
    EXPECT_FALSE(recorder.last.endReported);
    RunRecorder later;
    const auto stopped =
        ToolRun::fetch(client, hostEndpointFor("local:"), run->state().id, 0, {}, later.events());
    stopped->stop();
    ASSERT_TRUE(later.waitForEnd());
    EXPECT_EQ(later.last.phase, Phase::Stopped);
    EXPECT_TRUE(forget(hostEndpointFor("local:"), run->state().id));
}

TEST(DetachedRun, WhoseSupervisorSomebodyKilledIsEndedByTheNextStop) {
    const std::string id =
        startAndDisconnect(hostEndpointFor("local:"), shellRun("echo first; exec sleep 1000"), "first");
    const std::string supervisor = test::readFile(spoolOf(id) / "supervisor");
    ASSERT_EQ(kill(std::stoi(supervisor), SIGKILL), 0);
    RunRecorder recorder;
    remote::Client client;
    const auto run = ToolRun::fetch(client, hostEndpointFor("local:"), id, 0, {}, recorder.events());
    ASSERT_TRUE(recorder.waitForPhase(Phase::Running));
    run->stop();
    ASSERT_TRUE(recorder.waitForEnd());
    EXPECT_THAT(test::markedProcesses(id), IsEmpty());
    EXPECT_EQ(recorder.last.phase, Phase::Stopped) << recorder.last.why;
    EXPECT_TRUE(forget(hostEndpointFor("local:"), id));
}

TEST(DetachedRun, WhoseSupervisorWasKilledHasNoLease) {
    const std::string id =
        startAndDisconnect(hostEndpointFor("local:"), shellRun("echo first; exec sleep 1000"), "first");
    const pid_t supervisor = std::stoi(test::readFile(spoolOf(id) / "supervisor"));
    const auto fetched = [&](const std::string &reason) {
        RunRecorder recorder;
        remote::Client client;
        const auto run = ToolRun::fetch(client, hostEndpointFor("local:"), id, 0, {}, recorder.events());
        EXPECT_TRUE(recorder.waitForPhase(Phase::Running));
        EXPECT_TRUE(recorder.waitForReason(reason)) << run->state().why;
        run->leave();
        EXPECT_TRUE(recorder.waitForEnd());
        return recorder.last;
    };
    EXPECT_EQ(fetched("").why, "it continues on the host");
    pid_t tool = 0;
    for (const pid_t pid : test::descendants(supervisor))
        if (test::readFile("/proc/" + std::to_string(pid) + "/comm") == "sleep\n" &&
            test::readFile("/proc/" + std::to_string(pid) + "/cmdline").ends_with(std::string("1000\0", 5)))
            tool = pid;
        else
            kill(pid, SIGKILL); // its watch
    ASSERT_EQ(kill(supervisor, SIGKILL), 0);
    const bench::RunState state = fetched("no lease and no time limit ends the run");
    EXPECT_THAT(state.why, testing::HasSubstr("process " + std::to_string(tool) + " (sleep)"));
    EXPECT_THAT(state.why, testing::HasSubstr("--fetch " + id + " --stop"));
    EXPECT_EQ(state.phase, Phase::Running);
    RunRecorder recorder;
    remote::Client client;
    const auto run = ToolRun::fetch(client, hostEndpointFor("local:"), id, 0, {}, recorder.events());
    ASSERT_TRUE(recorder.waitForPhase(Phase::Running));
    run->stop();
    ASSERT_TRUE(recorder.waitForEnd());
    EXPECT_THAT(test::markedProcesses(id), IsEmpty());
    EXPECT_TRUE(forget(hostEndpointFor("local:"), id));
}

TEST(DetachedRun, IsEndedByTheHostWhereItsLeaseEndsOrItTakesTooLongOrPrintsTooMuch) {
    struct Case {
        const char *why;
        std::chrono::seconds lease, longest;
        std::uint64_t most;
        const char *script;
    };
    for (const Case &c :
         {Case{"no contact from fabricscope", 2s, 1000s, 1 << 20, "echo ready; exec sleep 1000"},
          Case{"time limit reached", 1000s, 2s, 1 << 20, "echo ready; exec sleep 1000"},
          Case{"its output exceeded", 1000s, 1000s, 1 << 16,
               "echo ready; while :; do echo 0123456789012345678901234567890123456789; done"}}) {
        bench::RunSpec spec = shellRun(c.script);
        spec.longest = c.longest;
        ToolRunOptions options = detached();
        options.detachedLease = c.lease;
        options.maxStoredBytes = c.most;
        const std::string id = startAndDisconnect(hostEndpointFor("local:"), spec, "ready", options);
        EXPECT_TRUE(test::runEndsWithin(id, 30s)) << c.why;
        RunRecorder recorder;
        follow(hostEndpointFor("local:"), id, 0, recorder);
        EXPECT_EQ(recorder.last.phase, Phase::Stopped) << c.why;
        EXPECT_THAT(recorder.last.why, HasSubstr(c.why));
        EXPECT_TRUE(forget(hostEndpointFor("local:"), id));
    }
}

TEST(DetachedRun, WhoseToolIsMissingReportsItAndLeavesNothing) {
    bench::RunSpec spec = shellRun("true");
    spec.command.words = {"no-such-tool"};
    RunRecorder recorder;
    remote::Client client;
    const auto run = ToolRun::start(client, hostEndpointFor("local:"), spec, detached(), recorder.events());
    ASSERT_TRUE(recorder.waitForEnd());
    EXPECT_EQ(recorder.last.phase, Phase::Failed);
    EXPECT_THAT(recorder.last.why, HasSubstr("has no program no-such-tool"));
    EXPECT_FALSE(fs::exists(spoolOf(run->state().id)));
}

TEST(DetachedRun, OfSomebodyElseIsNotFetched) {
    const std::string id(32, 'e');
    fs::create_directory(spoolOf(id));
    std::ofstream(spoolOf(id) / "out") << "not ours\n";
    std::ofstream(spoolOf(id) / "ended.0.itself") << "";
    RunRecorder own;
    follow(hostEndpointFor("local:"), id, 0, own);
    EXPECT_EQ(own.out, "not ours\n");
    if (geteuid() == 0) {
        ASSERT_EQ(chown(spoolOf(id).c_str(), 65534, 65534), 0);
        RunRecorder recorder;
        follow(hostEndpointFor("local:"), id, 0, recorder);
        EXPECT_EQ(recorder.last.phase, Phase::Lost);
        EXPECT_EQ(recorder.out, "");
    }
    fs::remove_all(spoolOf(id));
}

/// On a host with little room for stored output.
class DetachedRunOnASmallDisk : public testing::Test {
protected:
    void SetUp() override {
        if (geteuid() != 0)
            GTEST_SKIP() << "NOT TESTED: needs root, to mount a small disk";
        ASSERT_EQ(mount("tmpfs", m_disk.path().c_str(), "tmpfs", 0, "size=256k"), 0);
        test::SshdOptions sshd;
        sshd.environment = {"FABRICSCOPE_SPOOL=" + m_disk.path().string()};
        m_server.emplace(sshd);
    }
    void TearDown() override {
        m_run.reset();
        if (!m_server)
            return;
        m_server.reset();
        EXPECT_EQ(umount2(m_disk.path().c_str(), MNT_DETACH), 0);
    }
    void start(const std::string &script) {
        m_run = ToolRun::start(m_client, hostEndpointFor(*m_server), shellRun(script), detached(),
                               m_recorder.events());
    }
    void expectEndedByTheFullDisk() {
        EXPECT_TRUE(m_recorder.waitForEnd());
        EXPECT_EQ(m_recorder.last.phase, Phase::Stopped);
        EXPECT_THAT(m_recorder.last.why, HasSubstr("the disk for its output is full"));
    }

    test::TemporaryFolder m_disk;
    std::optional<Sshd> m_server;
    RunRecorder m_recorder;
    remote::Client m_client;
    std::shared_ptr<ToolRun> m_run;
};

TEST_F(DetachedRunOnASmallDisk, StopsAndReportsIt) {
    start("while :; do echo 0123456789012345678901234567890123456789; done 2>/dev/null");
    expectEndedByTheFullDisk();
    EXPECT_THAT(m_recorder.out, HasSubstr("0123456789"));
}

/// A regression: the block of the last probe was free for the next one, so a full disk was detected only by
/// chance.
TEST_F(DetachedRunOnASmallDisk, ThatSomebodyElseFillsIsEndedToo) {
    start("while echo line; do sleep 1; done");
    EXPECT_TRUE(m_recorder.waitForOutput("line\nline\nline\n")) << "it was probed meanwhile";
    std::ofstream other(m_disk.path() / "other");
    while (other.write("0123456789012345", 16).flush())
        continue;
    expectEndedByTheFullDisk();
}

TEST(DetachedRun, OnADemoHostOutlivesItsChannel) {
    demo::DemoFleetOptions options;
    options.program = FABRICSCOPE_BIN_DIR "/fabricscope-demo-tree";
    const auto fleet = demo::DemoFleet::start(options);
    ASSERT_TRUE(fleet) << fleet.error().toString();
    HostEndpoint hostEndpoint = hostEndpointFor("mi355x-01");
    hostEndpoint.endpoint.configFile = (*fleet)->configFile();
    const std::string id =
        startAndDisconnect(hostEndpoint, shellRun("echo first; sleep 2; echo last"), "first");
    RunRecorder recorder;
    follow(hostEndpoint, id, 0, recorder);
    EXPECT_EQ(recorder.last.phase, Phase::Ended) << recorder.last.why;
    EXPECT_EQ(recorder.out, "first\nlast\n");
    EXPECT_THAT(recorder.last.simulated, HasSubstr("mi355x-01 is a simulated demo host"));
    EXPECT_TRUE(forget(hostEndpoint, id));
    bench::RunSpec missing = shellRun("true");
    missing.command.words.front() = "no-such-tool";
    bench::RunSpec elsewhere = shellRun("true");
    elsewhere.command.directory = "/no/such/folder";
    for (const bench::RunSpec &spec : {missing, elsewhere})
        for (const bool isDetached : {false, true}) {
            ToolRunOptions how;
            how.detached = isDetached;
            RunRecorder failed;
            remote::Client client;
            const auto run = ToolRun::start(client, hostEndpoint, spec, how, failed.events());
            ASSERT_TRUE(failed.waitForEnd());
            EXPECT_EQ(failed.last.phase, Phase::Failed) << failed.last.why;
            EXPECT_THAT(failed.last.simulated, HasSubstr("mi355x-01 is a simulated demo host")) << isDetached;
        }
}

class DetachedByLoginShell : public testing::TestWithParam<const char *> {};
TEST_P(DetachedByLoginShell, BeginsAndIsFetched) {
    const std::string shell = std::string("/usr/bin/") + GetParam();
    if (geteuid() != 0 || !fs::exists(shell))
        GTEST_SKIP() << "NOT TESTED: needs root and " << shell;
    const test::TemporaryUser user("x", shell);
    test::SshdOptions options;
    options.user = user.name();
    const Sshd sshd(options);
    const std::string id = startAndDisconnect(hostEndpointFor(sshd), shellRun("echo \"it's $USER\""), "it's");
    RunRecorder recorder;
    follow(hostEndpointFor(sshd), id, 0, recorder);
    EXPECT_EQ(recorder.last.phase, Phase::Ended) << recorder.last.why;
    EXPECT_EQ(recorder.out, "it's " + user.name() + "\n");
    EXPECT_TRUE(forget(hostEndpointFor(sshd), id));
}
INSTANTIATE_TEST_SUITE_P(Each, DetachedByLoginShell, testing::Values("bash", "zsh", "fish", "tcsh"),
                         [](const auto &shell) { return std::string(shell.param); });

class RunInContainer : public testing::Test {
protected:
    void SetUp() override {
        if (const auto why = test::FakeDocker::unavailableReason())
            GTEST_SKIP() << "NOT TESTED: " << *why;
        m_docker.emplace();
    }
    std::optional<test::FakeDocker> m_docker;
};

TEST_F(RunInContainer, StopEndsTheTreeInThereToo) {
    RunRecorder recorder;
    remote::Client client;
    const auto run =
        ToolRun::start(client, hostEndpointFor("local:/docker:train"),
                       shellRun("setsid sleep 1000 & (trap '' TERM; sleep 1000) & cat /etc/os-release; wait"),
                       {}, recorder.events());
    ASSERT_TRUE(recorder.waitForOutput("made container"));
    const std::string id = run->state().id;
    EXPECT_GE(test::markedProcesses(id).size(), 3U) << "seen from outside";
    run->stop();
    ASSERT_TRUE(recorder.waitForEnd());
    EXPECT_EQ(recorder.last.phase, Phase::Stopped) << recorder.last.why;
    EXPECT_TRUE(test::runEndsWithin(id, 10s));
}

TEST_F(RunInContainer, ReportsAMissingContainerLikeItsRuntime) {
    RunRecorder recorder;
    remote::Client client;
    const auto run = ToolRun::start(client, hostEndpointFor("local:/docker:absent"), shellRun("true"), {},
                                    recorder.events());
    ASSERT_TRUE(recorder.waitForEnd());
    EXPECT_EQ(recorder.last.phase, Phase::Failed);
    EXPECT_THAT(recorder.last.why, HasSubstr("there is no container docker:absent"));
}

/// With each shell that may be the /bin/sh of a host.
class SupervisorShell : public testing::TestWithParam<const char *> {};
TEST_P(SupervisorShell, RunsEndsAndKeepsRuns) {
    remote::Client client;
    const std::string line = std::string("exec ") + GetParam() + " -s";
    const auto run = [&](const std::string &script, const std::string &later) {
        return test::scriptOutput(client, line, script, later);
    };
    const SupervisorScript normal(SupervisorScript::makeRunId());
    bench::Command command;
    command.words = {"sh", "-c", "echo \"$1\"; exit 5", "sh", "it's"};
    EXPECT_THAT(run(*normal.attached(command, 4s), ""),
                testing::AllOf(HasSubstr("it's\n"), HasSubstr(normal.mark() + "ended 5 itself\n")));

    const SupervisorScript stopped(SupervisorScript::makeRunId());
    command.words = {"sh", "-c", "setsid sleep 1000 & (trap '' TERM; sleep 1000) & wait"};
    EXPECT_THAT(run(*stopped.attached(command, 10s), "stop\n"), HasSubstr("ended 143 stop\n"));
    EXPECT_THAT(test::markedProcesses(stopped.run()), IsEmpty());

    const SupervisorScript mute(SupervisorScript::makeRunId());
    EXPECT_THAT(run(*mute.attached(command, 1s), ""), HasSubstr("ended 143 lease\n"));
    EXPECT_THAT(test::markedProcesses(mute.run()), IsEmpty());

    const SupervisorScript kept(SupervisorScript::makeRunId());
    command.words = {"sh", "-c", "echo kept; exit 6"};
    EXPECT_THAT(run(*kept.detached(command, {100s, 100s, 1 << 20}), ""), HasSubstr("began "));
    EXPECT_THAT(run(kept.fetch(0), ""), testing::AllOf(HasSubstr("kept\n"), HasSubstr("ended 6 itself\n")));
    EXPECT_THAT(run(kept.clear(), ""), HasSubstr("cleared\n"));
    EXPECT_FALSE(fs::exists(spoolOf(kept.run())));
}
INSTANTIATE_TEST_SUITE_P(Each, SupervisorShell, testing::Values("dash", "bash --posix", "busybox sh"),
                         [](const auto &shell) {
                             return std::string(shell.param).substr(0, std::string(shell.param).find(' '));
                         });

TEST(SupervisorScripts, PassShellcheckAndDoNothingWhereTheyAreCut) {
    const SupervisorScript script(SupervisorScript::makeRunId());
    const test::TemporaryFolder folder;
    bench::Command command;
    command.words = {"touch", (folder.path() / "begun").string()};
    const std::string whole = *script.attached(command, 4s);
    const std::string end = "fs_all\n";
    ASSERT_TRUE(whole.ends_with(end));
    for (std::size_t size = 0; size + end.size() <= whole.size(); size += 97) {
        const fs::path file = folder.write("cut", whole.substr(0, size));
        test::run({"/bin/sh", "-c", "/bin/sh -s <\"$1\" >/dev/null 2>&1 || :", "sh", file.string()});
        ASSERT_FALSE(fs::exists(folder.path() / "begun")) << size;
    }
    if (std::system("command -v shellcheck >/dev/null 2>&1") != 0) // NOLINT(concurrency-mt-unsafe)
        GTEST_SKIP() << "shellcheck is not installed";
    for (const std::string &text :
         {whole, *script.detached(command, {1s, 1s, 1}), script.fetch(0), script.clear(), script.load()}) {
        const fs::path file = folder.write("script.sh", text);
        EXPECT_EQ(test::run({"/bin/sh", "-c", "shellcheck -s sh -S style -e SC2034,SC2013,SC2317 \"$1\" || :",
                             "sh", file.string()}),
                  "");
    }
}

} // namespace
} // namespace fabricscope::app
