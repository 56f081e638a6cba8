// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/output/telemetry/AmdSmiReader.h"

#include "core/base/Text.h"
#include "core/bench/output/text/Cells.h"

#include <algorithm>
#include <array>

namespace fabricscope::bench::output {

namespace {

/// Columns that only this tool has, in every mode.
constexpr std::array kOwnColumns = {
    std::string_view("POWER"),     std::string_view("GPU_TEMP"), std::string_view("HOTSPOT_TEMP"),
    std::string_view("MEM_TEMP"),  std::string_view("GFX_UTIL"), std::string_view("GFX%"),
    std::string_view("GFX_CLOCK"), std::string_view("GFX_CLK"),  std::string_view("MEM_UTIL"),
    std::string_view("VRAM_USED"), std::string_view("PCIE_BW"),  std::string_view("ENC_UTIL"),
};

bool isHeader(std::string_view text) {
    Cells cells;
    splitCells(text, cells);
    const std::size_t first = cells.count > 0 && cells[0] == "TIMESTAMP" ? 1 : 0;
    if (cells.count < first + 2 || cells[first] != "GPU")
        return false;
    return std::find_first_of(cells.begin(), cells.end(), kOwnColumns.begin(), kOwnColumns.end()) !=
           cells.end();
}

/// A cell's value and unit, in order: "182 W", "N/A Mb/s", "0".
struct Cell {
    std::string_view value, unit;
};
std::vector<Cell> cellsOf(std::string_view text) {
    Cells words;
    splitCells(text, words);
    std::vector<Cell> cells;
    for (const std::string_view word : words) {
        const bool value = valueLength(word) > 0;
        if (value || cells.empty() || !cells.back().unit.empty())
            cells.push_back({word, {}});
        else
            cells.back().unit = word;
    }
    return cells;
}

} // namespace

bool AmdSmiReader::begins(std::string_view line) {
    return isHeader(line);
}

bool AmdSmiReader::takeHeader(std::string_view text) {
    if (!isHeader(text))
        return false;
    Cells cells;
    splitCells(text, cells);
    std::vector<std::string> columns(cells.begin(), cells.end());
    m_place = Place::Table;
    if (columns == m_columns)
        return true; // -w prints it again
    begin("amd-smi");
    results().test = "monitor";
    m_columns = std::move(columns);
    m_processes = 0;
    return true;
}

bool AmdSmiReader::takeRow(std::string_view text) {
    const std::vector<Cell> cells = cellsOf(text);
    if (m_place != Place::Table || cells.size() != m_columns.size())
        return false;
    const std::size_t first = m_columns[0] == "TIMESTAMP" ? 1 : 0;
    const auto gpu = countOf(cells[first].value);
    if (!gpu)
        return false;
    const auto time = first == 1 ? numberOf(cells[0].value) : std::nullopt;
    const std::string subject = "GPU " + std::to_string(*gpu);
    for (std::size_t i = first + 1; i < cells.size(); ++i)
        m_builder.addSample(m_run, subject + " " + m_columns[i], subject, cells[i].unit,
                            numberOf(cells[i].value), time);
    return true;
}

bool AmdSmiReader::takeProcess(std::string_view text) {
    Cells cells;
    splitCells(text, cells);
    if (cells.count < 3)
        return false;
    if (countOf(cells[0]))
        m_builder.fact(m_run, "process_" + std::to_string(m_processes++), "GPU " + collapsed(text));
    return cells[0] == "GPU" || countOf(cells[0]).has_value();
}

bool AmdSmiReader::line(std::string_view text) {
    if (takeHeader(text))
        return true;
    if (m_run == ResultsBuilder::kNoRun)
        return false;
    if (trimmed(text) == "PROCESS INFO:") {
        m_place = Place::Processes;
        return true;
    }
    return m_place == Place::Processes ? takeProcess(text) : takeRow(text);
}

} // namespace fabricscope::bench::output
