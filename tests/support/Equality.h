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

/// The table of corpus equality: file by file, what somebody else's reader gets out of it (expected/*.json)
/// and what ours does. A difference is allowed only with a written cause, and a cause only where there is a
/// difference, so that none outlives what it explains. All tables together are tests/corpus-equality.md, one
/// chapter each, for reading.
///
///     test::Equality table("hwloc archives");
///     table.row(file, "NUMA nodes", expected.size(), host.numaNodes.size());
///     table.rows(file, "vendor:device", expectedIds, ourIds, [](key, theirs, ours) { return "cause"; });
///     test::expectEquality(table);
class Equality {
public:
    using Values = std::map<std::string, std::string>; ///< "0000:41:00.0" -> "10de:2330"
    /// Why this one differs; empty where nobody knows, which fails. One that is absent comes as "absent".
    using CauseOf = std::function<std::string(const std::string &key, const std::string &expected,
                                              const std::string &actual)>;

    explicit Equality(std::string chapter);

    void row(const std::string &file, const std::string &quantity, const std::string &expected,
             const std::string &actual, const std::string &cause = {});
    void row(const std::string &file, const std::string &quantity, std::size_t expected, std::size_t actual,
             const std::string &cause = {});
    /// Many of one quantity: one row with the count of those that are equal, and one more for each cause of
    /// those that are not.
    void rows(const std::string &file, const std::string &quantity, const Values &expected,
              const Values &actual, const CauseOf &causeOf = {});

    [[nodiscard]] std::string text() const;                  ///< for the test's output
    [[nodiscard]] std::vector<std::string> problems() const; ///< what must fail; empty where all is well
    /// The page with this chapter put in or replaced.
    [[nodiscard]] std::string inPage(const std::string &page) const;
    /// This chapter as `page` has it; empty where it has none.
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
/// file of tests/ (FABRICSCOPE_UPDATE_GOLDEN=1 rewrites the chapter).
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
