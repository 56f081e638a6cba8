// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The decisions of twenty versions of the real libraries for the same files: corpus/nccl-versions, and of
// files that were made: corpus/nccl-topo-made.
#include "core/nccl/Version.h"
#include "tests/Places.h"
#include "tests/core/nccl/NcclValues.h"
#include "tests/support/Equality.h"
#include "tests/support/Sshd.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <compare>
#include <filesystem>
#include <iostream>
#include <map>
#include <optional>
#include <set>
#include <utility>

using namespace fabricscope;
using namespace fabricscope::nccl;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

const fs::path kCorpus = FABRICSCOPE_SOURCE_DIR "/../shared/corpus";

/// A field in which an answer and this program differ.
struct Difference {
    std::string field, expected, ours;
    auto operator<=>(const Difference &) const = default;
};

std::optional<Difference> firstDifference(const std::string &part, const test::Equality::Values &expected,
                                          const test::Equality::Values &ours) {
    for (const auto &[key, value] : expected)
        if (const auto found = ours.find(key); found == ours.end() || found->second != value)
            return Difference{part + " " + key, value, found == ours.end() ? "absent" : found->second};
    return {};
}

std::optional<Difference> firstDifference(const test::NcclValues &expected, const test::NcclValues &ours) {
    if (auto error = firstDifference("error", expected.error, ours.error))
        return error;
    if (expected.error.at("code") != "0")
        return {}; // nothing else is decided
    const struct {
        const char *name;
        const test::Equality::Values &expected;
        const test::Equality::Values &ours;
    } kParts[] = {{"gpus", expected.system, ours.system},
                  {"nets", expected.nets, ours.nets},
                  {"gpu_net", expected.gpuNet, ours.gpuNet},
                  {"gpu_gpu", expected.gpuGpu, ours.gpuGpu},
                  {"channels", expected.channels, ours.channels}};
    for (const auto &part : kParts)
        if (auto difference = firstDifference(part.name, part.expected, part.ours))
            return difference;
    return {};
}

struct Tally {
    std::size_t files = 0;
    std::map<std::string, Difference> different; ///< by file
    [[nodiscard]] std::size_t equal() const { return files - different.size(); }
};

/// What this program decides for the file of an answer, compared with the answer.
std::optional<Difference> compareOne(const json &expected, const std::string &text, const Version *version) {
    test::NcclValues values = test::expectedValues(expected);
    const Options options = test::optionsOf(expected, version);
    Decisions ours;
    ours.library = options.version;
    if (const auto tree = readXml(text, *options.version))
        ours = decide(standaloneSystem(*tree, options), options);
    else
        ours.error = tree.error();
    const test::NcclValues here = test::ourValues(ours);
    if (values.nets.empty()) // of a file without a NIC, maxBw is made up by whoever asked the library
        values.system.erase("maxBw");
    return firstDifference(values, here);
}

/// Compares each answer in a folder for one version; empty: that of each file.
Tally compareAll(const fs::path &answers, const fs::path &files, const std::string &version) {
    Tally tally;
    for (const auto &entry : fs::directory_iterator(answers)) {
        const fs::path &answer = entry.path();
        const json expected = json::parse(test::textOfFile(answer));
        const std::string text =
            test::textOfFile(files / expected.value("file", answer.stem().string() + ".xml"));
        ++tally.files;
        if (const auto difference =
                compareOne(expected, text, version.empty() ? versionOfFile(text) : findVersion(version)))
            tally.different[answer.stem().string()] = *difference;
    }
    for (const auto &[file, difference] : tally.different)
        std::cout << fmt::format("{} {}: {}: {}, here {}\n", version, file, difference.field,
                                 difference.expected, difference.ours);
    return tally;
}

/// Why this program does not decide a made file as the recorded answer has it.
const std::map<std::string, std::string> kCauses = {
    {"h-attrs-20",
     "the program that asked the library crashes itself: it adds attributes to an element that has all "
     "it can have; on a machine, the library does not find this NIC by its name and leaves it out"},
    {"h-gpu-no-sm",
     "on a machine, detection fills in sm; here a value is assumed, and the program that asked the "
     "library did not fill it in"},
};

std::string causeOf(const std::string &file) {
    const auto found = kCauses.find(file);
    return found != kCauses.end() ? found->second : std::string();
}

/// One row for each version, and one for each way in which a file differs.
void addRows(test::Equality &table, const std::map<std::string, Tally> &tallies) {
    std::map<std::pair<std::string, Difference>, std::vector<std::string>> versionsOf;
    std::set<std::string> unused;
    for (const auto &[file, cause] : kCauses)
        unused.insert(file);
    for (const auto &[version, tally] : tallies) {
        std::vector<std::string> files;
        for (const auto &[file, difference] : tally.different) {
            files.push_back(file);
            unused.erase(file);
            versionsOf[{file, difference}].push_back(version);
        }
        const bool isCaused = std::none_of(files.begin(), files.end(),
                                           [](const std::string &file) { return causeOf(file).empty(); });
        table.row(version, "files that are equal in every field", tally.files, tally.equal(),
                  isCaused ? fmt::format("{}", fmt::join(files, ", ")) : "");
    }
    for (const auto &[row, versions] : versionsOf)
        table.row(row.first, fmt::format("{}: {}", fmt::join(versions, ", "), row.second.field),
                  row.second.expected, row.second.ours, causeOf(row.first));
    EXPECT_EQ(unused, std::set<std::string>()) << "causes of files that are equal";
}

/// The answers in each folder of `root`, which has a version's name, for files of `files`: a row for each
/// version.
void compareVersions(const fs::path &root, const fs::path &files, const std::string &chapter,
                     std::size_t versions) {
    std::map<std::string, Tally> tallies;
    for (const auto &entry : fs::directory_iterator(root)) {
        const std::string version = entry.path().filename();
        ASSERT_NE(findVersion(version), nullptr) << version;
        tallies[version] = compareAll(entry.path(), files, version);
    }
    EXPECT_EQ(tallies.size(), versions);
    test::Equality table(chapter);
    for (const auto &[version, tally] : tallies)
        table.row(version, "files that are equal in every field", tally.files, tally.equal());
    test::expectEquality(table, "nccl-equality.md");
}

TEST(NcclVersions, DecideEachRealFileAsTheirLibraryDoes) {
    if (!fs::exists(kCorpus / "nccl-versions"))
        GTEST_SKIP() << "NOT TESTED: no corpus at " << kCorpus;
    const test::TemporaryFolder folder;
    const fs::path root = folder.path();
    for (const char *archive : {"corpus", "extra"})
        test::run({"tar", "-xJf", (kCorpus / "nccl-versions" / archive).string() + ".tar.xz", "-C", root});
    compareVersions(root / "corpus", kCorpus / "nccl-topo", "Decisions for topology files, by version", 20);
    compareVersions(root / "extra-answers", root / "extra",
                    "Decisions for files of MI300 and MI350 servers, VMs and partitions, by version", 6);
}

/// Made files have what no machine has; each file that is not equal has its cause in the page. `reduced`: the
/// files on which an earlier state of this program differed, each cut down to what matters.
TEST(NcclVersions, DecideMadeFilesAsTheirLibraryDoes) {
    if (!fs::exists(kCorpus / "nccl-versions"))
        GTEST_SKIP() << "NOT TESTED: no corpus at " << kCorpus;
    const test::TemporaryFolder folder;
    test::run({"tar", "-xJf", (kCorpus / "nccl-versions/made.tar.xz").string(), "-C", folder.path()});
    test::run({"tar", "-xJf", (kCorpus / "nccl-topo-made/made.tar.xz").string(), "-C", folder.path()});
    const fs::path root = folder.path();
    std::map<std::string, Tally> tallies;
    for (const auto &entry : fs::directory_iterator(root / "gen")) {
        const std::string version = entry.path().filename();
        ASSERT_NE(findVersion(version), nullptr) << version;
        tallies[version] = compareAll(entry.path(), root / "files-gen1", version);
    }
    EXPECT_EQ(tallies.size(), 14U);
    tallies["reduced"] = compareAll(root / "reduced", root / "files-reduced", "");
    test::Equality table("Decisions for made topology files, by version");
    addRows(table, tallies);
    test::expectEquality(table, "nccl-equality.md");
}

} // namespace
