// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/OutputParser.h"
#include "core/bench/Results.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fabricscope::bench::output {

/// The results of a log as they are read: where the readers of the tools write, within the bounds of
/// Results.h, and what changed since the last query.
class ResultsBuilder {
public:
    /// A run of a log that holds too many of them.
    static constexpr std::size_t kNoRun = static_cast<std::size_t>(-1);
    static constexpr std::size_t kLongestText = 400; ///< bytes of a text that is kept

    /// `assumed`: the tool of lines that come before one is recognised.
    explicit ResultsBuilder(std::string_view assumed) : m_assumed(assumed) {}

    /// A new run; its number. What came before any tool was recognised becomes its beginning.
    std::size_t begin(std::string_view tool);
    /// For lines before any tool is recognised: the last run, or a new one that has no tool yet.
    std::size_t current();

    /// `run` of kNoRun is a discarded run.
    [[nodiscard]] Results &at(std::size_t run);
    [[nodiscard]] const std::vector<Results> &results() const { return m_results; }

    /// Line that is being read, from 1.
    void setLine(std::uint64_t line) { m_line = line; }
    [[nodiscard]] std::uint64_t line() const { return m_line; }

    /// From here on rows are handed out in their order, when the next one of their run comes, or its end, and
    /// not kept: the newest of a run stays, as it may still change.
    void setRowSink(RowSink sink) { m_rowSink = std::move(sink); }
    void addRow(std::size_t run, CollectiveRow &&row);
    /// Whether a row of the run reported the number of wrong values, be it kept or handed out.
    [[nodiscard]] bool hasChecked(std::size_t run);
    /// The rows that stayed.
    void emitRows();
    /// The last row of the run got what it lacked.
    void rowChanged(std::size_t run) { changeOf(run).rows += 1; }
    /// The series of this name, made where it is not there; names are unique in a run.
    [[nodiscard]] std::size_t series(std::size_t run, std::string_view name, std::string_view subject,
                                     std::string_view unit, Axis axis);
    void addPoint(std::size_t run, std::size_t series, Point &&point);
    /// The next value of a quantity that is printed again and again, a separate series by name: x is the
    /// tool's own clock, or how many there were before.
    void addSample(std::size_t run, std::string_view name, std::string_view subject, std::string_view unit,
                   std::optional<double> value, std::optional<double> seconds = {},
                   std::vector<Field> fields = {});
    void pointChanged(std::size_t run) { changeOf(run).points += 1; }
    /// A matrix; a title that the run has already gets a number behind it.
    [[nodiscard]] std::size_t matrix(std::size_t run, std::string_view title, std::string_view unit,
                                     std::vector<std::string> columns);
    void addMatrixRow(std::size_t run, std::size_t matrix, std::string_view name,
                      std::vector<std::optional<double>> values);
    /// Of pairs that come one by one, rows and columns are made as they are named.
    void addMatrixCell(std::size_t run, std::size_t matrix, std::string_view row, std::string_view column,
                       double value);

    /// Appended; an empty value is no fact.
    void fact(std::size_t run, std::string_view key, std::string_view value);
    /// In the place of the fact of this key, where there is one.
    void setFact(std::size_t run, std::string_view key, std::string_view value);
    void setTransport(std::size_t run, std::vector<ContextFact> facts, LibraryTransport library) {
        at(run).transport = std::move(facts);
        at(run).library = std::move(library);
    }
    void summary(std::size_t run, std::string_view name, std::string_view unit, std::string_view value);
    void diagnostic(std::size_t run, Finding &&diagnostic);
    void ended(std::size_t run);

    /// What changed since the last call.
    Change takeChange();

private:
    /// A limit was reached, and what came behind it is left out.
    [[nodiscard]] Finding omitted(std::string_view rule, std::size_t count, std::string_view what) const;
    Change &changeOf(std::size_t run);
    bool countValue();
    void emitRow(std::size_t run);

    std::string m_assumed;
    bool m_preface = false; ///< the last run is only what came before any tool
    std::vector<Results> m_results;
    Results m_overflow; ///< of the runs that are too many
    RowSink m_rowSink;
    std::vector<bool> m_checked; ///< by run: of rows that were handed out
    Change m_change;
    std::size_t m_points = 0, m_nextSeries = 0;
    std::uint64_t m_line = 0;
    bool m_full = false, m_tooMany = false;
};

} // namespace fabricscope::bench::output
