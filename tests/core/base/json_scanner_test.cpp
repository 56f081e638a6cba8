// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/JsonScanner.h"

#include <gmock/gmock.h>

namespace fabricscope {
namespace {

using testing::ElementsAre;
using Event = JsonScanner::Event;
using Words = JsonScanner::Words;

/// "a.b=1" of each value, by the keys above it, and "broken" if the text is.
std::vector<std::string> valuesIn(const std::vector<std::string> &texts, Words words = Words::Json,
                                  std::size_t longest = 100) {
    JsonScanner scanner(words, longest);
    std::vector<std::string> values;
    for (const std::string &text : texts)
        for (std::size_t at = 0;;) {
            const Event event = scanner.next(text, at);
            if (event == Event::Broken)
                values.emplace_back("broken");
            if (event == Event::Broken || event == Event::NeedsMore)
                break;
            if (event != Event::Value)
                continue;
            std::string name;
            for (const std::string &key : scanner.path())
                name += key.empty() ? "" : key + '.';
            values.push_back(name + scanner.key() + (scanner.isString() ? "~" : "=") + scanner.value());
        }
    return values;
}

TEST(JsonScanner, NamesEachValueByTheKeysAboveIt) {
    EXPECT_THAT(valuesIn({R"({"a": {"b": [1, -2.5e3, {"c": null}], "d": "x"}, "e": true} [7])"}),
                ElementsAre("a.b.=1", "a.b.=-2.5e3", "a.b.c=null", "a.d~x", "e=true", "=7"));
    EXPECT_THAT(valuesIn({"{}", "[]", "\"alone\"", "[[], {}, 3]"}), ElementsAre("~alone", "=3"));
}

TEST(JsonScanner, ContinuesAfterAnyToken) {
    EXPECT_THAT(valuesIn({"{", "\"a\"", ":", "[", "1", ",", "2", "]", "", "}"}), ElementsAre("a.=1", "a.=2"));
}

TEST(JsonScanner, IsLenientWhereToolsAreWrong) {
    EXPECT_THAT(valuesIn({R"({"a": [1, 2,], "b": NaN, "c": -Infinity, "d": nan,})"}),
                ElementsAre("a.=1", "a.=2", "b=NaN", "c=-Infinity", "d=nan"));
    EXPECT_THAT(valuesIn({R"(["\u0041\n\"\\\q", "\u20ac", "\ud83d"])"}), ElementsAre("~A \"\\q", "~?", "~?"));
    EXPECT_THAT(valuesIn({"{\"a\": N/A, \"b\": tr"}, Words::Any), ElementsAre("a=N/A", "b=tr"));
}

TEST(JsonScanner, StopsForGoodAtWhatIsNoJson) {
    for (const char *text : {"[1 2]", "{1: 2}", "{\"a\" 1}", "{\"a\": }", "[1, }, 2]", "]", "[,]", "[\"a",
                             "[host] text", "{\"a\": inf}", "[0x1]", "[\"a\\"})
        EXPECT_EQ(valuesIn({text, "[1]"}).back(), "broken") << text;
    EXPECT_THAT(valuesIn({std::string(JsonScanner::kDeepest + 1, '[')}), ElementsAre("broken"));
    EXPECT_THAT(valuesIn({std::string(JsonScanner::kDeepest, '[') + '1'}), ElementsAre("=1"));
}

TEST(JsonScanner, CutsLongStrings) {
    EXPECT_THAT(valuesIn({"[\"" + std::string(1000, 'x') + "\", 2]"}, Words::Json, 3),
                ElementsAre("~xxx", "=2"));
}

} // namespace
} // namespace fabricscope
