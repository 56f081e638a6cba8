// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/confine/TemporaryFolder.h"
#include "tests/support/EnvironmentGuard.h"
#include "tests/support/Sshd.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

namespace fabricscope::app::demo {
namespace {

using test::EnvironmentGuard;

TEST(DemoTemporaryFolder, IsCreatedInTmpdirAndRemoved) {
    const test::TemporaryFolder requested, other;
    const EnvironmentGuard temporary("TMPDIR", requested.path()), runtime("XDG_RUNTIME_DIR", other.path());
    std::filesystem::path path;
    {
        const auto folder = TemporaryFolder::make();
        ASSERT_TRUE(folder) << folder.error().toString();
        path = (*folder)->path();
        EXPECT_EQ(path.parent_path(), requested.path());
        EXPECT_EQ(std::filesystem::status(path).permissions(), std::filesystem::perms::owner_all);
    }
    EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(DemoTemporaryFolder, ReportsAMissingTmpdirWithoutAFallback) {
    const EnvironmentGuard temporary("TMPDIR", "/nonexistent");
    const auto folder = TemporaryFolder::make();
    ASSERT_FALSE(folder);
    EXPECT_NE(folder.error().hint.find("TMPDIR"), std::string::npos);
}

TEST(DemoTemporaryFolder, IsInTmpWhereTheFolderInMemoryCannotBeWrittenTo) {
    if (::geteuid() != 0)
        GTEST_SKIP() << "NOT TESTED: needs root, to make /dev/shm unwritable for one process";
    constexpr int kNoNamespace = 77;
    const EnvironmentGuard temporary("TMPDIR", std::nullopt), runtime("XDG_RUNTIME_DIR", std::nullopt);
    const pid_t pid = ::fork();
    if (pid == 0) {
        if (::unshare(CLONE_NEWNS) != 0 ||
            ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
            ::mount("none", "/dev/shm", "tmpfs", MS_RDONLY, nullptr) != 0)
            ::_exit(kNoNamespace);
        const auto folder = TemporaryFolder::make();
        ::_exit(folder && (*folder)->path().parent_path() == "/tmp" ? 0 : 1);
    }
    int status = 0;
    ::waitpid(pid, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == kNoNamespace)
        GTEST_SKIP() << "NOT TESTED: nothing can be mounted here";
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
}

} // namespace
} // namespace fabricscope::app::demo
