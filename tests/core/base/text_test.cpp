// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Result.h"
#include "core/base/Text.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>

namespace fabricscope {
namespace {

const std::string kBad = "\xEF\xBF\xBD";

TEST(Sanitized, LeavesOrdinaryTextAlone) {
    for (const char *text :
         {"", "0000:41:00.0", "two\nlines\tand a tab", "M\xC3\xBCnchen \xE2\x82\xAC \xF0\x9F\x98\x80"})
        EXPECT_EQ(sanitized(text), text);
}

TEST(IsPlainAscii, TellsEachByteAtEachPlace) {
    for (int byte = 0; byte < 256; ++byte)
        for (std::size_t at = 0; at < 19; ++at) {
            std::string text(19, '~');
            text[at] = static_cast<char>(byte);
            EXPECT_EQ(isPlainAscii(text), byte >= 0x20 && byte < 0x7F) << byte << " at " << at;
        }
    EXPECT_TRUE(isPlainAscii(""));
}

TEST(Sanitized, TakesTheTeethOutOfEscapesAndControls) {
    EXPECT_EQ(sanitized("\x1b[31mred\x07\r\x7f"), kBad + "[31mred" + kBad + kBad + kBad);
    EXPECT_EQ(sanitized(std::string_view("a\0b", 3)), "a" + kBad + "b");
    EXPECT_EQ(sanitized("\xC2\x9B"
                        "31m"),
              kBad + "31m")
        << "CSI in one character";
    EXPECT_EQ(sanitized("\xE2\x80\xAE"
                        "cod.exe\xE2\x81\xA6"),
              kBad + "cod.exe" + kBad)
        << "text that reads backwards";
}

TEST(Sanitized, MakesValidUtf8OfAnything) {
    EXPECT_EQ(sanitized("\xff\xfe"), kBad + kBad);
    EXPECT_EQ(sanitized("\xC0\xAF"), kBad + kBad) << "too long a form of '/'";
    EXPECT_EQ(sanitized("\xED\xA0\x80"), kBad + kBad + kBad) << "half a surrogate pair";
    EXPECT_EQ(sanitized("\xF4\x90\x80\x80"), kBad + kBad + kBad + kBad) << "beyond U+10FFFF";
    EXPECT_EQ(sanitized("\xE2\x82"), kBad + kBad) << "cut short";
    std::mt19937 random(1);
    for (int round = 0; round < 2000; ++round) {
        std::string bytes(random() % 40, '\0');
        for (char &c : bytes)
            c = static_cast<char>(random());
        const std::string once = sanitized(bytes);
        EXPECT_EQ(sanitized(once), once) << "what is sane stays so";
    }
}

TEST(Sanitized, CutsBetweenCharacters) {
    EXPECT_EQ(sanitized("abcdef", 3), "abc\xE2\x80\xA6");
    EXPECT_EQ(sanitized("abcdef", 6), "abcdef");
    EXPECT_EQ(sanitized("a\xE2\x82\xAC"
                        "b",
                        3),
              "a\xE2\x80\xA6");
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
