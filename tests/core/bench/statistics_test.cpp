// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/judge/Judge.h"
#include "tests/core/bench/ExaminedHost.h"
#include "tests/core/bench/SampleResults.h"
#include "tests/support/FindingValue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace fabricscope::bench {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Statistics, MedianAndSpreadOfSomeValues) {
    EXPECT_FALSE(spreadOf({}).has_value());
    EXPECT_EQ(spreadOf({3}), (Spread{1, 3, 3, 3}));
    EXPECT_EQ(spreadOf({4, 1, 2, 3}), (Spread{4, 2.5, 1, 4}));
    EXPECT_EQ(spreadOf({1, NAN, 3})->count, 2U);
    EXPECT_DOUBLE_EQ(spreadOf({90, 100, 110})->percent(), 10);
}

TEST(Statistics, ABaselineHasOnlyRunsThatEndedWell) {
    const Results good = collective({{kGibi, 300, 310}}), better = collective({{kGibi, 320, 330}});
    Results cut = collective({{kGibi, 1, 1}}), wrong = collective({{kGibi, 2, 2}});
    cut.complete = false;
    wrong.summary.outOfBounds = 1;
    const Results *runs[] = {&good, &cut, nullptr, &wrong, &better};
    const Baseline baseline = baselineOf(runs);
    EXPECT_EQ(baseline.runs, 2U);
    ASSERT_NE(baseline.at(kGibi), nullptr);
    EXPECT_DOUBLE_EQ(baseline.at(kGibi)->outOfPlace->median, 310);
    EXPECT_EQ(baseline.at(kGibi)->outOfPlace->count, 2U);
    EXPECT_EQ(baseline.at(2 * kGibi), nullptr);
    JudgeInput input;
    input.baseline = baseline;
    EXPECT_THAT(rulesOf(judge(collective({{kGibi, 280, 325}}), input)), ElementsAre("result.below_baseline"));
    EXPECT_THAT(judge(collective({{kGibi, 301, 312}}), input), IsEmpty());
}

Results latency(std::vector<std::pair<double, double>> values) {
    Results results = perftestRun("mlx5_0", "usec", std::move(values), "RDMA_Write Latency Test");
    results.series.front().name = "t_typical";
    return results;
}

std::vector<Finding> judgedAgainst(const Results &results, const std::vector<const Results *> &earlier) {
    JudgeInput input;
    input.baseline = baselineOf(earlier);
    return judge(results, input);
}

TEST(Statistics, ACurveHasABaselineAtEqualSizesAndInEqualUnitsAlone) {
    const Results first = perftestRun("mlx5_0", "Gb/sec", {{65536, 380}, {1 << 20, 390}});
    const Results second = perftestRun("mlx5_0", "Gb/sec", {{1 << 20, 394}, {1 << 21, 395}});
    const Results other = perftestRun("mlx5_0", "MiB/sec", {{65536, 45000}});
    Results cut = first;
    cut.complete = false;
    const Results *runs[] = {&first, &second, &other, &cut};
    const Baseline baseline = baselineOf(runs);
    EXPECT_EQ(baseline.runs, 3U);
    const BaselineSeries *curve = baseline.of(first.series.front());
    ASSERT_NE(curve, nullptr);
    ASSERT_EQ(curve->points.size(), 3U);
    EXPECT_EQ(*curve->at(1 << 20), (Spread{2, 392, 390, 394}));
    EXPECT_EQ(*curve->at(65536), (Spread{1, 380, 380, 380}));
    EXPECT_EQ(curve->at(4096), nullptr);
    ASSERT_NE(baseline.of(other.series.front()), nullptr);
    EXPECT_EQ(baseline.of(other.series.front())->points.size(), 1U);
}

TEST(Statistics, ARateOverTimeIsNoCurve) {
    Results results = perftestRun("mlx5_0", "Gb/sec", {{1, 380}});
    EXPECT_TRUE(hasCurve(results));
    results.series.front().axis = Axis::Seconds;
    EXPECT_FALSE(hasCurve(results));
    const Results *runs[] = {&results};
    EXPECT_EQ(baselineOf(runs).runs, 0U);
}

TEST(Statistics, PerftestBelowTheRunBeforeIsAFindingWithBothFigures) {
    const Results before = perftestRun("mlx5_0", "Gb/sec", {{1024, 90}, {65536, 380}, {1 << 20, 392}});
    const auto findings =
        judgedAgainst(perftestRun("mlx5_0", "Gb/sec", {{1024, 9}, {65536, 379}, {1 << 20, 196}}), {&before});
    ASSERT_THAT(rulesOf(findings), ElementsAre("result.below_baseline"));
    EXPECT_EQ(test::valueOf(findings[0], "percent"), "50") << "a small size is no rate";
    ASSERT_EQ(findings[0].evidence.size(), 1U);
    EXPECT_EQ(findings[0].evidence[0].source, "BW average at 1M");
    EXPECT_EQ(findings[0].evidence[0].text, "196 Gb/sec, earlier 392 (392 to 392)");
    EXPECT_EQ(findings[0].evidence[0].place.sizeBytes, 1U << 20);
}

TEST(Statistics, ReportsNothingWithinTheRangeOfEarlierRuns) {
    const Results slow = perftestRun("mlx5_0", "Gb/sec", {{65536, 200}}),
                  fast = perftestRun("mlx5_0", "Gb/sec", {{65536, 392}});
    EXPECT_THAT(judgedAgainst(perftestRun("mlx5_0", "Gb/sec", {{65536, 201}}), {&slow, &fast}), IsEmpty());
    EXPECT_THAT(judgedAgainst(perftestRun("mlx5_0", "Gb/sec", {{65536, 376}}), {&fast}), IsEmpty())
        << "less than 5 % is noise";
}

TEST(Statistics, ATimeAboveTheEarlierOnesIsTheFindingAndOneBelowIsNone) {
    const Results first = latency({{2, 1.90}, {4096, 3.1}}), second = latency({{2, 2.00}, {4096, 3.3}});
    const auto findings = judgedAgainst(latency({{2, 2.60}, {4096, 3.0}}), {&first, &second});
    ASSERT_THAT(rulesOf(findings), ElementsAre("result.above_baseline"));
    EXPECT_EQ(findings[0].rule, "result.above_baseline");
    EXPECT_EQ(test::valueOf(findings[0], "count"), "1");
    EXPECT_EQ(test::valueOf(findings[0], "compared"), "2");
    EXPECT_EQ(test::valueOf(findings[0], "runs"), "2");
    EXPECT_EQ(test::valueOf(findings[0], "percent"), "33");
    EXPECT_EQ(findings[0].evidence.front().text, "2.6 usec, earlier 1.95 (1.9 to 2)");
    EXPECT_THAT(judgedAgainst(latency({{2, 1.2}, {4096, 1.0}}), {&first, &second}), IsEmpty());
}

TEST(Statistics, AveragesOverDifferentRangesAreNotCompared) {
    const Results small = collective({{8, 0.1, 0.1}, {kGibi, 300, 300}}),
                  large = collective({{kGibi, 300, 300}});
    EXPECT_FALSE(compareAverages(small, large).comparable);
    EXPECT_THAT(compareAverages(small, large).why, HasSubstr("different sizes"));
    EXPECT_TRUE(compareAverages(large, large).comparable);
    EXPECT_FALSE(compareAverages(large, collective({{kGibi, 300, 300}}, "all_gather_perf")).comparable);
}

TEST(Statistics, BusFactorsAreThoseOfNcclTests) {
    EXPECT_DOUBLE_EQ(*busFactor("all_reduce_perf", 8), 1.75);
    EXPECT_DOUBLE_EQ(*busFactor("alltoallv_perf", 8), 0.875);
    EXPECT_DOUBLE_EQ(*busFactor("reduce_perf", 8), 1);
    EXPECT_DOUBLE_EQ(*busFactor("reduce_scatter_perf", 8), 0.875);
    EXPECT_DOUBLE_EQ(*busFactor("all_reduce_perf", 1), 0);
    EXPECT_FALSE(busFactor("custom", 8).has_value());
}

} // namespace
} // namespace fabricscope::bench
