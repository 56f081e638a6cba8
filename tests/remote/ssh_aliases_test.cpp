// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/config/SshAliases.h"
#include "tests/support/Sshd.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

namespace fabricscope::remote {
namespace {

using testing::ElementsAre;

std::vector<std::string> namesIn(const std::filesystem::path &file) {
    std::vector<std::string> names;
    for (const SshAlias &alias : readSshAliases(file))
        names.push_back(alias.name);
    return names;
}

TEST(SshAliases, AreTheHostEntriesWithoutWildcards) {
    const test::TemporaryFolder folder;
    const auto file =
        folder.write("config", "# mine\nUser everybody\nHost bastion\n  HostName 10.0.0.1\n\tUser hop\n"
                               "host=gpu-01 gpu-02 *.lab !gpu-03\n  HostName = 10.0.0.2\n"
                               "Host *\n  User nobody\nMatch host gpu-09\n  User x\n"
                               "Host \"two words\" bastion\n");
    EXPECT_THAT(namesIn(file), ElementsAre("bastion", "gpu-01", "gpu-02", "two words"));
    const auto aliases = readSshAliases(file);
    EXPECT_EQ(aliases[0].host, "10.0.0.1");
    EXPECT_EQ(aliases[0].user, "hop");
    EXPECT_EQ(aliases[1].host, "10.0.0.2");
    EXPECT_EQ(aliases[1].user, "");
}

TEST(SshAliases, OfIncludedFilesCountInTheirPlace) {
    const test::TemporaryFolder folder;
    folder.write("conf-a", "Host a1\nHost a2\n");
    folder.write("conf-b", "Host b\n  HostName bb\n");
    const auto file = folder.write("config", "Host first\nInclude " + folder.path().string() +
                                                 "/conf-*\n  HostName one\n"
                                                 "Include /nowhere/at/all\nHost last\n");
    EXPECT_THAT(namesIn(file), ElementsAre("first", "a1", "a2", "b", "last"));
    EXPECT_EQ(readSshAliases(file)[0].host, "one") << "Include ends no block";
}

TEST(SshAliases, OfFilesThatIncludeThemselvesOrAreNoFilesEnd) {
    const test::TemporaryFolder folder;
    const auto file = folder.path() / "config";
    folder.write("config", "Host a\nInclude " + file.string() + "\nInclude " +
                               (folder.path() / "pipe").string() + "\nHost b\n");
    ASSERT_EQ(mkfifo((folder.path() / "pipe").c_str(), 0600), 0);
    EXPECT_THAT(namesIn(file), ElementsAre("a", "b"));
    EXPECT_TRUE(readSshAliases(folder.path() / "absent").empty());
}

TEST(SshAliases, AreBounded) {
    const test::TemporaryFolder folder;
    std::string text;
    for (int host = 0; host < 6000; ++host)
        text += "Host h" + std::to_string(host) + "\n";
    EXPECT_EQ(namesIn(folder.write("config", text)).size(), 4096U);
}

} // namespace
} // namespace fabricscope::remote
