// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/judge/Outcome.h"
#include "core/bench/plan/Plan.h"
#include "tests/core/bench/ExaminedHost.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricscope::bench {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsSupersetOf;

PlanStep stepOf(const std::string &host) {
    PlanStep step;
    step.spec.tool = "rccl-tests";
    step.spec.test = "all_reduce_perf";
    step.spec.host = host;
    step.spec.command.words = {"all_reduce_perf", "-b", "8"};
    return step;
}

TEST(Plan, BecomesItsRunsStepByStep) {
    Plan plan;
    plan.steps = {stepOf("a"), stepOf("b")};
    plan.steps[0].sweep = {"-b", {"8", "1M"}, 2};
    const auto runs = runsOf(plan);
    ASSERT_TRUE(runs.has_value()) << runs.error().toString();
    std::vector<std::string> order;
    for (const PlannedRun &run : *runs)
        order.push_back(run.run.spec.host + " " + run.run.value + " " + std::to_string(run.run.repeat));
    EXPECT_THAT(order, ElementsAre("a 8 0", "a 1M 0", "a 8 1", "a 1M 1", "b  0"));
    EXPECT_THAT((*runs)[1].run.spec.command.words, ElementsAre("all_reduce_perf", "-b", "1M"));
    EXPECT_EQ((*runs)[4].step, 1U);
}

TEST(Plan, ReportsTheInvalidStep) {
    EXPECT_FALSE(runsOf({}).has_value());
    Plan plan;
    plan.steps = {stepOf("a"), stepOf("")};
    EXPECT_EQ(runsOf(plan).error().where, "step 2 of the plan");
    plan.steps[1] = stepOf("b");
    plan.steps[1].spec.tool = "no-such-tool";
    EXPECT_THAT(runsOf(plan).error().what, HasSubstr("no-such-tool"));
    plan.steps[1] = stepOf("b");
    plan.steps[0].sweep.repeats = Plan::kMaxRuns;
    EXPECT_THAT(runsOf(plan).error().what, HasSubstr("at most 1000 runs"));
}

TEST(Plan, IsACollectiveOfTheGpusVendorOverAllSizes) {
    const ExaminedHost server = examinedHost(standaloneServer());
    const BindingFacts facts{*server.topology, server.examination};
    const BindingRequest request = defaultRequest(facts, "server");
    EXPECT_EQ(request.tool, "rccl-tests");
    const auto step = plannedStep(request, facts);
    ASSERT_TRUE(step.has_value()) << step.error().toString();
    const std::size_t gpus = server.examination.judgement.fabric.gpus.size();
    EXPECT_THAT(step->spec.command.words,
                IsSupersetOf({"all_reduce_perf", "-b", "8", "-e", "16G", "-f", "2"}));
    EXPECT_THAT(shellLine(step->spec.command), HasSubstr("-g " + std::to_string(gpus)));
    EXPECT_THAT(step->notes, Contains(HasSubstr("GPUs of the host")));
    EXPECT_EQ(step->spec.host, "server");
}

TEST(Plan, TakesTheToolThatWasAskedForAndRefusesUnknownOnes) {
    const ExaminedHost server = examinedHost(standaloneServer());
    const BindingFacts facts{*server.topology, server.examination};
    EXPECT_EQ(defaultRequest(facts, "h", "rccl-tests:all_gather_perf").test, "all_gather_perf");
    EXPECT_EQ(plannedStep(defaultRequest(facts, "h", "perftest:ib_read_bw"), facts)->spec.test, "ib_read_bw");
    EXPECT_THAT(plannedStep(defaultRequest(facts, "h", "nothing"), facts).error().what, HasSubstr("nothing"));
    EXPECT_FALSE(plannedStep(defaultRequest(facts, "h", "perftest:nothing"), facts).has_value());
}

TEST(Plan, OfAHostWithoutGpusIsStream) {
    const ExaminedHost plain = examinedHost(host::Host());
    const BindingFacts facts{*plain.topology, plain.examination};
    EXPECT_EQ(defaultRequest(facts, "plain").tool, "stream");
    EXPECT_TRUE(plannedStep(defaultRequest(facts, "plain"), facts).has_value());
}

MeasuredRun measured(const std::string &value, unsigned repeat, double busbw, bool complete = true) {
    Results results;
    results.complete = complete;
    results.test = "all_reduce_perf";
    CollectiveRow row;
    row.sizeBytes = 1024;
    row.outOfPlace.emplace().busbw = busbw;
    results.rows.push_back(row);
    return {0, value, repeat, {}, {}, {results}};
}

TEST(Outcome, IsTheMedianAndTheSpreadOfTheRepeatsOfEachValue) {
    const std::vector<MeasuredRun> runs = {measured("8", 0, 100), measured("1M", 0, 7), measured("8", 1, 104),
                                           measured("8", 2, 101)};
    const auto outcomes = outcomesOf(runs);
    ASSERT_EQ(outcomes.size(), 2U);
    EXPECT_EQ(outcomes[0].value, "8");
    EXPECT_EQ(outcomes[0].runs, 3U);
    EXPECT_EQ(*outcomes[0].best, (Spread{3, 101, 100, 104}));
    EXPECT_EQ(outcomes[0].unit, "GB/s");
    EXPECT_EQ(outcomes[0].atBytes, 1024U);
    ASSERT_EQ(outcomes[0].sizes.rows.size(), 1U);
    EXPECT_EQ(outcomes[0].sizes.rows[0].outOfPlace->median, 101);
    EXPECT_EQ(outcomes[1].best->count, 1U);
}

TEST(Outcome, DoesNotCountWhatWasCutShortOrPrintedNothing) {
    std::vector<MeasuredRun> runs = {measured("", 0, 100), measured("", 1, 3, false)};
    runs.emplace_back();
    const auto outcomes = outcomesOf(runs);
    ASSERT_EQ(outcomes.size(), 1U);
    EXPECT_EQ(outcomes[0].runs, 3U);
    EXPECT_EQ(*outcomes[0].best, (Spread{1, 100, 100, 100}));
    EXPECT_FALSE(outcomesOf(std::vector<MeasuredRun>(1))[0].best.has_value());
}

} // namespace
} // namespace fabricscope::bench
