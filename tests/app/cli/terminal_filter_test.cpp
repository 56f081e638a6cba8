// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/terminal/TerminalFilter.h"

#include <gtest/gtest.h>

namespace fabricscope::app::cli {
namespace {

const std::string kBad = "\xEF\xBF\xBD";

TEST(TerminalFilter, LetsNoControlSequenceThrough) {
    TerminalFilter filter;
    EXPECT_EQ(filter.feed("\x1b]0;title\x07name\x1b[2J\n"),
              kBad + "]0;title" + kBad + "name" + kBad + "[2J\n");
    EXPECT_EQ(filter.feed("a\rb\x08\t\x7f\n"), "a" + kBad + "b" + kBad + "\t" + kBad + "\n");
    EXPECT_EQ(filter.feed("\xD8\x9C\xE2\x80\xAE\xC2\x9B\n"), kBad + kBad + kBad + "\n")
        << "U+061C, U+202E, CSI";
}

TEST(TerminalFilter, LetsOnlyTheProgressLineOfOurOwnThrough) {
    TerminalFilter filter;
    EXPECT_EQ(filter.feed("\r\033[Kgpu-01: tools 40 %", true), "\r\033[Kgpu-01: tools 40 %");
    EXPECT_EQ(filter.feed("\r\033[Kof a tool"), kBad + kBad + "[Kof a tool");
    EXPECT_EQ(filter.feed("x\r\033[K", true), "x" + kBad + kBad + "[K")
        << "inside of a text it is somebody else's";
}

TEST(TerminalFilter, EndsALineAsOthersDo) {
    TerminalFilter filter;
    EXPECT_EQ(filter.feed("one\r\ntwo\r"), "one\ntwo");
    EXPECT_EQ(filter.feed("\nthree\n"), "\nthree\n");
}

TEST(TerminalFilter, GivesTheSameForEverySplit) {
    const std::string text =
        "M\xC3\xBCnchen \xE2\x82\xAC \xF0\x9F\x98\x80 \x1b[1m\xC2\x9B \xFF\xE2\x80\xAE.\r\n";
    const std::string whole = TerminalFilter().feed(text);
    for (std::size_t piece = 1; piece < text.size(); ++piece) {
        TerminalFilter filter;
        std::string shown;
        for (std::size_t at = 0; at < text.size(); at += piece)
            shown += filter.feed(std::string_view(text).substr(at, piece));
        EXPECT_EQ(shown, whole) << "pieces of " << piece;
    }
}

} // namespace
} // namespace fabricscope::app::cli
