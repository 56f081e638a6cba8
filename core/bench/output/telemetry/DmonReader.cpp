// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/output/telemetry/DmonReader.h"

#include "core/base/Text.h"
#include "core/bench/output/text/Cells.h"

#include <algorithm>

namespace fabricscope::bench::output {

namespace {

/// "# gpu   pwr gtemp" and "#Date       Time        gpu   pwr".
bool isHeader(std::string_view text) {
    if (!trimmed(text).starts_with('#'))
        return false;
    Cells cells;
    splitCells(text, cells);
    for (std::string_view word : cells) {
        while (word.starts_with('#'))
            word.remove_prefix(1);
        if (word == "gpu")
            return cells.count > 1;
        if (!word.empty() && word != "Date" && word != "Time")
            return false;
    }
    return false;
}

/// `--format csv` separates the same header and rows with commas (according to its help; no sample was
/// available).
bool isCsv(std::string_view text) {
    return text.find(',') != std::string_view::npos && text.size() < 4096;
}

std::string withoutCommas(std::string_view text) {
    std::string plain(text);
    std::replace(plain.begin(), plain.end(), ',', ' ');
    return plain;
}

std::vector<std::string> splitWords(std::string_view text) {
    std::string plain(text);
    std::replace(plain.begin(), plain.end(), '#', ' ');
    Cells cells;
    splitCells(plain, cells);
    return {cells.begin(), cells.end()};
}

} // namespace

bool DmonReader::begins(std::string_view line) {
    return isHeader(line) || (isCsv(line) && isHeader(withoutCommas(line)));
}

bool DmonReader::takeHeader(std::string_view text) {
    if (m_unitsNext && trimmed(text).starts_with('#')) {
        m_unitsNext = false;
        const std::vector<std::string> units = splitWords(text);
        for (std::size_t i = 0; i < std::min(units.size(), m_columns.size()); ++i)
            m_columns[i].unit = units[i] == "Idx" || units[i] == "-" ? std::string() : units[i];
        return true;
    }
    if (!isHeader(text))
        return false;
    std::vector<Column> columns;
    for (std::string &word : splitWords(text))
        columns.push_back({std::move(word), {}});
    const auto same = [](const Column &left, const Column &right) {
        return left.name == right.name;
    };
    const bool another =
        !std::equal(columns.begin(), columns.end(), m_columns.begin(), m_columns.end(), same);
    m_unitsNext = true;
    if (!another)
        return true; // dmon repeats its header
    begin("nvidia-smi-dmon");
    results().test = "dmon";
    m_columns = std::move(columns);
    m_gpu = static_cast<std::size_t>(std::find_if(m_columns.begin(), m_columns.end(),
                                                  [](const Column &column) { return column.name == "gpu"; }) -
                                     m_columns.begin());
    return true;
}

bool DmonReader::takeRow(std::string_view text) {
    Cells cells;
    splitCells(text, cells);
    if (m_columns.empty() || cells.count != m_columns.size())
        return false;
    const auto gpu = countOf(cells[m_gpu]);
    if (!gpu || !std::all_of(cells.begin() + m_gpu, cells.end(), isValue))
        return false;
    const std::string subject = "GPU " + std::to_string(*gpu);
    for (std::size_t i = m_gpu + 1; i < cells.count; ++i)
        m_builder.addSample(m_run, subject + " " + m_columns[i].name, subject, m_columns[i].unit,
                            numberOf(cells[i]));
    return true;
}

bool DmonReader::line(std::string_view text) {
    if (isCsv(text))
        return line(withoutCommas(text));
    if (takeHeader(text))
        return true;
    m_unitsNext = false;
    return takeRow(text);
}

} // namespace fabricscope::bench::output
