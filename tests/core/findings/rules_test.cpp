// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/Rules.h"
#include "core/findings/Template.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <optional>
#include <regex>
#include <set>
#include <string>
#include <string_view>

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

/// Kernel findings have a count from two on.
bool isFromTwoOn(std::string_view text, std::string_view name) {
    return name == "count" && text.find("{count} times") != std::string_view::npos;
}

/// A number that is followed by a noun or a verb of the other number: "1 links", "2 link has".
std::string disagreementOf(const std::string &text) {
    static const std::regex kOne(
        "\\b1 (?:other |more |such |free |active )?(?!is\\b|was\\b|has\\b|its\\b|this\\b|as\\b)"
        "(?:times|others|GPUs|NICs|links|lanes|lines|errors|pages|pairs|rows|banks|ports|bytes|files|sockets|"
        "hosts|VFs|values|ranks|frames|replays|NVLinks|switches|partitions|devices|are|were|have)\\b");
    static const std::regex kTwo(
        "\\b2 (?:other |more |such |free |active )?"
        "(?:time|GPU|NIC|link|lane|line|error|page|pair|row|bank|port|byte|file|socket|"
        "host|VF|value|rank|frame|replay|switch|partition|device|is|was|has)\\b(?!-)");
    std::smatch found;
    if (std::regex_search(text, found, kOne) || std::regex_search(text, found, kTwo))
        return found.str();
    return {};
}

/// Arguments that are numbers of things.
constexpr std::array<std::string_view, 15> kNumbers = {
    "count", "others",   "pairs", "gpus",   "nics",  "sockets", "possible_lanes", "times", "ranks",
    "hosts", "compared", "ports", "actual", "lanes", "rows"};

TEST(Rules, AgreeWithEachNumber) {
    EXPECT_EQ(disagreementOf("the other end of 1 links"), "1 links");
    EXPECT_EQ(disagreementOf("2 other GPU has"), "2 other GPU");
    EXPECT_EQ(disagreementOf("1 link has 2 lanes"), "");
    for (const Rule *rule : allRules())
        for (const std::string_view text : {rule->title, rule->sentence, rule->cost, rule->remedy})
            for (const std::string number : {"1", "2"}) {
                const bool isVersion = rule->id.ends_with(".versions");
                const auto value = [&](std::string_view name) {
                    if (isVersion || std::find(kNumbers.begin(), kNumbers.end(), name) == kNumbers.end())
                        return std::optional<std::string>("X");
                    return std::optional<std::string>(isFromTwoOn(text, name) ? "2" : number);
                };
                const std::string shown = filled(text, value).text;
                EXPECT_EQ(disagreementOf(shown), "") << nameOf(*rule) << ": " << shown;
            }
}

} // namespace
} // namespace fabricscope::findings
