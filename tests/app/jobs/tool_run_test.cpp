// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/run/RunMessages.h"
#include "app/jobs/run/SupervisorScript.h"
#include "app/jobs/script/MessageSplitter.h"
#include "tests/app/RunRecorder.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <thread>

/// A tool on a host, over a real sshd.
namespace fabricscope::app {
namespace {

namespace fs = std::filesystem;
using bench::Phase;
using test::hostEndpointFor;
using test::RunRecorder;
using test::shellRun;
using test::Sshd;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using namespace std::chrono_literals;

/// A child in its own session, one with its own environment, and one that ignores TERM.
constexpr const char *kStubbornTree =
    "setsid sh -c 'trap : TERM; while :; do sleep 1; done' & env -i setsid sleep 1000 & "
    "(trap '' TERM; sleep 1000) & echo ready; while :; do sleep 1; done";

struct ProcessResult {
    std::string out, err;
    std::vector<Phase> phases;
    bench::RunState last;
};
ProcessResult runTo(const HostEndpoint &hostEndpoint, const bench::RunSpec &spec) {
    RunRecorder recorder;
    remote::Client client;
    const auto run = ToolRun::start(client, hostEndpoint, spec, {}, recorder.events());
    EXPECT_TRUE(recorder.waitForEnd());
    return {recorder.out, recorder.err, recorder.phases, recorder.last};
}

TEST(ToolRun, BringsOutputStatusAndPid) {
    const Sshd sshd;
    const ProcessResult ran =
        runTo(hostEndpointFor(sshd), shellRun("echo $$; echo to err >&2; printf 'no line feed'; exit 7"));
    EXPECT_THAT(ran.phases, ElementsAre(Phase::Starting, Phase::Running, Phase::Ended));
    EXPECT_EQ(ran.last.exitStatus, 7);
    ASSERT_TRUE(ran.last.pid);
    EXPECT_EQ(ran.out, fmt::format("{}\nno line feed", *ran.last.pid));
    EXPECT_EQ(ran.err, "to err\n");
    EXPECT_EQ(ran.last.outputLines, 2U);
    EXPECT_EQ(ran.last.outputBytes, ran.out.size() + ran.err.size());
    EXPECT_EQ(ran.last.why, "");
    EXPECT_TRUE(SupervisorScript::isRunId(ran.last.id));
}

TEST(ToolRun, OfAToolThatASignalEndedHasItsStatusAndNoWordsOfAShell) {
    const Sshd sshd;
    const ProcessResult ran = runTo(hostEndpointFor(sshd), shellRun("kill -KILL $$"));
    EXPECT_EQ(ran.last.phase, Phase::Ended);
    EXPECT_EQ(ran.last.exitStatus, 137);
    EXPECT_EQ(ran.err, "");
}

TEST(ToolRun, ReportsWhatIsMissing) {
    const Sshd sshd;
    bench::RunSpec spec = shellRun("true");
    spec.command.words = {"no-such-tool", "-b"};
    ProcessResult ran = runTo(hostEndpointFor(sshd), spec);
    EXPECT_EQ(ran.last.phase, Phase::Failed);
    EXPECT_EQ(ran.last.exitStatus, 127);
    EXPECT_THAT(ran.last.why, HasSubstr("the host has no program no-such-tool: `fabricscope bench list`"));
    spec = shellRun("true");
    spec.command.directory = "/no/such/folder";
    ran = runTo(hostEndpointFor(sshd), spec);
    EXPECT_EQ(ran.last.phase, Phase::Failed);
    EXPECT_THAT(ran.last.why, HasSubstr("cannot enter directory /no/such/folder"));
}

TEST(ToolRun, IsNotBegunWithWordsThatNoShellCanHold) {
    for (const auto &[words, what] : std::vector<std::pair<std::vector<std::string>, std::string>>{
             {{}, "no program to run"},
             {{"-c", "x"}, "cannot start with a dash"},
             {{"echo", std::string("a\0b", 3)}, "NUL"},
             {{"echo", std::string(100000, 'x')}, "exceed 96 KiB"}}) {
        bench::RunSpec spec = shellRun("true");
        spec.command.words = words;
        const ProcessResult ran = runTo(hostEndpointFor("local:"), spec);
        EXPECT_EQ(ran.last.phase, Phase::Failed);
        EXPECT_THAT(ran.last.why, HasSubstr(what));
    }
    bench::RunSpec spec = shellRun("true");
    spec.command.environment = {{"A;touch x", "1"}};
    EXPECT_THAT(runTo(hostEndpointFor("local:"), spec).last.why,
                HasSubstr("'A;touch x' is not a variable name"));
}

// Shells treat such names specially, and env(1) would show the value in its command line.
TEST(ToolRun, IsNotBegunWithASecretThatOnlyEnvCouldSet) {
    for (const char *name : {"BASH_TOKEN", "fs_password", "fs_API_KEY"}) {
        bench::RunSpec spec = shellRun("echo ran");
        spec.command.environment = {{name, "hushhush"}};
        const ProcessResult ran = runTo(hostEndpointFor("local:"), spec);
        EXPECT_EQ(ran.last.phase, Phase::Failed) << name;
        EXPECT_THAT(ran.last.why, HasSubstr(std::string("the secret '") + name + "' cannot be set"));
        EXPECT_THAT(ran.last.why, testing::Not(HasSubstr("hushhush")));
    }
    bench::RunSpec spec = shellRun("echo \"$BASH_STYLE\"");
    spec.command.environment = {{"BASH_STYLE", "plain"}};
    EXPECT_EQ(runTo(hostEndpointFor("local:"), spec).last.phase, Phase::Ended);
}

const std::vector<std::string> kHostile = {
    "",         "two words",     "it's",          "'\\''",   "$(id)",     "`id`",  "$HOME $$",
    "!! ^x^y",  "* ? [a]",       "line\nbreak\n", "back\\n", "-n",        "%s %n", "\x01\x1b[31m",
    "\xff\xfe", "@@x began 1 2", "A=B c;&|",      "#no",     "\"double\""};

class LoginShell : public testing::TestWithParam<const char *> {};
TEST_P(LoginShell, NeverReadsAValueAsCode) {
    const std::string shell = std::string("/usr/bin/") + GetParam();
    if (geteuid() != 0 || !fs::exists(shell))
        GTEST_SKIP() << "NOT TESTED: needs root and " << shell;
    const test::TemporaryUser user("x", shell);
    test::SshdOptions options;
    options.user = user.name();
    const Sshd sshd(options);
    bench::RunSpec spec;
    spec.host = "the host";
    spec.command.words = {"/bin/sh", "-c", R"(pwd; printf '<%s>' "$VALUE" "$IFS_IS" "$@")", "sh"};
    spec.command.words.insert(spec.command.words.end(), kHostile.begin(), kHostile.end());
    spec.command.environment = {
        {"VALUE", "a 'b' $(touch /tmp/pwned)\n`c`"}, {"IFS_IS", "\t;"}, {"PPID", "1"}};
    const test::TemporaryFolder folder;
    const fs::path odd = folder.path() / "it's $HOME";
    fs::create_directory(odd);
    for (const fs::path &each : {folder.path(), odd})
        fs::permissions(each, fs::perms(0755));
    spec.command.directory = odd.string();
    const ProcessResult ran = runTo(hostEndpointFor(sshd), spec);
    std::string expected = odd.string() + "\n<a 'b' $(touch /tmp/pwned)\n`c`><\t;>";
    for (const std::string &value : kHostile)
        expected += "<" + value + ">";
    EXPECT_EQ(ran.out, expected) << ran.last.why << ran.err;
    EXPECT_EQ(ran.last.exitStatus, 0);
    EXPECT_FALSE(fs::exists("/tmp/pwned"));
}
INSTANTIATE_TEST_SUITE_P(Each, LoginShell, testing::Values("bash", "dash", "zsh", "fish", "tcsh"),
                         [](const auto &shell) { return std::string(shell.param); });

TEST(ToolRun, BringsEveryByteOfBinaryOutput) {
    const Sshd sshd;
    const test::TemporaryFolder folder;
    std::string bytes(3'000'000, '\0');
    unsigned value = 1;
    for (char &c : bytes)
        c = static_cast<char>((value = value * 1664525U + 1013904223U) >> 24);
    bytes += "@@@ @@0 began 1 2\n@";
    const fs::path file = folder.write("bytes", bytes);
    bench::RunSpec spec = shellRun("true");
    spec.command.words = {"cat", file.string()};
    const ProcessResult ran = runTo(hostEndpointFor(sshd), spec);
    EXPECT_EQ(ran.last.phase, Phase::Ended);
    EXPECT_TRUE(ran.out == bytes) << ran.out.size() << " of " << bytes.size();
}

TEST(ToolRun, BringsAFloodOfLinesInOrderAndOutlivesSilence) {
    const Sshd sshd;
    const ProcessResult ran =
        runTo(hostEndpointFor(sshd),
              shellRun("i=0; while [ $i -lt 50000 ]; do i=$((i + 1)); echo $i; done; sleep 6; echo end"));
    std::string expected;
    for (int i = 1; i <= 50000; ++i)
        expected += std::to_string(i) + "\n";
    EXPECT_TRUE(ran.out == expected + "end\n") << ran.out.size();
    EXPECT_EQ(ran.last.outputLines, 50001U);
    EXPECT_EQ(ran.last.phase, Phase::Ended) << ran.last.why << ": silent for longer than its lease";
}

TEST(RunMessages, OfAHostAreCheckedAndBounded) {
    EXPECT_EQ(readSupervisorMessage("began 12 34").pid, 12);
    EXPECT_EQ(readSupervisorMessage("ended 143 stop").status, 143);
    for (const char *bad : {"began", "began -1 2", "began 99999999999 1", "ended", "ended 256 x",
                            "ended -1 x", "ended 1e3 x", "\x1b[31m 1"}) {
        EXPECT_EQ(readSupervisorMessage(bad).kind, SupervisorMessage::Kind::Other) << bad;
        EXPECT_FALSE(readSupervisorMessage(bad).pid || readSupervisorMessage(bad).status) << bad;
    }
    EXPECT_LE(readSupervisorMessage("left " + std::string(100000, '7')).text.size(), 210U);
    EXPECT_EQ(runEnd(readSupervisorMessage("ended 0 itself"), "").phase, Phase::Ended);
    EXPECT_EQ(runEnd(readSupervisorMessage("ended 143 stop"), "stopped by x").why, "stopped by x");
}

class RunOver : public testing::TestWithParam<remote::TransportKind> {
protected:
    static HostEndpoint hostEndpointFor(const Sshd &sshd) {
        HostEndpoint hostEndpoint = test::hostEndpointFor(sshd);
        hostEndpoint.endpoint.transport = GetParam();
        return hostEndpoint;
    }
};
INSTANTIATE_TEST_SUITE_P(Transports, RunOver,
                         testing::Values(remote::TransportKind::Libssh, remote::TransportKind::OpenSsh),
                         [](const auto &one) {
                             return one.param == remote::TransportKind::OpenSsh ? "openssh" : "libssh";
                         });

TEST_P(RunOver, StopEndsTheWholeTreeAndNobodyElse) {
    const Sshd sshd;
    RunRecorder recorder;
    remote::Client client;
    const test::UnrelatedProcess same("sleep");
    const auto run =
        ToolRun::start(client, hostEndpointFor(sshd), shellRun(kStubbornTree), {}, recorder.events());
    ASSERT_TRUE(recorder.waitForOutput("ready"));
    const std::string id = run->state().id;
    // "ready" may be printed before the last of them has its mark, and a sleep may have just ended.
    std::size_t marked = 0;
    for (int i = 0; i < 100 && marked < 4; ++i) {
        marked = test::markedProcesses(id).size();
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    EXPECT_GE(marked, 4U);
    const auto before = std::chrono::steady_clock::now();
    run->stop();
    ASSERT_TRUE(recorder.waitForEnd());
    EXPECT_THAT(test::markedProcesses(id), IsEmpty());
    EXPECT_EQ(recorder.last.phase, Phase::Stopped) << recorder.last.why;
    EXPECT_EQ(recorder.last.why, "stopped");
    EXPECT_THAT(recorder.phases,
                ElementsAre(Phase::Starting, Phase::Running, Phase::Stopping, Phase::Stopped));
    EXPECT_EQ(recorder.finishes, 1);
    EXPECT_TRUE(same.isRunning());
    EXPECT_LT(std::chrono::steady_clock::now() - before, 30s) << "what is meant is 5 s";
}

TEST_P(RunOver, EndsWithTheLink) {
    const Sshd sshd;
    RunRecorder recorder;
    remote::Client client;
    const auto run =
        ToolRun::start(client, hostEndpointFor(sshd), shellRun(kStubbornTree), {}, recorder.events());
    ASSERT_TRUE(recorder.waitForOutput("ready"));
    test::signalLink(sshd, SIGKILL);
    ASSERT_TRUE(recorder.waitForEnd());
    EXPECT_EQ(recorder.last.phase, Phase::Lost);
    EXPECT_THAT(recorder.last.why,
                AllOf(HasSubstr("may still run"), HasSubstr("to check (newest last): ssh ")));
    EXPECT_TRUE(test::runEndsWithin(run->state().id, 20s));
}

TEST_P(RunOver, EndsWhereTheLinkFallsSilentForLongerThanItsLease) {
    const Sshd sshd;
    RunRecorder recorder;
    remote::Client client;
    const auto run =
        ToolRun::start(client, hostEndpointFor(sshd), shellRun(kStubbornTree), {}, recorder.events());
    ASSERT_TRUE(recorder.waitForOutput("ready"));
    test::signalLink(sshd, SIGSTOP);
    EXPECT_TRUE(test::runEndsWithin(run->state().id, 30s));
    test::signalLink(sshd, SIGCONT);
    ASSERT_TRUE(recorder.waitForEnd());
    EXPECT_EQ(recorder.last.phase, Phase::Stopped);
    EXPECT_THAT(recorder.last.why, HasSubstr(test::endText("lease")));
}

TEST(ToolRun, OutlivesAHiccupOfTwoSeconds) {
    const Sshd sshd;
    RunRecorder recorder;
    remote::Client client;
    const auto run = ToolRun::start(client, hostEndpointFor(sshd), shellRun("echo ready; sleep 4; echo done"),
                                    {}, recorder.events());
    ASSERT_TRUE(recorder.waitForOutput("ready"));
    test::signalLink(sshd, SIGSTOP);
    std::this_thread::sleep_for(2s); // the time without a link is the case
    test::signalLink(sshd, SIGCONT);
    ASSERT_TRUE(recorder.waitForEnd());
    EXPECT_EQ(recorder.last.phase, Phase::Ended) << recorder.last.why;
    EXPECT_EQ(recorder.out, "ready\ndone\n");
}

TEST(ToolRun, LeavesNoChildBehindThatTheToolLeft) {
    const Sshd sshd;
    const ProcessResult ran =
        runTo(hostEndpointFor(sshd), shellRun("setsid sleep 1000 >/dev/null 2>&1 & echo $!"));
    EXPECT_EQ(ran.last.phase, Phase::Ended);
    EXPECT_EQ(ran.last.exitStatus, 0);
    EXPECT_THAT(test::markedProcesses(ran.last.id), IsEmpty());
}

TEST(ToolRun, OnThisMachineEndsWithTheProgramThatStartedIt) {
    RunRecorder recorder;
    auto client = std::make_unique<remote::Client>();
    const auto run =
        ToolRun::start(*client, hostEndpointFor("local:"), shellRun(kStubbornTree), {}, recorder.events());
    ASSERT_TRUE(recorder.waitForOutput("ready"));
    client.reset();
    EXPECT_TRUE(test::runEndsWithin(run->state().id, 20s));
}

TEST(ToolRun, IsStoppedAfterTheLongestThatItMayTake) {
    bench::RunSpec spec = shellRun("while :; do sleep 1; done");
    spec.longest = 1s;
    const ProcessResult ran = runTo(hostEndpointFor("local:"), spec);
    EXPECT_EQ(ran.last.phase, Phase::Stopped);
    EXPECT_EQ(ran.last.why, "stopped at its time limit of 1 s");
}

TEST(ToolRun, WaitsForASlowTakerInBoundedMemory) {
    const Sshd sshd;
    remote::Client client;
    auto pool = std::make_unique<WorkerPool>(1);
    RunRecorder recorder;
    ToolRunOptions options;
    options.workers = pool.get();
    const auto run = ToolRun::start(client, hostEndpointFor(sshd), shellRun("exec cat /dev/zero"), options,
                                    recorder.events());
    run->pause();
    ASSERT_TRUE(recorder.waitForPhase(Phase::Running));
    std::uint64_t before = 0, now = run->state().outputBytes;
    do { // until no more output comes
        before = now;
        std::this_thread::sleep_for(500ms);
        now = run->state().outputBytes;
    } while (before != now);
    EXPECT_LT(now, 16U << 20);
    run->resume();
    while (run->state().outputBytes < now + (4U << 20))
        std::this_thread::sleep_for(10ms);
    run->stop();
    ASSERT_TRUE(recorder.waitForEnd());
    EXPECT_EQ(recorder.last.phase, Phase::Stopped);
    pool.reset();
}

TEST(ToolRun, StoppedBeforeItBeganNeverBegins) {
    const Sshd sshd;
    RunRecorder recorder;
    remote::Client client;
    const test::TemporaryFolder folder;
    const auto run =
        ToolRun::start(client, hostEndpointFor(sshd),
                       shellRun("sleep 1; touch " + (folder.path() / "x").string()), {}, recorder.events());
    run->stop();
    ASSERT_TRUE(recorder.waitForEnd());
    EXPECT_EQ(recorder.last.phase, Phase::Stopped);
    EXPECT_TRUE(test::runEndsWithin(run->state().id, 10s));
    EXPECT_FALSE(fs::exists(folder.path() / "x"));
}

TEST(MessageSplitter, FindsTheSameWordsForEverySplitOfTheBytes) {
    const std::string text = "row 1\nhalf a row@@N began 12 34\n@@ @@M\n@@Nx\n@@N ended 0 itself\n@@";
    for (std::size_t first = 0; first <= text.size(); ++first)
        for (std::size_t second = first; second <= text.size(); second += 3) {
            MessageSplitter splitter("@@N ");
            std::string output, messages;
            const auto onOutput = [&](std::string_view bytes) {
                output += bytes;
            };
            const auto onMessage = [&](std::string_view line) {
                messages += std::string(line) + "|";
            };
            splitter.feed(text.substr(0, first), onOutput, onMessage);
            splitter.feed(text.substr(first, second - first), onOutput, onMessage);
            splitter.feed(text.substr(second), onOutput, onMessage);
            splitter.finish(onOutput);
            ASSERT_EQ(output, "row 1\nhalf a row@@ @@M\n@@Nx\n@@") << first << " " << second;
            ASSERT_EQ(messages, "began 12 34|ended 0 itself|");
        }
}

} // namespace
} // namespace fabricscope::app
