// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The decisions of twenty versions of the real libraries for the same files: corpus/nccl-versions.
#include "core/nccl/Version.h"
#include "tests/Places.h"
#include "tests/core/nccl/NcclValues.h"
#include "tests/support/Sshd.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <utility>

using namespace fabricscope;
using namespace fabricscope::nccl;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

const fs::path kCorpus = FABRICSCOPE_SOURCE_DIR "/../shared/corpus";

/// The first field that differs, and how; empty: all are equal.
std::string firstDifference(const test::Equality::Values &expected, const test::Equality::Values &ours) {
    for (const auto &[key, value] : expected)
        if (const auto found = ours.find(key); found == ours.end() || found->second != value)
            return fmt::format("{}: {}, here {}", key, value, found == ours.end() ? "absent" : found->second);
    return {};
}

std::string firstDifference(test::NcclValues expected, const test::NcclValues &ours) {
    if (const std::string error = firstDifference(expected.error, ours.error); !error.empty())
        return "error " + error;
    if (expected.error.at("code") != "0")
        return {}; // nothing else is decided
    const struct {
        const char *name;
        test::Equality::Values &expected;
        const test::Equality::Values &ours;
    } kParts[] = {{"gpus", expected.system, ours.system},
                  {"nets", expected.nets, ours.nets},
                  {"gpu_net", expected.gpuNet, ours.gpuNet},
                  {"gpu_gpu", expected.gpuGpu, ours.gpuGpu},
                  {"channels", expected.channels, ours.channels}};
    for (const auto &part : kParts)
        if (const std::string difference = firstDifference(part.expected, part.ours); !difference.empty())
            return fmt::format("{} {}", part.name, difference);
    return {};
}

struct Tally {
    std::size_t files = 0, equal = 0;
};

/// Compares each answer in a folder for one version with what this program decides.
Tally compareAll(const fs::path &answers, const fs::path &files, const std::string &version) {
    Tally tally;
    std::vector<fs::path> all;
    for (const auto &entry : fs::directory_iterator(answers))
        all.push_back(entry.path());
    std::sort(all.begin(), all.end());
    for (const fs::path &answer : all) {
        const json expected = json::parse(test::textOfFile(answer));
        const std::string text =
            test::textOfFile(files / expected.value("file", answer.stem().string() + ".xml"));
        test::NcclValues values = test::expectedValues(expected);
        if (values.nets.empty())
            values.system.erase("maxBw"); // of a file without a NIC: made up by whoever asked the library
        const Options options =
            test::optionsOf(expected, version.empty() ? versionOfFile(text) : findVersion(version));
        Decisions ours;
        ours.library = options.version;
        if (const auto tree = readXml(text, *options.version))
            ours = decide(standaloneSystem(*tree, options), options);
        else
            ours.error = tree.error();
        test::NcclValues here = test::ourValues(ours);
        if (values.nets.empty())
            here.system.erase("maxBw");
        const std::string difference = firstDifference(values, here);
        ++tally.files;
        tally.equal += difference.empty() ? 1 : 0;
        if (!difference.empty())
            std::cout << version << ' ' << answer.stem().string() << ": " << difference << '\n';
    }
    return tally;
}

TEST(NcclVersions, DecideEachRealFileAsTheirLibraryDoes) {
    if (!fs::exists(kCorpus / "nccl-versions"))
        GTEST_SKIP() << "NOT TESTED: no corpus at " << kCorpus;
    const test::TemporaryFolder folder;
    test::run({"tar", "-xJf", (kCorpus / "nccl-versions/corpus.tar.xz").string(), "-C", folder.path()});
    for (const auto &entry : fs::directory_iterator(folder.path() / "corpus")) {
        const std::string version = entry.path().filename();
        ASSERT_NE(findVersion(version), nullptr) << version;
        const Tally tally = compareAll(entry.path(), kCorpus / "nccl-topo", version);
        EXPECT_GT(tally.files, 10U);
        EXPECT_EQ(tally.equal, tally.files) << version;
        std::cout << version << ": " << tally.equal << " of " << tally.files << '\n';
    }
}

/// Made files have what no machine has; each kind of difference is known (nccl-topo-made). What is equal
/// stays equal.
TEST(NcclVersions, DecideMadeFilesAsTheirLibraryDoesInMostCases) {
    if (!fs::exists(kCorpus / "nccl-versions"))
        GTEST_SKIP() << "NOT TESTED: no corpus at " << kCorpus;
    const test::TemporaryFolder folder;
    test::run({"tar", "-xJf", (kCorpus / "nccl-versions/made.tar.xz").string(), "-C", folder.path()});
    test::run({"tar", "-xJf", (kCorpus / "nccl-topo-made/made.tar.xz").string(), "-C", folder.path()});
    const std::pair<const char *, std::size_t> equal[] = {
        {"nccl-2.22", 348},   {"nccl-2.23", 351},   {"nccl-2.24", 351},   {"nccl-2.25", 351},
        {"nccl-2.26", 351},   {"nccl-2.27", 351},   {"nccl-2.28", 351},   {"nccl-2.29", 351},
        {"nccl-2.30", 352},   {"rccl-2.21.5", 284}, {"rccl-2.22.3", 284}, {"rccl-2.26.6", 284},
        {"rccl-2.27.7", 284}, {"rccl-2.28.3", 284}};
    for (const auto &[version, least] : equal) {
        const Tally tally =
            compareAll(folder.path() / "gen" / version, folder.path() / "files-gen1", version);
        std::cout << version << ": " << tally.equal << " of " << tally.files << '\n';
        EXPECT_GE(tally.equal, least) << version;
    }
}

/// The files on which an earlier state of this program differed, each cut down to what matters.
TEST(NcclVersions, DecideTheSmallestFilesThatOnceDiffered) {
    if (!fs::exists(kCorpus / "nccl-topo-made"))
        GTEST_SKIP() << "NOT TESTED: no corpus at " << kCorpus;
    const test::TemporaryFolder folder;
    test::run({"tar", "-xJf", (kCorpus / "nccl-topo-made/made.tar.xz").string(), "-C", folder.path()});
    const Tally tally = compareAll(folder.path() / "reduced", folder.path() / "files-reduced", "");
    std::cout << "reduced: " << tally.equal << " of " << tally.files << '\n';
    EXPECT_GE(tally.equal, 24U);
}

} // namespace
