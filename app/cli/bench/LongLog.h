// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/sources/ReadLog.h"
#include "core/bench/run/OutputParser.h"

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace fabricscope::app::cli {

/// A benchmark log with too many rows to keep in memory: read once for everything but its rows and the points
/// over message sizes, then again each time they are printed, one by one. Memory use does not depend on its
/// length. (Other points and cells of matrices are kept: these are tables by something else than the line.)
class LongLog {
public:
    using MakeParser = std::function<std::unique_ptr<bench::OutputParser>()>;

    LongLog(LogFile &log, MakeParser makeParser) : m_log(log), m_makeParser(std::move(makeParser)) {}

    /// Reads everything but rows and points, which are passed to these with their place in results().
    [[nodiscard]] Result<> survey(const bench::RowSink &measureRow, const bench::PointSink &measurePoint);
    [[nodiscard]] const std::vector<bench::Results> &results() const { return m_parser->results(); }
    /// Those that are not kept, in order; none is empty.
    [[nodiscard]] std::vector<bench::StreamedList> lists() const;
    /// How many times print() reads the log.
    [[nodiscard]] std::size_t passes(const std::vector<bench::StreamedList> &lists) const;

    /// The printers, in the order of the list passed to print(), once for each of its entries.
    struct Printer {
        std::function<void(std::size_t place)> begin, end;
        std::function<void(std::size_t place, const bench::CollectiveRow &row)> row;
        std::function<void(std::size_t place, const bench::Point &point)> point;
    };
    /// The rows and points of these lists, one list after the other.
    [[nodiscard]] Result<> print(const std::vector<bench::StreamedList> &lists, const Printer &printer);

private:
    /// The numbers of its first and last entry, counted over all lists.
    struct Extent {
        std::size_t first = 0, last = 0;
    };
    [[nodiscard]] Result<> pass(bench::OutputParser &parser);
    void note(const bench::StreamedList &list);
    [[nodiscard]] std::size_t endOfPass(const std::vector<bench::StreamedList> &lists,
                                        std::size_t from) const;

    LogFile &m_log;
    MakeParser m_makeParser;
    std::unique_ptr<bench::OutputParser> m_parser;
    std::map<bench::StreamedList, Extent> m_extents;
    std::size_t m_count = 0; ///< of entries
};

} // namespace fabricscope::app::cli
