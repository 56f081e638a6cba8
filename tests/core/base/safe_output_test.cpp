// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Print.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <concepts>
#include <cstdio>
#include <string>
#include <system_error>
#include <vector>

namespace fabricscope {
namespace {

const std::string kBad = "\xEF\xBF\xBD";
/// ESC, carriage return, BEL, CSI as one character, U+202E, U+061C, line feed.
const std::string kHostile = "a\x1b[2J\r\x07\xC2\x9B\xE2\x80\xAE\xD8\x9C\nb";
const std::string kSafe = "a" + kBad + "[2J" + kBad + kBad + kBad + kBad + kBad + " b";

template<class... Args>
std::string printed(fmt::format_string<printing::Safe<std::decay_t<const Args &>>...> format,
                    const Args &...args) {
    std::FILE *file = std::tmpfile();
    printText(file, format, args...);
    std::string text(static_cast<std::size_t>(std::ftell(file)), '\0');
    std::rewind(file);
    text.resize(std::fread(text.data(), 1, text.size(), file));
    std::fclose(file);
    return text;
}

TEST(SafeOutput, MakesEachKindOfTextOneSafeLine) {
    const std::string_view view = kHostile;
    const char *bytes = kHostile.c_str();
    EXPECT_EQ(printed("{}|{}|{}\n", kHostile, view, bytes), kSafe + "|" + kSafe + "|" + kSafe + "\n");
    EXPECT_EQ(printed("{}{}", "\x1b[m", '\x1b'), kBad + "[m" + kBad);
    EXPECT_EQ(printed("{}", "caf\xE9"), "caf" + kBad) << "no UTF-8";
}

TEST(SafeOutput, LeavesTheFormatAndNumbersAlone) {
    EXPECT_EQ(printed("\r\033[K{:<6}|{:>4}|{:.1f} {}\n", "ab", 12, 0.25, 7U), "\r\033[Kab    |  12|0.2 7\n");
    EXPECT_EQ(printed("{:<{}}|\n", "ab", 4), "ab  |\n");
}

TEST(SafeOutput, LeavesLinesInLinesAndMakesThemSafe) {
    EXPECT_EQ(printed("{}", Lines{kHostile + "\tc"}), kSafe.substr(0, kSafe.size() - 2) + "\nb\tc");
    const std::string composed(1 << 20, 'x');
    EXPECT_EQ(printed("{}", Lines{composed}), composed) << "of any length";
}

TEST(SafeOutput, CutsATextThatNobodyReads) {
    const std::string text = printed("{}\n", std::string(1 << 20, 'x'));
    EXPECT_LT(text.size(), 10000U);
    EXPECT_TRUE(text.ends_with("\xE2\x80\xA6\n"));
}

TEST(SafeOutput, ThrowsWhereAStreamTakesNothing) {
    std::FILE *full = std::fopen("/dev/full", "we");
    ASSERT_NE(full, nullptr);
    std::setvbuf(full, nullptr, _IONBF, 0);
    try {
        printText(full, "{}\n", "text");
        ADD_FAILURE() << "it was not written";
    } catch (const std::system_error &error) {
        EXPECT_EQ(error.code().value(), ENOSPC);
    }
    std::fclose(full);
}

} // namespace
} // namespace fabricscope
