// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Logs that hold several runs of a job.
#include "core/nccl/log/DebugLogReader.h"

#include <gtest/gtest.h>

#include <string>

namespace fabricscope::nccl::log {
namespace {

std::vector<LogRun> runsOf(std::string_view text) {
    DebugLogReader reader;
    reader.feed(text);
    reader.end();
    return reader.log().runs;
}

/// Lines of one rank's communicator, on a GPU that its number in the node names.
struct Rank {
    int pid, rank, ranks;
    std::string address, id;

    [[nodiscard]] std::string line(const std::string &text) const {
        return "n1:" + std::to_string(pid) + ":" + std::to_string(pid + 9) + " [" + std::to_string(rank) +
               "] NCCL INFO " + text + "\n";
    }
    [[nodiscard]] std::string state(const std::string &call, const std::string &state) const {
        std::string text = call + "comm 0x" + address + " rank " + std::to_string(rank) + " nranks " +
                           std::to_string(ranks) + " cudaDev 0 nvmlDev 0 busId " + std::to_string(rank) +
                           "b000";
        if (!id.empty() && !call.empty())
            text += " commId 0x" + id;
        return line(text + " - " + state);
    }
    [[nodiscard]] std::string begin() const {
        return state("ncclCommInitRank ", "Init START") + state("ncclCommInitRank ", "Init COMPLETE");
    }
    [[nodiscard]] std::string connect() const {
        return line("Channel 00/0 : 0[0] -> 1[1] [send] via NET/IB/0/GDRDMA") +
               line("Channel 01/0 : 0[0] -> 1[1] via P2P/IPC");
    }
    [[nodiscard]] std::string end(const std::string &how = "Destroy COMPLETE") const {
        return state("", how);
    }
};

TEST(LogRuns, OfOneRunIsOne) {
    const Rank zero{10, 0, 2, "a0", "77"}, one{11, 1, 2, "a1", "77"};
    const auto runs = runsOf("a line\n" + zero.begin() + one.begin() + zero.connect() + one.connect() +
                             zero.end() + one.end());
    ASSERT_EQ(runs.size(), 1U);
    EXPECT_EQ(runs[0], (LogRun{2, 2, 4, 2, 2, 2, 0}));
    EXPECT_TRUE(runsOf("n1:1:2 [0] NCCL INFO Using network IB\n").empty());
}

TEST(LogRuns, AnotherProcessOnTheSameGpuIsAnotherRun) {
    const Rank zero{10, 0, 2, "a0", "77"}, one{11, 1, 2, "a1", "77"};
    const Rank next{50, 0, 2, "a0", "99"}, last{51, 1, 2, "a1", "99"};
    const auto runs = runsOf(zero.begin() + one.begin() + zero.connect() + next.begin() + last.begin() +
                             next.connect() + last.connect() + last.end("Abort COMPLETE"));
    ASSERT_EQ(runs.size(), 2U);
    EXPECT_EQ(runs[0], (LogRun{1, 2, 2, 1, 1, 0, 0}));
    EXPECT_EQ(runs[1], (LogRun{7, 2, 4, 2, 2, 0, 1}));
}

TEST(LogRuns, ACommunicatorBehindAnAbortIsAnotherRun) {
    for (const char *how : {"Abort COMPLETE", "Destroy COMPLETE"}) {
        const Rank zero{10, 0, 2, "a0", "77"}, again{10, 0, 2, "b0", "78"};
        EXPECT_EQ(
            runsOf(zero.begin() + zero.connect() + zero.end(how) + again.begin() + again.connect()).size(),
            2U)
            << how;
        const Rank same{10, 0, 2, "b0", "77"};
        EXPECT_EQ(runsOf(zero.begin() + zero.end(how) + same.begin()).size(), 1U) << "the same id";
    }
}

TEST(LogRuns, SeveralCommunicatorsAtOneTimeAreOneRun) {
    const Rank world{10, 0, 8, "a0", "77"}, tensor{10, 0, 2, "b0", "80"}, data{10, 0, 8, "c0", "81"};
    EXPECT_EQ(runsOf(world.begin() + tensor.begin() + tensor.end() + data.begin()).size(), 1U);
    const Rank other{11, 1, 2, "a1", "90"}; // of another group of ranks
    EXPECT_EQ(runsOf(world.begin() + other.begin() + tensor.begin()).size(), 1U);
    const Rank shared{12, 0, 8, "d0", "77"}; // two ranks on one GPU
    EXPECT_EQ(runsOf(world.begin() + shared.begin()).size(), 1U);
}

TEST(LogRuns, AProcessOfManyGpusIsOneRun) {
    std::string log;
    for (int run = 0; run < 2; ++run) {
        for (int rank = 0; rank < 4; ++rank)
            log += Rank{10 + run, rank, 4, "a" + std::to_string(rank), "7" + std::to_string(run)}.begin();
        for (int rank = 0; rank < 4; ++rank)
            log += Rank{10 + run, rank, 4, "a" + std::to_string(rank), ""}.end();
    }
    const auto runs = runsOf(log);
    ASSERT_EQ(runs.size(), 2U);
    EXPECT_EQ(runs[0].destroyed, 4U);
    EXPECT_EQ(runs[1].destroyed, 4U);
}

TEST(LogRuns, OlderVersionsPrintNoIds) {
    const auto line = [](int pid, const char *state) {
        return "n1:" + std::to_string(pid) +
               ":12 [0] NCCL INFO comm 0x7f rank 0 nranks 2 cudaDev 0 busId 1b000 - " + state + "\n";
    };
    EXPECT_EQ(runsOf(line(10, "Init COMPLETE") + line(10, "Destroy COMPLETE")).size(), 1U);
    EXPECT_EQ(runsOf(line(10, "Init COMPLETE") + line(11, "Init COMPLETE")).size(), 2U);
    EXPECT_EQ(
        runsOf(line(10, "Init COMPLETE") + line(10, "Abort COMPLETE") + line(10, "Init COMPLETE")).size(),
        2U);
}

TEST(LogRuns, OfAHostileLogAreBounded) {
    std::string log;
    for (int i = 0; i < 20'000; ++i)
        log += Rank{i, 0, 2, "a", std::to_string(i % 2 == 0 ? i : 7)}.begin();
    EXPECT_LE(runsOf(log).size(), kMaxEntries + 1);
}

} // namespace
} // namespace fabricscope::nccl::log
