// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/ConfigText.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

namespace fabricscope::capture {
namespace {

using std::string_literals::operator""s;

// A file as printed by grep -aH '': its name before each line, and a line feed after the last.
std::string asGrep(const std::string &name, const std::string &bytes) {
    std::string out;
    bool atStart = true;
    for (const char c : bytes) {
        if (atStart)
            out += name + "/config:";
        out += c;
        atStart = c == '\n';
    }
    if (!atStart)
        out += '\n';
    return out;
}

std::string asOd(const std::string &name, const std::string &bytes) {
    std::string out = "=" + name + "\n";
    for (std::size_t i = 0; i < bytes.size(); ++i)
        out += fmt::format(" {:02x}{}", static_cast<unsigned char>(bytes[i]), i % 16 == 15 ? "\n" : "");
    return out;
}

TEST(ConfigText, GivesWhatOdWouldHaveGivenForAnyBytes) {
    std::mt19937 random(3);
    for (int round = 0; round < 200; ++round) {
        std::string packed;
        std::string expected;
        for (const std::size_t size : {64U, 256U, 4096U}) {
            // Few different values, so that line feeds occur everywhere, also at the end.
            std::string bytes(size, '\0');
            for (char &c : bytes)
                c = "\n\0/:x=\xff 0"s[random() % 9];
            const std::string name = fmt::format("0000:{:02x}:00.0", size % 251);
            packed += asGrep(name, bytes);
            expected += asOd(name, bytes);
        }
        ASSERT_EQ(configText(packed), expected) << "round " << round;
    }
}

TEST(ConfigText, LeavesTheTextOfOdAlone) {
    const std::string text =
        asOd("0000:00:1f.3", std::string(64, 'a')) + asOd("10000:01:00.0", std::string(64, 'b'));
    EXPECT_EQ(configText(text), text);
    EXPECT_EQ(configText(""), "");
    EXPECT_EQ(configText("without an end"), "without an end");
}

TEST(ConfigText, KeepsWholeRowsOfAFunctionThatWasCutShort) {
    EXPECT_EQ(configText("0000:00:00.0/config:" + std::string(40, 'A')),
              "=0000:00:00.0\n 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41\n"
              " 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41\n");
}

TEST(ConfigText, TakesOnlyFunctionsForFunctions) {
    for (const char *line :
         {"/config:x\n", "etc/passwd/config:x\n", "0000:00:00.0/enable:1\n", "0000:zz:00.0/config:x\n"})
        EXPECT_EQ(configText(line), line);
}

} // namespace
} // namespace fabricscope::capture
