// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/judge/Earlier.h"
#include "core/bench/judge/Repeats.h"
#include "core/bench/judge/StopRules.h"
#include "core/bench/output/text/LogFinding.h"
#include "core/bench/plan/Sweep.h"
#include "tests/core/bench/SampleResults.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricscope::bench {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

RunSpec specOf(std::vector<EnvironmentValue> environment = {}) {
    RunSpec spec;
    spec.tool = "rccl-tests";
    spec.test = "all_reduce_perf";
    spec.host = "vm-02a";
    spec.command.environment = std::move(environment);
    return spec;
}

Results ranked(const char *device, const char *pid) {
    Results results = collective({{kGibi, 360, 361}});
    results.context.push_back(
        {"rank_0", std::string("Group 0 Pid ") + pid + " on node-1 device 0 " + device});
    return results;
}

EarlierRun earlier(RunSpec spec, Results results) {
    EarlierRun run;
    run.record.spec = std::move(spec);
    run.results = std::make_shared<const Results>(std::move(results));
    return run;
}

TEST(Earlier, RunsOfTheSameDevicesAreComparedWhateverTheirProcessIds) {
    const EarlierRun before = earlier(specOf(), ranked("[0x0f] MI355X", "71"));
    EXPECT_TRUE(isComparable(specOf(), ranked("[0x0f] MI355X", "4242"), before));
    EXPECT_FALSE(isComparable(specOf(), ranked("[0x2d] MI355X", "71"), before));
}

TEST(Earlier, ARunWithWrongValuesIsNoBaseline) {
    EarlierRun before = earlier(specOf(), collective({{kGibi, 360, 361}}));
    const Results now = collective({{kGibi, 350, 350}});
    before.record.summary.wrong = 0;
    EXPECT_TRUE(isComparable(specOf(), now, before));
    before.record.summary.wrong = 3; // in an earlier table of its output; the last one is right
    EXPECT_FALSE(isComparable(specOf(), now, before));
}

TEST(Earlier, AnotherTestHostOrNumberOfRanksIsAnotherThing) {
    const EarlierRun before = earlier(specOf(), collective({{kGibi, 360, 361}}));
    const Results now = collective({{kGibi, 350, 350}});
    EXPECT_TRUE(isComparable(specOf(), now, before));
    EXPECT_FALSE(isComparable(specOf(), collective({{kGibi, 350, 350}}, "all_reduce_perf", 16), before));
    for (std::string RunSpec::*part : {&RunSpec::tool, &RunSpec::test, &RunSpec::host}) {
        RunSpec other = specOf();
        other.*part = "another";
        EXPECT_FALSE(isComparable(other, now, before));
    }
}

TEST(Earlier, StepsOfASweepAreHeldAgainstTheSameValueAlone) {
    const Results now = collective({{kGibi, 360, 361}});
    const RunSpec ring = specOf({{"NCCL_ALGO", "Ring"}}), tree = specOf({{"NCCL_ALGO", "Tree"}});
    EarlierRun before = earlier(ring, now);
    EXPECT_TRUE(isComparable(tree, now, before)) << "no sweep: a person changed it, and wants to see";
    before.record.sweepValue = "Ring";
    EXPECT_TRUE(isComparable(ring, now, before, true));
    EXPECT_TRUE(isComparable(ring, now, before, false)) << "the same, run alone";
    EXPECT_FALSE(isComparable(tree, now, before, true));
    EXPECT_FALSE(isComparable(tree, now, before, false));
    before.record.sweepValue.clear();
    EXPECT_FALSE(isComparable(tree, now, before, true));
}

TEST(Earlier, ARunThatHasPrintedNothingYetMayBeHeldAgainstItsKind) {
    EXPECT_TRUE(isComparable(specOf(), Results(), earlier(specOf(), ranked("[0x0f] MI355X", "1"))));
}

RunSpec writeSpec(std::vector<std::string> words = {"ib_write_bw", "-a"}) {
    RunSpec spec;
    spec.tool = "perftest";
    spec.test = "ib_write_bw";
    spec.host = "gpu-1";
    spec.command.words = std::move(words);
    return spec;
}

Results written(const char *device, const char *remote, const char *queuePairs = "1") {
    Results results = perftestRun(device, "Gb/sec", {{65536, 380}, {1 << 20, 392}});
    results.context.push_back({"number_of_qps", queuePairs});
    results.context.push_back({"remote_address", remote});
    return results;
}

TEST(Earlier, PerftestRunsOfTheSamePortsAreComparedWhateverTheirQueuePairsNumbers) {
    const EarlierRun before =
        earlier(writeSpec(), written("mlx5_0", "LID 0x05 QPN 0x01ab PSN 0x8fb12a RKey 0x1 VAddr 0x2"));
    const char *const now = "LID 0x05 QPN 0x0777 PSN 0x000001 RKey 0x9 VAddr 0x8";
    EXPECT_TRUE(
        isComparable(writeSpec({"ib_write_bw", "-a", "-p", "18999"}), written("mlx5_0", now), before));
    EXPECT_FALSE(isComparable(writeSpec(), written("mlx5_1", now), before)) << "another NIC";
    EXPECT_FALSE(isComparable(writeSpec(), written("mlx5_0", now, "4"), before)) << "over four connections";
    EXPECT_FALSE(isComparable(writeSpec(), written("mlx5_0", "LID 0x06 QPN 0x01ab PSN 0x1"), before))
        << "another port at the other end";
}

TEST(Earlier, ThePeerOverEthernetIsItsGid) {
    Results first = written("mlx5_0", "LID 0000 QPN 0x1 PSN 0x1"),
            second = written("mlx5_0", "LID 0000 QPN 0x2");
    first.context.push_back({"remote_gid", "00:00:00:00:00:00:00:00:00:00:255:255:10:00:00:02"});
    second.context.push_back({"remote_gid", "00:00:00:00:00:00:00:00:00:00:255:255:10:00:00:03"});
    EXPECT_TRUE(isComparable(writeSpec(), first, earlier(writeSpec(), first)));
    EXPECT_FALSE(isComparable(writeSpec(), second, earlier(writeSpec(), first)));
}

TEST(Earlier, RequiresEqualArgumentsForToolsWithoutRunDetails) {
    Results curve;
    curve.tool = "vllm-serving";
    curve.series.push_back({"Output throughput", {}, "tok/s", Axis::Rate, {}});
    curve.series.back().points.push_back({4, 900, {}});
    const EarlierRun before = earlier(writeSpec({"benchmark_serving.py", "--model", "a"}), curve);
    EXPECT_TRUE(isComparable(writeSpec({"benchmark_serving.py", "--model", "a"}), curve, before));
    EXPECT_FALSE(isComparable(writeSpec({"benchmark_serving.py", "--model", "b"}), curve, before));
}

TEST(Earlier, VariablesThatDifferAreNamedAndSecretsAreNot) {
    const EarlierRun before =
        earlier(specOf({{"NCCL_ALGO", "Ring"}, {"GONE", "1"}, {"API_TOKEN", "(not kept)"}}),
                collective({{kGibi, 360, 361}}));
    const EarlierRun *const all[] = {&before};
    const RunSpec now = specOf({{"NCCL_ALGO", "Tree"}, {"NEW", "1"}, {"API_TOKEN", "x"}});
    EXPECT_THAT(changedVariables(now.command, all), ElementsAre("GONE", "NCCL_ALGO", "NEW"));
    EXPECT_THAT(changedVariables(before.record.spec.command, all), IsEmpty());
}

TEST(StopRules, NothingEndsARunThatNobodyAskedToEnd) {
    Results results = collective({{kGibi, 1, 1}});
    results.rows[0].outOfPlace->wrong = 7;
    results.summary.outOfBounds.reset();
    results.diagnostics.push_back(logFinding("log.error_line", "unhandled system error", 3));
    const Baseline baseline = baselineOf({});
    EXPECT_FALSE(reasonToStop(results, {}, baseline, GigabytesPerSecond{400}));
}

TEST(StopRules, WrongValuesAreCountedAndTheirSizeIsNamed) {
    Results results = collective({{kMebi, 10, 10}, {2 * kMebi, 20, 20}});
    results.summary.outOfBounds.reset();
    StopConditions conditions;
    conditions.wrong = true;
    EXPECT_FALSE(reasonToStop(results, conditions, {}, std::nullopt));
    results.rows[1].inPlace->wrong = 3;
    EXPECT_EQ(reasonToStop(results, conditions, {}, std::nullopt), "#wrong is 3 at 2M");
    results.rows[1].inPlace->wrong = 1e-7; // a difference, as printed by old versions
    EXPECT_FALSE(reasonToStop(results, conditions, {}, std::nullopt));
}

TEST(StopRules, AnErrorLineCountsAndAWarningDoesNot) {
    Results results = collective({{kGibi, 300, 300}});
    StopConditions conditions;
    conditions.errorLine = true;
    results.diagnostics.push_back(logFinding("log.warning_line", "slow", 1));
    EXPECT_FALSE(reasonToStop(results, conditions, {}, std::nullopt));
    results.diagnostics.push_back(logFinding("log.failed_status_12", "raw line", 2));
    EXPECT_THAT(*reasonToStop(results, conditions, {}, std::nullopt),
                HasSubstr(findings::title(results.diagnostics.back())));
}

TEST(StopRules, OnlySoManySizesOneAfterAnotherBelowTheBaselineEndIt) {
    const Results good = collective({{kGibi, 100, 100}, {2 * kGibi, 100, 100}, {4 * kGibi, 100, 100}});
    const Results *all[] = {&good};
    const Baseline baseline = baselineOf(all);
    StopConditions conditions;
    conditions.baseline = {95, 2};
    const auto reason = [&](double first, double second, double third) {
        return reasonToStop(
            collective({{kGibi, first, first}, {2 * kGibi, second, second}, {4 * kGibi, third, third}}),
            conditions, baseline, std::nullopt);
    };
    EXPECT_FALSE(reason(90, 99, 90));
    EXPECT_FALSE(reason(96, 96, 96));
    EXPECT_THAT(*reason(99, 90, 80), HasSubstr("below 95 % of the baseline for 2 sizes, 80 % at 4G"));
}

TEST(StopRules, TheBetterHalfOfASizeIsWhatItReached) {
    StopConditions conditions;
    conditions.ceiling = {50, 1};
    EXPECT_FALSE(reasonToStop(collective({{kGibi, 100, 300}}), conditions, {}, GigabytesPerSecond{400}));
    EXPECT_TRUE(reasonToStop(collective({{kGibi, 100, 190}}), conditions, {}, GigabytesPerSecond{400}));
    EXPECT_FALSE(reasonToStop(collective({{kMebi, 1, 1}}), conditions, {}, GigabytesPerSecond{400}))
        << "small sizes never come near to it";
    EXPECT_FALSE(reasonToStop(collective({{kGibi, 1, 1}}), conditions, {}, std::nullopt));
}

std::vector<StepResult> steps(const std::vector<std::pair<std::string, double>> &plateaus) {
    std::vector<StepResult> all;
    for (const auto &[value, busbw] : plateaus)
        all.push_back({value, std::make_shared<const Results>(
                                  collective({{kMebi, 10, 11}, {kGibi, busbw, busbw + 1}}))});
    return all;
}

TEST(Repeats, EachSizeHasItsMedianAndHowFarTheRepeatsLieApart) {
    const Results all = resultsOfSteps(steps({{"", 100}, {"", 120}, {"", 104}}), "");
    ASSERT_EQ(all.series.size(), 2U);
    EXPECT_EQ(all.series[0].subject, "out of place");
    EXPECT_EQ(all.series[1].subject, "in place");
    ASSERT_EQ(all.series[0].points.size(), 2U);
    const Point &point = all.series[0].points[1];
    EXPECT_EQ(point.y, 104);
    EXPECT_EQ(spreadOf(point), (Spread{3, 104, 100, 120}));
    EXPECT_EQ(all.test, "all_reduce_perf");
    EXPECT_TRUE(all.complete);
}

TEST(Repeats, ASweepHasALineAValueAndTheBestOfEach) {
    const Results all =
        resultsOfSteps(steps({{"8", 100}, {"16", 200}, {"8", 110}, {"16", 180}}), "NCCL_MIN_NCHANNELS=");
    ASSERT_EQ(all.series.size(), 4U);
    EXPECT_EQ(all.series[0].subject, "NCCL_MIN_NCHANNELS=8");
    EXPECT_EQ(all.series[1].points[1].y, 190);
    EXPECT_EQ(all.series[3].name, "NCCL_MIN_NCHANNELS=16");
    EXPECT_EQ(all.series[3].axis, Axis::Index);
    EXPECT_EQ(all.series[3].points[0].y, 190);
}

TEST(Repeats, ARunThatWasCutShortDoesNotCount) {
    auto some = steps({{"", 100}, {"", 120}});
    Results cut = *some[1].results;
    cut.complete = false;
    some[1].results = std::make_shared<const Results>(cut);
    const Results all = resultsOfSteps(some, "");
    EXPECT_EQ(spreadOf(all.series[0].points[1])->count, 1U);
    EXPECT_TRUE(resultsOfSteps({}, "").series.empty());
    EXPECT_FALSE(resultsOfSteps({}, "").complete);
}

TEST(Sweep, AStepIsNamedByItsValueAndItsTurn) {
    const SweepStep step{specOf(), "16", 1};
    EXPECT_EQ(stepName("NCCL_MIN_NCHANNELS=", step, 3), "NCCL_MIN_NCHANNELS=16, 2 of 3");
    EXPECT_EQ(stepName("-n", step, 1), "-n 16");
    EXPECT_EQ(stepName("", step, 2), "2 of 2");
    EXPECT_EQ(stepName("", step, 1), "");
}

} // namespace
} // namespace fabricscope::bench
