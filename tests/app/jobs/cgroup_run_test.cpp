// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/run/SupervisorScript.h"
#include "resources/Resources.h"
#include "tests/app/Escapes.h"
#include "tests/app/ScriptOutput.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>

/// The cgroup of a run on a kernel without cgroup.kill (before Linux 5.14): its processes are frozen and
/// killed one by one.
namespace fabricscope::app {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsEmpty;
using namespace std::chrono_literals;

/// What fs_kill_cgroup does with a fake cgroup: its signals, and the content of the freezer's file during and
/// after them.
std::string killTrace(const test::TemporaryFolder &folder, const char *freezer) {
    fs::create_directories(folder.path() / "inner");
    folder.write("cgroup.procs", "1\n");
    folder.write("inner/cgroup.procs", std::to_string(getpid()) + "\n");
    folder.write(freezer, "as it was\n");
    const fs::path script = folder.write(
        "script.sh", "fs_nonce=n\nfs_run=r\n" + std::string(resources::find("supervisor/common.sh")) +
                         std::string(resources::find("supervisor/contain.sh")) +
                         "fs_signal_to() { echo \"$1 ${2%:*} $(cat \"$fs_cgroup/$freezer\")\"; }\n"
                         "fs_cgroup=$1 freezer=$2\nfs_kill_cgroup\n"
                         "cat \"$1/$2\"\n");
    return test::run({"/bin/sh", script.string(), folder.path().string(), freezer});
}

TEST(RunCgroup, IsFrozenAndEndedOneByOne) {
    const std::string self = std::to_string(getpid());
    const test::TemporaryFolder second, first;
    EXPECT_EQ(killTrace(second, "cgroup.freeze"), "KILL 1 1\nKILL " + self + " 1\n0\n");
    EXPECT_EQ(killTrace(first, "freezer.state"), "KILL 1 FROZEN\nKILL " + self + " FROZEN\nTHAWED\n");
}

TEST(RunCgroup, IsEndedByItsOwnFileWhereThereIsOne) {
    const test::TemporaryFolder folder;
    folder.write("cgroup.kill", "");
    EXPECT_EQ(killTrace(folder, "cgroup.freeze"), "as it was\n");
    EXPECT_EQ(test::readFile(folder.path() / "cgroup.kill"), "1\n");
}

void replaceAll(std::string &text, const std::string &what, const std::string &with) {
    ASSERT_NE(text.find(what), std::string::npos) << what;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
        text.replace(at, what.size(), with);
}

/// A complete run in a real cgroup, as on a kernel without cgroup.kill.
class OldKernel : public testing::Test {
protected:
    void SetUp() override {
        if (geteuid() != 0)
            GTEST_SKIP() << "NOT TESTED: needs root, to make a cgroup";
    }
    /// The script's output; the run is stopped after a second.
    [[nodiscard]] std::string outputOfStop(const std::string &instead) const {
        const SupervisorScript run(SupervisorScript::makeRunId());
        bench::Command command;
        // Ignores TERM, and starts another process of its kind again and again.
        command.words = {"sh", "-c",
                         fmt::format("trap '' TERM; for i in 1 2 3; do env -i setsid {0} 1000 & done; while "
                                     "sleep 0.1; do {0} 1000 & done",
                                     m_sleepers.plain())};
        std::string script = *run.attached(command, 100s);
        replaceAll(script, "cgroup.kill", "cgroup.no_such_file");
        if (!instead.empty())
            replaceAll(script, "      0:/0:)", "      " + instead + ")");
        remote::Client client;
        return test::scriptOutput(client, "exec /bin/sh -s", script, "stop\n");
    }
    test::Sleepers m_sleepers;
};

TEST_F(OldKernel, EndsARunInACgroup) {
    const std::string out = outputOfStop("");
    if (out.find(" cgroup\n") == std::string::npos)
        GTEST_SKIP() << "NOT TESTED: needs a cgroup that can be written";
    EXPECT_THAT(out, HasSubstr(" left \n"));
    EXPECT_THAT(out, HasSubstr(" stop\n"));
    EXPECT_THAT(m_sleepers.alive(), IsEmpty());
}

TEST_F(OldKernel, EndsARunInAFreezerOfVersionOne) {
    const std::string out = outputOfStop("none");
    if (out.find(" cgroup\n") == std::string::npos)
        GTEST_SKIP() << "NOT TESTED: needs a freezer of version 1 that can be written";
    EXPECT_THAT(out, HasSubstr(" left \n"));
    EXPECT_THAT(out, HasSubstr(" stop\n"));
    EXPECT_THAT(m_sleepers.alive(), IsEmpty());
}

} // namespace
} // namespace fabricscope::app
