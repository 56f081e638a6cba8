// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/process/PrivateFolder.h"
#include "tests/support/EnvironmentGuard.h"
#include "tests/support/Sshd.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

namespace fabricscope::remote {
namespace {

using test::EnvironmentGuard;

TEST(PrivateFolder, IsCreatedInTheRuntimeFolderOrElseInTmpdir) {
    const test::TemporaryFolder sockets, temporary;
    const EnvironmentGuard given("TMPDIR", temporary.path());
    {
        const EnvironmentGuard runtime("XDG_RUNTIME_DIR", sockets.path());
        const PrivateFolder folder;
        EXPECT_EQ(folder.path().parent_path(), sockets.path());
        EXPECT_EQ(std::filesystem::status(folder.path()).permissions(), std::filesystem::perms::owner_all);
    }
    for (const std::optional<std::string> &none :
         {std::optional<std::string>(), std::optional<std::string>("/nonexistent")}) {
        const EnvironmentGuard runtime("XDG_RUNTIME_DIR", none);
        EXPECT_EQ(PrivateFolder().path().parent_path(), temporary.path());
    }
    EXPECT_TRUE(std::filesystem::is_empty(sockets.path()));
    EXPECT_TRUE(std::filesystem::is_empty(temporary.path()));
}

TEST(PrivateFolder, IsMadeElsewhereWhereThePathWouldBeTooLongForASocket) {
    const test::TemporaryFolder folder;
    const std::filesystem::path deep = folder.path() / std::string(100, 'x');
    std::filesystem::create_directory(deep);
    const EnvironmentGuard runtime("XDG_RUNTIME_DIR", deep), temporary("TMPDIR", folder.path());
    EXPECT_EQ(PrivateFolder().path().parent_path(), folder.path());
}

TEST(PrivateFolder, OfAProcessThatHasEndedIsRemovedByTheNextAndNoOther) {
    const test::TemporaryFolder parent;
    const EnvironmentGuard runtime("XDG_RUNTIME_DIR", parent.path());
    const pid_t ended = ::fork();
    if (ended == 0)
        ::_exit(0);
    ::waitpid(ended, nullptr, 0);
    const auto named = [&](const std::string &name) {
        return parent.path() / name;
    };
    const auto stale = named("fabricscope-ssh-" + std::to_string(ended) + "-AbCdEf");
    const auto ours = named("fabricscope-ssh-" + std::to_string(::getpid()) + "-AbCdEf");
    const auto link = named("fabricscope-ssh-" + std::to_string(ended) + "-link");
    for (const auto &folder : {stale, ours, named("other")})
        std::filesystem::create_directory(folder);
    std::ofstream(stale / "m1") << "";
    std::filesystem::create_directory_symlink(named("other"), link);
    const PrivateFolder next;
    EXPECT_FALSE(std::filesystem::exists(stale));
    EXPECT_TRUE(std::filesystem::exists(ours));
    EXPECT_TRUE(std::filesystem::is_symlink(link));
    EXPECT_TRUE(std::filesystem::exists(named("other")));
}

TEST(PrivateFolder, IsTheOnlyOneThatIsRemovedByName) {
    const test::TemporaryFolder parent;
    const auto other = parent.path() / "other", ours = parent.path() / "fabricscope-ssh-1-AbCdEf";
    std::filesystem::create_directory(other);
    std::filesystem::create_directory(ours);
    removePrivateFolder(other);
    EXPECT_TRUE(std::filesystem::exists(other));
    removePrivateFolder(ours);
    EXPECT_FALSE(std::filesystem::exists(ours));
}

} // namespace
} // namespace fabricscope::remote
