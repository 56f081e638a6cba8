// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/EscapeFilter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace fabricscope {
namespace {

std::string filtered(std::string_view text, std::size_t piece = std::string::npos) {
    EscapeFilter filter;
    std::string out;
    for (std::size_t at = 0; at < text.size(); at += std::min(piece, text.size() - at))
        filter.feed(text.substr(at, piece), [&](std::string_view bytes) { out += bytes; });
    return out;
}

TEST(EscapeFilter, RemovesColoursAndTitles) {
    EXPECT_EQ(filtered("\x1b[32mgreen\x1b[0m and \x1b[1;31;40mred\x1b[m\x1b[K\n"), "green and red\n");
    EXPECT_EQ(filtered("a\x1b]0;a title\ab\x1b]8;;http://x\x1b\\c"), "abc");
    EXPECT_EQ(filtered("a\x1b(Bb"), "ab");
    EXPECT_EQ(filtered("no colour"), "no colour");
}

TEST(EscapeFilter, ALineEndEndsASequence) {
    EXPECT_EQ(filtered("a\x1b[32\nb\x1b]title\r\nc\x1b\nd"), "a\nb\r\nc\nd");
    EXPECT_EQ(filtered("a\x1b"), "a");
}

TEST(EscapeFilter, ASequenceIsBounded) {
    const std::string text = "\x1b[" + std::string(5000, '1') + "m";
    EXPECT_GT(filtered(text).size(), 4000U);
}

TEST(EscapeFilter, MakesBlanksOfNoBreakSpaces) {
    EXPECT_EQ(filtered("a\xC2\xA0\xE2\x80\xAF"
                       "b\xE2\x80\x87"
                       "c\xE2\x80\x8B"
                       "d"),
              "a  b cd");
    EXPECT_EQ(filtered("\xC2\xB0"
                       "C \xE2\x80\x99 \xC2\xC2\xA0 \xE2\x80\xE2\x80\xAF"),
              "\xC2\xB0"
              "C \xE2\x80\x99 \xC2  \xE2\x80 ");
}

TEST(EscapeFilter, DoesNotDependOnHowTheBytesAreSplit) {
    const std::string text = "\x1b[32mgreen\x1b[0m\n\x1b]0;t\x1b\\x\x1b[1\ny\x1b[\x01z\x1b[2J"
                             "\xC2\xA0 \xE2\x80\xAF \xE2\x80\x99\xC2\xB5s \xE2\x80\xC2\xA0.";
    for (std::size_t piece = 1; piece < text.size(); ++piece)
        EXPECT_EQ(filtered(text, piece), filtered(text)) << piece;
}

} // namespace
} // namespace fabricscope
