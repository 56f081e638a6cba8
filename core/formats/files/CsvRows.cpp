// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/files/CsvRows.h"

#include "core/base/Text.h"
#include "core/formats/files/LineScan.h"
#include "core/pci/Address.h"

#include <algorithm>

namespace fabricscope::formats {

namespace {

bool isColumnCharacter(char c) {
    return (c >= 'a' && c <= 'z') || isDigit(c) || c == '_' || c == '.';
}

/// "memory.total [MiB]", "power_usage" at the front of a cell: its length; 0 if none is there.
std::size_t columnLength(std::string_view cell) {
    if (cell.empty() || cell.front() < 'a' || cell.front() > 'z')
        return 0;
    const std::size_t name = static_cast<std::size_t>(
        std::find_if_not(cell.begin(), cell.end(), isColumnCharacter) - cell.begin());
    if (name < cell.size() && !isBlank(cell[name]))
        return 0;
    if (cell.substr(name).starts_with(" [")) {
        const std::size_t close = cell.find(']', name);
        return close == std::string_view::npos ? 0 : close + 1;
    }
    return name;
}

bool areDigits(std::string_view text, char also) {
    return !text.empty() &&
           std::all_of(text.begin(), text.end(), [also](char c) { return isDigit(c) || c == also; });
}

} // namespace

std::vector<CsvRows::Cell> CsvRows::cellsOf(std::string_view line, std::size_t from) {
    constexpr std::size_t kMost = std::size_t{1} << 16;
    std::vector<Cell> cells;
    for (std::size_t begin = from; begin <= line.size() && cells.size() < kMost;) {
        const std::size_t end = std::min(line.find(',', begin), line.size());
        const std::string_view text = trimmed(line.substr(begin, end - begin));
        cells.push_back({text.empty() ? begin : static_cast<std::size_t>(text.data() - line.data()), text});
        begin = end + 1;
    }
    return cells;
}

bool CsvRows::isHeader(std::string_view line) {
    const std::vector<Cell> cells = cellsOf(line, 0);
    return cells.size() > 1 && std::all_of(cells.begin(), cells.end(), [](const Cell &cell) {
               return !cell.text.empty() && columnLength(cell.text) == cell.text.size();
           });
}

bool CsvRows::begin(std::string_view header) {
    return isHeader(header) && takeHeader(header).has_value();
}

bool CsvRows::isRow(std::string_view line) {
    const std::vector<Cell> cells = cellsOf(line, 0);
    return m_columns > 1 && cells.size() == m_columns && isFirst(cells.front().text);
}

std::optional<std::size_t> CsvRows::takeHeader(std::string_view line) {
    struct Known {
        std::string_view name;
        First first;
    };
    static constexpr Known kFirst[] = {
        {"index", First::Number},       {"gpu", First::Number}, {"pci.bus_id", First::Address},
        {"gpu_bus_id", First::Address}, {"uuid", First::Uuid},  {"gpu_uuid", First::Uuid},
        {"timestamp", First::Time},
    };
    const std::vector<Cell> cells = cellsOf(line, 0);
    const auto *known = std::find_if(std::begin(kFirst), std::end(kFirst),
                                     [&](const Known &each) { return each.name == cells.front().text; });
    if (known == std::end(kFirst) || cells.size() < 2)
        return std::nullopt;
    std::size_t columns = 1;
    while (columns < cells.size() && columnLength(cells[columns].text) == cells[columns].text.size() &&
           !cells[columns].text.empty())
        ++columns;
    std::size_t end = line.size();
    if (columns < cells.size()) { // the last column, and behind it the first cell of a row
        const std::size_t length = columnLength(cells[columns].text);
        if (length == 0)
            return std::nullopt;
        end = cells[columns].begin + length;
        ++columns;
    }
    m_columns = columns;
    m_first = known->first;
    m_last.reset();
    return end;
}

bool CsvRows::isFirst(std::string_view cell) {
    switch (m_first) {
    case First::Number: {
        const auto number = parseInteger<unsigned>(cell);
        const bool isNext = number && (!m_last || *number == *m_last + 1 || *number == 0);
        m_last = isNext ? number : m_last;
        return isNext;
    }
    case First::Address:
        return pci::Address::parse(cell).has_value();
    case First::Uuid:
        return cell.starts_with("GPU-") || cell.starts_with("MIG-");
    case First::Time: // "2026/01/20 20:50:11.100", "1763817114"
        if (const std::size_t blank = cell.find(' '); blank != std::string_view::npos)
            return areDigits(cell.substr(0, blank), '/') && cell.find(':', blank) != std::string_view::npos;
        return cell.size() >= 9 && areDigits(cell, '.');
    }
    return false;
}

std::optional<std::size_t> CsvRows::rowBegin(const Cell &cell) {
    std::size_t blank = cell.text.find_last_of(" \t");
    if (blank == std::string_view::npos)
        return std::nullopt;
    const bool isClock = m_first == First::Time && cell.text.find(':', blank) != std::string_view::npos;
    if (isClock && blank > 0)
        blank = cell.text.find_last_of(" \t", blank - 1);
    if (blank == std::string_view::npos || !isFirst(cell.text.substr(blank + 1)))
        return std::nullopt;
    return cell.begin + cell.text.find_last_not_of(" \t", blank) + 1;
}

std::vector<std::size_t> CsvRows::breaks(std::string_view line) {
    std::vector<std::size_t> places;
    std::size_t from = line.find_first_not_of(" \t");
    if (from == std::string_view::npos)
        return {};
    if (const auto header = takeHeader(line)) {
        from = line.find_first_not_of(" \t", *header);
        if (from == std::string_view::npos)
            return {};
        places.push_back(*header);
    }
    if (m_columns < 2)
        return {};
    const std::vector<Cell> cells = cellsOf(line, from);
    const std::size_t apart = m_columns - 1;
    if (cells.size() < m_columns || (cells.size() - 1) % apart != 0 || !isFirst(cells.front().text))
        return {};
    for (std::size_t last = apart; last + 1 < cells.size(); last += apart) {
        const auto place = rowBegin(cells[last]);
        if (!place)
            return {};
        places.push_back(*place);
    }
    return places;
}

} // namespace fabricscope::formats
