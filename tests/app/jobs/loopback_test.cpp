// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/plan/Loopback.h"
#include "tests/app/FakePerftest.h"
#include "tests/app/demo/DemoTrees.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

/// Both ends of perftest in one command, run by a real shell: the fake tool really listens and connects.
namespace fabricscope::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class Loopback : public ::testing::Test {
protected:
    [[nodiscard]] std::string line(const std::vector<std::string> &options = {}) const {
        bench::Command end;
        end.words = {m_tool.string(), "-d", "rxe0"};
        end.words.insert(end.words.end(), options.begin(), options.end());
        return shellLine(bench::loopback(std::move(end)));
    }
    /// The same with a server that runs `first` before it starts, and an idle timeout of `idleSeconds`.
    [[nodiscard]] std::string lineOfServer(const std::string &first, unsigned idleSeconds,
                                           const std::vector<std::string> &options = {}) const {
        const auto tool =
            m_folder.write("slow", "#!/bin/sh\ncase \" $* \" in *\" 127.0.0.1 \"*) ;; *) " + first +
                                       " ;; esac\nexec " + m_tool.string() + " \"$@\"\n");
        std::filesystem::permissions(tool, std::filesystem::perms(0755));
        bench::Command end;
        end.words = {tool.string(), "-d", "rxe0"};
        end.words.insert(end.words.end(), options.begin(), options.end());
        return shellLine(bench::loopback(std::move(end), idleSeconds));
    }
    static std::size_t rowsIn(const std::string &out) {
        std::size_t rows = 0;
        for (std::size_t at = out.find("65536      5000"); at != std::string::npos;
             at = out.find("65536      5000", at + 1))
            ++rows;
        return rows;
    }

    test::TemporaryFolder m_folder;
    std::filesystem::path m_tool = test::writePerftest(m_folder);
};

TEST_F(Loopback, PrintsWhatTheClientPrintsOnce) {
    const ShellRun run = shell(line() + " 2>&1");
    EXPECT_EQ(run.status, 0) << run.out;
    EXPECT_EQ(rowsIn(run.out), 1U) << run.out;
}

TEST_F(Loopback, WordsStayWords) {
    const std::filesystem::path file = m_folder.path() / "written";
    const ShellRun run = shell(line({"--rate", "$(touch " + file.string() + ")"}) + " 2>&1");
    EXPECT_THAT(run.out, HasSubstr("$(touch " + file.string() + ")"));
    EXPECT_FALSE(std::filesystem::exists(file));
}

TEST_F(Loopback, SeveralAtOnceDoNotMeetEachOther) {
    std::string all;
    for (int i = 1; i <= 4; ++i)
        all += line({"--rate", std::to_string(i) + ".25"}) + " & ";
    const ShellRun run = shell("(" + all + "wait) 2>&1");
    EXPECT_EQ(rowsIn(run.out), 4U) << run.out;
    for (int i = 1; i <= 4; ++i)
        EXPECT_THAT(run.out, HasSubstr(std::to_string(i) + ".25"));
}

/// Slower than the idle timeout of a server, eight at once, at the lowest priority.
TEST_F(Loopback, EightAtOnceOnALoadedHostWaitAsLongAsTheirServersWork) {
    std::string all;
    for (int i = 1; i <= 8; ++i)
        all += lineOfServer("end=$(($(date +%s) + 7)); while [ \"$(date +%s)\" -lt $end ]; do :; done", 4,
                            {"--rate", std::to_string(i) + ".25"}) +
               " & ";
    const std::string busy =
        "busy=; for i in 1 2; do nice -n 10 sh -c 'while :; do :; done' & busy=\"$busy $!\"; done; ";
    const ShellRun run = shell("(" + busy + "(renice -n 19 $(sh -c 'echo $PPID') >/dev/null; " + all +
                               "wait); kill $busy) 2>&1");
    EXPECT_EQ(rowsIn(run.out), 8U) << run.out;
    for (int i = 1; i <= 8; ++i)
        EXPECT_THAT(run.out, HasSubstr(std::to_string(i) + ".25"));
}

TEST_F(Loopback, RetriesAHungServerOnceAndReportsTheTimeout) {
    const std::string mark = (m_folder.path() / "mark").string();
    const std::string once = "if [ ! -e " + mark + " ]; then : >" + mark + "; exec sleep 1000; fi";
    const ShellRun run = shell(lineOfServer(once, 16) + " 2>&1");
    EXPECT_EQ(run.status, 0) << run.out;
    EXPECT_EQ(rowsIn(run.out), 1U) << run.out;
    EXPECT_THAT(run.out, HasSubstr("server not listening after 15 s"));
    EXPECT_THAT(run.out, HasSubstr("retrying on another port"));
    const ShellRun never = shell(lineOfServer("exec sleep 1000", 1) + " 2>&1");
    EXPECT_NE(never.status, 0);
    EXPECT_THAT(never.out, HasSubstr("retrying on another port"));
    EXPECT_EQ(never.out.find("retrying"), never.out.rfind("retrying")) << never.out;
}

TEST_F(Loopback, AServerThatEndsGivesItsStatusAndNoClientIsStarted) {
    const ShellRun run = shell(line({"-d", "bad0"}) + " 2>&1");
    EXPECT_EQ(run.status, 1);
    EXPECT_THAT(run.out, HasSubstr("IB device bad0 not found"));
    EXPECT_EQ(run.out.find("not found"), run.out.rfind("not found")) << "of the server alone";
}

TEST_F(Loopback, ReportsAMissingTool) {
    bench::Command end;
    end.words = {(m_folder.path() / "nowhere").string()};
    const ShellRun run = shell(shellLine(bench::loopback(std::move(end))) + " 2>&1");
    EXPECT_EQ(run.status, 127) << run.out;
    EXPECT_THAT(run.out, Not(HasSubstr("BW Test")));
}

} // namespace
} // namespace fabricscope::test
