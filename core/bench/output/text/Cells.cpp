// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/output/text/Cells.h"

#include "core/base/Text.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace fabricscope::bench::output {

namespace {

/// Control characters too: none is part of a cell.
constexpr bool isBlank(char c) {
    return static_cast<unsigned char>(c) <= ' ';
}

constexpr bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

constexpr std::array kNoNumbers = {
    std::string_view("N/A"), std::string_view("-nan"), std::string_view("nan"), std::string_view("-inf"),
    std::string_view("inf"), std::string_view("NaN"),  std::string_view("-"),
};

} // namespace

void splitCells(std::string_view line, Cells &cells) {
    cells.count = 0;
    const char *at = line.data();
    const char *const end = at + line.size();
    while (cells.count < Cells::kMost) {
        while (at != end && isBlank(*at))
            ++at;
        if (at == end)
            return;
        const char *const begin = at;
        while (at != end && !isBlank(*at))
            ++at;
        cells.cell[cells.count++] = {begin, static_cast<std::size_t>(at - begin)};
    }
}

std::optional<double> numberOf(std::string_view cell) {
    const char *at = cell.data();
    if (double value = 0;
        scanPlainNumber(at, cell.data() + cell.size(), value) && at == cell.data() + cell.size())
        return value;
    if (!cell.empty() && cell[0] == '+')
        cell.remove_prefix(1);
    if (cell.empty() || !(isDigit(cell[0]) || cell[0] == '-' || cell[0] == '.'))
        return std::nullopt;
    double value = 0;
    const auto [rest, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (error != std::errc{} || rest != cell.data() + cell.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

std::optional<std::uint64_t> countOf(std::string_view cell) {
    if (cell.empty() || cell.size() > 18) // longer ones may be too large
        return cell.empty() || !isDigit(cell[0]) ? std::nullopt : parseInteger<std::uint64_t>(cell);
    std::uint64_t count = 0;
    for (const char c : cell) {
        if (!isDigit(c))
            return std::nullopt;
        count = count * 10 + static_cast<std::uint64_t>(c - '0');
    }
    return count;
}

bool isNoNumber(std::string_view cell) {
    return !cell.empty() && cell.size() <= 4 &&
           std::string_view("-Nni").find(cell[0]) != std::string_view::npos &&
           std::find(kNoNumbers.begin(), kNoNumbers.end(), cell) != kNoNumbers.end();
}

std::vector<std::optional<double>> numbersOf(const Cells &cells, std::size_t first, std::size_t last) {
    std::vector<std::optional<double>> numbers;
    for (std::size_t i = first; i < std::min(last, cells.count); ++i)
        numbers.push_back(numberOf(cells[i]));
    return numbers;
}

std::vector<std::string_view> commaCells(std::string_view line) {
    std::vector<std::string_view> cells;
    for (bool more = true; more && cells.size() < Cells::kMost;) {
        const std::size_t begin = std::min(line.find_first_not_of(" \t"), line.size());
        const bool quoted = begin < line.size() && line[begin] == '"';
        const std::size_t quote = quoted ? line.find('"', begin + 1) : std::string_view::npos;
        const std::size_t comma = line.find(',', quote == std::string_view::npos ? 0 : quote);
        more = comma != std::string_view::npos;
        cells.push_back(quote == std::string_view::npos ? trimmed(line.substr(0, comma))
                                                        : line.substr(begin + 1, quote - begin - 1));
        line.remove_prefix(more ? comma + 1 : line.size());
    }
    return cells;
}

std::size_t valueLength(std::string_view text) {
    for (const std::string_view word : kNoNumbers)
        if (word != "-" && text.starts_with(word))
            return word.size();
    if (text.empty() || !(isDigit(text[0]) || text[0] == '-' || text[0] == '.'))
        return 0;
    double value = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} ? static_cast<std::size_t>(rest - text.data()) : 0;
}

std::string keyOf(std::string_view title) {
    std::string key;
    for (const char c : title.substr(0, 120)) {
        const bool upper = c >= 'A' && c <= 'Z';
        if (upper || isDigit(c) || (c >= 'a' && c <= 'z'))
            key += upper ? static_cast<char>(c - 'A' + 'a') : c;
        else if (!key.empty() && key.back() != '_')
            key += '_';
    }
    while (!key.empty() && key.back() == '_')
        key.pop_back();
    return key;
}

std::string collapsed(std::string_view text) {
    std::string words;
    words.reserve(text.size());
    for (const char c : text) {
        if (!isBlank(c))
            words += c;
        else if (!words.empty() && words.back() != ' ')
            words += ' ';
    }
    if (!words.empty() && words.back() == ' ')
        words.pop_back();
    return words;
}

NameAndUnit splitUnit(std::string_view title, char open, char close) {
    const std::size_t begin = title.rfind(open);
    if (begin == std::string_view::npos)
        return {trimmed(title), {}};
    const std::size_t end = std::min(title.find(close, begin), title.size());
    return {trimmed(title.substr(0, begin)), title.substr(begin + 1, end - begin - 1)};
}

} // namespace fabricscope::bench::output
