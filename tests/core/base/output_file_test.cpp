// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/OutputFile.h"
#include "tests/support/Sshd.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace fabricscope {

namespace {

namespace fs = std::filesystem;

std::string contents(const fs::path &path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::size_t filesIn(const fs::path &folder) {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

/// Files of this process end after so many bytes, as on a full disk.
class FullDisk {
public:
    explicit FullDisk(rlim_t bytes) : m_signal(std::signal(SIGXFSZ, SIG_IGN)) {
        ::getrlimit(RLIMIT_FSIZE, &m_before);
        const rlimit full{bytes, m_before.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &full);
    }
    ~FullDisk() {
        ::setrlimit(RLIMIT_FSIZE, &m_before);
        std::signal(SIGXFSZ, m_signal);
    }
    FullDisk(const FullDisk &) = delete;
    FullDisk &operator=(const FullDisk &) = delete;

private:
    void (*m_signal)(int);
    rlimit m_before{};
};

class OutputFileTest : public testing::Test {
protected:
    [[nodiscard]] fs::path path() const { return m_folder.path() / "out.svg"; }
    [[nodiscard]] static mode_t modeOf(const fs::path &file) {
        struct stat status {};
        EXPECT_EQ(::stat(file.c_str(), &status), 0);
        return status.st_mode & 0777;
    }
    test::TemporaryFolder m_folder;
};

} // namespace

TEST_F(OutputFileTest, ReplacesAnExistingFileAndLeavesNothingElse) {
    ASSERT_TRUE(writeWhole(path(), "first", ReadableBy::Others));
    ASSERT_TRUE(writeWhole(path(), "second", ReadableBy::Others));
    EXPECT_EQ(contents(path()), "second");
    EXPECT_EQ(filesIn(m_folder.path()), 1U);
}

TEST_F(OutputFileTest, KeepsTheExistingFileOnAFullDiskAndLeavesNoPart) {
    ASSERT_TRUE(writeWhole(path(), "first", ReadableBy::Others));
    {
        const FullDisk disk(4096);
        const auto result = writeWhole(path(), std::string(100'000, 'x'), ReadableBy::Others);
        ASSERT_FALSE(result);
        EXPECT_NE(result.error().what.find("cannot be written"), std::string::npos);
    }
    EXPECT_EQ(contents(path()), "first");
    EXPECT_EQ(filesIn(m_folder.path()), 1U);
}

TEST_F(OutputFileTest, IsNotThereAfterTheFirstAttemptFailed) {
    const FullDisk disk(0);
    EXPECT_FALSE(writeWhole(path(), "first", ReadableBy::Owner));
    EXPECT_EQ(filesIn(m_folder.path()), 0U);
}

TEST_F(OutputFileTest, WrittenInPartsIsThereOnlyAfterTheLast) {
    ASSERT_TRUE(writeWhole(path(), "before", ReadableBy::Owner));
    {
        OutputFile file(path(), ReadableBy::Owner);
        EXPECT_TRUE(file.write("first, "));
        EXPECT_TRUE(file.write("second"));
        EXPECT_EQ(contents(path()), "before");
        EXPECT_TRUE(file.commit());
    }
    EXPECT_EQ(contents(path()), "first, second");
    { OutputFile(path(), ReadableBy::Owner).write("of no use"); }
    EXPECT_EQ(contents(path()), "first, second");
    EXPECT_EQ(filesIn(m_folder.path()), 1U);
}

TEST_F(OutputFileTest, ReportsTheFirstFailureOfItsParts) {
    const FullDisk disk(4096);
    OutputFile file(path(), ReadableBy::Owner);
    EXPECT_TRUE(file.write(std::string(4000, 'x')));
    EXPECT_FALSE(file.write(std::string(4000, 'y')));
    EXPECT_FALSE(file.write("z"));
    EXPECT_FALSE(file.commit());
    EXPECT_FALSE(fs::exists(path()));
}

TEST_F(OutputFileTest, IsReadableByItsOwnerOrAsBefore) {
    ASSERT_TRUE(writeWhole(path(), "first", ReadableBy::Owner));
    EXPECT_EQ(modeOf(path()), 0600U);
    ASSERT_EQ(::chmod(path().c_str(), 0640), 0);
    ASSERT_TRUE(writeWhole(path(), "second", ReadableBy::Others));
    EXPECT_EQ(modeOf(path()), 0640U);
    ASSERT_TRUE(writeWhole(path(), "third", ReadableBy::Owner));
    EXPECT_EQ(modeOf(path()), 0600U);
}

TEST_F(OutputFileTest, WritesTheTargetOfALinkAndIntoADevice) {
    const fs::path target = m_folder.path() / "target";
    ASSERT_TRUE(writeWhole(target, "first", ReadableBy::Others));
    fs::create_symlink(target, path());
    ASSERT_TRUE(writeWhole(path(), "second", ReadableBy::Others));
    EXPECT_TRUE(fs::is_symlink(path()));
    EXPECT_EQ(contents(target), "second");
    EXPECT_TRUE(writeWhole("/dev/null", "third", ReadableBy::Others));
    EXPECT_FALSE(writeWhole("/dev/full", "third", ReadableBy::Others));
    EXPECT_TRUE(fs::is_character_file("/dev/full"));
}

} // namespace fabricscope
