// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/PrivateFolder.h"
#include "tests/support/EnvironmentGuard.h"
#include "tests/support/Sshd.h"

#include <gtest/gtest.h>

namespace fabricscope::remote {
namespace {

using test::EnvironmentGuard;

TEST(PrivateFolder, IsMadeInTheFolderForSocketsAndElseWhereTmpdirSays) {
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

} // namespace
} // namespace fabricscope::remote
