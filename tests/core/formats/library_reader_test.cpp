// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/redact/Redact.h"
#include "core/formats/HostReader.h"
#include "tests/core/formats/Captures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricscope::formats {
namespace {

using host::InstalledLibrary;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

std::vector<InstalledLibrary> librariesOf(const std::string &text) {
    return hostOf({{"nccl-libraries", text}}).libraries;
}

TEST(LibraryReader, ReadsTheVersionInALibrary) {
    const std::string text =
        "usr/lib/x86_64-linux-gnu/libnccl.so.2:folder /usr/lib/x86_64-linux-gnu/libnccl.so.2.19.0\n"
        "usr/lib/x86_64-linux-gnu/libnccl.so.2.19.0:NCCL version 2.27.3+cuda12.9\n"
        "usr/lib/x86_64-linux-gnu/libnccl.so.2:ldconfig /usr/lib/x86_64-linux-gnu/libnccl.so.2.19.0\n";
    const capture::Capture capture = captureOf({{"nccl-libraries", text}});
    const host::Host host = readHost(capture);
    ASSERT_THAT(host.libraries, SizeIs(1)) << "one file, under one name";
    const InstalledLibrary &library = host.libraries[0];
    EXPECT_EQ(library.flavor, InstalledLibrary::Flavor::Nccl);
    EXPECT_EQ(library.foundBy, InstalledLibrary::FoundBy::LinkerCache);
    EXPECT_EQ(library.statedBy, InstalledLibrary::StatedBy::Text) << "not the file's name, which differs";
    EXPECT_EQ(library.path, "/usr/lib/x86_64-linux-gnu/libnccl.so.2");
    EXPECT_EQ(library.file, "/usr/lib/x86_64-linux-gnu/libnccl.so.2.19.0");
    EXPECT_EQ(*library.version, "2.27.3");
    EXPECT_EQ(*library.cuda, "12.9");
    EXPECT_FALSE(library.rocm);
    EXPECT_EQ(evidenceText(capture, library.version.evidence()),
              "usr/lib/x86_64-linux-gnu/libnccl.so.2.19.0:NCCL version 2.27.3+cuda12.9");
}

TEST(LibraryReader, ReadsTheVersionInAFilesName) {
    const auto libraries = librariesOf("lib/libnccl.so.2:folder /lib/libnccl.so.2.18.5\n"
                                       "opt/w/libnccl.so.2:wheel /opt/w/libnccl.so.2\n");
    ASSERT_THAT(libraries, SizeIs(2));
    EXPECT_EQ(*libraries[0].version, "2.18.5");
    EXPECT_EQ(libraries[0].statedBy, InstalledLibrary::StatedBy::FileName);
    EXPECT_FALSE(libraries[1].version) << "2 alone is the interface, not the version";
}

TEST(LibraryReader, SortsByThePreferenceOfTheLinker) {
    const auto libraries = librariesOf("opt/w/libnccl.so.2:wheel /opt/w/libnccl.so.2\n"
                                       "lib/libnccl.so.2:ldconfig /lib/libnccl.so.2.18.5\n"
                                       "x/libnccl.so.2:LD_LIBRARY_PATH /x/libnccl.so.2.20.5\n");
    ASSERT_THAT(libraries, SizeIs(3));
    EXPECT_EQ(libraries[0].path, "/x/libnccl.so.2");
    EXPECT_EQ(libraries[1].path, "/lib/libnccl.so.2");
    EXPECT_EQ(libraries[2].path, "/opt/w/libnccl.so.2");
}

TEST(LibraryReader, ReadsWhatSurroundsRccl) {
    const std::string names = "opt/rocm/lib/librccl.so.1:ldconfig /opt/rocm-6.3.1/lib/librccl.so.1.0.60301\n";
    const auto byName = librariesOf(names);
    ASSERT_THAT(byName, SizeIs(1));
    EXPECT_EQ(byName[0].flavor, InstalledLibrary::Flavor::Rccl);
    EXPECT_EQ(*byName[0].rocm, "6.3.1");
    EXPECT_FALSE(byName[0].version) << "the name has only the release of ROCm";
    const auto byHeader = librariesOf("opt/rocm-6.3.1/include/rccl/rccl.h:#define NCCL_MINOR 21\n"
                                      "opt/rocm-6.3.1/include/rccl/rccl.h:#define NCCL_PATCH 5\n"
                                      "opt/rocm-6.3.1/include/rccl/rccl.h:#define NCCL_MAJOR 2\n" +
                                      names);
    ASSERT_THAT(byHeader, SizeIs(1));
    EXPECT_EQ(*byHeader[0].version, "2.21.5");
    EXPECT_EQ(byHeader[0].statedBy, InstalledLibrary::StatedBy::Header);
    const auto byText =
        librariesOf(names + "opt/rocm-6.3.1/lib/librccl.so.1.0.60301:RCCL version : 2.22.3\n");
    EXPECT_EQ(*byText.at(0).version, "2.22.3");
    const auto own = librariesOf("opt/rocm/lib/librccl.so.1:folder /opt/rocm/lib/librccl.so.1.0\n"
                                 "opt/rocm/.info/version:7.1.0-20\n");
    EXPECT_EQ(*own.at(0).rocm, "7.1.0") << "an own build has no release in its name";
}

TEST(LibraryReader, LeavesUnknownWhatIsNoVersion) {
    for (const char *const text : {"NCCL version 2", "NCCL version 2.27.", "NCCL version .27.7",
                                   "NCCL version 2..7", "NCCL version x.y.z", "NCCL version 2.27.7.1.5",
                                   "NCCL version 99999999.1.1", "NCCL version ", "NCCL version -1.2.3"}) {
        const auto libraries =
            librariesOf("l/libnccl.so.2:wheel /l/libnccl.so.2\nl/libnccl.so.2:" + std::string(text) + "\n");
        ASSERT_THAT(libraries, SizeIs(1)) << text;
        EXPECT_FALSE(libraries[0].version) << text;
    }
}

TEST(LibraryReader, IgnoresOtherLines) {
    EXPECT_THAT(librariesOf("x:ldconfig /x\nl/libnccl.so.2:found /l/x\nl/libnccl.so.2:ldconfig relative\n"
                            "l/libfoo.so.2:ldconfig /l/libfoo.so.2\n:ldconfig /x\nnone\n\n"
                            "opt/rocm/.info/version:\nnccl.h:#define NCCL_MAJOR\nnccl.h:#define NCCL_ 1\n"),
                IsEmpty());
}

TEST(LibraryReader, IsBounded) {
    std::string text;
    for (int i = 0; i < 5000; ++i)
        text +=
            "d" + std::to_string(i) + "/libnccl.so.2:wheel /d" + std::to_string(i) + "/libnccl.so.2.27.7\n";
    EXPECT_THAT(librariesOf(text), SizeIs(64));
}

TEST(LibraryReader, KeepsItsFactsWhenNamesAreRedacted) {
    const capture::Capture capture = captureOf(
        {{"identity", "etc/hostname:zeta-gpu-07\n"},
         {"nccl-libraries",
          "usr/lib/x86_64-linux-gnu/libnccl.so.2:ldconfig /usr/lib/x86_64-linux-gnu/libnccl.so.2.27.3\n"
          "usr/lib/x86_64-linux-gnu/libnccl.so.2.27.3:NCCL version 2.27.3+cuda12.9\n"
          "opt/rocm/lib/librccl.so.1:folder /opt/rocm-7.0.2/lib/librccl.so.1.0.70002\n"
          "opt/rocm-7.0.2/.info/version:7.0.2-56\nopt/rocm-7.0.2/include/rccl/rccl.h:#define NCCL_MAJOR 2\n"
          "opt/rocm-7.0.2/include/rccl/rccl.h:#define NCCL_MINOR 26\n"
          "opt/rocm-7.0.2/include/rccl/rccl.h:#define NCCL_PATCH 6\n"
          "home/janedoe/.venv/lib/python3.11/site-packages/nvidia/nccl/lib/libnccl.so.2:wheel "
          "/home/janedoe/.venv/lib/python3.11/site-packages/nvidia/nccl/lib/libnccl.so.2\n"
          "home/janedoe/.venv/lib/python3.11/site-packages/nvidia/nccl/lib/libnccl.so.2:NCCL version "
          "2.26.2+cuda12.2\n"}});
    const capture::Capture redacted = capture::redacted(capture, "key");
    EXPECT_THAT(redacted.sections[1].bytes(), Not(HasSubstr("janedoe")));
    const auto before = readHost(capture).libraries, after = readHost(redacted).libraries;
    ASSERT_THAT(before, SizeIs(3));
    ASSERT_THAT(after, SizeIs(3)) << redacted.sections[1].bytes();
    for (std::size_t i = 0; i < before.size(); ++i) {
        EXPECT_EQ(after[i].version, before[i].version) << redacted.sections[1].bytes();
        EXPECT_EQ(after[i].cuda, before[i].cuda);
        EXPECT_EQ(after[i].rocm, before[i].rocm);
        EXPECT_EQ(after[i].foundBy, before[i].foundBy);
    }
    EXPECT_EQ(after[0].path, before[0].path);
}

} // namespace
} // namespace fabricscope::formats
