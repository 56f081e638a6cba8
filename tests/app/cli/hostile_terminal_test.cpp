// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/BenchRunProgram.h"
#include "tests/app/PtyRun.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

/// The output of tools, files and hosts that reaches the terminal of the user.
namespace fabricscope::app::cli {
namespace {

using test::ProgramRun;
using test::PtyRun;
using test::runProgram;
using testing::HasSubstr;
using testing::Not;

/// Set window title, erase line, and U+061C, which reorders a line.
const std::string kHostile = "\x1b]0;title\x07\r\x1b[Kname\xD8\x9C.end";
/// The same for printf(1).
const std::vector<std::string> kPrinting = {"local:",
                                            "custom",
                                            "--yes",
                                            "--no-capture",
                                            "--",
                                            "printf",
                                            "\\r\\033[K\\033]0;title\\007\\r\\033[Kname\\330\\234.end\\n"};

void expectHarmless(const std::string &screen) {
    EXPECT_EQ(screen.find_first_of("\x1b\x07"), std::string::npos) << screen;
    EXPECT_THAT(screen, Not(HasSubstr("\xD8\x9C")));
    for (std::size_t at = 0; (at = screen.find('\r', at)) != std::string::npos; ++at)
        EXPECT_EQ(screen.substr(at, 2), "\r\n") << "the cursor goes back only at the end of a line";
}

std::string atTerminal(const std::vector<std::string> &words) {
    PtyRun run("fabricscope", words);
    EXPECT_GE(run.wait(), 0);
    return run.screen();
}

TEST(HostileTexts, OfAToolAreHarmlessAtATerminalWhileItRunsAndWhenItIsShownAgain) {
    const ProgramRun raw = test::benchRun(kPrinting);
    EXPECT_THAT(raw.out, HasSubstr(kHostile)) << "a pipe gets what the tool printed";
    std::vector<std::string> words = {"bench", "run"};
    words.insert(words.end(), kPrinting.begin(), kPrinting.end());
    std::string screen = atTerminal(words);
    EXPECT_THAT(screen, HasSubstr("]0;title"));
    EXPECT_THAT(screen, HasSubstr(".end\r\n"));
    expectHarmless(screen);

    const std::string list =
        runProgram("fabricscope", {"runs", "list", "--tool", "custom", "--limit", "1"}).out;
    const std::size_t line = list.find('\n');
    ASSERT_NE(line, std::string::npos);
    screen = atTerminal({"runs", "show", list.substr(line + 1, 32)});
    EXPECT_THAT(screen, HasSubstr(".end\r\n"));
    expectHarmless(screen);
}

TEST(HostileTexts, OfAToolsStandardErrorAreHarmlessAtATerminal) {
    const std::vector<std::string> words = {
        "bench",        "run", "local:", "custom", "--yes",
        "--no-capture", "--",  "sh",     "-c",     "printf '\\r\\033[Kof the tool\\n' >&2"};
    const std::string screen = atTerminal(words);
    EXPECT_THAT(screen, HasSubstr("[Kof the tool\r\n"));
    expectHarmless(screen);
    EXPECT_THAT(test::benchRun({words.begin() + 2, words.end()}).err, HasSubstr("\r\x1b[Kof the tool\n"))
        << "a pipe gets what the tool printed";
}

TEST(HostileTexts, OfFileNamesAreHarmlessInErrorsAtATerminalAndBehindAPipe) {
    const std::string name = "no" + kHostile + ".fscope";
    const std::vector<std::vector<std::string>> commands = {
        {"show", name},
        {"import", name, "-o", "out.fscope"},
        {"diff", name, name},
        {"check", name},
        {"nccl-log", name},
        {"nccl-topo", "verify", name},
        {"nccl-topo", "verify", "--guest", name, "--host", name},
        {"bench", "parse", name},
        {"bench", "list", name},
        {"bench", "plan", name},
        {"runs", "show", name},
        {"show", "local:", "--" + name},
        {"capture", "--hosts", name},
    };
    for (const auto &words : commands) {
        const std::string screen = atTerminal(words);
        EXPECT_FALSE(screen.empty()) << words.front();
        expectHarmless(screen);
        const ProgramRun piped = runProgram("fabricscope", words);
        EXPECT_NE(piped.status, 0) << words.front();
        EXPECT_FALSE(piped.err.empty()) << words.front();
        EXPECT_EQ((piped.out + piped.err).find_first_of("\x1b\x07\r"), std::string::npos)
            << words.front() << ' ' << words.at(1) << ": " << piped.err;
        EXPECT_THAT(piped.out + piped.err, Not(HasSubstr("\xD8\x9C"))) << words.front();
    }
}

} // namespace
} // namespace fabricscope::app::cli
