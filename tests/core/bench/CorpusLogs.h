// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/run/OutputParser.h"
#include "tests/Places.h"
#include "tests/core/bench/OutputTexts.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

namespace fabricscope::bench::logs {

using nlohmann::json;

inline const std::filesystem::path kCorpus = FABRICSCOPE_SOURCE_DIR "/../shared/corpus/bench-logs";

inline std::string bytesOf(const std::filesystem::path &path) {
    std::ifstream stream(path, std::ios::binary);
    std::ostringstream bytes;
    bytes << stream.rdbuf();
    return bytes.str();
}

/// Compares a number with the expected value; null means unknown.
inline void expectNumber(const std::optional<double> &found, const json &expected, const std::string &what) {
    if (expected.is_null()) {
        EXPECT_FALSE(found) << what;
        return;
    }
    ASSERT_TRUE(found) << what;
    EXPECT_DOUBLE_EQ(*found, expected.get<double>()) << what;
}

inline void expectText(const std::string &found, const json &expected, const std::string &what) {
    EXPECT_EQ(found, expected.is_null() ? std::string() : expected.get<std::string>()) << what;
}

/// Real logs, with the results of an independent reader for each: corpus/bench-logs/expected.
class CorpusLogs : public testing::Test {
protected:
    void SetUp() override {
        if (!std::filesystem::is_directory(kCorpus))
            GTEST_SKIP() << "NOT TESTED: no corpus at " << kCorpus;
    }

    static json expected(const std::string &file) {
        const std::string stem = file.substr(0, file.rfind('.'));
        return json::parse(bytesOf(kCorpus / "expected" / (stem + ".json")));
    }
    static std::vector<Results> runs(const std::string &file) { return parsed(bytesOf(kCorpus / file)); }
    static Results run(const std::string &file, const std::string &tool) {
        const std::vector<Results> all = runs(file);
        EXPECT_EQ(all.size(), 1U) << file;
        EXPECT_EQ(all.empty() ? std::string() : all[0].tool, tool) << file;
        return all.empty() ? Results{} : all[0];
    }
};

} // namespace fabricscope::bench::logs
