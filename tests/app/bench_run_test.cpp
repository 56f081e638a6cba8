// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/ForeignLoad.h"
#include "tests/app/ProgramRun.h"
#include "tests/app/RunRecorder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <thread>

/// `bench run` as a script would call it, and as somebody would kill it.
namespace fabricscope::app {
namespace {

namespace fs = std::filesystem;
using test::ProgramRun;
using test::runProgram;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using namespace std::chrono_literals;

/// Runs are kept in a folder of the tests' own.
ProgramRun benchRun(std::vector<std::string> more) {
    static const test::TemporaryFolder data;
    ::setenv("XDG_DATA_HOME", data.path().c_str(), 1);
    std::vector<std::string> arguments = {"bench", "run"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return runProgram("fabricscope", arguments);
}

TEST(BenchRun, PrintsWhatTheToolPrintsAndSaysHowItEnded) {
    const test::TemporaryFolder folder;
    const std::string log = (folder.path() / "log").string();
    ProgramRun run = benchRun({"local:", "custom", "--yes", "--set", "A=it's", "--log", log, "--", "sh", "-c",
                               "echo \"$A\" \"$1\"; echo err >&2", "sh", "--help"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_EQ(run.out, "it's --help\n");
    EXPECT_THAT(run.err, HasSubstr("local:: A='it'\\''s' sh -c"));
    EXPECT_THAT(run.err, HasSubstr("err\n"));
    EXPECT_THAT(test::readFile(log), HasSubstr("it's --help\n"));
    run = benchRun({"local:", "custom", "--yes", "--", "sh", "-c", "exit 3"});
    EXPECT_EQ(run.status, 1);
    EXPECT_THAT(run.err, HasSubstr("the tool ended with status 3"));
    run = benchRun({"local:", "custom", "--yes", "--", "no-such-tool"});
    EXPECT_EQ(run.status, 3);
    EXPECT_THAT(run.err, HasSubstr("has no program no-such-tool"));
    EXPECT_EQ(benchRun({"local:", "custom", "--yes"}).status, 2);
    EXPECT_EQ(benchRun({"local:", "--fetch", "../../etc"}).status, 2);
}

TEST(BenchRun, IsInTheListOfRuns) {
    const ProgramRun run = benchRun({"local:", "stream", "--yes", "--", "sh", "-c", "echo listed"});
    ASSERT_EQ(run.status, 0) << run.err;
    const ProgramRun listed = runProgram("fabricscope", {"runs", "list", "--tool", "stream"});
    EXPECT_THAT(listed.out, HasSubstr("local:"));
    EXPECT_THAT(listed.out, HasSubstr("ended"));
}

TEST(BenchRun, StartsDetachedIsFetchedAndForgotten) {
    const ProgramRun started =
        benchRun({"local:", "custom", "--yes", "--detach", "--", "sh", "-c", "sleep 1; echo kept; exit 4"});
    ASSERT_EQ(started.status, 0) << started.err;
    const std::string id = started.out.substr(started.out.rfind('\n', started.out.size() - 2) + 1, 32);
    const ProgramRun kept = benchRun({"local:", "--fetch", id, "--keep"});
    EXPECT_EQ(kept.status, 1) << kept.err;
    EXPECT_EQ(kept.out, "kept\n");
    EXPECT_EQ(benchRun({"local:", "--fetch", id}).out, "kept\n");
    EXPECT_EQ(benchRun({"local:", "--fetch", id}).status, 3);
}

TEST(BenchRun, StopsADetachedRun) {
    const ProgramRun started = benchRun({"local:", "custom", "--yes", "--detach", "--", "sleep", "1000"});
    ASSERT_EQ(started.status, 0) << started.err;
    const std::string id = started.out.substr(0, 32);
    EXPECT_FALSE(test::markedProcesses(id).empty());
    const ProgramRun stopped = benchRun({"local:", "--fetch", id, "--stop"});
    EXPECT_EQ(stopped.status, 1);
    EXPECT_THAT(stopped.err, HasSubstr("stopped; none of its processes is left"));
    EXPECT_TRUE(test::markedProcesses(id).empty());
    EXPECT_FALSE(fs::exists("/var/tmp/fabricscope-run-" + id));
}

/// The program in the background, over SSH; its tool has begun.
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
    const test::Bystander other("sleep");
    program.signal(GetParam());
    EXPECT_TRUE(test::goneWithin(id, 20s)) << "5 s are meant";
    EXPECT_TRUE(other.lives());
}
INSTANTIATE_TEST_SUITE_P(Each, EndedBy, testing::Values(SIGKILL, SIGINT, SIGTERM), [](const auto &signal) {
    return std::string("Signal") + std::to_string(signal.param);
});

TEST(ForeignLoad, NamesWhoUsesTheDevices) {
    const std::string text =
        "noise\n@@n begin\n@@n uses 7 nvidia1\n@@n uses 7 nvidia0\n@@n uses 7 nvidia0\n"
        "@@n uses 9 kfd\n@@n uses -1 kfd\n@@n uses x kfd\n@@n process 8 0 1 stranger\n"
        "@@n process 7 1000 7300 python3 train.py \x1b[31m\n@@n process 9 ? ? ?\n@@n done\n";
    const auto uses = readForeignLoad(text, "@@n ");
    ASSERT_EQ(uses.size(), 2U);
    EXPECT_EQ(uses[0].pid, 7);
    EXPECT_EQ(uses[0].uid, 1000U);
    EXPECT_THAT(uses[0].devices, ElementsAre("nvidia0", "nvidia1"));
    EXPECT_THAT(describe(uses[0]), HasSubstr("pid 7 (uid 1000, for 2 h): python3 train.py"));
    EXPECT_THAT(describe(uses[0]), Not(HasSubstr("\x1b")));
    EXPECT_FALSE(uses[1].uid);
    EXPECT_FALSE(uses[1].age);
}

TEST(ForeignLoad, FindsAWaitingServerByItsName) {
    const test::TemporaryFolder folder;
    const fs::path tool = folder.path() / "ib_write_bw";
    fs::copy_file("/bin/sleep", tool);
    const pid_t pid = ::fork();
    if (pid == 0) {
        ::execl(tool.c_str(), "ib_write_bw", "1000", nullptr);
        ::_exit(127);
    }
    const ProgramRun refused = benchRun({"local:", "custom", "--", "true"});
    EXPECT_EQ(refused.status, 1);
    EXPECT_THAT(refused.err, HasSubstr(fmt::format("pid {} (uid {}, for ", pid, ::getuid())));
    EXPECT_THAT(refused.err, HasSubstr("ib_write_bw 1000: ib_write_bw"));
    EXPECT_THAT(refused.err, HasSubstr("--yes starts it all the same"));
    ::kill(pid, SIGKILL);
    ::waitpid(pid, nullptr, 0);
}

} // namespace
} // namespace fabricscope::app
