// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/Places.h"
#include "tests/app/BenchRunProgram.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <regex>
#include <string>
#include <thread>

/// Plans, sweeps and repeats of `bench run`, and `bench plan`.
namespace fabricscope::app {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::benchRun;
using test::ProgramRun;
using test::runProgram;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using namespace std::chrono_literals;

/// Prints one row of a collective whose bandwidth is $BW, as nccl-tests do.
constexpr const char *kRow =
    "printf '# nThread 1 nGpus 1 minBytes 1048576 maxBytes 1048576 step: 2(factor) warmup iters: 1 iters: 20 "
    "agg iters: 1 validation: 1 graph: 0\\n#\\n"
    "#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   "
    "busbw #wrong\\n"
    "#        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  "
    "(GB/s)       \\n"
    "     1048576        262144     float     sum      -1    100.0   %s   %s      0    100.0   %s   %s      "
    "0\\n"
    "# Out of bounds values : 0 OK\\n# Avg bus bandwidth    : %s\\n#\\n' $BW $BW $BW $BW $BW";

json samplesOf(const fs::path &file) {
    return json::parse(test::readFile(file));
}

TEST(BenchPlan, SweepsAndRepeatsAndReportsTheMedian) {
    const test::TemporaryFolder folder;
    const fs::path file = folder.path() / "run.json";
    const ProgramRun run = benchRun({"local:", "rccl-tests", "--yes", "--sweep", "BW=10.5,20", "--repeat",
                                     "3", "-o", file.string(), "--", "sh", "-c", kRow});
    ASSERT_EQ(run.status, 0) << run.err;
    EXPECT_THAT(run.err, HasSubstr("run 6 of 6: BW=20"));
    EXPECT_THAT(run.err, HasSubstr("10.5 (10.5 to 10.5, ±0 %) GB/s at 1M"));
    const json document = samplesOf(file);
    EXPECT_EQ(document["schema"], "fabricscope.samples/0");
    ASSERT_EQ(document["runs"].size(), 6U);
    std::vector<std::string> order;
    for (const json &one : document["runs"])
        order.push_back(one["sweep_value"].get<std::string>() + " " + one["repeat"].dump() + " " +
                        one["rows"][0]["out_of_place"]["busbw_gbytes_per_s"].dump());
    EXPECT_THAT(order, ElementsAre("10.5 0 10.5", "20 0 20.0", "10.5 1 10.5", "20 1 20.0", "10.5 2 10.5",
                                   "20 2 20.0"));
    const json list = json::parse(runProgram("fabricscope", {"runs", "list", "--json"}).out);
    const std::string group = list["runs"][0]["group"];
    EXPECT_EQ(group.size(), 32U);
    for (int i = 0; i < 6; ++i)
        EXPECT_EQ(list["runs"][i]["group"], group);
    EXPECT_EQ(list["runs"][0]["sweep_value"], "20");
    EXPECT_EQ(list["runs"][0]["repeat"], 2);
}

TEST(BenchPlan, DoesNotRepeatARunWithWrongResults) {
    const std::string script = "if test $BW = 10.5; then " + std::string(kRow) +
                               " | sed 's/ 0    100.0/ 4    100.0/; "
                               "s/values : 0 OK/values : 4 FAILED/'; else " +
                               kRow + "; fi";
    const ProgramRun run = benchRun({"local:", "rccl-tests", "--yes", "--sweep", "BW=10.5,20", "--repeat",
                                     "3", "--", "sh", "-c", script});
    EXPECT_EQ(run.status, 1);
    EXPECT_THAT(run.err, HasSubstr("wrong results (4); 2 repeats of the same command not started"));
    const json list = json::parse(runProgram("fabricscope", {"runs", "list", "--json"}).out);
    const json &runs = list["runs"]; // the newest first; other tests' runs may stand behind
    ASSERT_GE(runs.size(), 4U);
    std::vector<std::string> order;
    for (std::size_t at = 0; at < 4; ++at)
        order.push_back(runs[at]["sweep_value"].get<std::string>() + " " + runs[at]["repeat"].dump());
    EXPECT_THAT(order, ElementsAre("20 2", "20 1", "20 0", "10.5 0"));
}

std::string planOf(const std::string &script, int repeats) {
    json step = {{"tool", "custom"},
                 {"host", "local:"},
                 {"words", {"sh", "-c", script}},
                 {"environment", {{{"name", "WORD"}, {"value", "it's"}}}},
                 {"repeats", repeats}};
    return json{{"schema", "fabricscope.plan/0"}, {"steps", {step, step}}}.dump();
}

TEST(BenchPlan, RunsAFileStepByStep) {
    const test::TemporaryFolder folder;
    const ProgramRun run =
        benchRun({folder.write("plan.json", planOf("echo \"$WORD\"", 2)).string(), "--yes"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_EQ(run.out, "it's\nit's\nit's\nit's\n");
    EXPECT_THAT(run.err, HasSubstr("run 4 of 4"));
}

TEST(BenchPlan, ContinuesAfterAFailedStepAndReturnsItsFailure) {
    const test::TemporaryFolder folder;
    const ProgramRun run =
        benchRun({folder.write("plan.json", planOf("echo ran; exit 3", 1)).string(), "--yes"});
    EXPECT_EQ(run.status, 1);
    EXPECT_EQ(run.out, "ran\nran\n");
}

TEST(BenchPlan, RefusesWhatIsNoPlanAndSeveralDetachedRuns) {
    const test::TemporaryFolder folder;
    const ProgramRun bad =
        benchRun({folder.write("plan.json", "{\"schema\":\"fabricscope.plan/0\"}").string()});
    EXPECT_EQ(bad.status, 4);
    EXPECT_THAT(bad.err, HasSubstr("no list of steps"));
    const std::string plan = folder.write("two.json", planOf("true", 1)).string();
    EXPECT_EQ(benchRun({plan, "--detach"}).status, 2);
    EXPECT_EQ(benchRun({plan, "-o", "/no/such/folder/x"}).status, 2);
    EXPECT_EQ(benchRun({"local:", "custom", "--sweep", "-b", "--", "true"}).status, 2);
    EXPECT_EQ(benchRun({"local:", "custom", "--repeat", "0", "--", "true"}).status, 2);
    const ProgramRun secret = benchRun({"local:", "custom", "--sweep", "API_KEY=first,second", "--", "true"});
    EXPECT_EQ(secret.status, 2);
    EXPECT_THAT(secret.err, AllOf(HasSubstr("API_KEY"), Not(HasSubstr("first"))));
}

TEST(BenchPlan, CtrlCWhileADetachedRunIsFetchedLeavesItRunning) {
    const test::TemporaryFolder folder;
    const std::string log = (folder.path() / "log").string();
    const ProgramRun begun = benchRun(
        {"local:", "custom", "--yes", "--no-capture", "--detach", "--", "sh", "-c", "echo up; sleep 1000"});
    ASSERT_EQ(begun.status, 0) << begun.err;
    const std::string id = begun.out.substr(0, begun.out.find('\n'));
    const std::string program = std::string(FABRICSCOPE_BIN_DIR) + "/fabricscope";
    const pid_t pid = ::fork();
    if (pid == 0) {
        ::execl(program.c_str(), "fabricscope", "bench", "run", "local:", "--fetch", id.c_str(), "--log",
                log.c_str(), nullptr);
        ::_exit(127);
    }
    for (int i = 0; i < 600 && test::readFile(log) != "up\n"; ++i)
        std::this_thread::sleep_for(50ms);
    ::kill(pid, SIGINT);
    int status = 0;
    ::waitpid(pid, &status, 0);
    EXPECT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 1);
    const ProgramRun ended = benchRun({"local:", "--fetch", id, "--stop"});
    EXPECT_EQ(ended.out, "up\n");
    EXPECT_THAT(ended.err, HasSubstr("stopped"));
}

TEST(BenchPlan, ARunUnderNohupOutlivesAHangup) {
    const test::TemporaryFolder folder;
    const std::string log = (folder.path() / "log").string();
    const std::string program = std::string(FABRICSCOPE_BIN_DIR) + "/fabricscope";
    const std::string data = (folder.path() / "data").string();
    const pid_t pid = ::fork();
    if (pid == 0) {
        ::signal(SIGHUP, SIG_IGN);
        ::setenv("XDG_DATA_HOME", data.c_str(), 1);
        ::execl(program.c_str(), "fabricscope", "bench", "run", "local:", "custom", "--yes", "--no-capture",
                "--log", log.c_str(), "--", "sh", "-c", "echo up; sleep 1; echo end", nullptr);
        ::_exit(127);
    }
    for (int i = 0; i < 600 && test::readFile(log) != "up\n"; ++i)
        std::this_thread::sleep_for(10ms);
    ::kill(pid, SIGHUP);
    int status = 0;
    ::waitpid(pid, &status, 0);
    EXPECT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 0);
    EXPECT_EQ(test::readFile(log), "up\nend\n");
}

/// A run of a tool that ignores signals, and what the program reports to two signals in a row.
std::string errorsAfterTwo(int signal) {
    const test::TemporaryFolder folder;
    const std::string up = (folder.path() / "up").string(), err = (folder.path() / "err").string();
    const std::string tool = fmt::format("trap '' INT TERM HUP; : >{}; sleep 20", up);
    const std::string line = fmt::format(
        "exec {}/fabricscope bench run local: custom --yes --no-capture -- sh -c '{}' >/dev/null 2>{}",
        FABRICSCOPE_BIN_DIR, std::regex_replace(tool, std::regex("'"), "'\\''"), err);
    const pid_t pid = ::fork();
    if (pid == 0) {
        ::execl("/bin/sh", "sh", "-c", line.c_str(), nullptr);
        ::_exit(127);
    }
    for (int i = 0; i < 600 && !fs::exists(up); ++i)
        std::this_thread::sleep_for(50ms);
    ::kill(pid, signal);
    for (int i = 0; i < 600 && test::readFile(err).find("stopping") == std::string::npos; ++i)
        std::this_thread::sleep_for(10ms);
    ::kill(pid, signal);
    int status = 0;
    ::waitpid(pid, &status, 0);
    EXPECT_EQ(WEXITSTATUS(status), 1);
    return test::readFile(err);
}

TEST(BenchPlan, ASecondCtrlCReportsThatTheHostEndsTheRun) {
    const std::string errors = errorsAfterTwo(SIGINT);
    EXPECT_THAT(errors, HasSubstr("stopping; press Ctrl-C again to exit immediately\n"));
    EXPECT_THAT(errors, testing::EndsWith("local: exiting before the end of the run was confirmed; the host "
                                          "ends it when the connection closes\n"));
}

TEST(BenchPlan, SignalsThatNoKeySendsMentionNoKey) {
    for (const int signal : {SIGHUP, SIGTERM})
        EXPECT_THAT(errorsAfterTwo(signal), AllOf(HasSubstr("stopping\n"), Not(HasSubstr("Ctrl-C"))));
}

TEST(BenchPlan, BeginsNothingMoreAfterCtrlC) {
    const test::TemporaryFolder folder;
    const fs::path begun = folder.path() / "begun", samples = folder.path() / "run.json";
    const std::string plan =
        folder.write("plan.json", planOf("echo x >>'" + begun.string() + "'; sleep 1000", 5)).string();
    const std::string program = std::string(FABRICSCOPE_BIN_DIR) + "/fabricscope";
    const pid_t pid = ::fork();
    if (pid == 0) {
        ::execl(program.c_str(), "fabricscope", "bench", "run", plan.c_str(), "--yes", "-o", samples.c_str(),
                nullptr);
        ::_exit(127);
    }
    for (int i = 0; i < 600 && !fs::exists(begun); ++i)
        std::this_thread::sleep_for(50ms);
    ::kill(pid, SIGINT);
    int status = 0;
    ::waitpid(pid, &status, 0);
    EXPECT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 1);
    EXPECT_EQ(test::readFile(begun), "x\n");
    ASSERT_EQ(samplesOf(samples)["runs"].size(), 1U);
    EXPECT_EQ(samplesOf(samples)["runs"][0]["phase"], "stopped");
}

TEST(BenchPlan, IsMadeOfThisMachineAndCanBeRun) {
    const test::TemporaryFolder folder;
    const std::string file = (folder.path() / "plan.json").string();
    const ProgramRun made = runProgram(
        "fabricscope", {"bench", "plan", "local:", "--tool", "stream", "--repeat", "2", "-o", file});
    ASSERT_EQ(made.status, 0) << made.err;
    const json plan = json::parse(test::readFile(file));
    EXPECT_EQ(plan["schema"], "fabricscope.plan/0");
    ASSERT_EQ(plan["steps"].size(), 1U);
    EXPECT_EQ(plan["steps"][0]["host"], "local:");
    EXPECT_EQ(plan["steps"][0]["repeats"], 2);
    EXPECT_THAT(plan["steps"][0]["words"].dump(), HasSubstr("stream"));
    const ProgramRun ran = benchRun({file, "--yes"});
    EXPECT_LE(ran.status, 1) << "the tool may be missing\n" << ran.err;
    EXPECT_THAT(ran.err, HasSubstr("stream"));
    EXPECT_EQ(runProgram("fabricscope", {"bench", "plan", "local:", "--tool", "nothing"}).status, 2);
}

} // namespace
} // namespace fabricscope::app
