// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/Rules.h"
#include "core/findings/Template.h"

#include <gmock/gmock.h>

#include <set>

namespace fabricscope::findings {
namespace {

std::string nameOf(const Rule &rule) {
    return std::string(rule.id) + (rule.variant.empty() ? "" : ", " + std::string(rule.variant));
}

TEST(Rules, HaveOneRowEach) {
    std::set<std::string> names;
    for (const Rule *rule : allRules()) {
        EXPECT_TRUE(names.insert(nameOf(*rule)).second) << nameOf(*rule);
        EXPECT_EQ(findRule(rule->id, rule->variant), rule);
    }
    EXPECT_EQ(findRule("link"), nullptr);
    EXPECT_EQ(findRule(""), nullptr);
}

TEST(Rules, AreNamedByAreaAndFault) {
    for (const Rule *rule : allRules())
        EXPECT_THAT(std::string(rule->id), testing::MatchesRegex("[a-z_]+\\.[a-z0-9_]+"));
}

TEST(Rules, OfAVariantHaveAFirstRow) {
    for (const Rule *rule : allRules())
        EXPECT_NE(findRule(rule->id), nullptr) << nameOf(*rule);
}

TEST(Rules, AreWellFormedAndHaveASource) {
    for (const Rule *rule : allRules()) {
        for (const std::string_view text : {rule->title, rule->sentence, rule->cost, rule->remedy})
            EXPECT_TRUE(isWellFormed(text)) << nameOf(*rule) << ": " << text;
        EXPECT_FALSE(rule->title.empty()) << nameOf(*rule);
        EXPECT_FALSE(rule->source.empty()) << nameOf(*rule);
    }
}

TEST(Rules, EndWithAFullStopOnlyInSentences) {
    for (const Rule *rule : allRules()) {
        for (const std::string_view text : {rule->title, rule->cost, rule->remedy})
            EXPECT_FALSE(text.ends_with('.')) << nameOf(*rule) << ": " << text;
        EXPECT_TRUE(rule->sentence.empty() || rule->sentence.find_first_of(".!?") != std::string_view::npos)
            << nameOf(*rule) << ": " << rule->sentence;
    }
}

} // namespace
} // namespace fabricscope::findings
