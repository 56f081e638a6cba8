// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/sources/ReadLog.h"
#include "core/bench/run/OutputParser.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace fabricscope::app::cli {

/// A benchmark log with too many rows to keep in memory: read once for everything but its rows, then again
/// each time they are printed, row by row. Memory use does not depend on its length. (Points of series and
/// cells of matrices are kept: these are tables by something else than the line.)
class LongLog {
public:
    using MakeParser = std::function<std::unique_ptr<bench::OutputParser>()>;

    LongLog(LogFile &log, MakeParser makeParser) : m_log(log), m_makeParser(std::move(makeParser)) {}

    /// Reads everything but rows. Each row is passed to `measure` with the position of its run in results().
    [[nodiscard]] Result<> survey(const bench::RowSink &measure);
    [[nodiscard]] const std::vector<bench::Results> &results() const { return m_parser->results(); }
    /// By run.
    [[nodiscard]] std::vector<bool> haveRows() const;

    /// The printers, in the order of the list passed to print(), once for each of its entries.
    struct Printer {
        std::function<void(std::size_t place)> begin, end;
        std::function<void(std::size_t place, const bench::CollectiveRow &row)> row;
    };
    /// The rows of these runs, one run after the other.
    [[nodiscard]] Result<> print(const std::vector<std::size_t> &runs, const Printer &printer);

private:
    [[nodiscard]] Result<> pass(bench::OutputParser &parser);

    LogFile &m_log;
    MakeParser m_makeParser;
    std::unique_ptr<bench::OutputParser> m_parser;
    std::vector<std::size_t> m_rows; ///< by run
    bool m_isMixed = false;          ///< rows of a run came after those of a later one
};

} // namespace fabricscope::app::cli
