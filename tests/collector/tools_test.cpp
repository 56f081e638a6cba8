// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/collector/FakeHost.h"
#include "tests/collector/InEveryShell.h"
#include "tests/collector/ScriptRun.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

namespace fabricscope::collector {
namespace {

namespace fs = std::filesystem;
using testing::AnyOf;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

class ToolsPart : public InEveryShell {
protected:
    /// A PATH with a `timeout` in front that waits at most one second. (The shell of busybox uses its own
    /// applet regardless of PATH, with the full timeout.)
    [[nodiscard]] std::string shortTimeouts() const {
        const fs::path program = m_folder.path() / "timeout";
        std::ofstream(program) << "#!/bin/sh\n[ \"$1 $2\" = '-k 2' ] || exit 125\nshift 3\n"
                                  "exec /usr/bin/timeout -k 1 1 \"$@\"\n";
        fs::permissions(program, fs::perms::owner_all | fs::perms::group_exec | fs::perms::group_read |
                                     fs::perms::others_exec | fs::perms::others_read);
        return m_folder.path().string() + ":" + shell().path;
    }

    /// Runs the part on this host, with that PATH if given.
    [[nodiscard]] RunResult run(const FakeHost &host, std::optional<std::string> path = {}) const {
        RunOptions options;
        options.root = host.root();
        options.path = std::move(path);
        return runScript(shell(), {"tools"}, options);
    }

private:
    Folder m_folder;
};

INSTANTIATE_TEST_SUITE_P(InEveryShell, ToolsPart, testing::Range(std::size_t{0}, shells().size()), nameOf);

TEST_P(ToolsPart, StopsAHungToolKeepsItsOutputAndContinues) {
    FakeHost host;
    host.program("usr/bin/ip", "echo '2: eth0 inet 10.0.0.1/24'\nexec sleep 1000\n");
    const RunResult result = run(host, shortTimeouts());
    EXPECT_EQ(result.done, 1);
    ASSERT_NE(result.find("tool-ip-addr"), nullptr);
    EXPECT_THAT(result.text("tool-ip-addr"), HasSubstr("2: eth0 inet 10.0.0.1/24\n"));
    EXPECT_THAT(result.find("tool-ip-addr")->meta().exitStatus, AnyOf(124, 143)) << "GNU's, busybox's";
    EXPECT_THAT(result.text("tool-numactl-h"), HasSubstr("available: 1 nodes")) << "the next one";
    EXPECT_THAT(result.notes, Contains(HasSubstr("ip did not finish within 10 s and was stopped")));
    EXPECT_FALSE(result.childrenLeft);
}

TEST_P(ToolsPart, KillsAToolThatWillNotEnd) {
    if (shell().name == "busybox")
        GTEST_SKIP() << "its own `timeout` waits as long as it is told: see the test above";
    FakeHost host;
    host.program("usr/bin/ip", "trap '' TERM\nwhile :; do sleep 1; done\n");
    const RunResult result = run(host, shortTimeouts());
    EXPECT_EQ(result.done, 1);
    EXPECT_EQ(result.find("tool-ip-addr")->meta().exitStatus, 137);
    EXPECT_THAT(result.notes, Contains(HasSubstr("ip did not finish")));
}

TEST_P(ToolsPart, AddsNoNoteForToolsThatExitOnTheirOwn) {
    FakeHost host;
    host.program("usr/bin/ip", "exit 3\n");
    const RunResult result = run(host);
    EXPECT_EQ(result.find("tool-ip-addr")->meta().exitStatus, 3);
    EXPECT_THAT(result.notes, Not(Contains(HasSubstr("did not finish"))));
}

} // namespace
} // namespace fabricscope::collector
