// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/output/text/ResultsBuilder.h"

#include <memory>
#include <string_view>

namespace fabricscope::bench::output {

/// Reads the lines of one tool, without prefixes of launchers, and passes their content to the builder.
/// Begins a run when the tool's output does.
class LineReader {
public:
    explicit LineReader(ResultsBuilder &builder) : m_builder(builder) {}
    virtual ~LineReader() = default;
    LineReader(const LineReader &) = delete;
    LineReader &operator=(const LineReader &) = delete;

    /// Whether the line belongs to the tool. Unknown lines are left to other readers.
    virtual bool line(std::string_view text) = 0;
    /// Part of a line whose rest may never arrive; if it does, the whole line is passed again.
    virtual bool tail(std::string_view /*text*/) { return false; }
    /// Whether the log's last line, which lacks its line end, is whole, or the reader says what it lacks.
    [[nodiscard]] virtual bool isWhole(std::string_view /*text*/) const { return false; }
    /// No more lines will arrive.
    virtual void end() {}

    /// The current run; kNoRun before the first one.
    [[nodiscard]] std::size_t run() const { return m_run; }

protected:
    Results &results() { return m_builder.at(m_run); }
    void begin(std::string_view tool) { m_run = m_builder.begin(tool); }

    ResultsBuilder &m_builder;
    std::size_t m_run = ResultsBuilder::kNoRun;
};

/// A kind of output: how its first line is recognized, and its reader. To add a tool, add a row to the
/// table in OutputParsers.cpp.
struct OutputKind {
    std::string_view key; ///< of the table of tools
    /// Whether the line can only be the first one of this tool: it must not match a line of another tool.
    bool (*begins)(std::string_view line);
    std::unique_ptr<LineReader> (*make)(ResultsBuilder &builder);
};

template<class Reader> std::unique_ptr<LineReader> makeReader(ResultsBuilder &builder) {
    return std::make_unique<Reader>(builder);
}

} // namespace fabricscope::bench::output
