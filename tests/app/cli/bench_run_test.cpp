// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/Capture.h"
#include "tests/Places.h"
#include "tests/app/BenchRunProgram.h"
#include "tests/app/RunRecorder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

/// `bench run` as called by a script and killed by a user.
namespace fabricscope::app {
namespace {

namespace fs = std::filesystem;
using test::benchRun;
using test::ProgramRun;
using test::runProgram;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using namespace std::chrono_literals;

TEST(BenchRun, PrintsToolOutputAndReportsExitStatus) {
    const test::TemporaryFolder folder;
    const std::string log = (folder.path() / "log").string();
    ProgramRun run = benchRun({"local:", "custom", "--yes", "--set", "A=it's", "--log", log, "--", "sh", "-c",
                               "echo \"$A\" \"$1\"; echo err >&2", "sh", "--help"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_EQ(run.out, "it's --help\n");
    EXPECT_THAT(run.err, HasSubstr("local: A='it'\\''s' sh -c"));
    EXPECT_THAT(run.err, HasSubstr("err\n"));
    EXPECT_THAT(test::readFile(log), HasSubstr("it's --help\n"));
    run = benchRun({"local:", "custom", "--yes", "--", "sh", "-c", "exit 3"});
    EXPECT_EQ(run.status, 1);
    EXPECT_THAT(run.err, HasSubstr("the tool exited with status 3"));
    const std::string unused = (folder.path() / "unused").string();
    run = benchRun({"local:", "custom", "--yes", "--log", unused, "--", "no-such-tool"});
    EXPECT_EQ(run.status, 3);
    EXPECT_FALSE(fs::exists(unused));
    std::ofstream{unused};
    EXPECT_EQ(benchRun({"local:", "custom", "--yes", "--log", unused, "--", "no-such-tool"}).status, 3);
    EXPECT_TRUE(fs::exists(unused)) << "it existed before";
    EXPECT_THAT(run.err, HasSubstr("has no program no-such-tool"));
    EXPECT_EQ(benchRun({"local:", "custom", "--yes"}).status, 2);
    run = benchRun({"unreached", "custom", "--yes", "--set", "planted text=1", "--", "true"});
    EXPECT_EQ(run.status, 2) << "before the login";
    EXPECT_THAT(run.err, AllOf(HasSubstr("not a variable name"), Not(HasSubstr("planted"))));
    EXPECT_THAT(benchRun({"local:", "no-such-key", "--yes", "--", "true"}).err,
                HasSubstr("unknown tool 'no-such-key'"));
    EXPECT_EQ(benchRun({"local:", "--fetch", "../../etc"}).status, 2);
}

TEST(BenchRun, ReportsHostKeyAddedWithoutConfirmation) {
    test::SshdOptions options;
    options.clientLines = {"StrictHostKeyChecking accept-new"};
    const test::Sshd sshd(options);
    for (const char *transport : {"libssh", "ssh"}) {
        fs::remove(sshd.knownHosts());
        const ProgramRun run = benchRun({"sshd0", "custom", "--yes", "--no-capture", "--transport", transport,
                                         "--ssh-config", sshd.configFile().string(), "--", "echo", "ran"});
        EXPECT_EQ(run.status, 0) << run.err;
        EXPECT_EQ(run.out, "ran\n");
        const std::string note = "sshd0: StrictHostKeyChecking accept-new: added the host key ssh-ed25519 " +
                                 test::fingerprintOf(sshd.hostKey());
        const std::size_t first = run.err.find(note);
        EXPECT_NE(first, std::string::npos) << transport << ": " << run.err;
        EXPECT_EQ(run.err.find(note, first + 1), std::string::npos) << "once: " << run.err;
        EXPECT_TRUE(fs::exists(sshd.knownHosts()));
    }
}

TEST(BenchRun, IsInTheListOfRuns) {
    const ProgramRun run = benchRun({"local:", "stream", "--yes", "--", "sh", "-c", "echo listed"});
    ASSERT_EQ(run.status, 0) << run.err;
    const ProgramRun listed = runProgram("fabricscope", {"runs", "list", "--tool", "stream"});
    EXPECT_THAT(listed.out, HasSubstr("local:"));
    EXPECT_THAT(listed.out, HasSubstr("ended"));
}

std::string listed(const std::string &id) {
    const std::string list = runProgram("fabricscope", {"runs", "list"}).out;
    const std::size_t at = list.find(id);
    return at == std::string::npos ? "" : list.substr(at, list.find('\n', at) - at);
}

TEST(BenchRun, StartsDetachedIsFetchedAndForgotten) {
    const ProgramRun started =
        benchRun({"local:", "custom", "--yes", "--detach", "--", "sh", "-c", "sleep 1; echo kept; exit 4"});
    ASSERT_EQ(started.status, 0) << started.err;
    const std::string id = started.out.substr(started.out.rfind('\n', started.out.size() - 2) + 1, 32);
    EXPECT_THAT(listed(id), HasSubstr("detached, not fetched"));
    EXPECT_THAT(runProgram("fabricscope", {"runs", "show", id}).out,
                HasSubstr("fabricscope bench run local: --fetch " + id));
    const ProgramRun kept = benchRun({"local:", "--fetch", id, "--keep"});
    EXPECT_EQ(kept.status, 1) << kept.err;
    EXPECT_EQ(kept.out, "kept\n");
    EXPECT_THAT(listed(id), HasSubstr("ended (4)"));
    EXPECT_EQ(benchRun({"local:", "--fetch", id}).out, "kept\n");
    EXPECT_EQ(benchRun({"local:", "--fetch", id}).status, 3);
    EXPECT_THAT(listed(id), HasSubstr("ended (4)")) << "as it was told before it was forgotten";
    const test::TemporaryFolder folder;
    const std::string file = (folder.path() / "run.log").string();
    EXPECT_EQ(runProgram("fabricscope", {"runs", "export", id, "-o", file}).status, 0);
    EXPECT_EQ(test::readFile(file), "kept\n") << "once, though it was fetched twice";
}

/// The newest run's id.
std::string lastRun() {
    const ProgramRun run = runProgram("fabricscope", {"runs", "list", "--json"});
    const std::size_t at = run.out.find("\"id\": \"");
    return at == std::string::npos ? "" : run.out.substr(at + 7, run.out.find('"', at + 7) - at - 7);
}

TEST(BenchRun, ItsHostIsReadFirstAndKeptWithIt) {
    const test::Sshd sshd;
    const std::string config = sshd.configFile().string();
    const test::TemporaryFolder folder;
    const std::string file = (folder.path() / "host.fscope").string();
    ProgramRun run = benchRun({"sshd0", "custom", "--yes", "--ssh-config", config, "--repeat", "2", "--",
                               "sh", "-c", "echo measured"});
    ASSERT_EQ(run.status, 0) << run.err;
    const std::string id = lastRun();
    EXPECT_THAT(runProgram("fabricscope", {"runs", "show", id}).out,
                testing::AllOf(HasSubstr("  capture of sshd0, "), HasSubstr("measured\n")));
    ASSERT_EQ(runProgram("fabricscope", {"runs", "export", id, "-o", file}).status, 0);
    const auto read = capture::load(file);
    ASSERT_TRUE(read.has_value()) << read.error().toString();
    EXPECT_EQ(read->target, "sshd0");
    EXPECT_FALSE(read->sections.empty());

    run = benchRun({"sshd0", "custom", "--yes", "--ssh-config", config, "--no-capture", "--", "true"});
    ASSERT_EQ(run.status, 0) << run.err;
    EXPECT_NE(lastRun(), id);
    EXPECT_THAT(runProgram("fabricscope", {"runs", "show", lastRun()}).out, Not(HasSubstr("capture of")));
    const ProgramRun none = runProgram("fabricscope", {"runs", "export", lastRun(), "-o", file});
    EXPECT_EQ(none.status, 4);
    EXPECT_THAT(none.err, HasSubstr("no capture was saved with this run"));
}

TEST(BenchRun, ThatWasStartedElsewhereIsKeptWhereItIsFetched) {
    const ProgramRun started =
        benchRun({"local:", "custom", "--yes", "--detach", "--", "sh", "-c", "echo from elsewhere"});
    ASSERT_EQ(started.status, 0) << started.err;
    const std::string id = started.out.substr(0, 32);
    EXPECT_EQ(runProgram("fabricscope", {"runs", "delete", "--force", id}).status, 0);
    EXPECT_EQ(benchRun({"local:", "--fetch", id}).status, 0);
    EXPECT_THAT(listed(id), HasSubstr("ended"));
    EXPECT_THAT(runProgram("fabricscope", {"runs", "show", id}).out, HasSubstr("from elsewhere"));
}

/// One row of all_reduce_perf of 2 GiB, then nothing until it is ended.
std::vector<std::string> rowOf(int wrong) {
    return {"--", "sh", "-c",
            fmt::format(
                "echo '# nThread 1 nGpus 8 minBytes 8 maxBytes 8589934592 step: 2(factor) warmup iters: 5'; "
                "echo '# size count type redop root time algbw busbw #wrong time algbw busbw #wrong'; "
                "echo '2147483648 536870912 float sum -1 10521 204.12 357.21 {} 10449 205.51 359.65 0'; "
                "exec sleep 60",
                wrong)};
}

std::vector<std::string> withWords(std::vector<std::string> words, const std::vector<std::string> &more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

TEST(BenchRun, EndsWhenAStopRuleIsMetAndNotesWhy) {
    const ProgramRun run = benchRun(withWords({"local:", "nccl-tests", "--yes", "--no-capture"}, rowOf(3)));
    EXPECT_EQ(run.status, 1);
    EXPECT_THAT(run.err, HasSubstr("stopping automatically: #wrong is 3 at 2G"));
    EXPECT_THAT(run.err, HasSubstr("stopped; its process tree has ended"));
    const std::string list = runProgram("fabricscope", {"runs", "list", "--tool", "nccl-tests"}).out;
    const std::string id = list.substr(list.find('\n') + 1, 32);
    EXPECT_THAT(
        runProgram("fabricscope", {"runs", "show", id}).out,
        AllOf(HasSubstr("note: stopped automatically: #wrong is 3 at 2G"), HasSubstr("wrong values: 3")));
}

TEST(BenchRun, EndsOnlyByTheRulesThatAreAskedFor) {
    std::vector<std::string> words = rowOf(3);
    words.back() = words.back().substr(0, words.back().find("exec")); // ends by itself
    const ProgramRun run =
        benchRun(withWords({"local:", "nccl-tests", "--yes", "--no-capture", "--stop-when", "none"}, words));
    EXPECT_EQ(run.status, 1) << "a finding is an error: " << run.err;
    EXPECT_THAT(run.err, AllOf(Not(HasSubstr("stopping automatically")), HasSubstr("wrong")));
    EXPECT_THAT(runProgram("fabricscope", {"runs", "list", "--limit", "1"}).out,
                HasSubstr("ended, wrong values"));
    EXPECT_EQ(benchRun({"unreached", "custom", "--detach", "--stop-when", "error", "--", "true"}).status, 2)
        << "nobody would look at it";
    const ProgramRun refused = benchRun({"unreached", "custom", "--stop-when", "sometimes", "--", "true"});
    EXPECT_EQ(refused.status, 2) << "before the login";
    EXPECT_THAT(refused.err, HasSubstr("use wrong, below-baseline, below-ceiling, error, none"));
}

TEST(BenchRun, IsComparedOnlyWithRunsOfTheSameTest) {
    const test::TemporaryFolder folder;
    const auto run = [&](const char *test, const char *busbw) {
        const std::string program = (folder.path() / test).string();
        std::ofstream(program)
            << "#!/bin/sh\n"
               "echo '# nThread 1 nGpus 8 minBytes 1 maxBytes 1 step: 2(factor) warmup iters: 5'\n"
               "echo '# size count type redop root time algbw busbw #wrong time algbw busbw "
               "#wrong'\n"
               "for i in 1 2 3 4; do echo \"$((i * 1073741824)) 1 float sum -1 1 1 "
            << busbw << " 0 1 1 " << busbw
            << " 0\"; done\n"
               "echo '# Out of bounds values : 0 OK'\necho '# Avg bus bandwidth : 1'\n";
        fs::permissions(program, fs::perms::owner_all);
        return benchRun({"local:", "nccl-tests", "--yes", "--no-capture", "--", program, "-b", "1G"});
    };
    EXPECT_THAT(run("all_reduce_perf", "400").err, Not(HasSubstr("earlier run")));
    EXPECT_THAT(run("all_gather_perf", "100").err, Not(HasSubstr("earlier run")));
    EXPECT_THAT(run("all_reduce_perf", "100").err, HasSubstr("earlier run"));
}

TEST(BenchRun, ContinuesAndReportsAFullLogDisk) {
    const ProgramRun run = benchRun({"local:", "custom", "--yes", "--log", "/dev/full", "--", "sh", "-c",
                                     "echo one; sleep 0.2; echo two"});
    EXPECT_EQ(run.status, 3);
    EXPECT_EQ(run.out, "one\ntwo\n");
    EXPECT_THAT(run.err, HasSubstr("/dev/full: No space left on device"));
    EXPECT_EQ(run.err.find("No space"), run.err.rfind("No space")) << "once";
}

/// Calls the program where a file may have so many blocks of 512 bytes, as on a full disk; its exit status.
std::string runOnFullDisk(const std::string &blocks, const std::vector<std::string> &words) {
    std::vector<std::string> whole = {"/bin/sh", "-c",
                                      "(trap '' XFSZ; ulimit -f $0; \"$@\") >/dev/null 2>&1; echo $?", blocks,
                                      FABRICSCOPE_BIN_DIR "/fabricscope"};
    whole.insert(whole.end(), words.begin(), words.end());
    return test::run(whole);
}

/// A regression: `--log` and `runs export` left an empty or cut file.
TEST(BenchRun, LeavesNoUselessFileOnAFullDisk) {
    const test::TemporaryFolder folder;
    const std::string log = (folder.path() / "log").string(), out = (folder.path() / "out").string();
    ASSERT_EQ(benchRun({"local:", "custom", "--yes", "--no-capture", "--", "seq", "1", "30000"}).status, 0);
    const std::string id = lastRun();
    EXPECT_EQ(runOnFullDisk("0", {"bench", "run", "local:", "custom", "--yes", "--no-capture", "--log", log,
                                  "--", "echo", "lost"}),
              "3\n");
    EXPECT_FALSE(fs::exists(log));
    EXPECT_EQ(runOnFullDisk("1", {"bench", "run", "local:", "custom", "--yes", "--no-capture", "--log", log,
                                  "--", "seq", "1", "1000"}),
              "3\n");
    EXPECT_EQ(test::readFile(log).size(), 512U) << "what fits is of use";

    EXPECT_EQ(runOnFullDisk("256", {"runs", "export", id, "-o", out}), "3\n");
    EXPECT_EQ(runOnFullDisk("256", {"runs", "export", id, "-o", out + ".json"}), "3\n");
    EXPECT_FALSE(fs::exists(out) || fs::exists(out + ".json"));
    std::ofstream(out) << "earlier";
    EXPECT_EQ(runOnFullDisk("256", {"runs", "export", id, "-o", out}), "3\n");
    EXPECT_EQ(test::readFile(out), "earlier");
    EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 2) << "no other files";
}

TEST(BenchRun, ReportsAClosedOutputWhoseNumberNoFileGets) {
    const test::TemporaryFolder folder;
    const std::string log = (folder.path() / "log").string();
    const std::string printed =
        test::run({"/bin/sh", "-c", "XDG_DATA_HOME=${0} \"$@\" >&- 2>/dev/null; echo $?",
                   folder.path().string(), FABRICSCOPE_BIN_DIR "/fabricscope", "bench", "run",
                   "local:", "custom", "--yes", "--no-capture", "--log", log, "--", "seq", "1", "3"});
    EXPECT_EQ(printed, "3\n");
    EXPECT_EQ(test::readFile(log), "1\n2\n3\n");
}

TEST(BenchRun, ListsWhatTheToolLeftRunningAndWasEnded) {
    const ProgramRun run = benchRun({"local:", "custom", "--yes", "--no-capture", "--", "sh", "-c",
                                     "nohup sleep 4711 >/dev/null & echo started; sleep 0.5"});
    EXPECT_EQ(run.status, 0);
    EXPECT_THAT(run.err, HasSubstr("local: left in the background, and ended with the run: 1 process\n"));
    const std::string list = runProgram("fabricscope", {"runs", "list", "--tool", "custom"}).out;
    const std::string id = list.substr(list.find('\n') + 1, 32);
    EXPECT_THAT(runProgram("fabricscope", {"runs", "show", id}).out,
                HasSubstr("left in the background, and ended with the run: 1 process"));
    EXPECT_THAT(benchRun({"local:", "custom", "--yes", "--no-capture", "--", "sh", "-c",
                          "nohup sleep 4711 >/dev/null & sleep 0.5; exit 3"})
                    .err,
                HasSubstr("local: the tool exited with status 3; left in the background, and ended with the "
                          "run: 1 process\n"));
}

TEST(BenchRun, StopsADetachedRun) {
    const ProgramRun started = benchRun({"local:", "custom", "--yes", "--detach", "--", "sleep", "1000"});
    ASSERT_EQ(started.status, 0) << started.err;
    const std::string id = started.out.substr(0, 32);
    EXPECT_FALSE(test::markedProcesses(id).empty());
    const ProgramRun kept = runProgram("fabricscope", {"runs", "delete", id});
    EXPECT_EQ(kept.status, 2);
    EXPECT_THAT(kept.err, HasSubstr("fabricscope bench run local: --fetch " + id + " --stop"));
    const ProgramRun stopped = benchRun({"local:", "--fetch", id, "--stop"});
    EXPECT_EQ(stopped.status, 1);
    EXPECT_THAT(stopped.err, HasSubstr("stopped; its process tree has ended"));
    EXPECT_TRUE(test::markedProcesses(id).empty());
    EXPECT_FALSE(fs::exists("/var/tmp/fabricscope-run-" + id));
}

/// The program in the background, over SSH; its tool has started.
class Background {
public:
    explicit Background(const test::Sshd &sshd) : m_ready(m_folder.path() / "id") {
        const std::string program = std::string(FABRICSCOPE_BIN_DIR) + "/fabricscope";
        const std::string config = sshd.configFile().string();
        const std::string script = fmt::format(
            "setsid sleep 1000 & (trap '' TERM; sleep 1000) & echo $FABRICSCOPE_RUN >{0}.new; mv {0}.new "
            "{0}; wait",
            m_ready.string());
        m_pid = ::fork();
        if (m_pid == 0) {
            const int null = ::open("/dev/null", O_RDWR);
            for (int fd = 0; fd < 3; ++fd)
                ::dup2(null, fd);
            ::execl(program.c_str(), "fabricscope", "bench", "run", "sshd0", "custom", "--yes",
                    "--ssh-config", config.c_str(), "--", "sh", "-c", script.c_str(), nullptr);
            ::_exit(127);
        }
        for (int i = 0; i < 600 && !fs::exists(m_ready); ++i)
            std::this_thread::sleep_for(50ms);
    }
    ~Background() {
        ::kill(m_pid, SIGKILL);
        ::waitpid(m_pid, nullptr, 0);
    }
    Background(const Background &) = delete;
    Background &operator=(const Background &) = delete;

    [[nodiscard]] std::string id() const { return test::readFile(m_ready).substr(0, 32); }
    void signal(int number) const { ::kill(m_pid, number); }

private:
    test::TemporaryFolder m_folder;
    fs::path m_ready;
    pid_t m_pid = -1;
};

class EndedBy : public testing::TestWithParam<int> {};
TEST_P(EndedBy, ASignalTheProgramTakesItsToolsAlong) {
    const test::Sshd sshd;
    const Background program(sshd);
    const std::string id = program.id();
    ASSERT_EQ(id.size(), 32U);
    EXPECT_GE(test::markedProcesses(id).size(), 3U);
    const test::UnrelatedProcess other("sleep");
    program.signal(GetParam());
    EXPECT_TRUE(test::runEndsWithin(id, 20s)) << "5 s are meant";
    EXPECT_TRUE(other.isRunning());
}
INSTANTIATE_TEST_SUITE_P(Each, EndedBy, testing::Values(SIGKILL, SIGINT, SIGTERM), [](const auto &signal) {
    return std::string("Signal") + std::to_string(signal.param);
});

} // namespace
} // namespace fabricscope::app
