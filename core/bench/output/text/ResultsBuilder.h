// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/run/OutputParser.h"
#include "core/bench/run/Results.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fabricscope::bench::output {

/// Builds the results of a log: the readers of the tools write here, within the limits of Results.h; also
/// tracks changes since the last query.
class ResultsBuilder {
public:
    /// A run beyond the limit on runs.
    static constexpr std::size_t kNoRun = static_cast<std::size_t>(-1);
    static constexpr std::size_t kLongestText = 400; ///< maximum bytes kept of a text

    /// `assumed`: the tool of lines before a tool is recognised.
    explicit ResultsBuilder(std::string_view assumed) : m_assumed(assumed) {}

    /// Begins a run and returns its number. Content from before any tool was recognised becomes its
    /// beginning.
    std::size_t begin(std::string_view tool);
    /// For lines before any tool is recognised: the last run, or a new one without a tool.
    std::size_t current();

    /// If `run` is kNoRun, a discarded run.
    [[nodiscard]] Results &at(std::size_t run);
    [[nodiscard]] const std::vector<Results> &results() const { return m_results; }

    /// Number of the current line, from 1.
    void setLine(std::uint64_t line) { m_line = line; }
    [[nodiscard]] std::uint64_t line() const { return m_line; }

    /// From here on rows are passed on in order and not kept, when the next row or the end of their run
    /// arrives: the newest row of a run is kept, as it may still change.
    void setRowSink(RowSink sink) { m_rowSink = std::move(sink); }
    /// From here on points of series with isStreamed() are passed on; the newest one of a series is kept,
    /// too, until emitRows(): readers compare the next one with it.
    void setPointSink(PointSink sink) { m_pointSink = std::move(sink); }
    void addRow(std::size_t run, CollectiveRow &&row);
    /// Whether a row of the run, kept or passed on, reported the number of wrong values.
    [[nodiscard]] bool hasChecked(std::size_t run);
    /// Passes on the remaining rows.
    void emitRows();
    /// The last row of the run was completed.
    void rowChanged(std::size_t run) { changeOf(run).rows += 1; }
    /// The series of this name, created if it does not exist; names are unique in a run.
    [[nodiscard]] std::size_t series(std::size_t run, std::string_view name, std::string_view subject,
                                     std::string_view unit, Axis axis);
    void addPoint(std::size_t run, std::size_t series, Point &&point);
    /// The next value of a repeatedly printed quantity, in a separate series by name: x is the tool's own
    /// clock, or the number of earlier values.
    void addSample(std::size_t run, std::string_view name, std::string_view subject, std::string_view unit,
                   std::optional<double> value, std::optional<double> seconds = {},
                   std::vector<Field> fields = {});
    void pointChanged(std::size_t run) { changeOf(run).points += 1; }
    /// Creates a matrix; a title that already exists in the run gets a number appended.
    [[nodiscard]] std::size_t matrix(std::size_t run, std::string_view title, std::string_view unit,
                                     std::vector<std::string> columns);
    void addMatrixRow(std::size_t run, std::size_t matrix, std::string_view name,
                      std::vector<std::optional<double>> values);
    /// For pairs that arrive one by one: rows and columns are created when they are first named.
    void addMatrixCell(std::size_t run, std::size_t matrix, std::string_view row, std::string_view column,
                       double value);

    /// Appends a fact; an empty value is ignored.
    void fact(std::size_t run, std::string_view key, std::string_view value);
    /// Replaces the fact with this key, or appends it.
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
    /// A limit was reached, and the rest is left out.
    [[nodiscard]] Finding omitted(std::string_view rule, std::size_t count, std::string_view what) const;
    Change &changeOf(std::size_t run);
    bool countValue();
    void emitRow(std::size_t run);

    std::string m_assumed;
    bool m_preface = false; ///< the last run only has content from before any tool
    std::vector<Results> m_results;
    Results m_overflow; ///< for runs beyond the limit
    RowSink m_rowSink;
    PointSink m_pointSink;
    std::vector<bool> m_checked; ///< by run: for rows that were passed on
    Change m_change;
    std::size_t m_points = 0, m_nextSeries = 0;
    std::uint64_t m_line = 0;
    bool m_full = false, m_tooMany = false;
};

} // namespace fabricscope::bench::output
