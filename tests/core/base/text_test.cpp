// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Result.h"
#include "core/base/Text.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace fabricscope {
namespace {

TEST(IsPlainAscii, ChecksEachByteAtEachPosition) {
    for (int byte = 0; byte < 256; ++byte)
        for (std::size_t at = 0; at < 19; ++at) {
            std::string text(19, '~');
            text[at] = static_cast<char>(byte);
            EXPECT_EQ(isPlainAscii(text), byte >= 0x20 && byte < 0x7F) << byte << " at " << at;
        }
    EXPECT_TRUE(isPlainAscii(""));
}

TEST(Trimmed, TakesBlanksOffBothEnds) {
    EXPECT_EQ(trimmed("  a b\t\r\n"), "a b");
    EXPECT_EQ(trimmed(" \n\t "), "");
    EXPECT_EQ(trimmed(""), "");
}

TEST(ParseInteger, TakesTheWholeTextOrNothing) {
    EXPECT_EQ(parseInteger<int>("-1"), -1);
    EXPECT_EQ(parseInteger<std::uint16_t>("0x10de", 16), 0x10de);
    EXPECT_EQ(parseInteger<std::uint16_t>("10DE", 16), 0x10de);
    EXPECT_EQ(parseInteger<std::uint64_t>("18446744073709551615"), UINT64_MAX);
    for (const char *text : {"", " 1", "1 ", "1x", "0x", "+1", "256", "-1"})
        EXPECT_EQ(parseInteger<std::uint8_t>(text), std::nullopt) << text;
    EXPECT_EQ(parseInteger<int>("0x10"), std::nullopt) << "the prefix belongs to base 16";
}

TEST(TakeUntil, WalksThroughATextPieceByPiece) {
    std::string_view rest = "a::b";
    EXPECT_EQ(takeUntil(rest, ':'), "a");
    EXPECT_EQ(takeUntil(rest, ':'), "");
    EXPECT_EQ(takeUntil(rest, ':'), "b");
    EXPECT_TRUE(rest.empty());
    EXPECT_EQ(takeUntil(rest, ':'), "");
}

TEST(Error, ReadsAsOneSentenceWithoutItsEmptyParts) {
    EXPECT_EQ((Error{"is damaged", "a.fscope", "fetch it again"}.toString()),
              "a.fscope: is damaged (fetch it again)");
    EXPECT_EQ((Error{"is damaged", "", ""}.toString()), "is damaged");
    const Result<int> result = failure("no", "here");
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().toString(), "here: no");
}

} // namespace
} // namespace fabricscope
