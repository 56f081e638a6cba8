// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/affinity/Examine.h"
#include "core/bench/telemetry/Telemetry.h"
#include "core/bench/view/BenchStops.h"
#include "core/bench/view/RunJudge.h"
#include "tests/support/samples/SampleBench.h"
#include "tests/support/samples/SampleHosts.h"

#include <gtest/gtest.h>

namespace fabricscope::bench {
namespace {

std::shared_ptr<const Results> shared(Results results) {
    return std::make_shared<const Results>(std::move(results));
}

class RunJudgeTest : public ::testing::Test {
protected:
    RunJudgeTest() {
        base = samples::runningView(1000);
        base.findings.clear();
        base.baseline.reset();
        base.ceiling.reset();
        base.transport.clear();
        base.telemetry.clear();
        run.state = *base.state;
        run.tables = {shared(samples::allReduce())};
        for (const char *id : {"b", "a"}) {
            EarlierRun earlier;
            earlier.record.spec = *base.spec;
            earlier.record.state.id = id;
            earlier.record.createdMs = id[0];
            earlier.results = shared(samples::allReduce());
            stored.push_back(std::move(earlier));
        }
        question.version = 1;
        question.earlier = std::make_shared<const std::vector<EarlierRun>>(stored);
    }
    [[nodiscard]] RunJudge judged() const {
        RunJudge judge(base);
        judge.judge(run, question);
        return judge;
    }

    BenchView base;
    RunSoFar run;
    std::vector<EarlierRun> stored;
    RunQuestion question;
};

TEST_F(RunJudgeTest, KnowsWhatChangedSinceItLastJudged) {
    RunJudge judge(base);
    EXPECT_TRUE(judge.hasOther(run, question)) << "it was never judged";
    judge.judge(run, question);
    EXPECT_FALSE(judge.hasNew(run, question));
    run.tables.back() = shared(samples::allReduce());
    EXPECT_TRUE(judge.hasNew(run, question));
    EXPECT_FALSE(judge.hasOther(run, question)) << "only more rows";
    run.tables.push_back(shared(samples::allReduce()));
    EXPECT_TRUE(judge.hasOther(run, question));
    judge.judge(run, question);
    ++question.version;
    EXPECT_TRUE(judge.hasOther(run, question));
    EXPECT_FALSE(RunJudge(base).hasNew({}, question)) << "nothing was printed";
}

TEST_F(RunJudgeTest, ComparesWithTheStoredRunsThatItMayBeComparedWith) {
    const RunJudge judge = judged();
    const JudgedTable &table = *judge.tables().at(0);
    ASSERT_EQ(table.comparison->comparable.size(), 2U);
    EXPECT_EQ(table.comparison->comparable[0]->record.state.id, "b");
    ASSERT_TRUE(table.view.baseline);
    EXPECT_EQ(table.comparison->compared.baseline.runs, 2U);
}

TEST_F(RunJudgeTest, OneStoredRunMayBeChosenAndOneThatIsNotComparableIsTheDefault) {
    question.compareWith = {0, "a"};
    EXPECT_EQ(judged().tables()[0]->comparison->compared.baseline.runs, 1U);
    question.compareWith = {0, "of another host"};
    const RunJudge judge = judged();
    EXPECT_EQ(judge.tables()[0]->comparison->with, CompareWith());
    EXPECT_EQ(judge.tables()[0]->comparison->compared.baseline.runs, 2U);
    question.compareWith = {0, {}};
    EXPECT_FALSE(judged().tables()[0]->view.baseline);
}

TEST_F(RunJudgeTest, TheHostGivesTheCeiling) {
    const auto topology = samples::topologyOf(samples::mi355xServer());
    question.host = {topology,
                     std::make_shared<const affinity::Examination>(affinity::examine(*topology, {}))};
    base.spec->command.environment = {{"RCCL_ENABLE_INTRANET", "1"}};
    EXPECT_TRUE(judged().tables()[0]->view.ceiling);
    question.host = {};
    EXPECT_FALSE(judged().tables()[0]->view.ceiling);
}

TEST_F(RunJudgeTest, OnlyTablesThatChangedAreJudgedAgain) {
    run.tables.push_back(shared(samples::allReduce()));
    RunJudge judge(base);
    judge.judge(run, question);
    const auto before = judge.tables();
    run.tables.back() = shared(samples::allReduce());
    judge.judge(run, question);
    EXPECT_EQ(judge.tables()[0], before[0]);
    EXPECT_NE(judge.tables()[1], before[1]);
    ++question.version;
    judge.judge(run, question);
    EXPECT_NE(judge.tables()[0], before[0]);
}

TEST_F(RunJudgeTest, TheReasonToStopFollowsTheRulesOfTheQuestion) {
    Results wrong = samples::allReduce();
    wrong.summary.outOfBounds = 3;
    run.tables = {shared(std::move(wrong)), shared(samples::allReduce())};
    EXPECT_EQ(judged().reasonToStop(), "");
    question.stopRules = standardStopRules();
    EXPECT_NE(judged().reasonToStop(), "") << "of any table";
}

TEST_F(RunJudgeTest, TelemetryIsOfTheNewestTable) {
    Results counters;
    counters.tool = "counters";
    counters.series = {{"host CPU load", "host", "%", Axis::Seconds, {{0, 10, {}}, {1, 20, {}}}}};
    Telemetry telemetry;
    telemetry.take(0, std::span(&counters, 1), 2);
    run.telemetry = std::make_shared<const Telemetry>(telemetry);
    run.tables.push_back(shared(samples::allReduce()));
    const RunJudge judge = judged();
    JudgedRun all;
    all.base = judge.base();
    all.state = run.state;
    all.tables = run.tables;
    all.judged = judge.tables();
    all.telemetry = judge.telemetry();
    const std::vector<BenchView> views = all.views();
    ASSERT_EQ(views.size(), 2U);
    EXPECT_TRUE(views[0].telemetry.empty());
    ASSERT_EQ(views[1].telemetry.size(), 1U);
    EXPECT_EQ(views[1].telemetry[0].name, "CPU load");
}

TEST_F(RunJudgeTest, AViewShowsRowsThatAreNotJudgedYet) {
    const RunJudge judge = judged();
    JudgedRun all;
    all.base = judge.base();
    all.tables = {shared(samples::allReduce()), shared(Results())};
    all.judged = judge.tables();
    const std::vector<BenchView> views = all.views();
    ASSERT_EQ(views.size(), 2U);
    EXPECT_EQ(views[0].results, all.tables[0]) << "the newest rows";
    EXPECT_TRUE(views[0].baseline) << "with the judgement of those before";
    EXPECT_FALSE(views[1].baseline);
}

} // namespace
} // namespace fabricscope::bench
