// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/copy/CopyFile.h"
#include "app/jobs/copy/CopyScript.h"
#include "app/jobs/script/RemoteScript.h"
#include "tests/app/Copier.h"
#include "tests/support/Sshd.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <future>
#include <set>

/// Copying a file to a host, over a real sshd.
namespace fabricscope::app {
namespace {

namespace fs = std::filesystem;
using test::Copier;
using test::CopyResult;
using test::readFile;
using test::Sshd;
using test::TemporaryFolder;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

constexpr const char *kOld = "<system version=\"2\">\n  <cpu numaid=\"0\"/>\n</system>\n";
constexpr const char *kNew = Copier::kNew;
/// What is said of a folder in which another user could put another file in the place of the copied one.
constexpr const char *kOthersCanReplace = "is owned by or writable by other users";

void write(const fs::path &path, const std::string &text) {
    std::ofstream(path, std::ios::binary) << text;
}

std::set<std::string> namesIn(const fs::path &folder) {
    std::set<std::string> names;
    for (const auto &entry : fs::directory_iterator(folder))
        names.insert(entry.path().filename().string());
    return names;
}

mode_t modeOf(const fs::path &path) {
    struct stat status {};
    EXPECT_EQ(stat(path.c_str(), &status), 0);
    return status.st_mode & 07777;
}

class CopyFile : public testing::Test {
protected:
    [[nodiscard]] std::string path(const std::string &name = "topo.xml") const {
        return (m_folder.path() / "etc" / name).string();
    }
    [[nodiscard]] fs::path folder() const { return m_folder.path() / "etc"; }
    void SetUp() override { fs::create_directory(folder()); }

    TemporaryFolder m_folder;
};

TEST_F(CopyFile, ANewFileArrivesWholeAndNothingElseIsLeft) {
    const Sshd sshd;
    Copier copier(sshd);
    const auto plan = copier.plan(path());
    ASSERT_TRUE(plan) << plan.error().what;
    EXPECT_FALSE(plan->exists);
    EXPECT_TRUE(plan->isNeeded());
    EXPECT_THAT(plan->diff, HasSubstr("+  <cpu numaid=\"1\"/>"));
    EXPECT_THAT(plan->backup, IsEmpty());
    EXPECT_THAT(plan->commands, Contains(StartsWith("mv -f ")));
    EXPECT_THAT(namesIn(folder()), IsEmpty()) << "looking changes nothing";

    const auto receipt = copier.copy(*plan);
    ASSERT_TRUE(receipt) << receipt.error().what;
    EXPECT_EQ(readFile(path()), kNew);
    EXPECT_EQ(receipt->bytes, std::string(kNew).size());
    EXPECT_EQ(modeOf(path()), 0644U);
    EXPECT_THAT(namesIn(folder()), ElementsAre("topo.xml"));

    const auto again = copier.plan(path());
    ASSERT_TRUE(again);
    EXPECT_FALSE(again->isNeeded());
}

TEST_F(CopyFile, ModeAndOwnerStayAndTheOldFileIsKept) {
    write(path(), kOld);
    chmod(path().c_str(), 0640);
    const bool root = geteuid() == 0;
    if (root) {
        ASSERT_EQ(chown(path().c_str(), 12, 34), 0);
    }
    const Sshd sshd;
    Copier copier(sshd);
    const auto plan = copier.plan(path());
    ASSERT_TRUE(plan) << plan.error().what;
    EXPECT_EQ(plan->mode, "640");
    EXPECT_EQ(plan->before, kOld);
    EXPECT_THAT(plan->diff, HasSubstr("-  <cpu numaid=\"0\"/>\n+  <cpu numaid=\"1\"/>"));
    EXPECT_EQ(readFile(path()), kOld);
    const auto receipt = copier.copy(*plan);
    ASSERT_TRUE(receipt) << receipt.error().what;
    EXPECT_EQ(readFile(path()), kNew);
    EXPECT_EQ(readFile(receipt->backup), kOld);
    EXPECT_EQ(modeOf(path()), 0640U);
    struct stat status {};
    ASSERT_EQ(stat(path().c_str(), &status), 0);
    if (root) {
        EXPECT_EQ(std::pair(status.st_uid, status.st_gid), std::pair(uid_t{12}, gid_t{34}));
    }
    EXPECT_THAT(namesIn(folder()), ElementsAre("topo.xml", fs::path(receipt->backup).filename().string()));
}

TEST_F(CopyFile, OddPathsAndTextsArriveByteForByte) {
    const Sshd sshd;
    Copier copier(sshd);
    const std::string name = "it's $HOME `id` \"x\" 100% \\n;&|.xml";
    std::string text = "'\"$(touch pwned)`\\n\\\\%s%%\r\n\t\xc3\xa4 no line feed at the end";
    for (int i = 0; i < 3000; ++i)
        text += fmt::format("line {} '\\'' %d\n", i);
    const auto plan = copier.plan(path(name), text);
    ASSERT_TRUE(plan) << plan.error().what;
    const auto receipt = copier.copy(*plan);
    ASSERT_TRUE(receipt) << receipt.error().what;
    EXPECT_EQ(readFile(path(name)), text);
    EXPECT_THAT(namesIn(folder()), ElementsAre(name));
    EXPECT_EQ(test::run({"cksum", path(name)}),
              fmt::format("{} {} {}\n", receipt->checksum, text.size(), path(name)));
}

TEST_F(CopyFile, AFileThatChangedMeanwhileIsLeftAsItIs) {
    write(path(), kOld);
    const Sshd sshd;
    Copier copier(sshd);
    const auto plan = copier.plan(path());
    ASSERT_TRUE(plan);
    write(path(), "somebody else's\n");
    const auto receipt = copier.copy(*plan);
    ASSERT_FALSE(receipt);
    EXPECT_THAT(receipt.error().what, HasSubstr("on the host has changed since it was compared"));
    EXPECT_EQ(readFile(path()), "somebody else's\n");
    EXPECT_THAT(namesIn(folder()), ElementsAre("topo.xml"));

    const auto absent = copier.plan(path("new.xml"));
    ASSERT_TRUE(absent);
    write(path("new.xml"), "it is there now\n");
    ASSERT_FALSE(copier.copy(*absent));
    EXPECT_EQ(readFile(path("new.xml")), "it is there now\n");
}

TEST_F(CopyFile, WhatIsNoPlainFileInAFolderIsRefused) {
    write(path("real.xml"), kOld);
    fs::create_symlink("real.xml", folder() / "link.xml");
    fs::create_directory(folder() / "folder.xml");
    Copier copier;
    struct Refused {
        std::string path;
        const char *why;
    };
    for (const Refused &refused : {Refused{path("link.xml"), "is a symbolic link"},
                                   Refused{path("folder.xml"), "is not a regular file"},
                                   Refused{path("none/topo.xml"), "does not exist"},
                                   Refused{"topo.xml", "is not an absolute file path"},
                                   Refused{path() + "/", "is not an absolute file path"},
                                   Refused{path("a\nb"), "is not an absolute file path"}}) {
        const auto plan = copier.plan(refused.path);
        ASSERT_FALSE(plan) << refused.path;
        EXPECT_THAT(plan.error().what, HasSubstr(refused.why));
    }
    EXPECT_FALSE(copier.plan(path(), std::string("a\0b", 3)));
    EXPECT_THAT(namesIn(folder()), ElementsAre("folder.xml", "link.xml", "real.xml"));
}

TEST_F(CopyFile, ReportsAnUnwritableFolderBeforeCopying) {
    if (geteuid() != 0)
        GTEST_SKIP() << "NOT TESTED: needs root, to make another user";
    const test::TemporaryUser user("not used");
    test::SshdOptions options;
    options.user = user.name();
    const Sshd sshd(options);
    write(path(), kOld);
    fs::permissions(m_folder.path(), fs::perms::others_exec | fs::perms::others_read, fs::perm_options::add);
    chmod(folder().c_str(), 0755);
    Copier copier(sshd);
    const auto plan = copier.plan(path());
    ASSERT_FALSE(plan);
    EXPECT_THAT(plan.error().what, HasSubstr("is not writable"));
    EXPECT_THAT(plan.error().hint, HasSubstr("sudo"));

    // The folder is writable, but the file has another owner, which could not be preserved.
    chmod(folder().c_str(), 01777);
    const auto writable = copier.plan(path());
    ASSERT_TRUE(writable) << writable.error().what;
    const auto receipt = copier.copy(*writable);
    ASSERT_FALSE(receipt);
    EXPECT_THAT(receipt.error().what, HasSubstr("mode and owner of"));
    EXPECT_EQ(readFile(path()), kOld);
    EXPECT_THAT(namesIn(folder()), ElementsAre("topo.xml"));

    const auto refused = copier.plan(path(), kNew, {true, {}});
    ASSERT_FALSE(refused) << "this user may not become root";
    EXPECT_THAT(refused.error().what, HasSubstr(app::kSudoRefused));
}

TEST_F(CopyFile, AFolderInWhichOthersCanExchangeTheFileIsRefused) {
    write(path(), kOld);
    Copier copier;
    chmod(folder().c_str(), 0777);
    const auto open = copier.plan(path());
    ASSERT_FALSE(open);
    EXPECT_THAT(open.error().what, HasSubstr(kOthersCanReplace));
    chmod(folder().c_str(), 0775);
    const auto plan = copier.plan(path());
    ASSERT_TRUE(plan) << plan.error().what;
    chmod(folder().c_str(), 0777); // changed after the check
    const auto receipt = copier.copy(*plan);
    ASSERT_FALSE(receipt);
    EXPECT_THAT(receipt.error().what, HasSubstr(kOthersCanReplace));
    EXPECT_EQ(readFile(path()), kOld);
    EXPECT_THAT(namesIn(folder()), ElementsAre("topo.xml"));
}

TEST_F(CopyFile, AFolderOfAnotherUserIsRefused) {
    if (geteuid() != 0)
        GTEST_SKIP() << "NOT TESTED: needs root, to give a folder away";
    write(path(), kOld);
    ASSERT_EQ(chown(folder().c_str(), 65534, 65534), 0);
    Copier copier;
    const auto plan = copier.plan(path());
    ASSERT_FALSE(plan);
    EXPECT_THAT(plan.error().what, HasSubstr(kOthersCanReplace));
    EXPECT_EQ(readFile(path()), kOld);
    EXPECT_THAT(namesIn(folder()), ElementsAre("topo.xml"));
}

TEST_F(CopyFile, AFolderBelowThatOfAnotherUserIsRefusedForRoot) {
    if (geteuid() != 0)
        GTEST_SKIP() << "NOT TESTED: needs root, to give a folder away";
    const fs::path theirs = folder() / "theirs", ours = theirs / "nccl";
    fs::create_directories(ours);
    fs::create_directory_symlink(ours, folder() / "link");
    write(ours / "topo.xml", kOld);
    Copier copier;
    const auto before = copier.plan((ours / "topo.xml").string());
    ASSERT_TRUE(before) << before.error().what;
    ASSERT_EQ(chown(theirs.c_str(), 65534, 65534), 0);
    const auto receipt = copier.copy(*before);
    ASSERT_FALSE(receipt);
    EXPECT_THAT(receipt.error().what, HasSubstr(kOthersCanReplace));
    for (const fs::path &place : {ours, folder() / "link"}) {
        const auto plan = copier.plan((place / "topo.xml").string());
        ASSERT_FALSE(plan) << place;
        EXPECT_THAT(plan.error().what, HasSubstr(kOthersCanReplace)) << place;
    }
    EXPECT_EQ(readFile(ours / "topo.xml"), kOld);
    EXPECT_THAT(namesIn(ours), ElementsAre("topo.xml"));
}

/// Another process replaces each new file by a link to another file as soon as it appears.
TEST_F(CopyFile, ALinkThatIsPutInItsPlaceIsNeverWrittenThrough) {
    for (const char *shell : {"/bin/dash", "/bin/bash --posix", "/bin/busybox sh"}) {
        const std::string program = std::string(shell).substr(0, std::string(shell).find(' '));
        if (!fs::exists(program))
            continue;
        write(m_folder.path() / "victim", "untouched\n");
        write(path(), kOld);
        const std::string sum = fmt::format("{} {}", posixChecksum(kNew), std::string(kNew).size());
        const std::string old = fmt::format("{} {}", posixChecksum(kOld), std::string(kOld).size());
        // cksum is the first program that runs once the file exists; the fake one replaces the file.
        const fs::path programs = m_folder.path() / "bin";
        fs::create_directories(programs);
        const fs::path cksum = m_folder.write(
            "bin/cksum", "#!/bin/sh\nfor f in '" + folder().string() +
                             "'/.*fabricscope*; do [ -e \"$f\" ] || continue; rm -f \"$f\"; ln -s '" +
                             (m_folder.path() / "victim").string() + "' \"$f\"; done\nexec /usr/bin/cksum\n");
        chmod(cksum.c_str(), 0755);
        write(m_folder.path() / "script", CopyScript(path(), "0123").copy({kNew, old, "666", "", "", sum}));
        const std::string output = test::run(
            {"/bin/sh", "-c", "PATH=$1:$PATH; " + std::string(shell) + " -s <\"$2\" 2>/dev/null || :", "sh",
             programs.string(), (m_folder.path() / "script").string()});
        EXPECT_THAT(output, HasSubstr("@@0123 failed arrived\n")) << shell;
        EXPECT_EQ(readFile(m_folder.path() / "victim"), "untouched\n") << shell;
        EXPECT_NE(modeOf(m_folder.path() / "victim"), 0666U) << shell;
        EXPECT_EQ(readFile(path()), kOld) << shell;
    }
}

TEST_F(CopyFile, SudoGetsItsPasswordWhenItAsksAndNothingElseDoes) {
    const fs::path sudo =
        m_folder.write("sudo", "#!/bin/sh\n" // remembers the password for calls from one shell
                               "t=${0}-ticket-$PPID\ncase \"$*\" in\n"
                               "-k) exec rm -f \"$t\" ;;\n"
                               "-n*) [ -e \"$t\" ] || { echo 'a password is required' >&2; exit 1; }\n"
                               "    [ \"$2\" = -l ] || exec /bin/sh -s ;;\n"
                               "'-S -p '*' -v') printf '%s' \"$3\" >&2; read -r given\n"
                               "    [ \"$given\" = 's3cret word' ] || { echo sorry >&2; exit 1; }\n"
                               "    : >\"$t\" ;;\n*) exit 2 ;;\nesac\n");
    chmod(sudo.c_str(), 0755);
    const std::string before = getenv("PATH");                            // NOLINT(concurrency-mt-unsafe)
    setenv("PATH", (m_folder.path().string() + ":" + before).c_str(), 1); // NOLINT(concurrency-mt-unsafe)
    Copier copier;
    std::atomic<int> asked = 0;
    const auto rights = [&](const char *password) {
        return ScriptRights{true, [&asked, password](const SudoRequest &) {
                                ++asked;
                                return std::optional(remote::Secret(password));
                            }};
    };
    const auto wrong = copier.plan(path(), kNew, rights("guess"));
    const auto plan = copier.plan(path(), kNew, rights("s3cret word"));
    const auto receipt = plan ? copier.copy(*plan) : CopyResult<CopyReceipt>(tl::unexpected(plan.error()));
    setenv("PATH", before.c_str(), 1); // NOLINT(concurrency-mt-unsafe)
    ASSERT_FALSE(wrong);
    EXPECT_THAT(wrong.error().what, HasSubstr(app::kSudoRefused));
    ASSERT_TRUE(receipt) << receipt.error().what << receipt.error().hint;
    EXPECT_EQ(readFile(path()), kNew);
    EXPECT_EQ(asked, 5) << "the wrong one three times, as this sudo ends at each, and the right one twice";
    EXPECT_THAT(plan->commands.front(), HasSubstr("sudo /bin/sh -s"));
}

TEST_F(CopyFile, WithoutSpaceTheOldFileStays) {
    if (geteuid() != 0)
        GTEST_SKIP() << "NOT TESTED: needs root, to mount a small disk";
    if (mount("none", folder().c_str(), "tmpfs", 0, "size=64k") != 0)
        GTEST_SKIP() << "NOT TESTED: no file system can be mounted here: " << strerror(errno);
    write(path(), kOld);
    const Sshd sshd;
    Copier copier(sshd);
    const auto plan = copier.plan(path(), std::string(200000, 'x'));
    const auto receipt = plan ? copier.copy(*plan) : CopyResult<CopyReceipt>(tl::unexpected(plan.error()));
    const std::string text = readFile(path());
    const auto names = namesIn(folder());
    umount2(folder().c_str(), MNT_DETACH);
    ASSERT_TRUE(plan) << plan.error().what;
    ASSERT_FALSE(receipt);
    EXPECT_THAT(receipt.error().what, HasSubstr("cannot write all of the new file"));
    EXPECT_EQ(text, kOld);
    EXPECT_THAT(names, ElementsAre("topo.xml"));
}

TEST_F(CopyFile, ALinkThatIsCutInTheMiddleLeavesTheOldFile) {
    write(path(), kOld);
    auto sshd = std::make_unique<Sshd>();
    Copier copier(*sshd);
    const auto plan = copier.plan(path(), std::string(kMaxCopiedBytes, 'x'));
    ASSERT_TRUE(plan) << plan.error().what;
    sshd->stop(); // it accepts only what fits into buffers
    std::promise<CopyResult<CopyReceipt>> answer;
    const auto job = copyFile(copier.client, copier.hostEndpoint, *plan,
                              [&](CopyResult<CopyReceipt> receipt) { answer.set_value(std::move(receipt)); });
    sshd->kill();
    const auto receipt = answer.get_future().get();
    ASSERT_FALSE(receipt);
    EXPECT_EQ(readFile(path()), kOld);
    EXPECT_THAT(namesIn(folder()), ElementsAre("topo.xml"));
}

TEST_F(CopyFile, NoPartOfTheScriptDoesAnythingWithoutItsEnd) {
    write(path(), kOld);
    const CopyScript script(path(), "0123");
    const std::string sum = fmt::format("{} {}", posixChecksum(kNew), std::string(kNew).size());
    const std::string old = fmt::format("{} {}", posixChecksum(kOld), std::string(kOld).size());
    const std::string text = script.copy({kNew, old, "644", "", path("backup"), sum});
    const std::string end = "fs_all\n";
    ASSERT_TRUE(text.ends_with(end));
    for (std::size_t size = 0; size <= text.size() - end.size(); size += 13) {
        write(m_folder.path() / "script", text.substr(0, size));
        test::run({"/bin/sh", "-c", "/bin/sh -s <\"$1\" >/dev/null 2>&1 || :", "sh",
                   (m_folder.path() / "script").string()});
        ASSERT_EQ(readFile(path()), kOld) << "cut at byte " << size;
        ASSERT_EQ(namesIn(folder()).size(), 1U) << "cut at byte " << size;
    }
    write(m_folder.path() / "script", text);
    test::run({"/bin/sh", "-c", "exec /bin/sh -s <\"$1\"", "sh", (m_folder.path() / "script").string()});
    EXPECT_EQ(readFile(path()), kNew) << "the whole of it works";
}

TEST(CopyScripts, PassShellcheck) {
    if (std::system("command -v shellcheck >/dev/null 2>&1") != 0) // NOLINT(concurrency-mt-unsafe)
        GTEST_SKIP() << "shellcheck is not installed";
    const TemporaryFolder folder;
    const CopyScript script("/etc/topo.xml", "0123");
    for (const std::string &text : {script.look(), script.copy({"a\nb", "absent", "644", "", "", "1 2"})}) {
        const fs::path file = folder.write("script.sh", text);
        EXPECT_EQ(test::run({"/bin/sh", "-c", "shellcheck -s sh -S style -e SC2034 \"$1\" || :", "sh",
                             file.string()}),
                  "");
    }
}

TEST(PosixChecksum, IsThatOfCksum) {
    EXPECT_EQ(posixChecksum(""), 4294967295U);
    EXPECT_EQ(posixChecksum("123456789"), 930766865U);
}

} // namespace
} // namespace fabricscope::app
