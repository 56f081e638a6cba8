// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/Places.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace fabricscope::test {

/// The corpus equality table: compares, file by file, the result of another tool's reader (expected/*.json)
/// with ours. Each difference needs a written cause, and a cause without a difference is an error, so that no
/// outdated cause remains. All tables are collected in tests/corpus-equality.md, one chapter each.
///
///     test::Equality table("hwloc archives");
///     table.row(file, "NUMA nodes", expected.size(), host.numaNodes.size());
///     table.rows(file, "vendor:device", expectedIds, ourIds, [](key, theirs, ours) { return "cause"; });
///     test::expectEquality(table);
class Equality {
public:
    using Values = std::map<std::string, std::string>; ///< "0000:41:00.0" -> "10de:2330"
    /// Returns the cause of a difference; empty if it is unknown, which fails. An absent value is passed as
    /// "absent".
    using CauseOf = std::function<std::string(const std::string &key, const std::string &expected,
                                              const std::string &actual)>;

    explicit Equality(std::string chapter);

    void row(const std::string &file, const std::string &quantity, const std::string &expected,
             const std::string &actual, const std::string &cause = {});
    void row(const std::string &file, const std::string &quantity, std::size_t expected, std::size_t actual,
             const std::string &cause = {});
    /// Compares many values of one quantity: one row with the number of equal values, and one more row for
    /// each cause of a difference.
    void rows(const std::string &file, const std::string &quantity, const Values &expected,
              const Values &actual, const CauseOf &causeOf = {});

    [[nodiscard]] std::string text() const;                  ///< for the test output
    [[nodiscard]] std::vector<std::string> problems() const; ///< failures; empty if there are none
    /// The page with this chapter inserted or replaced.
    [[nodiscard]] std::string inPage(const std::string &page) const;
    /// This chapter as it is in `page`; empty if it is not there.
    [[nodiscard]] std::string outOfPage(const std::string &page) const;
    [[nodiscard]] std::string chapterText() const;

private:
    struct Row {
        std::string file, quantity, expected, actual, cause;
        [[nodiscard]] bool equal() const { return expected == actual; }
    };

    std::string m_chapter;
    std::vector<Row> m_rows;
};

/// Prints the table, fails for each difference without a cause, and compares the chapter with the page, a
/// file in tests/ (FABRICSCOPE_UPDATE_GOLDEN=1 rewrites the chapter).
inline void expectEquality(const Equality &table, const std::string &pageName = "corpus-equality.md") {
    std::cout << table.text();
    for (const std::string &problem : table.problems())
        ADD_FAILURE() << problem;
    const std::string file = FABRICSCOPE_SOURCE_DIR "/tests/" + pageName;
    std::ostringstream page;
    page << std::ifstream(file, std::ios::binary).rdbuf();
    if (std::getenv("FABRICSCOPE_UPDATE_GOLDEN") != nullptr)
        std::ofstream(file, std::ios::binary) << table.inPage(page.str());
    else
        EXPECT_EQ(table.chapterText(), table.outOfPage(page.str()))
            << file << "; update with FABRICSCOPE_UPDATE_GOLDEN=1 and review the difference";
}

} // namespace fabricscope::test
