// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/secrets/TableSecrets.h"

#include "core/base/Text.h"

#include <algorithm>
#include <cctype>

namespace fabricscope {

namespace {

constexpr std::size_t kMostCells = 256, kLongestHeading = 4096, kLongestName = 48;
constexpr auto kNone = std::string_view::npos;

/// The cells of a line, without blanks and quotes around them. In quotes a delimiter is text.
std::vector<SecretSpan> cellsOf(std::string_view line, char delimiter) {
    std::vector<SecretSpan> cells;
    const std::size_t size = line.find_last_not_of("\r\n") + 1; // npos + 1 is 0
    for (std::size_t begin = 0; begin <= size && cells.size() <= kMostCells;) {
        const std::size_t first = std::min(line.find_first_not_of(' ', begin), size);
        std::size_t end = first;
        if (first < size && line[first] == '"') // "" within them is a quote
            for (end = first + 1; end < size && (line[end] != '"' || line.substr(end + 1, 1) == "\"");)
                end += line[end] == '"' ? 2 : 1;
        end = std::min(line.find(delimiter, std::min(end, size)), size);
        SecretSpan cell{first, end};
        while (cell.end > cell.begin && (line[cell.end - 1] == ' ' || line[cell.end - 1] == '\r'))
            --cell.end;
        const bool isQuoted = cell.end > cell.begin + 1 && line[cell.begin] == line[cell.end - 1] &&
                              (line[cell.begin] == '"' || line[cell.begin] == '\'');
        if (isQuoted)
            cell = {cell.begin + 1, cell.end - 1};
        cells.push_back(cell);
        begin = end + 1;
    }
    return cells;
}

std::string_view textOf(std::string_view line, const SecretSpan &cell) {
    return line.substr(cell.begin, cell.end - std::min(cell.begin, cell.end));
}

/// "api_key", "User Name": at most three words, no number.
bool isColumnName(std::string_view name) {
    return name.size() <= kLongestName && std::count(name.begin(), name.end(), ' ') < 3 &&
           (name.empty() || std::isalpha(static_cast<unsigned char>(name[0])) != 0) &&
           std::all_of(name.begin(), name.end(), [](char c) {
               return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
                      std::string_view("_-. ").find(c) != kNone;
           });
}

/// Columns about a secret, and those that count tokens: "tokens", "token_count", "password_age".
bool isMeasureName(std::string_view name) {
    constexpr std::string_view kParts[] = {
        "count",  "num",   "len",   "size",   "type",   "id",   "usage", "per",     "limit",  "max", "min",
        "rate",   "time",  "age",   "policy", "status", "file", "path",  "expires", "expiry", "idx", "method",
        "prompt", "input", "total", "output", "last",   "set",  "mean",  "avg",     "tokens"};
    for (std::size_t begin = 0; begin <= name.size();) {
        const std::size_t end = std::min(name.find_first_of("_-.", begin), name.size());
        const std::string_view part = name.substr(begin, end - begin);
        if (std::any_of(std::begin(kParts), std::end(kParts),
                        [&](std::string_view each) { return isSameWord(part, each); }))
            return true;
        begin = end + 1;
    }
    return false;
}

/// "|-----|----|", "+----+": also of Markdown's alignment.
bool isRule(std::string_view line) {
    return line.find('-') != kNone && line.find_first_not_of("+-|=: \t\r\n") == kNone;
}

} // namespace

bool TableSecrets::isHeading(std::string_view line, char delimiter, std::vector<Column> &columns,
                             std::size_t &width) const {
    const std::vector<SecretSpan> cells = cellsOf(line, delimiter);
    width = cells.size();
    if (cells.size() < 2 || cells.size() > kMostCells)
        return false;
    for (std::size_t at = 0; at < cells.size(); ++at) {
        std::string name(textOf(line, cells[at]));
        const bool isEdge = delimiter == '|' && (at == 0 || at + 1 == cells.size());
        if (!isColumnName(name) || (name.empty() && !isEdge))
            return false;
        std::replace(name.begin(), name.end(), ' ', '_');
        if (!name.empty() && m_isSecret(name) && !isMeasureName(name))
            columns.push_back({at, std::move(name)});
    }
    return !columns.empty();
}

FoundSecrets TableSecrets::in(std::string_view line) const {
    FoundSecrets found{{}, line.size()};
    if (m_delimiter == '\0')
        return found;
    if (isRule(line)) {
        found.wait(line.find('-')); // so far
        return found;
    }
    const std::vector<SecretSpan> cells = cellsOf(line, m_delimiter);
    for (const Column &column : m_columns) {
        if (column.at >= cells.size())
            break;
        found.wait(cells[column.at].begin); // how many cells follow decides
        const std::string_view value = textOf(line, cells[column.at]);
        if (cells.size() == m_width && !isPlaceholderValue(value) && !holdsPlaceholder(value) &&
            !m_isHarmless(column.name, value))
            found.spans.push_back(cells[column.at]);
    }
    return found;
}

void TableSecrets::add(std::string_view line) {
    if (isRule(line))
        return;
    if (m_delimiter != '\0' && cellsOf(line, m_delimiter).size() == m_width)
        return;
    m_delimiter = '\0';
    if (line.size() > kLongestHeading)
        return;
    for (const char delimiter : {'|', '\t', ';', ','}) {
        std::vector<Column> columns;
        std::size_t width = 0;
        if (line.find(delimiter) != kNone && isHeading(line, delimiter, columns, width)) {
            m_delimiter = delimiter;
            m_width = width;
            m_columns = std::move(columns);
            return;
        }
    }
}

} // namespace fabricscope
