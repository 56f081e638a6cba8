// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Stored runs when homes are links, programs are killed and time passes.
#include "app/jobs/run/RunUpkeep.h"
#include "tests/Places.h"
#include "tests/app/BenchRunProgram.h"
#include "tests/app/PtyRun.h"
#include "tests/app/RunRecorder.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <future>
#include <memory>
#include <regex>
#include <thread>

namespace fabricscope::app {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using store::OwnerState;
using test::benchRun;
using test::runProgram;
using testing::HasSubstr;
using testing::Not;

/// Sets an environment variable until the end of the test.
class Variable {
public:
    Variable(const char *name, const std::string &value) : m_name(name) {
        if (const char *before = ::getenv(name))
            m_before = before;
        ::setenv(name, value.c_str(), 1);
    }
    ~Variable() { m_before.empty() ? ::unsetenv(m_name) : ::setenv(m_name, m_before.c_str(), 1); }
    Variable(const Variable &) = delete;
    Variable &operator=(const Variable &) = delete;

private:
    const char *m_name;
    std::string m_before;
};

TEST(RunUpkeep, RunsAreKeptWhereTheHomeIsASymbolicLink) {
    (void)benchRun({"--help"});
    const test::TemporaryFolder folder;
    fs::create_directories(folder.path() / "disk2" / "user");
    fs::create_directory_symlink(folder.path() / "disk2", folder.path() / "home");
    const Variable data("XDG_DATA_HOME", (folder.path() / "home" / "user" / "share").string());
    const test::ProgramRun run = runProgram(
        "fabricscope", {"bench", "run", "local:", "custom", "--yes", "--no-capture", "--", "echo", "kept"});
    EXPECT_EQ(run.status, 0);
    EXPECT_THAT(run.err, Not(HasSubstr("not saved")));
    EXPECT_TRUE(fs::is_regular_file(folder.path() / "disk2" / "user" / "share" / "fabricscope" / "runs.db"));
    EXPECT_THAT(runProgram("fabricscope", {"runs", "list"}).out, HasSubstr("ended"));
}

/// `fabricscope bench run`, whose tool has started.
class Program {
public:
    Program() : m_ready(m_folder.path() / "ready") {
        const std::string program = std::string(FABRICSCOPE_BIN_DIR) + "/fabricscope";
        const std::string script = "echo output; touch " + m_ready.string() + "; sleep 1000";
        m_pid = ::fork();
        if (m_pid == 0) {
            const int null = ::open("/dev/null", O_RDWR);
            for (int fd = 0; fd < 3; ++fd)
                ::dup2(null, fd);
            ::execl(program.c_str(), "fabricscope", "bench", "run", "local:", "custom", "--yes",
                    "--no-capture", "--", "sh", "-c", script.c_str(), nullptr);
            ::_exit(127);
        }
        for (int i = 0; i < 600 && !fs::exists(m_ready); ++i)
            std::this_thread::sleep_for(50ms);
    }
    ~Program() { kill(); }
    Program(const Program &) = delete;
    Program &operator=(const Program &) = delete;
    [[nodiscard]] bool hasBegun() const { return fs::exists(m_ready); }
    void kill() {
        if (m_pid <= 0)
            return;
        ::kill(m_pid, SIGKILL);
        ::waitpid(m_pid, nullptr, 0);
        m_pid = -1;
    }

private:
    test::TemporaryFolder m_folder;
    fs::path m_ready;
    pid_t m_pid = -1;
};

TEST(RunUpkeep, ARunOfAKilledProgramIsInterruptedAndOneOfALivingProgramIsNot) {
    const test::TemporaryFolder folder;
    const Variable data("XDG_DATA_HOME", folder.path().string());
    Program living, killed;
    ASSERT_TRUE(living.hasBegun() && killed.hasBegun());
    const auto listed = [] {
        return runProgram("fabricscope", {"runs", "list"});
    };
    EXPECT_THAT(listed().out, Not(HasSubstr("interrupted"))) << "both really run";
    killed.kill();
    const test::ProgramRun run = listed();
    EXPECT_THAT(run.err, HasSubstr("1 run was interrupted"));
    EXPECT_THAT(run.out, HasSubstr(" interrupted "));
    EXPECT_THAT(run.out, HasSubstr(" running "));
    EXPECT_EQ(listed().err, "") << "it is said once";
    living.kill();
    // Another run also triggers the upkeep.
    ASSERT_EQ(
        runProgram("fabricscope", {"bench", "run", "local:", "custom", "--yes", "--no-capture", "--", "true"})
            .status,
        0);
    EXPECT_THAT(listed().out, Not(HasSubstr(" running ")));
}

TEST(RunUpkeep, ARunOfAKilledProgramIsShownWithWhatItWas) {
    const test::TemporaryFolder folder;
    const Variable data("XDG_DATA_HOME", folder.path().string());
    Program killed;
    ASSERT_TRUE(killed.hasBegun());
    const std::string before = runProgram("fabricscope", {"runs", "list"}).out;
    std::smatch id;
    ASSERT_TRUE(std::regex_search(before, id, std::regex("\n([0-9a-f]{32}) "))) << before;
    std::this_thread::sleep_for(2s); // for its output to be stored
    killed.kill();
    const std::string shown = runProgram("fabricscope", {"runs", "show", id[1].str()}).out;
    EXPECT_THAT(shown, HasSubstr("custom on local:, 20"));
    EXPECT_THAT(shown, HasSubstr("\n  sh -c 'echo output; touch "));
    EXPECT_THAT(shown, HasSubstr("\n  started: 20"));
    EXPECT_THAT(shown, HasSubstr("\n  state: interrupted: the recording program was killed"));
    std::smatch pid;
    ASSERT_TRUE(
        std::regex_search(shown, pid, std::regex("; process ([0-9]+) \\(sh\\) or processes that it started")))
        << shown;
    EXPECT_THAT(shown,
                HasSubstr("if they could not be ended there, such as those of other users (sudo); to check "
                          "(newest last): ps -eo pid,ppid,user,lstart,args --sort=start_time\n"));
    EXPECT_THAT(shown, HasSubstr("\noutput\n"));
}

TEST(RunUpkeep, AnOwnerIsKnownByItsProcessAndTheTimeItWasStarted) {
    const store::RunOwner here = currentOwner();
    EXPECT_EQ(here.pid, ::getpid());
    EXPECT_GT(here.started, 0);
    EXPECT_EQ(ownerState(here), OwnerState::Alive);
    store::RunOwner other = here;
    other.started += 1; // the pid has been reused
    EXPECT_EQ(ownerState(other), OwnerState::Gone);
    other = here;
    other.boot = "another boot";
    EXPECT_EQ(ownerState(other), here.machine.empty() ? OwnerState::Unknown : OwnerState::Gone);
    other.machine = "another machine";
    EXPECT_EQ(ownerState(other), OwnerState::Unknown);
    other = here;
    other.pidNamespace = "pid:[1]";
    EXPECT_EQ(ownerState(other), OwnerState::Unknown) << "of another container";
    const pid_t child = ::fork();
    if (child == 0)
        ::_exit(0);
    siginfo_t info{};
    ::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT);
    other = here;
    other.pid = child;
    EXPECT_EQ(ownerState(other), OwnerState::Gone) << "dead, and not waited for";
    ::waitpid(child, nullptr, 0);
    EXPECT_EQ(ownerState(other), OwnerState::Gone);
}

TEST(RunUpkeep, TodayBeginsAtMidnightHere) {
    const std::time_t begin = startOfToday() / 1000, now = std::time(nullptr);
    std::tm local{};
    ::localtime_r(&begin, &local);
    EXPECT_EQ(local.tm_hour * 3600 + local.tm_min * 60 + local.tm_sec, 0);
    EXPECT_LE(begin, now);
    EXPECT_GT(begin + 26 * 3600, now);
    EXPECT_EQ(storageText(1023), "1023 bytes");
    EXPECT_EQ(storageText(std::uint64_t{10} << 30), "10.0 GiB");
}

TEST(BenchLease, HasBoundsAndIsExplained) {
    EXPECT_EQ(benchRun({"local:", "custom", "--yes", "--lease", "3", "--", "true"}).status, 2);
    EXPECT_EQ(benchRun({"local:", "custom", "--yes", "--lease", "86401", "--", "true"}).status, 2);
    EXPECT_EQ(benchRun({"local:", "custom", "--yes", "--no-capture", "--lease", "30", "--", "true"}).status,
              0);
    EXPECT_THAT(benchRun({"--help"}).out, HasSubstr("--lease S"));
    EXPECT_THAT(runProgram("fabricscope", {"bench", "pair", "--help"}).out, HasSubstr("--lease S"));
}

TEST(BenchLease, OfTenSecondsOutlivesSixWithoutASign) {
    const test::Sshd sshd;
    test::RunRecorder recorder;
    remote::Client client;
    ToolRunOptions options;
    options.lease = 10s;
    HostEndpoint hostEndpoint = test::hostEndpointFor(sshd);
    raiseTimeouts(hostEndpoint.options, options.lease);
    const auto run = ToolRun::start(client, hostEndpoint, test::shellRun("echo ready; sleep 8; echo done"),
                                    options, recorder.events());
    ASSERT_TRUE(recorder.waitForOutput("ready"));
    test::signalLink(sshd, SIGSTOP);
    std::this_thread::sleep_for(6s); // the time without a link is the case
    test::signalLink(sshd, SIGCONT);
    ASSERT_TRUE(recorder.waitForEnd());
    EXPECT_EQ(recorder.last.phase, bench::Phase::Ended) << recorder.last.why;
    EXPECT_EQ(recorder.out, "ready\ndone\n");
}

TEST(BenchLease, GivesTheConnectionAsMuchTime) {
    remote::ConnectOptions options;
    raiseTimeouts(options, 4s);
    EXPECT_EQ(options.keepAliveCountMax, remote::ConnectOptions().keepAliveCountMax);
    raiseTimeouts(options, 3600s);
    EXPECT_GE(options.keepAliveInterval * options.keepAliveCountMax, 3600s);
}

/// Whether a process of this sshd's sessions has the command line of the script that reads counters.
bool readsCounters(const test::Sshd &sshd) {
    const std::vector<pid_t> all = sshd.sessions();
    return std::any_of(all.begin(), all.end(), [](pid_t pid) {
        return test::readFile("/proc/" + std::to_string(pid) + "/cmdline").find("# fabricscope counters") !=
               std::string::npos;
    });
}

TEST(BenchLease, IsThatOfTheTelemetryToo) {
    const test::Sshd sshd;
    const test::TemporaryFolder folder;
    const std::string over = (folder.path() / "over").string();
    auto run = std::async(std::launch::async, [&] {
        return benchRun({"sshd0", "custom", "--yes", "--no-capture", "--telemetry", "--ssh-config",
                         sshd.configFile(), "--lease", "20", "--", "sh", "-c",
                         "until [ -e '" + over + "' ]; do sleep 0.1; done"});
    });
    for (int i = 0; i < 600 && !readsCounters(sshd); ++i)
        std::this_thread::sleep_for(50ms);
    EXPECT_TRUE(readsCounters(sshd));
    test::signalLink(sshd, SIGSTOP);
    std::this_thread::sleep_for(7s);
    EXPECT_TRUE(readsCounters(sshd)) << "ended by a lease of four seconds";
    test::signalLink(sshd, SIGCONT);
    folder.write("over", "");
    const test::ProgramRun ended = run.get();
    EXPECT_EQ(ended.status, 0) << ended.err;
    EXPECT_THAT(ended.err, Not(HasSubstr("no report within")));
}

TEST(DetachOffer, ALongRunIsOfferedToGoOnByItselfWithTheCommandForIt) {
    const std::vector<std::string> tool = {"--", "sh",  "-c",      "exit 0",  "sh",
                                           "-D", "900", "--token", "tok-4711"};
    std::vector<std::string> words = {"local:", "perftest", "--yes", "--no-capture", "--telemetry"};
    words.insert(words.end(), tool.begin(), tool.end());
    const test::ProgramRun run = benchRun(words);
    EXPECT_THAT(run.err, HasSubstr("takes about 15 min"));
    EXPECT_THAT(run.err,
                HasSubstr("bench run --detach local: perftest --yes --no-capture -- sh -c 'exit 0' sh -D 900 "
                          "--token '(not kept)'"));
    words = {"local:", "perftest", "--yes", "--no-capture", "--", "sh", "-c", "exit 0", "sh", "-D", "20"};
    EXPECT_THAT(benchRun(words).err, Not(HasSubstr("--detach")));
    words = {"local:", "perftest", "--yes", "--no-capture", "--repeat", "4", "--"};
    words.insert(words.end(), {"sh", "-c", "exit 0", "sh", "-D", "100"});
    const test::ProgramRun several = benchRun(words);
    EXPECT_THAT(several.err, HasSubstr("these 4 runs take about 7 min"));
    EXPECT_THAT(several.err, Not(HasSubstr("--detach")));
}

TEST(DetachOffer, AtATerminalALongRunIsAskedFor) {
    (void)benchRun({"--help"}); // sets up a database of the tests
    const auto start = [](const std::vector<std::string> &options) {
        std::vector<std::string> words = {"bench", "run", "local:", "perftest", "--no-capture"};
        words.insert(words.end(), options.begin(), options.end());
        words.insert(words.end(), {"--", "sh", "-c", "echo tool began; exit 0", "sh", "-D", "900"});
        return std::make_unique<test::PtyRun>("fabricscope", words);
    };
    const auto answered = [&](const std::string &answer) {
        auto run = start({});
        EXPECT_TRUE(run->waitFor("Start attached (Enter), detached (d), or cancel (n)?")) << run->screen();
        run->type(answer + "\nyes\n"); // the second answer is for a warning if another test uses this machine
        return run;
    };
    for (const std::string &answer : {std::string(), std::string("a")}) {
        auto run = answered(answer);
        EXPECT_EQ(run->wait(), 0) << run->screen();
        EXPECT_THAT(run->screen(), HasSubstr("\ntool began")) << "attached";
    }
    {
        auto run = answered("n");
        EXPECT_EQ(run->wait(), 1);
        EXPECT_THAT(run->screen(), HasSubstr("Nothing started."));
        EXPECT_THAT(run->screen(), Not(HasSubstr("\ntool began")));
    }
    {
        auto run = answered("d");
        EXPECT_EQ(run->wait(), 0) << run->screen();
        EXPECT_THAT(run->screen(), Not(HasSubstr("\ntool began")));
        std::smatch id;
        ASSERT_TRUE(std::regex_search(run->screen(), id, std::regex("\n([0-9a-z]{32})\r"))) << run->screen();
        EXPECT_THAT(benchRun({"local:", "--fetch", id[1].str()}).out, HasSubstr("tool began"));
    }
    for (const auto &option :
         {std::vector<std::string>{"--lease", "60"}, std::vector<std::string>{"--yes"}}) {
        auto run = start(option);
        run->type("yes\n");
        EXPECT_EQ(run->wait(), 0) << run->screen();
        EXPECT_THAT(run->screen(), Not(HasSubstr("or cancel (n)?"))) << option.front();
        EXPECT_THAT(run->screen(), HasSubstr("takes about 15 min"));
    }
}

} // namespace
} // namespace fabricscope::app
