// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Real topology files, with the decisions of the real libraries for each: corpus/nccl-topo/expected.
#include "core/nccl/Decide.h"
#include "tests/Places.h"
#include "tests/core/nccl/NcclValues.h"
#include "tests/support/Equality.h"

#include <nlohmann/json.hpp>

#include <filesystem>

using namespace fabricscope;
using namespace fabricscope::nccl;
using nlohmann::json;

namespace {

const std::string kCorpus = FABRICSCOPE_SOURCE_DIR "/../shared/corpus/nccl-topo";
} // namespace

TEST(NcclCorpus, EachFileAndVariantIsDecidedAsTheRealLibraryDecidesIt) {
    if (!std::filesystem::exists(kCorpus))
        GTEST_SKIP() << "NOT TESTED: no corpus at " << kCorpus;
    std::vector<std::filesystem::path> files;
    for (const auto &entry : std::filesystem::directory_iterator(kCorpus + "/expected"))
        files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    ASSERT_GE(files.size(), 47U);

    test::Equality table("Decisions for topology files");
    test::NcclComparison comparison(table);
    for (const auto &file : files) {
        SCOPED_TRACE(file.filename());
        const json expected = json::parse(test::textOfFile(file));
        const std::string text = test::textOfFile(kCorpus + "/" + expected["file"].get<std::string>());
        const Options options = test::optionsOf(expected, versionOfFile(text));
        ASSERT_NE(options.version, nullptr);
        Decisions ours;
        ours.library = options.version;
        if (const auto tree = readXml(text, *options.version))
            ours = decide(standaloneSystem(*tree, options), options);
        else
            ours.error = tree.error();
        comparison.compare(file.stem().string(), test::expectedValues(expected), test::ourValues(ours));
    }
    EXPECT_GT(comparison.fields(), 10000U);
    comparison.finish();
    test::expectEquality(table, "nccl-equality.md");
}
