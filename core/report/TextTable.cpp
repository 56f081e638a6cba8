// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/TextTable.h"

#include <algorithm>

namespace fabricscope::report {

namespace {

bool beginsCharacter(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0) != 0x80;
}

constexpr std::string_view kGap = "  ";

std::string withoutTail(std::string line, std::size_t width) {
    line.erase(line.find_last_not_of(' ') + 1);
    return cut(std::move(line), width);
}

} // namespace

std::size_t columnsOf(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), beginsCharacter));
}

std::string cut(std::string text, std::size_t width) {
    if (width == 0 || columnsOf(text) <= width)
        return text;
    std::size_t columns = 0;
    for (std::size_t at = 0; at < text.size(); ++at)
        if (beginsCharacter(text[at]) && ++columns == width) {
            text.resize(at);
            break;
        }
    return text + "…";
}

std::string wrapped(std::string_view text, std::size_t width, std::size_t indent) {
    std::string out;
    std::size_t columns = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        const std::string_view word = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (word.empty())
            continue;
        const std::size_t wide = columnsOf(word);
        if (columns != 0 && width != 0 && columns + 1 + wide > width) {
            out += "\n" + std::string(indent, ' ');
            columns = indent;
        } else if (columns != 0) {
            out += ' ';
            ++columns;
        }
        out += word;
        columns += wide;
    }
    return out + "\n";
}

std::string columnsLine(const std::vector<std::string> &cells, std::span<const std::size_t> widths,
                        std::size_t width) {
    std::string line;
    for (std::size_t column = 0; column < widths.size(); ++column)
        if (widths[column] != 0) {
            line += cells[column];
            line.append(widths[column] - columnsOf(cells[column]), ' ').append(kGap);
        }
    return withoutTail(std::move(line), width);
}

TextTable::TextTable(std::vector<std::string> heads) {
    m_rows.push_back({std::move(heads), false});
}

void TextTable::addRow(std::vector<std::string> cells) {
    cells.resize(m_rows.front().cells.size());
    m_rows.push_back({std::move(cells), false});
}

void TextTable::addLine(std::string line) {
    m_rows.push_back({{std::move(line)}, true});
}

std::string TextTable::toString(std::size_t width) const {
    std::vector<std::size_t> widths(m_rows.front().cells.size(), 0);
    for (auto row = m_rows.begin() + 1; row != m_rows.end(); ++row)
        for (std::size_t column = 0; !row->isLine && column < widths.size(); ++column)
            widths[column] = std::max(widths[column], columnsOf(row->cells[column]));
    for (std::size_t column = 0; column < widths.size(); ++column)
        if (widths[column] != 0)
            widths[column] = std::max(widths[column], columnsOf(m_rows.front().cells[column]));
    const bool hasHead =
        std::any_of(widths.begin(), widths.end(), [](std::size_t each) { return each != 0; });
    std::string out;
    for (std::size_t at = hasHead ? 0 : 1; at < m_rows.size(); ++at) {
        const Row &row = m_rows[at];
        out += (row.isLine ? withoutTail(row.cells.front(), width) : columnsLine(row.cells, widths, width)) +
               "\n";
    }
    return out;
}

} // namespace fabricscope::report
