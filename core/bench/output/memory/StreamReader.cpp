// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/output/memory/StreamReader.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"
#include "core/bench/output/text/Cells.h"

#include <array>

namespace fabricscope::bench::output {

namespace {

/// "Function    Best Rate MB/s  Avg time     Min time     Max time", HPCC's "Function      Rate (GB/s) ..."
/// and BabelStream's "Function    MBytes/sec  Min (sec)   Max         Average".
bool isHeader(std::string_view text) {
    return text.starts_with("Function ") &&
           (text.find("Rate") != std::string_view::npos || text.find("ytes/sec") != std::string_view::npos);
}

bool isTitle(std::string_view text) {
    return text.starts_with("STREAM version") || trimmed(text) == "BabelStream";
}

constexpr std::array kFunctions = {
    std::string_view("Copy"),    std::string_view("Scale"), std::string_view("Add"),
    std::string_view("Triad"),   std::string_view("Mul"),   std::string_view("Dot"),
    std::string_view("Nstream"),
};

constexpr std::array kContext = {
    std::string_view("Array size"), std::string_view("Number of Threads"),
    std::string_view("Version"),    std::string_view("Using "),
    std::string_view("Driver"),     std::string_view("Total memory required"),
};

/// "StarSTREAM_Triad=11.9" and "SingleSTREAM_Copy=12.3", GB/s, of HPCC's summary.
bool isHpcc(std::string_view text) {
    return (text.starts_with("StarSTREAM_") || text.starts_with("SingleSTREAM_")) &&
           text.find('=') != std::string_view::npos;
}

} // namespace

bool StreamReader::begins(std::string_view line) {
    return isTitle(line) || isHeader(line) || isHpcc(line);
}

/// Columns are words separated by at least two blanks; a unit is in brackets or the last word of the first
/// column.
bool StreamReader::takeHeader(std::string_view text) {
    if (!isHeader(text))
        return false;
    if (m_run == ResultsBuilder::kNoRun || results().complete || !m_columns.empty())
        begin("stream");
    m_columns.clear();
    std::string_view rest = text.substr(std::string_view("Function").size());
    while (!(rest = trimmed(rest)).empty()) {
        const std::string_view title = rest.substr(0, rest.find("  "));
        rest.remove_prefix(title.size());
        NameAndUnit parts = splitUnit(title, '(', ')');
        if (parts.unit.empty() && title.ends_with("/s"))
            parts = {trimmed(title.substr(0, title.rfind(' '))), title.substr(title.rfind(' ') + 1)};
        else if (title.ends_with("/sec"))
            parts = {"Rate", title};
        m_columns.push_back({std::string(parts.name), std::string(parts.unit)});
    }
    return true;
}

bool StreamReader::takeRow(std::string_view text) {
    Cells cells;
    splitCells(text, cells);
    if (m_columns.empty() || cells.count != m_columns.size() + 1)
        return false;
    std::string_view name = cells[0];
    if (name.ends_with(':'))
        name.remove_suffix(1);
    Point point{0, numberOf(cells[1]), {}};
    for (std::size_t i = 1; i < m_columns.size(); ++i) {
        if (!isValue(cells[i + 1]))
            return false;
        point.fields.push_back({m_columns[i].name, m_columns[i].unit, numberOf(cells[i + 1]), {}});
    }
    if (!point.y)
        return false;
    const std::size_t series = m_builder.series(m_run, name, name, m_columns[0].unit, Axis::Index);
    if (series < results().series.size())
        point.x = static_cast<double>(results().series[series].points.size());
    m_builder.addPoint(m_run, series, std::move(point));
    return true;
}

bool StreamReader::takeHpcc(std::string_view text) {
    if (!isHpcc(text))
        return false;
    std::string_view rest = text;
    const std::string_view mode = takeUntil(rest, '_'), function = takeUntil(rest, '=');
    bool known = false;
    for (const std::string_view one : kFunctions)
        known = known || one == function;
    const auto value = numberOf(trimmed(rest));
    if (!known || !value)
        return true; // "StarSTREAM_VectorSize=..."
    if (m_run == ResultsBuilder::kNoRun) {
        begin("stream");
        results().test = "hpcc";
    }
    const std::string name = std::string(mode) + " " + std::string(function);
    m_builder.addPoint(m_run, m_builder.series(m_run, name, name, "GB/s", Axis::Index), {0, value, {}});
    return true;
}

bool StreamReader::takeContext(std::string_view text) {
    for (const std::string_view name : kContext) {
        if (!text.starts_with(name))
            continue;
        const std::size_t separator = text.find_first_of("=:");
        if (separator == std::string_view::npos)
            return false;
        m_builder.fact(m_run, keyOf(text.substr(0, separator)), text.substr(separator + 1));
        return true;
    }
    return false;
}

bool StreamReader::takeEnd(std::string_view text) {
    if (text.starts_with("Solution Validates"))
        results().summary.passed = true;
    else if (text.starts_with("Failed Validation"))
        results().summary.passed = false;
    else
        return false;
    m_builder.ended(m_run);
    return text.starts_with("Solution"); // the other one is also a diagnostic
}

bool StreamReader::line(std::string_view text) {
    if (isTitle(text)) {
        begin("stream");
        m_columns.clear();
        if (text.starts_with("STREAM")) {
            const std::size_t number = text.find_first_of("0123456789");
            if (number != std::string_view::npos)
                results().version =
                    HostText(text.substr(number, text.find_first_not_of("0123456789.", number) - number))
                        .plain();
            results().test = "STREAM";
        } else {
            results().test = "BabelStream";
        }
        return true;
    }
    if (takeHeader(text) || takeHpcc(text))
        return true;
    return m_run != ResultsBuilder::kNoRun && (takeRow(text) || takeEnd(text) || takeContext(text));
}

} // namespace fabricscope::bench::output
