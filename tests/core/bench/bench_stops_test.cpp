// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/pairs/PairLog.h"
#include "core/bench/view/BenchStops.h"

#include <gmock/gmock.h>

namespace fabricscope::bench {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> offeredTo(std::string_view tool) {
    RunSpec spec;
    spec.tool = std::string(tool);
    std::vector<std::string> keys;
    for (const StopRule &rule : rulesFor(spec, standardStopRules()))
        keys.push_back(rule.key);
    return keys;
}

TEST(StopRules, OnlyThoseThatCanComeTrueAreOffered) {
    EXPECT_THAT(offeredTo("rccl-tests"), ElementsAre("wrong", "below_baseline", "below_ceiling", "error"));
    EXPECT_THAT(offeredTo("perftest"), ElementsAre("below_ceiling", "error"));
    EXPECT_THAT(offeredTo("rvs"), ElementsAre("error"));
    EXPECT_THAT(offeredTo(kPairsTool), IsEmpty());
    EXPECT_THAT(offeredTo("custom"), ElementsAre("wrong", "below_baseline", "below_ceiling", "error"))
        << "it may print anything";
}

TEST(StopRules, KeepWhatWasChosen) {
    std::vector<StopRule> rules = standardStopRules();
    setStopRule(rules, "below_ceiling", true);
    setStopLimits(rules, "below_ceiling", 70, 2);
    RunSpec spec;
    spec.tool = "perftest";
    const StopRule offered = rulesFor(spec, rules).front();
    EXPECT_TRUE(offered.enabled);
    EXPECT_EQ(offered.percent, 70);
    EXPECT_EQ(offered.rows, 2);
}

} // namespace
} // namespace fabricscope::bench
