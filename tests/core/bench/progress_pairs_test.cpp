// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/run/OutputParser.h"
#include "core/bench/view/BenchProgress.h"

#include <gtest/gtest.h>

/// The progress of a matrix of pairs, from its log.
namespace fabricscope::bench {
namespace {

constexpr std::int64_t kStart = 1795250000000;
constexpr const char *kHead =
    "fabricscope pairs: ib_write_bw\ntitle: made\nunit: Gb/sec\nrow a mlx5_0\nrow a mlx5_1\n"
    "column b mlx5_0\ncolumn b mlx5_1\npairs: 4\nround 1 of 2\n";

BenchView viewOf(const std::string &log) {
    const auto parser = makeParser("perftest-mesh");
    parser->feed(log);
    BenchView view;
    view.results = std::make_shared<const Results>(parser->results().front());
    view.state.emplace();
    view.state->phase = Phase::Running;
    view.state->startedMs = kStart;
    view.lastRowMs = kStart + 20000;
    return view;
}

TEST(PairProgress, CountsFinishedPairsAndEstimatesTheRemainingTime) {
    const BenchProgress none = progressOf(viewOf(kHead), kStart + 5000);
    EXPECT_EQ(none.done, 0U);
    EXPECT_EQ(none.of, 4U);
    EXPECT_EQ(none.what, "pairs");
    EXPECT_FALSE(none.remainingSeconds);
    const BenchProgress half =
        progressOf(viewOf(std::string(kHead) + "cell 0 0 388.1\ncell 1 1 387.9\n"), kStart + 25000);
    EXPECT_EQ(half.done, 2U);
    ASSERT_TRUE(half.remainingSeconds);
    EXPECT_DOUBLE_EQ(*half.remainingSeconds, 15) << "two more of 10 s, of which 5 have gone";
}

TEST(PairProgress, CountsAFailedPairAsDoneButNotForTheEstimate) {
    const BenchProgress failed = progressOf(
        viewOf(std::string(kHead) + "cell 0 0 none: the perftest server did not start\n"), kStart + 25000);
    EXPECT_EQ(failed.done, 1U);
    EXPECT_FALSE(failed.remainingSeconds);
}

} // namespace
} // namespace fabricscope::bench
