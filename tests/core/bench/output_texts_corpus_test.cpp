// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/log/DebugLogReader.h"
#include "tests/core/bench/CorpusLogs.h"
#include "tests/core/bench/SampleResults.h"

#include <algorithm>
#include <map>

namespace fabricscope::bench {
namespace {

using namespace test;
using nlohmann::json;

/// Texts from pages and issues, with what another reader counted in them: corpus/texts/expected.json.
const std::filesystem::path kTexts = FABRICSCOPE_SOURCE_DIR "/../shared/corpus/texts";

struct Counts {
    std::size_t rows = 0, points = 0, matrices = 0, results = 0, failed = 0, facts = 0;
    std::vector<double> averages;
    bool corrupted = false;
    std::string tool, status;
};

std::size_t numberOf(const Results &run, const std::string &fact) {
    return static_cast<std::size_t>(std::atoll(factOf(run, fact).c_str()));
}

Counts countsOf(const std::string &bytes) {
    Counts counts;
    for (const Results &run : parsed(bytes)) {
        counts.tool = counts.tool.empty() ? run.tool : counts.tool;
        counts.rows += run.rows.size();
        for (const Series &series : run.series)
            counts.points += series.points.size();
        counts.facts += run.context.size();
        counts.matrices += run.matrices.size();
        counts.results += numberOf(run, "result_lines");
        counts.failed += numberOf(run, "failed_tests");
        if (run.summary.avgBusbw)
            counts.averages.push_back(*run.summary.avgBusbw);
        if (!factOf(run, "status").empty())
            counts.status = factOf(run, "status");
        counts.corrupted = counts.corrupted || std::any_of(run.diagnostics.begin(), run.diagnostics.end(),
                                                           [](const Finding &one) {
                                                               return one.rule == "log.copied_data_differ";
                                                           });
    }
    return counts;
}

std::uint64_t libraryLines(const std::string &bytes) {
    nccl::log::DebugLogReader reader;
    reader.feed(bytes);
    reader.end();
    return reader.log().infoLines + reader.log().warningLines;
}

/// What the kinds of that list are called here; the points of each text, where it has any.
const std::map<std::string, std::string> kTools = {
    {"nccl-tests", "nccl-tests"},       {"nvbandwidth", "nvbandwidth"},
    {"perftest", "perftest"},           {"rvs", "rvs"},
    {"rocm-bw", "rocm-bandwidth-test"}, {"ras", "rcclras"},
};

void expectCounts(const json &entry, const std::string &bytes) {
    const std::string kind = entry["kind"];
    const json &expect = entry["expect"];
    if (kind == "nccl-debug") {
        EXPECT_EQ(libraryLines(bytes), expect["lines"].get<std::uint64_t>());
        return;
    }
    const Counts found = countsOf(bytes);
    if (expect.contains("rows") && kind == "nccl-tests") {
        // Its first row is written in two pieces on two lines, which that reader did not join.
        const bool pieces = entry["file"] == "issue__nccl-tests__nccl-1453-glued-mpirun-tags.txt";
        EXPECT_EQ(found.rows, expect["rows"].get<std::size_t>() + (pieces ? 1 : 0));
    } else if (expect.contains("rows")) {
        EXPECT_EQ(found.points, expect["rows"].get<std::size_t>());
    }
    if (expect.contains("avg")) {
        EXPECT_EQ(found.averages, expect["avg"].get<std::vector<double>>());
    }
    if (expect.contains("matrices") || expect.contains("matrix")) {
        EXPECT_EQ(found.matrices, expect.value("matrices", expect.value("matrix", std::size_t{0})));
    }
    if (expect.contains("assert")) {
        EXPECT_EQ(found.corrupted, expect["assert"].get<bool>());
    }
    if (expect.contains("results")) {
        EXPECT_EQ(found.results, expect["results"].get<std::size_t>());
        EXPECT_EQ(found.failed, expect["fail"].get<std::size_t>());
    }
    if (expect.empty()) { // its kind is known, and something was read
        EXPECT_GT(found.points + found.matrices + (kind == "topo-p2p" ? found.facts : 0), 0U);
    }
    if (expect.contains("status") && expect["status"] != "other") {
        EXPECT_EQ(found.status, expect["status"].get<std::string>());
    }
    if (const auto tool = kTools.find(kind); tool != kTools.end()) {
        EXPECT_EQ(found.tool, tool->second);
    }
}

TEST(TextsCorpus, HoldsWhatAnotherReaderCounted) {
    if (!std::filesystem::is_directory(kTexts))
        GTEST_SKIP() << "NOT TESTED: no corpus at " << kTexts;
    std::size_t compared = 0;
    for (const json &entry : json::parse(bytesOf(kTexts / "expected.json"))) {
        const bool counted =
            entry["kind"].is_string() &&
            (kTools.contains(entry["kind"].get<std::string>()) || entry["kind"] == "nccl-debug");
        if (!counted)
            continue;
        SCOPED_TRACE(entry["file"].get<std::string>());
        expectCounts(entry, bytesOf(kTexts / entry["file"].get<std::string>()));
        ++compared;
    }
    EXPECT_GE(compared, 47U) << "the list became shorter";
}

TEST(TextsCorpus, TheSmallestLogsAreReadToo) {
    if (!std::filesystem::is_directory(kTexts))
        GTEST_SKIP() << "NOT TESTED: no corpus at " << kTexts;
    EXPECT_EQ(countsOf(bytesOf(kTexts / "smallest__perftest.txt")).points, 1U);
    for (const char *file : {"smallest__nccl-gdr-disabled.txt", "smallest__nccl-retry-exc.txt",
                             "smallest__nccl-socket-fallback.txt"}) {
        nccl::log::DebugLogReader reader;
        reader.feed(bytesOf(kTexts / file));
        reader.end();
        ASSERT_EQ(reader.log().warnings.size(), 1U) << file;
        EXPECT_FALSE(reader.log().warnings[0].meaning.empty()) << file;
        const std::vector<Results> runs = parsed(bytesOf(kTexts / file));
        ASSERT_EQ(runs.size(), 1U) << file;
        EXPECT_EQ(runs[0].diagnostics.size(), 1U) << file;
    }
}

} // namespace
} // namespace fabricscope::bench
