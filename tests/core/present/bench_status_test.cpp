// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/output/text/LogFinding.h"
#include "core/bench/view/BenchProgress.h"
#include "core/bench/view/LibraryPage.h"
#include "core/layout/bench/TelemetryPicture.h"
#include "core/present/bench/BenchStatus.h"
#include "core/present/bench/BigNumber.h"
#include "tests/core/bench/SampleResults.h"
#include "tests/support/samples/SampleBench.h"

#include <gtest/gtest.h>

namespace fabricscope::present {

using bench::averageScope;
using bench::BenchProgress;
using bench::BenchStep;
using bench::BenchView;
using bench::expectedSizes;
using bench::LibraryPage;
using bench::progressOf;
using bench::TransportFact;
using draw::DisplayList;
using draw::Glyph;

namespace {

constexpr std::int64_t kStart = 1795250000000;

BenchView ended(bench::Phase phase, std::optional<int> status, const char *why = "") {
    BenchView view = samples::runningView(kStart);
    view.state->phase = phase;
    view.state->endedMs = kStart + 42000;
    view.state->exitStatus = status;
    view.state->why = why;
    return view;
}

TEST(BenchStatus, ReportsHowARunEnded) {
    using bench::Phase;
    const auto words = [](const BenchView &view) {
        return benchStatus(view, kStart + 99000).words;
    };
    EXPECT_EQ(words(ended(Phase::Ended, 0)), "done after 0:42: 14 of 15 sizes");
    EXPECT_EQ(words(ended(Phase::Ended, 3)), "failed with status 3 after 0:42");
    EXPECT_EQ(words(ended(Phase::Ended, 1, "6 of 64 pairs failed")), "6 of 64 pairs failed after 0:42");
    EXPECT_EQ(words(ended(Phase::Ended, 137)), "killed by signal 9 after 0:42");
    EXPECT_EQ(words(ended(Phase::Ended, 137, "left in the background, and ended with the run: 1 process")),
              "killed by signal 9 after 0:42: left in the background, and ended with the run: 1 process");
    EXPECT_EQ(words(ended(Phase::Ended, 3, "left in the background, and ended with the run: 1 process")),
              "failed with status 3 after 0:42: left in the background, and ended with the run: 1 process");
    EXPECT_EQ(words(ended(Phase::Stopped, 143)), "stopped after 0:42");
    EXPECT_EQ(words(ended(Phase::Ended, 0, "left in the background")),
              "done after 0:42: 14 of 15 sizes; left in the background");
    EXPECT_EQ(words(ended(Phase::Stopped, 143, "stopped")), "stopped after 0:42");
    EXPECT_EQ(words(ended(Phase::Stopped, 143, "stopped; its process tree has ended, but")),
              "stopped after 0:42: its process tree has ended, but");
    EXPECT_EQ(words(ended(Phase::Lost, std::nullopt, "no route")), "connection lost after 0:42: no route");
    EXPECT_EQ(words(ended(Phase::Failed, std::nullopt, "not found")), "not started: not found");
    EXPECT_EQ(words(ended(Phase::MayStillRun, std::nullopt, "process 812 of root")),
              "may still run: process 812 of root");
    EXPECT_EQ(words(samples::runningView(kStart)), "running");
}

TEST(BenchStatus, ALogThatEndsEarlyIsNotComplete) {
    EXPECT_EQ(benchStatus(samples::allReduceView(), 0).glyph, Glyph::Ok);
    EXPECT_EQ(benchStatus(samples::allReduceView(7), 0).glyph, Glyph::Warning);
    EXPECT_EQ(benchStatus(samples::telemetryView(), 0).glyph, Glyph::Ok); // has no end of its own
    BenchView osu = samples::allReduceView(7);
    bench::Results results = *osu.results;
    results.tool = "osu"; // prints none
    results.rows = {};
    bench::Series series;
    series.axis = bench::Axis::Bytes;
    series.points.push_back({1024, 12.5, {}});
    results.series.push_back(series);
    osu.results = std::make_shared<const bench::Results>(results);
    EXPECT_EQ(benchStatus(osu, 0).words, "end of log reached");
}

TEST(BenchStatus, WrongValuesAreAnErrorWhateverTheStatus) {
    bench::Results results = samples::allReduce();
    results.summary.outOfBounds = 2;
    BenchView view = samples::allReduceView();
    view.results = std::make_shared<const bench::Results>(results);
    EXPECT_EQ(benchStatus(view, 0).words, "wrong values");
    EXPECT_EQ(stepOf(view, 0).worst, findings::Severity::Error);
}

TEST(BenchStatus, StepShowsTheRangeOfItsSizes) {
    const BenchStep step = stepOf(samples::runningView(kStart), kStart + 302000);
    EXPECT_EQ(step.name, "all_reduce_perf");
    EXPECT_EQ(step.note, "14 sizes, up to 8G");
    EXPECT_EQ(step.seconds, 302);
    EXPECT_EQ(stepOf(samples::meshView(), 0).note, "8 × 8 pairs");
}

TEST(BenchStatus, LogErrorsAreListedOnceEachMostSevereFirst) {
    bench::Results results = samples::allReduce(3);
    for (int line = 1; line < 4; ++line)
        results.diagnostics.push_back(bench::logFinding(
            "log.failed_to_modify_qp", "Failed to modify QP to RTR", static_cast<std::uint64_t>(line)));
    BenchView view = samples::allReduceView();
    view.results = std::make_shared<const bench::Results>(results);
    view.findings.emplace_back("result.not_validated");
    const auto findings = allFindings(view);
    ASSERT_EQ(findings.size(), 2U);
    EXPECT_EQ(findings[0].rule, "log.failed_to_modify_qp");
    ASSERT_EQ(findings[0].evidence.size(), 1U);
    EXPECT_EQ(findings[0].evidence[0].source, "line 1");
    EXPECT_EQ(findings[0].evidence[0].place.line, 1U);
    EXPECT_NE(findings[0].evidence[0].text.find("Failed to modify QP"), std::string::npos);
}

TEST(BenchProgress, SizesAreTakenFromTheHeader) {
    EXPECT_EQ(expectedSizes(samples::allReduce(1)).size(), samples::kAllReduceSizes);
    bench::Results steps;
    steps.context = {{"min_bytes", "100"}, {"max_bytes", "400"}, {"step", "100(bytes)"}};
    EXPECT_EQ(expectedSizes(steps), (std::vector<double>{100, 200, 300, 400}));
    steps.context[2].value = "0(bytes)"; // would never end
    EXPECT_TRUE(expectedSizes(steps).empty());
    steps.context[2].value = "1(factor)";
    EXPECT_TRUE(expectedSizes(steps).empty());
    steps.context = {{"min_bytes", "1"}, {"max_bytes", "99999999"}, {"step", "1(bytes)"}};
    EXPECT_TRUE(expectedSizes(steps).empty()); // implausibly many
}

/// `rows` of four requested sizes.
bench::Results sizes(std::size_t rows, double average) {
    bench::Results results =
        bench::collective({{1024, 10, 10}, {2048, 20, 20}, {4096, 30, 30}, {8192, 40, 40}});
    while (results.rows.size() > rows)
        results.rows.pop_back();
    results.summary.avgBusbw = average;
    results.context.push_back({"min_bytes", "1024"});
    results.context.push_back({"max_bytes", "8192"});
    results.context.push_back({"step", "2(factor)"});
    return results;
}

TEST(BenchProgress, AverageNamesTheSizesItCovers) {
    EXPECT_EQ(averageScope(sizes(4, 25)), "4 sizes");
    EXPECT_EQ(averageScope(sizes(4, 31)), "by the tool; differs from the 4 sizes in this log");
    EXPECT_EQ(averageScope(sizes(3, 25)), "4 sizes; 3 in this log");
    bench::Results withoutContext = sizes(1, 10);
    withoutContext.context.clear();
    EXPECT_EQ(averageScope(withoutContext), "1 size");
}

TEST(BenchStatus, LogWithMissingSizesIsIncompleteRegardlessOfItsFooter) {
    BenchView view;
    view.results = std::make_shared<const bench::Results>(sizes(3, 25));
    BenchStatus status = benchStatus(view, 0);
    EXPECT_EQ(status.glyph, Glyph::Warning);
    EXPECT_EQ(status.words, "incomplete: 3 of 4 sizes");
    EXPECT_NE(footerOf(view).find("Avg bus bandwidth 25 GB/s (4 sizes; 3 in this log)"), std::string::npos)
        << footerOf(view);
    view.state = bench::RunState();
    view.state->phase = bench::Phase::Ended;
    EXPECT_EQ(benchStatus(view, 0).words, "done: 3 of 4 sizes");
    view.state.reset();
    view.results = std::make_shared<const bench::Results>(sizes(4, 25));
    EXPECT_EQ(benchStatus(view, 0).words, "complete");
}

TEST(BenchStatus, ALibrarysLogHasTheGlyphOfItsWorstRow) {
    BenchView view = samples::libraryView();
    EXPECT_EQ(benchStatus(view, 0).glyph, Glyph::Error);
    LibraryPage page = *view.library;
    for (LibraryPage::Section &section : page.sections)
        for (LibraryPage::Row &row : section.rows)
            row.rating = TransportFact::Rating::Good;
    view.library = std::make_shared<const LibraryPage>(page);
    EXPECT_EQ(benchStatus(view, 0).glyph, Glyph::Ok);
    page.sections.front().rows.front().rating = TransportFact::Rating::Warning;
    view.library = std::make_shared<const LibraryPage>(page);
    EXPECT_EQ(benchStatus(view, 0).glyph, Glyph::Warning);
}

TEST(BenchStatus, StepOfACurveCountsItsSizesNotItsValues) {
    EXPECT_EQ(stepOf(samples::perftestView(), 0).note, "23 sizes, up to 8M");
}

TEST(BenchStatus, FooterReportsWrongValues) {
    const auto footerWith = [](double wrong) {
        bench::Results results = sizes(1, 25);
        results.summary.outOfBounds.reset();
        bench::CollectiveRow row = *results.rows.begin();
        row.inPlace.emplace().wrong = wrong;
        results.rows.push_back(row);
        BenchView view;
        view.results = std::make_shared<const bench::Results>(results);
        return footerOf(view);
    };
    EXPECT_TRUE(footerWith(2).starts_with("Wrong values found")) << footerWith(2);
    EXPECT_TRUE(footerWith(0).starts_with("Wrong values: 0")) << footerWith(0);
}

TEST(BenchProgress, TheRestRunsDownBetweenTwoRows) {
    const BenchView view = samples::runningView(kStart); // its last row came at 205 s
    const auto at = [&](std::int64_t seconds) {
        return progressOf(view, kStart + seconds * 1000);
    };
    EXPECT_EQ(at(302).done, 14U);
    EXPECT_EQ(at(302).of, std::optional<std::size_t>(15));
    EXPECT_EQ(at(302).running, 17179869184.0);
    ASSERT_TRUE(at(302).remainingSeconds && at(303).remainingSeconds);
    EXPECT_NEAR(*at(302).remainingSeconds - *at(303).remainingSeconds, 1, 1e-6);
    EXPECT_EQ(at(3000).remainingSeconds, 0); // never negative, even if overdue
}

TEST(BenchProgress, OfASavedLogNothingRuns) {
    EXPECT_EQ(progressOf(samples::allReduceView(), kStart).running, std::nullopt);
    EXPECT_EQ(progressOf(samples::perftestView(), kStart).of, std::nullopt);
}

TEST(BigNumber, IsTheBestOfTheRunWithItsSizeAndItsShareOfTheCeiling) {
    const BigNumber number = bigNumberOf(samples::allReduceView());
    EXPECT_EQ(number.figure, "368.09");
    EXPECT_EQ(number.what, "all_reduce_perf, bus bandwidth at 8G");
    EXPECT_EQ(number.against, "92 % of the ceiling 400 GB/s: 8 × 400 Gb/s per node");
    EXPECT_TRUE(bigNumberOf(samples::meshView()).figure.empty());
}

TEST(BigNumber, OfTimesIsTheLeast) {
    bench::Results results;
    bench::Series latency{"t_typical", "", "usec", bench::Axis::Bytes, {}};
    latency.points = {{2, 1.31, {}}, {4, 1.28, {}}, {8, 1.4, {}}};
    results.series = {latency};
    BenchView view;
    view.results = std::make_shared<const bench::Results>(results);
    EXPECT_EQ(bigNumberOf(view).figure, "1.28");
}

TEST(TelemetryPicture, ShowsTheLastValueAndLimitOfEachHost) {
    const BenchView view = samples::allReduceView();
    const DisplayList list = layout::layoutTelemetry(view.telemetry, 346, draw::approximateTextWidth).list;
    ASSERT_EQ(list.areas.size(), 6U);
    EXPECT_EQ(list.areas[0].label, "vm-01a, GPU power: 1142 W of 1400");
    EXPECT_EQ(list.areas[5].label, "vm-02a, NIC tx: 386.1 Gb/s");
    auto unknown = view.telemetry;
    unknown[0].points.back().value.reset();
    EXPECT_EQ(layout::layoutTelemetry(unknown, 346, draw::approximateTextWidth).list.areas[0].label,
              "vm-01a, GPU power: unknown W of 1400");
}

} // namespace
} // namespace fabricscope::present
