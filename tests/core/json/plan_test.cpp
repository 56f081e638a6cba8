// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/PlanJson.h"
#include "core/json/SamplesJson.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace fabricscope::json {
namespace {

using testing::ElementsAre;

std::string planWith(const std::string &more) {
    return R"({"schema":"fabricscope.plan/0","steps":[{"tool":"custom","host":"h","words":["x"])" + more +
           "}]}";
}

TEST(PlanJson, GivesBackAPlan) {
    bench::Plan plan;
    bench::PlanStep &step = plan.steps.emplace_back();
    step.spec.tool = "rccl-tests";
    step.spec.test = "all_reduce_perf";
    step.spec.host = "gpu-07";
    step.spec.command = {{"all_reduce_perf", "it's \"$(x)\"\n"}, {{"A", "1"}}, "/tmp"};
    step.sweep = {"-b", {"8", "1M"}, 3};
    step.notes = {"-g 8: GPUs of the host"};
    const auto read = planFrom(planDocument(plan));
    ASSERT_TRUE(read.has_value()) << read.error().toString();
    ASSERT_EQ(read->steps.size(), 1U);
    EXPECT_EQ(read->steps[0].spec, step.spec);
    EXPECT_EQ(read->steps[0].sweep.flag, "-b");
    EXPECT_THAT(read->steps[0].sweep.values, ElementsAre("8", "1M"));
    EXPECT_EQ(read->steps[0].sweep.repeats, 3U);
    EXPECT_EQ(read->steps[0].notes, step.notes);
}

TEST(PlanJson, ReadsRangesOfValues) {
    const auto read = planFrom(planWith(R"(,"sweep":{"flag":"-b","values":"1M..4M*2"})"));
    ASSERT_TRUE(read.has_value()) << read.error().toString();
    EXPECT_THAT(read->steps[0].sweep.values, ElementsAre("1M", "2M", "4M"));
    EXPECT_EQ(read->steps[0].sweep.repeats, 1U);
}

TEST(PlanJson, RejectsInvalidPlansAndNamesTheStep) {
    for (const char *bad :
         {"", "[]", "{}", R"({"schema":"fabricscope.plan/9","steps":[]})",
          R"({"schema":"fabricscope.plan/0"})", R"({"schema":"fabricscope.plan/0","steps":7})"})
        EXPECT_FALSE(planFrom(bad).has_value()) << bad;
    for (const char *bad :
         {R"(,"repeats":0)", R"(,"repeats":-1)", R"(,"repeats":1.5)", R"(,"repeats":100000)", R"(,"sweep":7)",
          R"(,"sweep":{"flag":""})", R"(,"sweep":{"flag":"-b","values":[1]})",
          R"(,"sweep":{"flag":"-b","values":"9..1*2"})", R"(,"notes":"x")"})
        EXPECT_EQ(planFrom(planWith(bad)).error().where, "step 1 of the plan") << bad;
    EXPECT_FALSE(planFrom(planWith("") + std::string(std::size_t{2} << 20, ' ')).has_value());
    EXPECT_TRUE(planFrom(planWith("")).has_value());
}

bench::WaitingQueue waitingQueue() {
    bench::RunSpec spec;
    spec.tool = "rccl-tests";
    spec.host = "gpu-07";
    spec.command.words = {"all_reduce_perf", "-b", "8"};
    bench::WaitingQueue queue{"group-1", "-b", 3, {{spec, "8", 1}}};
    spec.command.words.back() = "1M";
    queue.steps.push_back({spec, "1M", 2});
    return queue;
}

TEST(QueueJson, GivesBackWhichRunsBelongTogether) {
    bench::WaitingQueue alone;
    alone.steps.push_back({waitingQueue().steps.front().spec, {}, 0});
    const std::vector<bench::WaitingQueue> queues = {waitingQueue(), alone};
    const auto read = queueFrom(queueDocument(queues));
    ASSERT_TRUE(read.has_value()) << read.error().toString();
    EXPECT_EQ(*read, queues);
}

TEST(QueueJson, HoldsAMatrixOfPairsAsItWasAskedFor) {
    bench::WaitingQueue queue = waitingQueue();
    queue.steps.resize(1);
    queue.pairs = bench::WaitingPairs{
        "vm-01a", "vm-02a", "ib_read_lat", {"ionic_0", "ionic_1"}, {"ionic_2"}, true, false, 7, 3};
    const std::string text = queueDocument({queue});
    const auto read = queueFrom(text);
    ASSERT_TRUE(read.has_value()) << read.error().toString();
    EXPECT_EQ(*read, std::vector{queue});
    for (const auto &[good, bad] :
         {std::pair("\"seconds\": 7", "\"seconds\": 0"), std::pair("\"seconds\": 7", "\"seconds\": 999999"),
          std::pair("\"at_once\": 3", "\"at_once\": 65"),
          std::pair("\"server_devices\": [", "\"server_devices\": 7, \"x\": [")}) {
        std::string broken = text;
        const std::size_t place = broken.find(good);
        ASSERT_NE(place, std::string::npos) << good << text;
        EXPECT_FALSE(queueFrom(broken.replace(place, std::string(good).size(), bad)).has_value()) << bad;
    }
}

TEST(QueueJson, TakesThePlanThatOlderVersionsWrote) {
    const auto read = queueFrom(planWith(R"(},{"tool":"custom","host":"h","words":["y"])"));
    ASSERT_TRUE(read.has_value()) << read.error().toString();
    ASSERT_EQ(read->size(), 2U);
    EXPECT_EQ(read->front().group, "");
    ASSERT_EQ(read->back().steps.size(), 1U);
    EXPECT_THAT(read->back().steps.front().spec.command.words, ElementsAre("y"));
}

TEST(QueueJson, OfAThousandStepsIsReadAgain) {
    bench::WaitingQueue queue = waitingQueue();
    queue.steps.front().spec.command.words.emplace_back(2000, 'x');
    queue.steps.assign(bench::Sweep::kMaxSteps, queue.steps.front());
    const auto read = queueFrom(queueDocument({queue}));
    ASSERT_TRUE(read.has_value()) << read.error().toString();
    EXPECT_EQ(read->front().steps.size(), bench::Sweep::kMaxSteps);
}

TEST(QueueJson, RefusesWhatIsNone) {
    const auto with = [](const std::string &queues) {
        return R"({"schema":"fabricscope.queue/0","queues":)" + queues + "}";
    };
    for (const std::string &bad :
         {std::string(), std::string("{"), std::string("{}"), std::string("[]"),
          std::string(R"({"schema":"fabricscope.queue/9","queues":[]})"), with("7"), with("[7]"),
          with(R"([{"repeats":1}])"), with(R"([{"repeats":0,"steps":[]}])"),
          with(R"([{"repeats":1,"steps":[{"repeat":0}]}])"),
          with(R"([{"repeats":1,"steps":[{"tool":"custom","words":["x"]}]}])"),
          with(R"([{"repeats":1,"steps":[{"tool":"custom","words":["x"],"repeat":-1}]}])")})
        EXPECT_FALSE(queueFrom(bad).has_value()) << bad;
    EXPECT_TRUE(queueFrom(with("[]")).has_value());
}

TEST(SamplesJson, OfOurOwnRunsNamesEachRunWhateverItPrinted) {
    std::vector<bench::MeasuredRun> runs(2);
    runs[0].state.id = "first";
    runs[0].state.phase = bench::Phase::Failed;
    runs[0].spec.host = "h";
    runs[0].spec.tool = "perftest";
    runs[1].state.id = "second";
    runs[1].state.exitStatus = 0;
    runs[1].value = "1M";
    runs[1].repeat = 2;
    runs[1].results.resize(2);
    runs[1].results[0].tool = "rccl-tests";
    const auto document = nlohmann::json::parse(measuredDocument(runs));
    EXPECT_EQ(document["schema"], "fabricscope.samples/0");
    EXPECT_EQ(document["tool"], "rccl-tests");
    ASSERT_EQ(document["runs"].size(), 3U);
    EXPECT_EQ(document["runs"][0]["run_id"], "first");
    EXPECT_EQ(document["runs"][0]["phase"], "failed");
    EXPECT_FALSE(document["runs"][0].contains("exit_status"));
    EXPECT_EQ(document["runs"][2]["run_id"], "second");
    EXPECT_EQ(document["runs"][2]["sweep_value"], "1M");
    EXPECT_EQ(document["runs"][2]["repeat"], 2);
}

} // namespace
} // namespace fabricscope::json
