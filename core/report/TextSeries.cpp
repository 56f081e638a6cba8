// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/TextSeries.h"

#include "core/report/TextRows.h"
#include "core/report/TextTable.h"

#include <algorithm>
#include <array>

namespace fabricscope::report {

namespace {

/// In the order of Axis: the heading of the x column.
constexpr std::array kAxes = {"size", "seconds", "#", "req/s", "batch"};

} // namespace

std::string withUnit(const std::string &name, const std::string &unit) {
    return unit.empty() ? name : name + " [" + unit + "]";
}

std::string fieldText(const bench::Field &field) {
    return field.value || field.text.empty() ? numberText(field.value) : field.text;
}

void SeriesText::measure(const bench::Series &series, const bench::Point &point) {
    if (m_heads.empty()) {
        m_heads = {kAxes[static_cast<std::size_t>(series.axis)], withUnit(series.name, series.unit)};
        for (const bench::Field &field : point.fields)
            m_heads.push_back(withUnit(field.name, field.unit));
        m_widest.resize(m_heads.size());
    }
    const std::vector<std::string> cells = cellsOf(point);
    for (std::size_t column = 0; column < m_widest.size(); ++column)
        m_widest[column] = std::max(m_widest[column], columnsOf(cells[column]));
}

std::vector<std::string> SeriesText::cellsOf(const bench::Point &point) const {
    std::vector<std::string> cells = {numberText(point.x), numberText(point.y)};
    for (const bench::Field &field : point.fields)
        cells.push_back(fieldText(field));
    cells.resize(m_heads.size());
    return cells;
}

std::vector<std::size_t> SeriesText::widths() const {
    std::vector<std::size_t> widths = m_widest;
    for (std::size_t column = 0; column < widths.size(); ++column)
        if (widths[column] != 0)
            widths[column] = std::max(widths[column], columnsOf(m_heads[column]));
    return widths;
}

std::string SeriesText::head(std::size_t width) const {
    return columnsLine(m_heads, widths(), width) + "\n";
}

std::string SeriesText::line(const bench::Point &point, std::size_t width) const {
    return columnsLine(cellsOf(point), widths(), width) + "\n";
}

} // namespace fabricscope::report
