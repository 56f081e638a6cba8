// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/FileTree.h"
#include "tests/support/Packed.h"
#include "tests/support/Sshd.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

namespace fabricscope::capture {
namespace {

using test::archiveOf;
using test::Container;
using test::Member;
using test::packed;
using test::Packing;
using test::tarOf;
using testing::ElementsAre;
using testing::HasSubstr;

FileTree treeOf(const std::string &archive, const FileTree::Limits &limits = {}) {
    auto tree = FileTree::ofArchive(archive, "made.tar", limits);
    EXPECT_TRUE(tree);
    return tree ? std::move(*tree) : FileTree();
}

/// The content of a file, following links; "-" if there is none.
std::string at(FileTree &tree, const std::string &path) {
    const auto found = tree.find(FileTree::kTop, path);
    return found && tree.kind(*found) == FileTree::Kind::File ? std::string(tree.bytes(*found)) : "-";
}

std::string notesOf(const FileTree &tree) {
    std::string all;
    for (const std::string &note : tree.notes())
        all += note + '\n';
    return all;
}

const std::vector<Member> kSmall = {{"host/sys/", {}, '5', {}},
                                    {"host/sys/class", "0x0302\n", '0', {}},
                                    {"host/link", {}, '2', "sys/class"},
                                    {"host/proc/cpuinfo", "model name: x\n", '0', {}}};

TEST(FileTree, ReadsTarInEveryCompression) {
    for (const Packing packing : {Packing::Gzip, Packing::Bzip2, Packing::Xz, Packing::Zstd, Packing::Lz4}) {
        FileTree tree = treeOf(packed(tarOf(kSmall), packing));
        EXPECT_EQ(at(tree, "host/link"), "0x0302\n") << static_cast<int>(packing);
        EXPECT_EQ(at(tree, "host/proc/cpuinfo"), "model name: x\n");
        EXPECT_THAT(tree.notes(), ElementsAre());
    }
}

TEST(FileTree, ReadsZipCpioAndPax) {
    for (const Container container : {Container::Zip, Container::Cpio, Container::Pax}) {
        FileTree tree = treeOf(archiveOf(kSmall, container));
        EXPECT_EQ(at(tree, "host/sys/class"), "0x0302\n") << static_cast<int>(container);
        EXPECT_EQ(at(tree, "host/link"), "0x0302\n");
    }
}

TEST(FileTree, OneCompressedFileIsATreeOfOneFileWithoutTheSuffix) {
    for (const Packing packing : {Packing::Gzip, Packing::Xz, Packing::Zstd}) {
        auto tree = FileTree::ofArchive(packed("two\nlines\n", packing), "sub/lspci.txt.gz", {});
        ASSERT_TRUE(tree);
        EXPECT_TRUE(tree->isSingle());
        EXPECT_EQ(at(*tree, "lspci.txt"), "two\nlines\n");
    }
}

TEST(FileTree, PlainTextAndNoiseAreNoArchives) {
    EXPECT_FALSE(FileTree::ofArchive("00:00.0 Host bridge: Intel\n", "lspci.txt", {}));
    EXPECT_FALSE(FileTree::ofArchive("", "empty", {}));
    EXPECT_FALSE(FileTree::ofArchive(std::string(4096, '\0'), "zeros", {}));
    EXPECT_FALSE(FileTree::ofArchive("PK\3\4 is how this text begins", "text", {}));
    EXPECT_FALSE(FileTree::ofArchive("070701 is a date, too", "text", {}));
}

TEST(FileTree, NamesThatLeadOutAreLeftOutAndAbsoluteOnesStayInside) {
    FileTree tree = treeOf(tarOf({{"../../etc/passwd", "bad", '0', {}},
                                  {"a/../../x", "bad", '0', {}},
                                  {"/etc/hostname", "gpu-07\n", '0', {}},
                                  {"./b//c", "fine", '0', {}}}));
    EXPECT_EQ(at(tree, "etc/hostname"), "gpu-07\n");
    EXPECT_EQ(at(tree, "b/c"), "fine");
    EXPECT_EQ(tree.size(), 5U); // the root, etc, hostname, b, c
    EXPECT_THAT(notesOf(tree), HasSubstr("2 members pointing outside"));
}

TEST(FileTree, LinksLeadNowhereOutsideAndLoopsEnd) {
    FileTree tree = treeOf(tarOf({{"out", {}, '2', "../../../../etc/passwd"},
                                  {"absolute", {}, '2', "/etc/passwd"},
                                  {"self", {}, '2', "self"},
                                  {"a", {}, '2', "b"},
                                  {"b", {}, '2', "a"},
                                  {"deep/loop", {}, '2', "../deep/loop/x"},
                                  {"here/file", "inside", '0', {}},
                                  {"there", {}, '2', "here/../here/./file"}}));
    for (const char *name : {"out", "absolute", "self", "a", "deep/loop", "self/x", "a/b/c"})
        EXPECT_EQ(at(tree, name), "-") << name;
    EXPECT_EQ(at(tree, "there"), "inside");
}

TEST(FileTree, AbsoluteLinksBeginAtTheHostsRoot) {
    FileTree tree = treeOf(tarOf(
        {{"gpu-07/sys/devices/x", "found", '0', {}}, {"gpu-07/sys/class/x", {}, '2', "/sys/devices/x"}}));
    const auto root = tree.find(FileTree::kTop, "gpu-07");
    ASSERT_TRUE(root);
    EXPECT_TRUE(tree.find(*root, "sys/class/x", *root));
    EXPECT_FALSE(tree.find(*root, "sys/class/x"));
}

TEST(FileTree, MembersBelowALinkAreNotWrittenThroughIt) {
    FileTree tree = treeOf(tarOf({{"d", {}, '2', "e"}, {"e/", {}, '5', {}}, {"d/file", "through", '0', {}}}));
    EXPECT_EQ(at(tree, "e/file"), "-");
    EXPECT_THAT(notesOf(tree), HasSubstr("whose path conflicts with another"));
}

TEST(FileTree, HardLinksShareAndLeadNowhereElse) {
    FileTree tree =
        treeOf(tarOf({{"one", "bytes", '0', {}}, {"two", {}, '1', "one"}, {"bad", {}, '1', "/etc/passwd"}}));
    EXPECT_EQ(at(tree, "two"), "bytes");
    EXPECT_EQ(at(tree, "bad"), "-");
}

TEST(FileTree, DevicesAndPipesAreLeftOut) {
    FileTree tree = treeOf(
        tarOf({{"null", {}, '3', {}}, {"disk", {}, '4', {}}, {"pipe", {}, '6', {}}, {"file", "x", '0', {}}}));
    EXPECT_EQ(tree.size(), 2U);
    EXPECT_THAT(notesOf(tree), HasSubstr("3 members that are devices, pipes or sockets"));
}

TEST(FileTree, TheLaterOfTwoMembersOfOneNameIsTheOne) {
    FileTree tree = treeOf(
        tarOf({{"f", "old", '0', {}}, {"d/", {}, '5', {}}, {"f", "new", '0', {}}, {"d", "no", '0', {}}}));
    EXPECT_EQ(at(tree, "f"), "new");
    EXPECT_TRUE(tree.findFolder(FileTree::kTop, "d"));
}

TEST(FileTree, NamesWithControlCharactersAreLeftOutAndShownHarmlessly) {
    FileTree tree = treeOf(
        tarOf({{"a\nclass:0x0302", "x", '0', {}}, {"b\x1b[31m", "x", '0', {}}, {"l", {}, '2', "x\ny"}}));
    EXPECT_EQ(tree.size(), 1U);
    EXPECT_EQ(notesOf(tree).find('\x1b'), std::string::npos);
    EXPECT_THAT(notesOf(tree), HasSubstr("3 members with control characters"));
}

TEST(FileTree, TruncatedArchiveKeepsItsReadablePartWithANote) {
    const std::string whole =
        tarOf({{"first", std::string(3000, 'a'), '0', {}}, {"second", std::string(3000, 'b'), '0', {}}});
    FileTree tree = treeOf(whole.substr(0, 6000));
    EXPECT_EQ(at(tree, "first").size(), 3000U);
    const auto second = tree.find(FileTree::kTop, "second");
    ASSERT_TRUE(second);
    EXPECT_FALSE(tree.whole(*second));
    EXPECT_THAT(notesOf(tree), HasSubstr("'second' is damaged or cut off"));
}

TEST(FileTree, EveryCutOfACompressedArchiveEndsWithWordsAndNoCrash) {
    for (const Packing packing : {Packing::Gzip, Packing::Xz, Packing::Zstd, Packing::Bzip2}) {
        const std::string whole = packed(tarOf(kSmall), packing);
        for (std::size_t length = 8; length < whole.size(); length += 3) {
            auto tree = FileTree::ofArchive(whole.substr(0, length), "cut.tar.gz", {});
            EXPECT_TRUE(!tree || tree->find(FileTree::kTop, "host/proc/cpuinfo") || !tree->notes().empty())
                << length;
        }
    }
}

TEST(FileTree, AGigabyteOfZerosInASmallArchiveIsStoppedInTimeAndMemory) {
    // A header that declares 1 GiB, then zeros: concatenated gzip files are one stream.
    std::string head = tarOf({{"small", "kept", '0', {}}, {"bomb", {}, '0', {}, std::size_t{1} << 30}});
    head.resize(3 * 512);
    const std::string zeros = packed(std::string(std::size_t{16} << 20, '\0'), Packing::Gzip);
    std::string small = packed(head, Packing::Gzip);
    for (int i = 0; i < 64; ++i)
        small += zeros;
    EXPECT_LT(small.size(), 2000000U);
    FileTree::Limits limits;
    limits.totalBytes = std::size_t{256} << 20;
    limits.fileBytes = std::size_t{16} << 20;
    FileTree tree = treeOf(small, limits);
    EXPECT_EQ(at(tree, "small"), "kept");
    EXPECT_LE(at(tree, "bomb").size(), limits.fileBytes);
    EXPECT_LE(tree.bytesRead(), limits.totalBytes + (std::size_t{64} << 10));
    EXPECT_THAT(notesOf(tree), HasSubstr("unpacks to more than 256M: stopped in 'bomb'"));
}

TEST(FileTree, OnlyTheOutermostCompressionIsTakenOff) {
    const std::string twice = packed(packed("text", Packing::Gzip), Packing::Gzip);
    auto tree = FileTree::ofArchive(twice, "x.gz", {});
    ASSERT_TRUE(tree);
    EXPECT_EQ(at(*tree, "x"), packed("text", Packing::Gzip));
}

TEST(FileTree, ReportsMembersBeyondTheLimit) {
    std::vector<Member> members;
    for (int i = 0; i < 50; ++i)
        members.push_back({"f" + std::to_string(i), "x", '0', {}});
    FileTree::Limits limits;
    limits.members = 20;
    FileTree tree = treeOf(tarOf(members), limits);
    EXPECT_LE(tree.size(), 22U);
    EXPECT_THAT(notesOf(tree), HasSubstr("more than 20 members"));
}

TEST(FileTree, FoldersOnDiskAreReadWithoutLeavingThem) {
    const test::TemporaryFolder folder, outside;
    std::filesystem::create_directories(folder.path() / "sys/class");
    folder.write("sys/class/file", "inside");
    const auto secret = outside.write("secret", "outside");
    std::filesystem::create_symlink(secret, folder.path() / "absolute");
    std::filesystem::create_symlink("../" + outside.path().filename().string() + "/secret",
                                    folder.path() / "relative");
    std::filesystem::create_symlink("sys/class", folder.path() / "short");
    ASSERT_EQ(::mkfifo((folder.path() / "pipe").c_str(), 0600), 0);
    auto tree = FileTree::ofFolder(folder.path(), {});
    ASSERT_TRUE(tree);
    EXPECT_EQ(at(*tree, "short/file"), "inside");
    EXPECT_EQ(at(*tree, "absolute"), "-");
    EXPECT_EQ(at(*tree, "relative"), "-");
    EXPECT_EQ(at(*tree, "pipe"), "-");
    EXPECT_THAT(notesOf(*tree), HasSubstr("1 members that are devices, pipes or sockets"));
    EXPECT_FALSE(FileTree::ofFolder(secret, {}));
}

TEST(FileTree, OneMemberOfAFolderOnDiskIsFoundWithoutItsNeighbours) {
    const test::TemporaryFolder folder;
    for (const char *name : {"b", "d", "a", "c"})
        folder.write(name, name);
    auto tree = FileTree::ofFolder(folder.path(), {});
    ASSERT_TRUE(tree);
    const auto first = tree->child(FileTree::kTop, "c"), second = tree->child(FileTree::kTop, "a");
    ASSERT_TRUE(first && second);
    EXPECT_FALSE(tree->child(FileTree::kTop, "e"));
    EXPECT_FALSE(tree->child(*first, "c")) << "a file has no members";
    EXPECT_EQ(tree->child(FileTree::kTop, "c"), first);
    EXPECT_EQ(tree->size(), 3U) << "the top and these two";
    std::string names;
    for (const auto &[name, id] : tree->children(FileTree::kTop)) {
        names += name;
        EXPECT_EQ(tree->bytes(id), name);
    }
    EXPECT_EQ(names, "abcd") << "all of them now, each once";
    EXPECT_EQ(tree->child(FileTree::kTop, "a"), second);
    EXPECT_EQ(tree->size(), 5U);
}

TEST(FileTree, FilesOfFoldersOnDiskAreReadInAnyOrder) {
    const test::TemporaryFolder folder;
    for (const char *path : {"top", "a/x", "a/y", "a/deep/er/x", "b/x"}) {
        std::filesystem::create_directories((folder.path() / path).parent_path());
        folder.write(path, path);
    }
    auto tree = FileTree::ofFolder(folder.path(), {});
    ASSERT_TRUE(tree);
    for (const char *path : {"a/x", "a/y", "b/x", "a/deep/er/x", "a/x", "top", "b/x", "top", "a/y"})
        EXPECT_EQ(at(*tree, path), path);
}

} // namespace
} // namespace fabricscope::capture
