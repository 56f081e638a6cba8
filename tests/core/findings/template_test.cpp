// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/Template.h"

#include <gtest/gtest.h>

#include <map>

namespace fabricscope::findings {
namespace {

using Values = std::map<std::string, std::string, std::less<>>;

std::string with(std::string_view text, const Values &values) {
    return filled(text,
                  [&values](std::string_view name) -> std::optional<std::string> {
                      const auto found = values.find(name);
                      return found == values.end() ? std::nullopt : std::optional(found->second);
                  })
        .text;
}

TEST(Template, PutsValuesIn) {
    EXPECT_EQ(with("at {now}, not {could}", {{"now", "x8"}, {"could", "x16"}}), "at x8, not x16");
    EXPECT_EQ(with("at {now}.", {}), "at .");
    EXPECT_EQ(with("{a}", {{"a", "{b}[c]"}, {"b", "no"}}), "{b}[c]");
}

TEST(Template, LeavesOutWhatLacksAnArgument) {
    EXPECT_EQ(with("link[ at {speed}][ of {width} lanes]", {{"width", "16"}}), "link of 16 lanes");
    EXPECT_EQ(with("a[ b[ {c}] d]", {}), "a b d");
    EXPECT_EQ(with("a[ b[ {c}] {d}]", {{"c", "1"}}), "a");
}

TEST(Template, AsksForArguments) {
    constexpr std::string_view kText = "[{?vm}in the VM][{!vm}on the host]";
    EXPECT_EQ(with(kText, {{"vm", ""}}), "in the VM");
    EXPECT_EQ(with(kText, {}), "on the host");
}

TEST(Template, Counts) {
    constexpr std::string_view kText = "{n:a GPU|{n} GPUs} of {host}";
    EXPECT_EQ(with(kText, {{"n", "1"}, {"host", "h"}}), "a GPU of h");
    EXPECT_EQ(with(kText, {{"n", "8"}, {"host", "h"}}), "8 GPUs of h");
    EXPECT_EQ(with("x[ {n:one|many}]", {}), "x");
    EXPECT_EQ(with("x[ {n:{gone}|many}]", {{"n", "2"}}), "x many") << "what is not chosen lacks nothing";
    EXPECT_EQ(with("x[ {n:{gone}|many}]", {{"n", "1"}}), "x");
}

TEST(Template, WritesBracketsThatAreDoubled) {
    EXPECT_EQ(with("{{a}} [[b]]", {}), "{a} [b]");
}

TEST(Template, EndsWhateverItIs) {
    for (const char *text :
         {"{", "[", "{a", "{a:", "{a:b", "{a:b|", "[{a:b|c]", "}", "]", "[[[", "{{{", "|"}) {
        EXPECT_LE(with(text, {{"a", "1"}}).size(), 8u) << text;
        EXPECT_EQ(isWellFormed(text), std::string_view(text) == "|") << text;
    }
    EXPECT_TRUE(isWellFormed("[{?a}{a:b[ {c}]|d}] {{}} [[]]"));
}

} // namespace
} // namespace fabricscope::findings
