// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/Json.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace fabricscope::json {

namespace {

using testing::HasSubstr;

TEST(Json, IsReadAndWrittenWithItsKeysInOrder) {
    const auto value = parse(R"({"zebra": 1, "ant": [true, null, "x"]})");
    ASSERT_TRUE(value);
    EXPECT_EQ(dump(*value), "{\n  \"zebra\": 1,\n  \"ant\": [\n    true,\n    null,\n    \"x\"\n  ]\n}\n");
}

TEST(Json, ThatIsBrokenGivesTheByteWhereItBreaks) {
    for (const char *text : {"", "{", "[1,]", "{\"a\" 1}", "nul", "[1] 2", "\"\xff\"", "1e999"}) {
        const auto value = parse(text);
        ASSERT_FALSE(value) << text;
        EXPECT_THAT(value.error().what, HasSubstr("byte")) << text;
    }
}

TEST(Json, ThatIsTooDeepIsRefused) {
    EXPECT_TRUE(parse(std::string(64, '[') + std::string(64, ']')));
    const auto value = parse(std::string(65, '[') + std::string(65, ']'));
    ASSERT_FALSE(value);
    EXPECT_THAT(value.error().what, HasSubstr("more than 64 levels deep"));
    EXPECT_FALSE(parse(std::string(2'000'000, '[')));
}

TEST(Json, ThatIsTooLongOrHoldsTooMuchIsRefused) {
    ParseLimits limits;
    limits.bytes = 10;
    EXPECT_TRUE(parse("[1,2,3,45]", limits));
    EXPECT_FALSE(parse("[1,2,3,456]", limits));
    limits = {};
    limits.values = 4;
    EXPECT_TRUE(parse("[1,2,3]", limits)) << "the array counts, too";
    EXPECT_FALSE(parse("[1,2,3,4]", limits));
}

TEST(Json, ReplacesTextThatIsNotUtf8) {
    Value value;
    value["text"] = "a\xff"
                    "b";
    EXPECT_EQ(dump(value), "{\n  \"text\": \"a\xEF\xBF\xBD"
                           "b\"\n}\n");
}

} // namespace

} // namespace fabricscope::json
