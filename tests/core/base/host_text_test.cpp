// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/HostText.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <concepts>
#include <ostream>
#include <random>

namespace fabricscope {
namespace {

const std::string kBad = "\xEF\xBF\xBD";

/// The UTF-8 encoding of a code point.
std::string utf8(char32_t point) {
    if (point < 0x80)
        return {static_cast<char>(point)};
    std::string bytes;
    const int more = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
    bytes += static_cast<char>(more == 1   ? 0xC0 | point >> 6
                               : more == 2 ? 0xE0 | point >> 12
                                           : 0xF0 | point >> 18);
    for (int left = more - 1; left >= 0; --left)
        bytes += static_cast<char>(0x80 | (point >> (6 * left) & 0x3F));
    return bytes;
}

template<class T>
concept Streamed = requires(std::ostream &stream, const T &value) {
    stream << value;
};

TEST(HostText, ReachesNoTextWithoutTheEscapingOfAPlace) {
    static_assert(!std::convertible_to<HostText, std::string>);
    static_assert(!std::convertible_to<HostText, std::string_view>);
    static_assert(!std::convertible_to<std::string, HostText>);
    static_assert(!Streamed<HostText>);
    static_assert(!fmt::is_formattable<HostText>::value);
}

TEST(HostText, LeavesOrdinaryTextAlone) {
    for (const char *text :
         {"", "0000:41:00.0", "two\nlines\tand a tab", "M\xC3\xBCnchen \xE2\x82\xAC \xF0\x9F\x98\x80"})
        EXPECT_EQ(HostText(text).plain(), text);
}

TEST(HostText, ReplacesEscapesAndControlCharacters) {
    EXPECT_EQ(HostText("\x1b[31mred\x07\r\x7f").plain(), kBad + "[31mred" + kBad + kBad + kBad);
    EXPECT_EQ(HostText(std::string_view("a\0b", 3)).plain(), "a" + kBad + "b");
    EXPECT_EQ(HostText("\xC2\x9B"
                       "31m")
                  .plain(),
              kBad + "31m")
        << "CSI in one character";
    EXPECT_EQ(HostText("\xE2\x80\xAE"
                       "cod.exe\xE2\x81\xA6")
                  .plain(),
              kBad + "cod.exe" + kBad)
        << "text that reads backwards";
}

TEST(HostText, IsValidUtf8WhateverTheBytesAre) {
    EXPECT_EQ(HostText("\xff\xfe").plain(), kBad + kBad);
    EXPECT_EQ(HostText("\xC0\xAF").plain(), kBad + kBad) << "too long a form of '/'";
    EXPECT_EQ(HostText("\xED\xA0\x80").plain(), kBad + kBad + kBad) << "half a surrogate pair";
    EXPECT_EQ(HostText("\xF4\x90\x80\x80").plain(), kBad + kBad + kBad + kBad) << "beyond U+10FFFF";
    EXPECT_EQ(HostText("\xE2\x82").plain(), kBad + kBad) << "cut short";
    std::mt19937 random(1);
    for (int round = 0; round < 2000; ++round) {
        std::string bytes(random() % 40, '\0');
        for (char &c : bytes)
            c = static_cast<char>(random());
        const std::string once = HostText(bytes).plain();
        EXPECT_EQ(HostText(once).plain(), once) << "what is sane stays so";
    }
}

TEST(HostText, IsCutBetweenCharacters) {
    EXPECT_EQ(HostText("abcdef").plain(3), "abc\xE2\x80\xA6");
    EXPECT_EQ(HostText("abcdef").plain(6), "abcdef");
    EXPECT_EQ(HostText("a\xE2\x82\xAC"
                       "b")
                  .plain(3),
              "a\xE2\x80\xA6");
}

TEST(HostText, ReplacesWhatChangesTheDirectionOrTheVisibilityOfText) {
    for (const char32_t point : {0x061C, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A, 0x202E, 0x2066, 0x2069,
                                 0xFEFF, 0xFFF9, 0xE0001, 0xE0041, 0xE007F})
        EXPECT_EQ(HostText("a" + utf8(point) + "b").plain(), "a" + kBad + "b")
            << std::hex << std::uint32_t{point};
    for (const char32_t point : {0x061B, 0x061D, 0x200D, 0x2027, 0x202F, 0x206A, 0xFFFC, 0xE0080, 0x1F600})
        EXPECT_EQ(HostText(utf8(point)).plain(), utf8(point)) << std::hex << std::uint32_t{point};
}

TEST(HostText, IsOneLineWhereALineIsShown) {
    EXPECT_EQ(HostText("mi300x\n[ok]\tdone").line(), "mi300x [ok] done");
    EXPECT_EQ(HostText("a\r\nb").line(), "a" + kBad + " b");
    EXPECT_EQ(HostText("abc\n\n").line(4), "abc …");
}

TEST(HostText, OpensNoTagAndEndsNoAttribute) {
    EXPECT_EQ(HostText("<b a=\"1\" c='2'>R&D</b>\x1b").markup(),
              "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;R&amp;D&lt;/b&gt;" + kBad);
    EXPECT_EQ(HostText(utf8(0xFFFE) + utf8(0xFFFF)).markup(), kBad + kBad) << "XML has neither";
}

TEST(HostText, IsNoFormulaOfASpreadsheet) {
    for (const char *formula : {"=1+1", "+1", "-1", "@SUM(A1)", "\t=1"})
        EXPECT_EQ(HostText(formula).csv(), std::string("'") + formula);
    EXPECT_EQ(HostText("mlx5_0").csv(), "mlx5_0");
    EXPECT_EQ(HostText("a,\"b\"\nc").csv(), "\"a,\"\"b\"\"\nc\"");
    EXPECT_EQ(HostText("=A1,\"x\"").csv(), "\"'=A1,\"\"x\"\"\"");
    EXPECT_EQ(HostText("\r=1").csv(), kBad + "=1");
}

TEST(HostText, IsNoMarkupOfMarkdown) {
    EXPECT_EQ(HostText("a|b\n[x](y) <i>").markdown(), "a\\|b \\[x\\](y) \\<i\\>");
    EXPECT_EQ(HostText("mlx5_0 `id` *").markdown(), "mlx5\\_0 \\`id\\` \\*");
}

} // namespace
} // namespace fabricscope
