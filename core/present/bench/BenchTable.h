// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/command/CommandText.h"
#include "core/present/bench/BenchCharts.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace fabricscope::present {

struct BenchColumn {
    std::string name;    ///< "busbw"
    std::string unit;    ///< "GB/s"; empty: none, or the name says it
    bool strong = false; ///< what the picture above draws
    bool number = true;  ///< right-aligned
    int decimals = 0;
    bool spare = false; ///< derived from the others: dropped if there is no space for all
};

/// The rows behind a picture. Cells are made on demand: a log may have a million rows.
class BenchTable {
public:
    BenchTable() = default;
    BenchTable(const bench::BenchView &view, const BenchChart &chart);

    [[nodiscard]] const std::vector<BenchColumn> &columns() const { return m_columns; }
    /// Including the running one at the end.
    [[nodiscard]] std::size_t rows() const { return m_rows + (m_running ? 1 : 0); }
    /// Empty if it is not there yet or was not printed; never "?".
    [[nodiscard]] std::string cell(std::size_t row, std::size_t column) const;
    /// Of what the row reached, in percent of the baseline's middle; unset where either is unknown.
    [[nodiscard]] std::optional<double> difference(std::size_t row) const;
    /// What is above the baseline is slower.
    [[nodiscard]] bool lowerIsBetter() const { return bench::lowerIsBetter(m_chart.unit); }
    /// The last row is being measured: only its size is there.
    [[nodiscard]] bool isRunning(std::size_t row) const { return m_running && row == m_rows; }
    /// The first row of this x; unset where there is none, or rows have no x.
    [[nodiscard]] std::optional<std::size_t> rowOf(double x) const;
    /// Of a row of lines, also of the running one; unset where rows have no x.
    [[nodiscard]] std::optional<double> xOf(std::size_t row) const;
    /// Values found to be wrong, or an error that says so.
    [[nodiscard]] bool isWrong(std::size_t row) const;
    /// The column of difference(), which is drawn with a bar; past the columns: there is none.
    [[nodiscard]] std::size_t differenceColumn() const { return m_differenceColumn; }
    /// RFC 4180, one header; numbers with a point and an ASCII minus, unknown is empty. Of a simulated run
    /// each row says so in a column "simulated".
    [[nodiscard]] std::string csv() const;

private:
    /// A number, or a text if it is not one.
    struct Cell {
        std::optional<double> value;
        std::string text;
    };
    void makeCollective(const bench::BenchView &view);
    void makeLines(const bench::BenchView &view);
    void compareWith(const std::vector<bench::BandPoint> &baseline);
    void makeBars();
    void makeMatrix();
    void makeLibrary(const bench::BenchView &view);
    void findDecimals();
    [[nodiscard]] Cell at(std::size_t row, std::size_t column) const;
    [[nodiscard]] Cell collectiveAt(std::size_t row, std::size_t column) const;
    [[nodiscard]] Cell linesAt(std::size_t row, std::size_t column) const;
    [[nodiscard]] Cell barAt(std::size_t row, std::size_t column) const;
    [[nodiscard]] Cell matrixAt(std::size_t row, std::size_t column) const;
    [[nodiscard]] Cell libraryAt(std::size_t row, std::size_t column) const;
    [[nodiscard]] const bench::Series &series(std::size_t index) const;
    [[nodiscard]] std::pair<double, std::optional<double>> reached(std::size_t row) const;
    /// How far the repeats of a point lie apart, in percent of it; nothing where it is one value.
    [[nodiscard]] static std::optional<double> spreadPercent(const bench::Point &point);

    std::shared_ptr<const bench::Results> m_results;
    BenchChart m_chart;
    std::vector<BenchColumn> m_columns;
    std::vector<std::size_t> m_fields; ///< Collective: by column, which of kCollectiveFields
    /// Lines side by side: by column behind x, which series, and whether its spread.
    std::vector<std::pair<std::size_t, bool>> m_lines;
    std::vector<std::size_t> m_starts; ///< Lines below one another: the first row of each series
    std::size_t m_rows = 0, m_differenceColumn = static_cast<std::size_t>(-1);
    bool m_outOfPlace = true, m_sideBySide = true;
    bool m_isSimulated = false;
    std::optional<double> m_running;
    std::vector<bench::BandPoint> m_baseline;
    std::shared_ptr<const bench::LibraryPage> m_library;
};

} // namespace fabricscope::present
