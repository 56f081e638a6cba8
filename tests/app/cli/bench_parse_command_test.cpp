// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/ProgramRun.h"
#include "tests/support/Sshd.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

/// `bench parse` and `nccl-log`: existing logs.
namespace fabricscope::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const std::string kGood = "# nThread 1 nGpus 2 minBytes 8 maxBytes 8 step: 2(factor) warmup iters: 5 iters: "
                          "20 agg iters: 1 validation: 1\n"
                          "#       size         count      type   redop    root     time   algbw   busbw "
                          "#wrong     time   algbw   busbw #wrong\n"
                          "           8             2     float     sum      -1    10.25    0.00    0.00     "
                          " 0    11.00    0.00    0.00      0\n"
                          "# Out of bounds values : 0 OK\n"
                          "# Avg bus bandwidth    : 0.25\n";

class LogCommands : public testing::Test {
protected:
    [[nodiscard]] ProgramRun parse(const std::string &log, std::vector<std::string> more = {}) const {
        return run({"bench", "parse"}, log, std::move(more));
    }
    [[nodiscard]] ProgramRun run(std::vector<std::string> words, const std::string &log,
                                 std::vector<std::string> more = {}) const {
        m_folder.write("the.log", log);
        words.push_back((m_folder.path() / "the.log").string());
        words.insert(words.end(), more.begin(), more.end());
        return runProgram("fabricscope", words);
    }

    TemporaryFolder m_folder;
};

TEST_F(LogCommands, ALogIsShownAsATable) {
    const ProgramRun shown = parse(kGood);
    EXPECT_EQ(shown.status, 0) << shown.err;
    EXPECT_THAT(
        shown.out,
        AllOf(HasSubstr("nccl-tests"), HasSubstr("busbw [GB/s]"), HasSubstr("10.25"),
              HasSubstr("average busbw, by the tool; differs from the 1 size in this log [GB/s]  0.25")));
    EXPECT_THAT(shown.err, IsEmpty());
}

TEST_F(LogCommands, ALogIsOneDocument) {
    const ProgramRun shown = parse(kGood, {"--json"});
    EXPECT_EQ(shown.status, 0) << shown.err;
    const auto document = nlohmann::json::parse(shown.out);
    EXPECT_EQ(document["schema"], "fabricscope.samples/0");
    EXPECT_EQ(document["rows"][0]["out_of_place"]["time_us"], 10.25);
}

TEST_F(LogCommands, AnErrorInTheLogIsExplainedAndIsAFinding) {
    const ProgramRun shown =
        parse(kGood + "node-a: Test NCCL failure common.cu:1 'unhandled system error / '\n");
    EXPECT_EQ(shown.status, 1);
    EXPECT_THAT(shown.out,
                AllOf(HasSubstr("error, line 6: node-a: Test NCCL failure"), HasSubstr("meaning: "),
                      HasSubstr("to do: "), HasSubstr("NCCL_SOCKET_IFNAME")));
}

TEST_F(LogCommands, PrintsFindingsBelowTheNumbers) {
    const std::string header = kGood.substr(0, kGood.find("           8"));
    const ProgramRun shown = parse(
        header + "  33554432  8388608  float  sum  -1  300.0  111.8  200.0  0  300.0  111.8  200.0  0\n"
                 "  67108864  16777216  float  sum  -1  900.0  74.6  111.9  0  600.0  111.8  201.0  0\n"
                 " 134217728  33554432  float  sum  -1  999.0  134.4  235.1  0  999.0  134.4  235.1  0\n");
    EXPECT_EQ(shown.status, 0) << "a finding of ours is no failure of the tool's";
    EXPECT_THAT(shown.out, AllOf(HasSubstr("warning: 1 dip"), HasSubstr("meaning: "),
                                 HasSubstr("to do: Repeat"), HasSubstr("111.9 GB/s after 200")));
    EXPECT_THAT(parse(kGood).out, Not(HasSubstr("dip")));
}

TEST_F(LogCommands, RejectsInputThatIsNotALog) {
    const ProgramRun none = parse("hello\n");
    EXPECT_EQ(none.status, 4);
    EXPECT_THAT(none.err, HasSubstr("no output of a known tool"));
    EXPECT_EQ(parse(kGood, {"--tool", "minesweeper"}).status, 2);
    EXPECT_EQ(parse(kGood, {"--columns", "("}).status, 2);
    EXPECT_EQ(runProgram("fabricscope", {"bench", "parse", "/nonexistent/file"}).status, 3);
}

TEST_F(LogCommands, AnyProgramsLinesAreReadByAnExpression) {
    const ProgramRun shown = parse("size 64 gives 1.5 GB/s\nsize 128 gives 2.5 GB/s\n",
                                   {"--columns", R"(size (?<size>\d+) gives (?<gbps>[\d.]+))", "--json"});
    EXPECT_EQ(shown.status, 0) << shown.err;
    const auto document = nlohmann::json::parse(shown.out);
    EXPECT_EQ(document["series"][0]["name"], "gbps");
    EXPECT_EQ(document["series"][0]["points"][1]["x"], 128.0);
}

TEST_F(LogCommands, NcclLogShowsItsTransports) {
    const std::string log = "a:1:1 [0] NCCL INFO Bootstrap: Using eth1:10.0.0.1<0>\n"
                            "a:1:1 [0] NCCL INFO Channel 00/0 : 0[0] -> 1[1] [send] via NET/IB/0/GDRDMA\n"
                            "a:1:1 [0] NCCL INFO Channel 00/0 : 1[1] -> 0[0] [send] via NET/IB/0\n";
    const ProgramRun shown = run({"nccl-log"}, log);
    EXPECT_EQ(shown.status, 0) << shown.err;
    EXPECT_THAT(shown.out, AllOf(HasSubstr("NET/IB with GDRDMA 1 of 2"),
                                 HasSubstr("Bootstrap interface eth1"), HasSubstr("through host memory")));
    const ProgramRun warned =
        run({"nccl-log"}, log + "a:1:1 [0] NCCL WARN Call to ibv_reg_mr failed with error Bad address\n");
    EXPECT_EQ(warned.status, 1);
    EXPECT_THAT(warned.out, AllOf(HasSubstr("meaning: "), HasSubstr("NCCL_DMABUF_ENABLE")));
    const ProgramRun document = run({"nccl-log"}, log, {"--json"});
    EXPECT_EQ(nlohmann::json::parse(document.out)["transports"][0]["gdr"], true);
    EXPECT_EQ(run({"nccl-log"}, "nothing of it\n").status, 4);
}

TEST_F(LogCommands, WhatALogHoldsIsSafeForATerminal) {
    const ProgramRun shown = parse(kGood + "ERROR: \x1b]0;title\x07 and \xff\n");
    EXPECT_THAT(shown.out, Not(HasSubstr("\x1b")));
    EXPECT_THAT(shown.out, Not(HasSubstr("\x07")));
}

} // namespace
} // namespace fabricscope::test
