// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/run/Results.h"

#include <cstddef>
#include <string>
#include <vector>

namespace fabricscope::report {

/// "BW peak [Gb/sec]"; without a unit the name alone.
[[nodiscard]] std::string withUnit(const std::string &name, const std::string &unit);
/// The number, or the cell as printed.
[[nodiscard]] std::string fieldText(const bench::Field &field);

/// The table of a series' points, a line at a time, as RowsText is that of rows: every point is measured
/// before the first is printed. The first point names the columns.
class SeriesText {
public:
    void measure(const bench::Series &series, const bench::Point &point);
    [[nodiscard]] std::string head(std::size_t width) const;
    /// Of a point that was measured.
    [[nodiscard]] std::string line(const bench::Point &point, std::size_t width) const;

private:
    [[nodiscard]] std::vector<std::string> cellsOf(const bench::Point &point) const;
    [[nodiscard]] std::vector<std::size_t> widths() const;

    std::vector<std::string> m_heads;
    std::vector<std::size_t> m_widest; ///< 0: no point has anything there, and the column is left out
};

} // namespace fabricscope::report
