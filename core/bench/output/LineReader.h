// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/output/ResultsBuilder.h"

#include <memory>
#include <string_view>

namespace fabricscope::bench::output {

/// Reads the lines of one tool, prefixes of launchers taken off, and passes their content to the builder. It
/// begins runs itself where the tool begins them.
class LineReader {
public:
    explicit LineReader(ResultsBuilder &builder) : m_builder(builder) {}
    virtual ~LineReader() = default;
    LineReader(const LineReader &) = delete;
    LineReader &operator=(const LineReader &) = delete;

    /// Whether the line is the tool's own. A reader that does not know a line leaves it to others.
    virtual bool line(std::string_view text) = 0;
    /// Part of a line whose rest may never come; the same line comes whole later.
    virtual bool tail(std::string_view /*text*/) { return false; }
    /// No line comes any more.
    virtual void end() {}

    /// The run that it writes into, kNoRun before it began one.
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
    /// Whether the line can only be one by which this tool begins: it must not be a line of another one.
    bool (*begins)(std::string_view line);
    std::unique_ptr<LineReader> (*make)(ResultsBuilder &builder);
};

template<class Reader> std::unique_ptr<LineReader> makeReader(ResultsBuilder &builder) {
    return std::make_unique<Reader>(builder);
}

} // namespace fabricscope::bench::output
