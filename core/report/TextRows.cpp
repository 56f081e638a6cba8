// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/TextRows.h"

#include "core/report/TextTable.h"

#include <algorithm>
#include <charconv>
#include <vector>

namespace fabricscope::report {

namespace {

using namespace bench;

constexpr std::array<const char *, RowsText::kColumns> kHeads = {
    "size [B]",     "count", "type",          "redop",        "root",         "time [us]", "algbw [GB/s]",
    "busbw [GB/s]", "wrong", "in place [us]", "algbw [GB/s]", "busbw [GB/s]", "wrong"};

void addHalf(std::vector<std::string> &cells, const std::optional<CollectiveHalf> &half) {
    for (const auto member :
         {&CollectiveHalf::timeUs, &CollectiveHalf::algbw, &CollectiveHalf::busbw, &CollectiveHalf::wrong})
        cells.push_back(half ? numberText((*half).*member) : std::string());
}

std::vector<std::string> cellsOf(const CollectiveRow &row) {
    std::vector<std::string> cells = {std::to_string(row.sizeBytes),
                                      row.count ? std::to_string(*row.count) : std::string(), row.type,
                                      row.redop, row.root ? std::to_string(*row.root) : std::string()};
    cells.reserve(RowsText::kColumns);
    addHalf(cells, row.outOfPlace);
    addHalf(cells, row.inPlace);
    return cells;
}

} // namespace

std::string numberText(std::optional<double> value) {
    if (!value)
        return "N/A";
    std::array<char, 512> buffer{};
    const auto end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), *value, std::chars_format::fixed);
    return {buffer.data(), end.ptr};
}

void RowsText::measure(const CollectiveRow &row) {
    const std::vector<std::string> cells = cellsOf(row);
    for (std::size_t column = 0; column < kColumns; ++column)
        m_widest[column] = std::max(m_widest[column], columnsOf(cells[column]));
}

std::array<std::size_t, RowsText::kColumns> RowsText::widths() const {
    auto widths = m_widest;
    for (std::size_t column = 0; column < kColumns; ++column)
        if (widths[column] != 0)
            widths[column] = std::max(widths[column], columnsOf(kHeads[column]));
    return widths;
}

std::string RowsText::head(std::size_t width) const {
    return columnsLine({kHeads.begin(), kHeads.end()}, widths(), width) + "\n";
}

std::string RowsText::line(const CollectiveRow &row, std::size_t width) const {
    return columnsLine(cellsOf(row), widths(), width) + "\n";
}

} // namespace fabricscope::report
