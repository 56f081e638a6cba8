// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/output/text/LineReader.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::bench::output {

/// TransferBench: matrices of pairs (p2p, a2a), its lists of transfers, and the boxes of 1.65 and later.
class TransferBenchReader : public LineReader {
public:
    using LineReader::LineReader;

    static bool begins(std::string_view line);
    bool line(std::string_view text) override;

private:
    bool takeTitle(std::string_view text);
    bool takeCsv(std::string_view text);
    void beginRun(std::string_view version);
    bool takeHeader(std::string_view text);
    bool takeRow(std::string_view text);
    bool takeTotals(std::string_view text);
    bool takeAverages(std::string_view text);
    bool takeTransfer(std::string_view text);
    bool takeBox(std::string_view text);
    std::size_t matrixFor(std::string_view arrow);

    std::string m_title, m_unit;         ///< of the matrices that follow
    std::vector<std::string> m_columns;  ///< of pairs, without sums
    std::size_t m_sums = 0;              ///< number of sum columns after them: "STotal", "Actual"
    std::vector<std::string> m_sumNames; ///< names of those
    struct ByArrow {
        std::string arrow;
        std::size_t matrix = 0;
    };
    std::vector<ByArrow> m_matrices;      ///< of this table: bidirectional has three, "->", "<-" and "<->"
    std::vector<std::string> m_groups;    ///< "CPU->CPU", ... of the averages below a table
    std::vector<std::string> m_boxHeader; ///< columns of a table drawn as a box
    bool m_csv = false;                   ///< OUTPUT_TO_CSV=1: commas in place of the bars and blanks
    std::string m_test;                   ///< "Test 1"
};

} // namespace fabricscope::bench::output
