// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/judge/Repeats.h"
#include "core/bench/view/BenchEarlier.h"
#include "core/bench/view/BenchJudged.h"
#include "core/bench/view/BenchStops.h"
#include "core/layout/bench/Chart.h"
#include "core/present/bench/BenchTable.h"
#include "tests/support/samples/SampleBench.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

namespace fabricscope::present {

using bench::BandPoint;
using bench::BenchBaseline;
using bench::BenchCompared;
using bench::BenchView;
using bench::comparableRuns;
using bench::compareBench;
using bench::judgeBench;
using bench::setStopLimits;
using bench::setStopRule;
using bench::standardStopRules;
using bench::stopConditions;
using bench::StopRule;
using draw::DisplayList;
using draw::Item;
using draw::Token;

namespace {

/// samples::allReduce() with its results multiplied by `factor`.
bench::Results scaled(double factor) {
    bench::Results results = samples::allReduce();
    for (std::size_t at = 0; at < results.rows.size(); ++at)
        for (auto *half : {&results.rows[at].outOfPlace, &results.rows[at].inPlace})
            (*half)->busbw = *(*half)->busbw * factor;
    return results;
}

bench::EarlierRun kept(const BenchView &like, const char *id, std::int64_t createdMs, double factor) {
    bench::EarlierRun run;
    run.record.spec = *like.spec;
    run.record.state.id = id;
    run.record.createdMs = createdMs;
    run.results = std::make_shared<const bench::Results>(scaled(factor));
    return run;
}

class BenchEarlierTest : public ::testing::Test {
protected:
    BenchView view = samples::runningView(1000);
    std::vector<bench::EarlierRun> earlier{kept(view, "c", 900, 1.02), kept(view, "b", 800, 1.10),
                                           kept(view, "a", 700, 0.98)};
};

TEST_F(BenchEarlierTest, TheBandGoesFromTheLeastToTheMostOfTheLastRuns) {
    const BenchCompared all = compareBench(view, earlier, {});
    ASSERT_TRUE(all.shown);
    EXPECT_EQ(all.shown->words, "baseline, 3 earlier runs, min to max");
    ASSERT_EQ(all.shown->points.size(), samples::kAllReduceSizes);
    const BandPoint &last = all.shown->points.back();
    EXPECT_DOUBLE_EQ(*last.low, 367.27 * 0.98);
    EXPECT_DOUBLE_EQ(*last.middle, 367.27 * 1.02);
    EXPECT_DOUBLE_EQ(*last.high, 367.27 * 1.10);
    EXPECT_EQ(compareBench(view, earlier, {2, {}}).baseline.runs, 2U);
    EXPECT_DOUBLE_EQ(*compareBench(view, earlier, {1, {}}).shown->points.back().low, 367.27 * 1.02);
}

TEST_F(BenchEarlierTest, OneRunOrNothingMayBeChosen) {
    const BenchCompared one = compareBench(view, earlier, {10, "b"});
    EXPECT_EQ(one.baseline.runs, 1U);
    EXPECT_DOUBLE_EQ(*one.shown->points.back().middle, 367.27 * 1.10);
    EXPECT_FALSE(compareBench(view, earlier, {0, {}}).shown);
    EXPECT_EQ(compareBench(view, earlier, {0, {}}).baseline.runs, 0U);
}

TEST_F(BenchEarlierTest, ItselfAndWhatCameAfterItDoNotCount) {
    earlier.insert(earlier.begin(), kept(view, "later", 2000, 5));
    earlier.insert(earlier.begin(), kept(view, "run-1", 900, 5)); // the run itself
    EXPECT_EQ(comparableRuns(view, earlier).size(), 3U);
    BenchView log = samples::allReduceView();
    EXPECT_TRUE(comparableRuns(log, earlier).empty()) << "a log of somebody else's machine";
}

TEST_F(BenchEarlierTest, VariablesThatWereSetOtherwiseAreNamed) {
    earlier[1].record.spec.command.environment[3].value = "other.xml";
    EXPECT_EQ(compareBench(view, earlier, {}).shown->changedVariables,
              (std::vector<std::string>{"NCCL_TOPO_FILE"}));
}

TEST_F(BenchEarlierTest, ADropOutsideOfTheSpreadIsAFindingAndLeadsToItsRow) {
    view.results = std::make_shared<const bench::Results>(scaled(0.8));
    view.findings.clear();
    judgeBench(view, {}, compareBench(view, earlier, {}).baseline);
    const auto found = std::find_if(view.findings.begin(), view.findings.end(), [](const auto &finding) {
        return finding.rule == "result.below_baseline";
    });
    ASSERT_NE(found, view.findings.end());
    ASSERT_FALSE(found->evidence.empty());
    EXPECT_TRUE(found->evidence.front().place.sizeBytes);
    EXPECT_NE(found->argument("runs"), nullptr);
}

TEST_F(BenchEarlierTest, ReportsNothingWithinTheSpread) {
    view.results = std::make_shared<const bench::Results>(scaled(0.99));
    view.findings.clear();
    judgeBench(view, {}, compareBench(view, earlier, {}).baseline);
    for (const findings::Finding &finding : view.findings)
        EXPECT_NE(finding.rule, "result.below_baseline") << findings::title(finding);
}

/// ib_write_bw -a as one of our runs, with only its average column, as its reader returns it.
BenchView writeView(const char *id, double factor, std::size_t sizes = 23) {
    BenchView view = samples::perftestView();
    bench::Results results = *view.results;
    results.context.push_back({"device", "mlx5_0"});
    bench::Series average = results.series[1];
    const std::vector<bench::Point> all(std::as_const(average.points).begin(),
                                        std::as_const(average.points).end());
    average.points = {};
    for (std::size_t at = all.size() - sizes; at < all.size(); ++at)
        average.points.push_back({all[at].x, *all[at].y * factor, {}});
    results.series = {average};
    view.results = std::make_shared<const bench::Results>(std::move(results));
    view.spec.emplace();
    view.spec->tool = "perftest";
    view.spec->test = "ib_write_bw";
    view.spec->host = "gpu-1";
    view.state.emplace();
    view.state->id = id;
    view.state->startedMs = 1000;
    return view;
}

bench::EarlierRun persistedWrite(const char *id, double factor) {
    const BenchView view = writeView(id, factor);
    bench::EarlierRun run;
    run.record.spec = *view.spec;
    run.record.state.id = id;
    run.record.createdMs = 900;
    run.results = view.results;
    return run;
}

TEST(BenchEarlierCurve, PerftestHasTheBandTheColumnAndTheFindingOfTheRunsBefore) {
    const std::vector<bench::EarlierRun> earlier{persistedWrite("b", 1.02), persistedWrite("a", 0.98)};
    BenchView view = writeView("now", 0.5);
    const BenchCompared compared = compareBench(view, earlier, {});
    view.baseline = compared.shown;
    ASSERT_TRUE(view.baseline);
    EXPECT_EQ(view.baseline->words, "baseline, 2 earlier runs, min to max");
    const auto charts = benchCharts(*view.results);
    ASSERT_EQ(charts.size(), 1U);
    const ChartSpec spec = chartSpecOf(view, charts[0]);
    ASSERT_EQ(spec.band.size(), 23U);
    const double last = *spec.lines[0].points.back().y;
    EXPECT_NEAR(*spec.band.back().low, last / 0.5 * 0.98, 1e-9);
    EXPECT_NEAR(*spec.band.back().high, last / 0.5 * 1.02, 1e-9);
    EXPECT_EQ(spec.bandText, view.baseline->words);
    EXPECT_NE(layout::layoutChart(spec, {}).areas.back().label.find("baseline"), std::string::npos);
    const BenchTable table(view, charts[0]);
    ASSERT_LT(table.differenceColumn(), table.columns().size());
    EXPECT_NEAR(*table.difference(22), -50, 1e-9);
    EXPECT_EQ(table.cell(22, table.differenceColumn()), "−50.0 %");
    EXPECT_NE(table.csv().find("vs base"), std::string::npos);
    judgeBench(view, {}, compared.baseline);
    EXPECT_EQ(std::count_if(view.findings.begin(), view.findings.end(),
                            [](const auto &each) { return each.rule == "result.below_baseline"; }),
              1);
}

TEST(BenchEarlierCurve, BandOfASingleSizeIsVisibleAroundItsMarker) {
    const std::vector<bench::EarlierRun> earlier{persistedWrite("b", 1.2), persistedWrite("a", 0.8)};
    BenchView view = writeView("now", 1, 1);
    view.baseline = compareBench(view, earlier, {}).shown;
    const auto filled = [&] {
        const DisplayList list = layout::layoutChart(chartSpecOf(view, benchCharts(*view.results)[0]), {});
        return std::count_if(list.items.begin(), list.items.end(),
                             [](const Item &item) { return item.fill.token == Token::Baseline; });
    };
    EXPECT_EQ(filled(), 2) << "the band, and its mark in the legend";
    view.baseline.reset();
    EXPECT_EQ(filled(), 0);
}

TEST(BenchEarlierCurve, HasNoBandInAChartOfSeveralCurves) {
    BenchView view = samples::perftestView();
    view.baseline = BenchBaseline{};
    view.baseline->series = {{"BW average", "Gb/sec", {{1024, 1, 2, 3}}}};
    const auto charts = benchCharts(*view.results);
    ASSERT_EQ(charts.front().series.size(), 2U);
    EXPECT_TRUE(chartSpecOf(view, charts.front()).band.empty());
    EXPECT_FALSE(view.baseline->of(view.results->series[0])) << "the peak has none";
    EXPECT_TRUE(view.baseline->of(view.results->series[1]));
}

TEST(BenchStops, OnlyWrongValuesStopARunByDefault) {
    std::vector<StopRule> rules = standardStopRules();
    bench::StopConditions conditions = stopConditions(rules);
    EXPECT_TRUE(conditions.wrong);
    EXPECT_FALSE(conditions.errorLine);
    EXPECT_FALSE(conditions.baseline);
    setStopRule(rules, "wrong", false);
    setStopRule(rules, "below_baseline", true);
    setStopRule(rules, "error", true);
    setStopLimits(rules, "below_baseline", 90, 5);
    setStopLimits(rules, "wrong", 90, 5); // has no limits
    setStopRule(rules, "nonsense", true);
    conditions = stopConditions(rules);
    EXPECT_FALSE(conditions.wrong);
    EXPECT_TRUE(conditions.errorLine);
    EXPECT_EQ(conditions.baseline, (bench::BelowRule{90, 5}));
}

BenchView repeatedView() {
    std::vector<bench::StepResult> steps;
    for (const double factor : {0.95, 1.0, 1.04})
        steps.push_back({"", std::make_shared<const bench::Results>(scaled(factor))});
    BenchView view;
    view.results = std::make_shared<const bench::Results>(bench::resultsOfSteps(steps, ""));
    return view;
}

TEST(BenchRepeats, ShareOneChartWithTheirSpread) {
    const BenchView view = repeatedView();
    const auto charts = benchCharts(*view.results);
    ASSERT_EQ(charts.size(), 1U);
    EXPECT_EQ(charts[0].title, "Bus bandwidth");
    const ChartSpec spec = chartSpecOf(view, charts[0]);
    ASSERT_EQ(spec.lines.size(), 2U);
    EXPECT_EQ(spec.lines[0].name, "out of place");
    ASSERT_TRUE(spec.lines[0].points.back().spread);
    EXPECT_DOUBLE_EQ(spec.lines[0].points.back().spread->second, 367.27 * 1.04);
    const DisplayList list = layout::layoutChart(spec, {});
    EXPECT_NE(list.areas.back().label.find("to"), std::string::npos);
}

TEST(BenchRepeats, TableHasASpreadNextToEachMedian) {
    const BenchView view = repeatedView();
    const BenchTable table(view, benchCharts(*view.results).front());
    ASSERT_EQ(table.columns().size(), 5U);
    EXPECT_EQ(table.columns()[1].name, "out of place");
    EXPECT_EQ(table.columns()[2].name, "±");
    EXPECT_EQ(table.cell(14, 2), "4.5"); // (1.04 - 0.95) / 2
    EXPECT_EQ(table.rowOf(1024.0 * 1024), 0U);
    EXPECT_FALSE(table.rowOf(3));
}

} // namespace
} // namespace fabricscope::present
