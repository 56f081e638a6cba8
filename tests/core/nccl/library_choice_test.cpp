// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/LibraryChoice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

using namespace fabricscope;
using namespace fabricscope::nccl;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

namespace {

using FoundBy = host::InstalledLibrary::FoundBy;

host::InstalledLibrary library(std::string_view path, std::string_view version,
                               FoundBy by = FoundBy::LinkerCache) {
    host::InstalledLibrary made;
    made.flavor = path.find("rccl") != std::string_view::npos ? host::InstalledLibrary::Flavor::Rccl
                                                              : host::InstalledLibrary::Flavor::Nccl;
    made.foundBy = by;
    made.path = path;
    made.file = path;
    if (!version.empty())
        made.version = {std::string(version), {}};
    return made;
}

host::Host hostWith(std::vector<host::InstalledLibrary> libraries) {
    host::Host host;
    host.libraries = std::move(libraries);
    return host;
}

std::string_view modelName(Flavor flavor, std::string_view release) {
    const ReleaseModel found = modelOf(flavor, release);
    return found.model != nullptr ? found.model->name : "none";
}

} // namespace

TEST(LibraryChoice, FindsTheRowOfEachRelease) {
    struct Case {
        Flavor flavor;
        std::string_view release, row;
        bool exact;
    };
    constexpr std::array kCases = {
        Case{Flavor::Nccl, "2.30.7", "nccl-2.30", true},
        Case{Flavor::Nccl, "2.30.3", "nccl-2.30.4", false},
        Case{Flavor::Nccl, "2.27.6", "nccl-2.27", false},
        Case{Flavor::Nccl, "2.27.5", "nccl-2.27.5", true},
        Case{Flavor::Nccl, "2.26.2", "nccl-2.26.2", true},
        Case{Flavor::Nccl, "2.26.6", "nccl-2.26", false},
        Case{Flavor::Nccl, "2.20.5", "nccl-2.21.5", false},
        Case{Flavor::Nccl, "2.18.1", "nccl-2.21.5", false},
        Case{Flavor::Nccl, "2.41.1", "nccl-2.30", false},
        Case{Flavor::Nccl, "3.0.0", "nccl-2.30", false},
        Case{Flavor::Rccl, "2.26.6", "rccl-2.26.6", true},
        Case{Flavor::Rccl, "2.25.1", "rccl-2.26.6", false},
        Case{Flavor::Rccl, "2.30.0", "rccl-2.28.3", false},
    };
    for (const Case &each : kCases) {
        EXPECT_EQ(modelName(each.flavor, each.release), each.row) << each.release;
        EXPECT_EQ(modelOf(each.flavor, each.release).isExact, each.exact) << each.release;
    }
    for (const std::string_view text : {"", "x", "2", "2.", "2.x.1", "2.-1.x"})
        EXPECT_EQ(modelName(Flavor::Nccl, text), "none") << text;
}

TEST(LibraryChoice, ARowOfEachReleaseIsExactlyItsModel) {
    for (const Version &row : versions()) {
        const ReleaseModel found = modelOf(row.flavor, row.release);
        EXPECT_EQ(found.model, &row) << row.name;
        EXPECT_TRUE(found.isExact);
        EXPECT_THAT(found.differences, IsEmpty());
    }
}

TEST(LibraryChoice, NamesInWhatNeighboursDiffer) {
    const auto rows = versions();
    for (std::size_t i = 1; i < rows.size(); ++i) {
        if (rows[i].flavor != rows[i - 1].flavor)
            continue;
        const bool same = rows[i].name == "nccl-2.26.2"; // decides as 2.26.5 does
        EXPECT_EQ(differencesOf(rows[i - 1], rows[i]).empty(), same) << rows[i].name;
    }
    EXPECT_THAT(differencesOf(*findVersion("nccl-2.27"), *findVersion("nccl-2.27.5")),
                ElementsAre("when PXN replaces a path"));
    EXPECT_THAT(differencesOf(*findVersion("nccl-2.22"), *findVersion("nccl-2.23")), Contains("P2P levels"));
}

TEST(LibraryChoice, TakesTheInstalledVersionUnlessAnotherIsRequested) {
    const host::Host host = hostWith({library("/usr/lib64/libnccl.so.2", "2.22.3")});
    LibraryChoice choice = libraryOf(host, Flavor::Nccl, nullptr);
    EXPECT_EQ(choice.modelled.model, findVersion("nccl-2.22"));
    EXPECT_EQ(choice.sentence(), "modelled as NCCL 2.22.3, installed 2.22.3");
    choice = libraryOf(host, Flavor::Nccl, findVersion("nccl-2.28"));
    EXPECT_EQ(choice.modelled.model, findVersion("nccl-2.28"));
    EXPECT_FALSE(choice.modelled.isExact);
    EXPECT_EQ(choice.modelled.differences,
              differencesOf(*findVersion("nccl-2.22"), *findVersion("nccl-2.28")));
    EXPECT_THAT(choice.sentence(),
                StartsWith("modelled as NCCL 2.28.9 (requested), installed 2.22.3, differs in: "));
    choice = libraryOf(host, Flavor::Nccl, findVersion("nccl-2.22"));
    EXPECT_TRUE(choice.modelled.isExact);
    EXPECT_EQ(choice.sentence(), "modelled as NCCL 2.22.3 (requested), installed 2.22.3");
    choice = libraryOf(host, Flavor::Rccl, nullptr);
    EXPECT_EQ(choice.modelled.model, assumedVersion(Flavor::Rccl)) << "NCCL says nothing about RCCL";
    EXPECT_EQ(choice.sentence(), "modelled as RCCL 2.21.5, installed version unknown");
}

TEST(LibraryChoice, ReadsTheNameOfAnyRelease) {
    struct Case {
        std::string_view name, row, release;
    };
    constexpr std::array kCases = {
        Case{"nccl-2.27", "nccl-2.27", ""},         Case{"nccl-2.27.7", "nccl-2.27", ""},
        Case{"nccl-2.27.6", "nccl-2.27", "2.27.6"}, Case{"nccl-2.21", "nccl-2.21.5", ""},
        Case{"rccl-2.28", "rccl-2.28.3", ""},       Case{"rccl-2.25.1", "rccl-2.26.6", "2.25.1"},
        Case{"nccl-2.19", "nccl-2.21.5", "2.19"},   Case{"rccl-2.18.6", "rccl-2.21", "2.18.6"},
        Case{"nccl-2.31", "nccl-2.30", "2.31"},     Case{"nccl-3.0", "nccl-2.30", "3.0"},
    };
    for (const Case &each : kCases) {
        const auto found = requestedLibrary(each.name);
        ASSERT_TRUE(found) << each.name;
        EXPECT_EQ(found->modelled.model->name, each.row) << each.name;
        EXPECT_EQ(found->release, each.release) << each.name;
    }
    for (const std::string_view name :
         {"", "nccl", "nccl-", "nccl-2", "nccl-2.", "nccl-2.x", "nccl2.27", "2.27", "NCCL-2.27",
          "nccl-2.27.6.1", "nccl--2.1", "rccl-2.21 ", "nccl-2.27rc"})
        EXPECT_FALSE(requestedLibrary(name)) << name;
}

TEST(LibraryChoice, StatesTheModelOfARequestedRelease) {
    const auto sentence = [](std::string_view name, const host::Host &host = {}) {
        const auto named = requestedLibrary(name);
        return libraryOf(host, named->modelled.model->flavor, named->modelled.model, named->release)
            .sentence();
    };
    EXPECT_EQ(
        sentence("nccl-2.31"),
        "modelled as NCCL 2.30.7, requested 2.31, which is newer than all models: differences are unknown");
    EXPECT_EQ(sentence("rccl-2.18.6"),
              "modelled as RCCL 2.21.5, requested 2.18.6, which is older than all models: "
              "differences are unknown");
    EXPECT_THAT(
        sentence("nccl-2.27.6"),
        StartsWith("modelled as NCCL 2.27.7, requested 2.27.6, differs in: when PXN replaces a path"));
    EXPECT_EQ(sentence("nccl-2.28"), "modelled as NCCL 2.28.9 (requested), installed version unknown");
    EXPECT_THAT(sentence("nccl-2.31", hostWith({library("/usr/lib64/libnccl.so.2", "2.30.7")})),
                testing::EndsWith("differences are unknown, installed 2.30.7"));
}

TEST(LibraryChoice, StatesTheDifference) {
    const auto sentenceOf = [](std::string_view version) {
        return libraryOf(hostWith({library("/usr/lib64/libnccl.so.2", version)}), Flavor::Nccl, nullptr)
            .sentence();
    };
    EXPECT_EQ(sentenceOf("2.27.6"),
              "modelled as NCCL 2.27.7, installed 2.27.6, differs in: when PXN replaces a path");
    EXPECT_EQ(sentenceOf("2.26.3"), "modelled as NCCL 2.26.5, installed 2.26.3: its model decides the same");
    EXPECT_EQ(sentenceOf("2.99.1"), "modelled as NCCL 2.30.7, installed 2.99.1, which is newer than all "
                                    "models: differences are unknown");
    EXPECT_EQ(sentenceOf("2.19.3"), "modelled as NCCL 2.21.5, installed 2.19.3, which is older than all "
                                    "models: differences are unknown");
    EXPECT_THAT(sentenceOf("2.23.1"), HasSubstr("modelled as NCCL 2.23.4, installed 2.23.1, differs in: "));
}

TEST(LibraryChoice, NamesAllThatAreInstalledAndModelsTheLinkersOne) {
    const LibraryChoice choice =
        libraryOf(hostWith({library("/usr/lib64/libnccl.so.2", "2.26.2"),
                            library("/opt/py/nvidia/nccl/lib/libnccl.so.2", "2.28.9", FoundBy::Wheel)}),
                  Flavor::Nccl, nullptr);
    EXPECT_EQ(choice.modelled.model->name, "nccl-2.26.2") << "the newest is not the one in use";
    EXPECT_EQ(choice.sentence(),
              "modelled as NCCL 2.26.2, installed 2.26.2; 2 installed: 2.26.2 (ldconfig, "
              "/usr/lib64/libnccl.so.2), 2.28.9 (Python package, /opt/py/nvidia/nccl/lib/libnccl.so.2)");
}

TEST(LibraryChoice, PrefersOneWhoseVersionIsKnown) {
    const LibraryChoice choice =
        libraryOf(hostWith({library("/usr/lib64/libnccl.so.2", ""),
                            library("/opt/py/libnccl.so.2", "2.25.1", FoundBy::Wheel)}),
                  Flavor::Nccl, nullptr);
    EXPECT_EQ(choice.modelled.model->name, "nccl-2.25");
    EXPECT_THAT(choice.sentence(), HasSubstr("2 installed: 2.25.1 (Python package, /opt/py/libnccl.so.2), "
                                             "unknown (ldconfig, /usr/lib64/libnccl.so.2)"));
}

TEST(LibraryChoice, ConcludesRcclFromItsRocm) {
    const auto choiceOf = [](std::string_view rocm) {
        host::InstalledLibrary made = library("/opt/rocm/lib/librccl.so.1", "");
        made.rocm = {std::string(rocm), {}};
        return libraryOf(hostWith({made}), Flavor::Rccl, nullptr);
    };
    EXPECT_EQ(choiceOf("6.4.3").modelled.model->name, "rccl-2.22.3");
    EXPECT_EQ(choiceOf("7.0.2").modelled.model->name, "rccl-2.26.6");
    EXPECT_EQ(choiceOf("7.2.4").sentence(), "modelled as RCCL 2.27.7, installed 2.27.7 (of ROCm 7.2.4)");
    EXPECT_EQ(choiceOf("9.1.0").modelled.model, assumedVersion(Flavor::Rccl)) << "no table knows it";
    EXPECT_EQ(choiceOf("5.7.0").modelled.model, assumedVersion(Flavor::Rccl));
}

TEST(LibraryChoice, ShowsNoControlCharactersOfAPath) {
    const LibraryChoice choice = libraryOf(hostWith({library("/usr/lib64/libnccl.so.2", "2.26.2"),
                                                     library("/a\x1b[31m/libnccl.so.2", "2.26.2")}),
                                           Flavor::Nccl, nullptr);
    EXPECT_THAT(choice.sentence(), Not(HasSubstr("\x1b")));
}
