// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/tools/MatrixText.h"

#include "core/formats/tools/ToolText.h"

#include <algorithm>
#include <utility>

namespace fabricscope::formats {

namespace {

constexpr std::size_t kLongestLine = std::size_t{64} << 10; ///< of one row, its pieces put together

/// Where the byte at `offset` is on the screen, tabs taken for what they do there.
std::size_t columnOf(std::string_view line, std::size_t offset, std::size_t indent) {
    constexpr std::size_t kTab = 8;
    std::size_t column = indent;
    for (const char c : line.substr(0, offset))
        column = c == '\t' ? (column / kTab + 1) * kTab : column + 1;
    return column;
}

/// Affinities that were wrapped: numbers, lists of them, "N/A".
bool isTail(std::string_view line) {
    for (std::string_view word = takeWord(line); !word.empty(); word = takeWord(line))
        if (word != "N/A" && word.find_first_not_of("0123456789,-") != std::string_view::npos)
            return false;
    return true;
}

bool endsBlank(const PastedLine &line) {
    return line.source.ends_with(' ') || line.source.ends_with('\t');
}

} // namespace

bool MatrixText::isHeader(std::string_view line) const {
    const std::string_view first = takeWord(line);
    const std::string_view second = takeWord(line);
    return m_isName(first) && (second.empty() || m_isName(second) || second == "CPU" || second == "NUMA");
}

bool MatrixText::isRow(std::string_view line) const {
    const std::string_view first = takeWord(line);
    const std::string_view second = takeWord(line);
    return m_isName(first) && !second.empty() && !m_isName(second);
}

void MatrixText::append(Logical &logical, const PastedLine &line) {
    if (logical.line.size() + line.text.size() >= kLongestLine)
        return;
    const bool isCutWithinWord = line.afterFullLine && line.indent == 0 && !logical.endsBlank;
    if (!isCutWithinWord) // a tab that ended the line is one between two cells
        logical.line += logical.endsTab ? '\t' : ' ';
    logical.line += line.text;
    logical.endsBlank = endsBlank(line);
    logical.endsTab = line.source.ends_with('\t');
    logical.words += splitWords(line.text, kMost + 1).size();
}

bool MatrixText::feed(const PastedLine &line) {
    if (!begun()) {
        if (line.blank() || !isHeader(line.text))
            return false;
        m_header = line.text;
        m_open = {m_header, line.indent, 0, endsBlank(line), line.source.ends_with('\t'), line.source};
        m_inHeader = true;
        return true;
    }
    if (line.blank()) // blanks that went over the edge of the terminal end nothing
        return line.afterFullLine && !line.source.empty();
    if (isRow(line.text)) {
        if (m_inHeader)
            closeHeader();
        closeRow();
        m_open = {std::string(line.text.substr(0, kLongestLine)),
                  line.indent,
                  splitWords(line.text, kMost + 2).size(),
                  endsBlank(line),
                  line.source.ends_with('\t'),
                  line.source};
        m_inRow = true;
        return true;
    }
    // What a row lacks may be on the next line; a line of names is another table's.
    const bool another = m_isName(line.text.substr(0, line.text.find_first_of(" \t")));
    const bool complete = m_open.words > m_table.columns.size() && !line.afterFullLine && !isTail(line.text);
    if (m_inRow && (another || complete))
        return false;
    append(m_open, line);
    return true;
}

void MatrixText::closeHeader() {
    m_inHeader = false;
    std::string_view rest = m_open.line;
    while (m_table.columns.size() < kMost) {
        const std::string_view before = rest;
        const std::string_view word = takeWord(rest);
        if (!m_isName(word)) {
            rest = before;
            break;
        }
        m_table.columns.emplace_back(word);
    }
    const auto offset = m_open.line.size() - rest.size();
    const auto first = std::min(m_open.line.find_first_not_of(" \t", offset), m_open.line.size());
    m_table.headerTail = m_open.line.substr(first);
    m_table.headerTailColumn = columnOf(m_open.line, first, m_open.indent);
}

void MatrixText::closeRow() {
    if (!std::exchange(m_inRow, false) || m_table.rows.size() >= kMost)
        return;
    Row row;
    row.source = m_open.source;
    std::string_view rest = m_open.line;
    row.name = takeWord(rest);
    while (row.cells.size() < m_table.columns.size()) {
        const std::string_view word = takeWord(rest);
        if (word.empty())
            break;
        std::vector<std::string> several;
        if (m_splitCells)
            several = m_splitCells(word);
        if (several.empty())
            several.emplace_back(word);
        for (std::string &cell : several)
            if (row.cells.size() < m_table.columns.size())
                row.cells.push_back(std::move(cell));
    }
    row.tail = rest;
    const auto offset = m_open.line.size() - rest.size();
    row.tailColumn =
        columnOf(m_open.line, std::min(m_open.line.find_first_not_of(" \t", offset), m_open.line.size()),
                 m_open.indent);
    m_table.rows.push_back(std::move(row));
}

MatrixText::Table MatrixText::take() {
    if (m_inHeader)
        closeHeader();
    closeRow();
    m_header.clear();
    m_open = {};
    return std::exchange(m_table, {});
}

} // namespace fabricscope::formats
