// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/judge/MeasuredPairs.h"
#include "core/bench/plan/Binding.h"
#include "core/bench/run/RunRecord.h"
#include "tests/core/bench/ExaminedHost.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricscope::bench {
namespace {

using testing::HasSubstr;

constexpr std::uint64_t kSize = std::uint64_t{8} << 20;

class MeasuredPairsTest : public ::testing::Test {
protected:
    /// A run of this GPU with this NIC, bound as the program does it, with this result in Gb/s.
    [[nodiscard]] RunRecord run(std::size_t gpu, std::size_t nic, double gbits,
                                std::int64_t whenMs = 1000) const {
        BindingRequest request;
        request.tool = "perftest";
        request.test = "ib_write_bw";
        request.host = "server";
        request.gpus = {gpu};
        request.nic = nic;
        request.loopback = true;
        const auto bound = bindRun(request, {*server.topology, server.examination});
        EXPECT_TRUE(bound.has_value());
        RunRecord record;
        record.spec = bound ? bound->spec : RunSpec{};
        record.state.id = "run-" + std::to_string(whenMs);
        record.state.phase = Phase::Ended;
        record.state.exitStatus = 0;
        record.createdMs = whenMs;
        record.summary.best = gbits;
        record.summary.unit = "Gb/sec";
        record.summary.atBytes = kSize;
        return record;
    }
    [[nodiscard]] std::vector<MeasuredPair> pairsOf(const std::vector<RunRecord> &runs) const {
        return measuredPairs(runs, *server.topology, server.examination);
    }
    [[nodiscard]] std::size_t best() const { return server.examination.judgement.ideal[6].front(); }
    [[nodiscard]] std::size_t other() const { return server.examination.judgement.ideal[7].front(); }

    ExaminedHost server = examinedHost(standaloneServer());
};

TEST_F(MeasuredPairsTest, AMispairedNicCostsWhatTheRunFoundLessThanWasPublishedForItsRate) {
    const auto pairs = pairsOf({run(6, other(), 301)});
    ASSERT_EQ(pairs.size(), 1U);
    EXPECT_EQ(pairs[0].gpu, 6U);
    EXPECT_EQ(pairs[0].nic, other());
    EXPECT_TRUE(pairs[0].isLoss());
    EXPECT_EQ(measuredText(pairs[0]), "measured 37.6 of 48.5 GB/s expected, 22 % lost");
    EXPECT_THAT(pairs[0].source, HasSubstr("400 Gb/s"));
}

TEST_F(MeasuredPairsTest, WhereTheBestNicOfTheGpuWasMeasuredThatIsWhatIsExpected) {
    const auto pairs = pairsOf({run(6, other(), 300), run(6, best(), 375), run(7, other(), 390)});
    ASSERT_EQ(pairs.size(), 3U);
    EXPECT_THAT(measuredText(pairs[0]), HasSubstr("37.5 of 46.9 GB/s"));
    const auto &fabric = server.examination.judgement.fabric;
    EXPECT_EQ(pairs[0].source, fabric.gpus[6].name + " to " + fabric.nics[best()].name + ", measured");
    EXPECT_FALSE(pairs[1].isLoss()) << "375 lies between the 368 and 388 that were published";
    EXPECT_EQ(measuredText(pairs[1]), "measured 46.9 of 48.5 GB/s expected");
}

TEST_F(MeasuredPairsTest, OfSeveralRunsOfAPairTheNewestCounts) {
    const auto pairs =
        pairsOf({run(6, other(), 301, 3000), run(6, other(), 250, 1000), run(6, other(), 280, 2000)});
    ASSERT_EQ(pairs.size(), 1U);
    EXPECT_EQ(pairs[0].runId, "run-3000");
}

TEST_F(MeasuredPairsTest, UsesTheBestResultOfASweepAtAnySize) {
    RunRecord sweep = run(6, other(), 301);
    sweep.summary.rows = 23;
    sweep.summary.atBytes = 8192;
    EXPECT_EQ(pairsOf({sweep}).size(), 1U);
}

TEST_F(MeasuredPairsTest, OmitsRunsThatDoNotMeasureAPair) {
    std::vector<RunRecord> runs(8, run(6, other(), 301));
    runs[0].state.phase = Phase::Stopped;
    runs[1].state.exitStatus = 1;
    runs[2].summary.best.reset();
    runs[3].summary.unit = "usec";
    runs[4].summary.atBytes = 64;
    runs[5].spec.command.words.emplace_back("-b");
    runs[6].spec.host = "server,other";
    runs[7].spec.test = "ib_write_lat";
    EXPECT_TRUE(pairsOf(runs).empty());
    RunRecord ofHostMemory = run(6, other(), 301);
    std::erase_if(ofHostMemory.spec.command.words,
                  [](const std::string &word) { return word.starts_with("--use_rocm"); });
    EXPECT_TRUE(pairsOf({ofHostMemory}).empty());
}

TEST_F(MeasuredPairsTest, TheVerdictNamesWhatPairsInUseLoseTheWorstFirstAndNoOthers) {
    affinity::Judgement judgement = server.examination.judgement;
    judgement.verdict.why = "Because.";
    for (affinity::Pair &pair : judgement.pairs)
        if (judgement.isLeading(pair) && (pair.gpu == 6 || pair.gpu == 7))
            pair.nic = pair.gpu == 6 ? other() : best();
    const auto pairs = pairsOf({run(6, other(), 301), run(7, best(), 194), run(5, best(), 100)});
    const auto &fabric = judgement.fabric;
    EXPECT_EQ(withLosses(judgement.verdict, pairs, judgement).why,
              "Measured: GPU7 to " + fabric.nics[best()].name +
                  " 24.2 of 48.5 GB/s expected, 50 % lost; GPU6 to " + fabric.nics[other()].name +
                  " 37.6 of 48.5 GB/s expected, 22 % lost. Because.");
    EXPECT_EQ(withLosses(judgement.verdict, {}, judgement).why, "Because.");
}

} // namespace
} // namespace fabricscope::bench
