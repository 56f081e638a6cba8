// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/view/BenchStops.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricscope::bench {
namespace {

using testing::HasSubstr;

std::vector<std::string> enabledOf(const std::vector<StopRule> &rules) {
    std::vector<std::string> keys;
    for (const StopRule &rule : rules)
        if (rule.enabled)
            keys.push_back(rule.key);
    return keys;
}

Result<std::vector<StopRule>> rulesFrom(const std::vector<std::string> &texts) {
    return stopRulesFrom(texts);
}

TEST(BenchStops, ACommandLineAddsToTheStandardRules) {
    EXPECT_EQ(*rulesFrom({}), standardStopRules());
    EXPECT_EQ(enabledOf(*rulesFrom({})), std::vector<std::string>{"wrong"});
    EXPECT_EQ(enabledOf(*rulesFrom({"error"})), (std::vector<std::string>{"wrong", "error"}));
    EXPECT_EQ(enabledOf(*rulesFrom({"none"})), std::vector<std::string>());
}

TEST(BenchStops, LimitsArePercentAndRows) {
    const auto limits = [](const char *text) {
        return *stopConditions(*rulesFrom({text})).ceiling;
    };
    EXPECT_EQ(limits("below-ceiling"), (BelowRule{50, 3}));
    EXPECT_EQ(limits("below-ceiling=60"), (BelowRule{60, 3}));
    EXPECT_EQ(limits("below_ceiling=60,5"), (BelowRule{60, 5}));
    EXPECT_EQ(*stopConditions(*rulesFrom({"below-baseline=90,1"})).baseline, (BelowRule{90, 1}));
}

TEST(BenchStops, WhatIsNoRuleIsRefusedAndTheNamesAreListed) {
    for (const char *text : {"", "wron", "none=1", "wrong=3", "below-ceiling=", "below-ceiling=0",
                             "below-ceiling=101", "below-ceiling=60,", "below-ceiling=60,0",
                             "below-ceiling=60,100", "below-ceiling=6x", "below-ceiling=60,3,1"})
        EXPECT_FALSE(rulesFrom({text})) << text;
    EXPECT_FALSE(rulesFrom({"none", "wrong"})) << "none is for itself alone";
    EXPECT_THAT(rulesFrom({"x"}).error().hint,
                HasSubstr("wrong, below-baseline, below-ceiling, error, none"));
}

} // namespace
} // namespace fabricscope::bench
