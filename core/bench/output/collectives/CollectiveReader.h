// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/output/collectives/CollectiveTable.h"
#include "core/bench/output/text/LineReader.h"

#include <string>

namespace fabricscope::bench::output {

/// nccl-tests and rccl-tests: one run is one table with the lines above and below it.
class CollectiveReader : public LineReader {
public:
    using LineReader::LineReader;

    static bool begins(std::string_view line);
    /// A row of the usual table that cannot be anything else: a log may begin with it.
    static bool continues(std::string_view line);
    bool line(std::string_view text) override;

private:
    /// Lines that a run prints once, before its table.
    enum HeaderPart : unsigned { kVersion = 1, kStarting = 2, kConfig = 4, kDevices = 8, kHeader = 16 };
    /// One kind of line: its prefix, without the "#", and its handler.
    struct Form {
        std::string_view begins;
        bool opens; ///< a log may begin with it
        bool (CollectiveReader::*take)(std::string_view body);
    };
    static const Form kForms[];

    void noteHeaderPart(HeaderPart what, std::string_view tool);
    bool takeVersion(std::string_view body);
    bool takeStarting(std::string_view body);
    bool takeConfig(std::string_view body);
    bool takeDevices(std::string_view body);
    bool takeRank(std::string_view body);
    void checkSingleRank(std::uint64_t rank, std::string_view line);
    bool takeLibrary(std::string_view body);
    bool takeOutOfBounds(std::string_view body);
    bool takeAverage(std::string_view body);
    bool takeConcluded(std::string_view body);
    bool takeReduced(std::string_view body);
    bool takeIgnored(std::string_view body);
    bool takeHeader(std::string_view line);
    bool takeRowWithoutHeader(std::string_view line);
    bool takeRow(std::string_view line);
    void takeWrong(const CollectiveRow &row, std::string_view line);
    void rememberTest(std::string_view line);

    CollectiveTable m_table;
    CollectiveTable::Read m_read;
    std::string m_above;    ///< the line before the header: shows which halves there are
    std::string m_testName; ///< from a command line in the log
    unsigned m_headerParts = 0;
    std::uint64_t m_ranks = 0;
    std::size_t m_lastRun = ResultsBuilder::kNoRun; ///< the last run that named a rank
    bool m_unitsNext = false, m_wrongReported = false, m_singleRankReported = false;
};

} // namespace fabricscope::bench::output
