// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/output/memory/NvbandwidthReader.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"
#include "core/bench/output/text/Cells.h"

#include <algorithm>
#include <array>

namespace fabricscope::bench::output {

namespace {

constexpr std::string_view kTitle = "nvbandwidth Version:";
constexpr std::array kContext = {
    std::string_view("CUDA Runtime Version"),
    std::string_view("CUDA Driver Version"),
    std::string_view("Driver Version"),
    std::string_view("Built from Git version"),
    std::string_view("Device "),
};

constexpr std::string_view kRunning = "Running ";

/// "Running host_to_device_memcpy_ce.": the name of a test, the ways of its data first.
bool isTest(std::string_view line) {
    static constexpr std::array kWays = {
        std::string_view("host_to_"),   std::string_view("device_to_"),   std::string_view("all_to_"),
        std::string_view("one_to_all"), std::string_view("host_device_"), std::string_view("device_local_"),
        std::string_view("multinode_"),
    };
    if (!line.starts_with(kRunning) || !line.ends_with('.') || line.size() > 100)
        return false;
    const std::string_view name = line.substr(kRunning.size(), line.size() - kRunning.size() - 1);
    return std::any_of(kWays.begin(), kWays.end(),
                       [&](std::string_view way) { return name.starts_with(way); }) &&
           std::all_of(name.begin(), name.end(),
                       [](char c) { return c == '_' || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); });
}

/// "memcpy CE CPU(row) -> GPU(column) bandwidth (GB/s)", "memory latency SM CPU(row) <-> GPU(column) (ns)".
bool isMatrixTitle(std::string_view line) {
    return line.starts_with("mem") && line.size() < 120 && line.ends_with(')') &&
           line.find("(column)") != std::string_view::npos;
}

} // namespace

/// Parts of a log begin with a test or its matrix.
bool NvbandwidthReader::begins(std::string_view line) {
    return line.starts_with(kTitle) || isTest(line) || isMatrixTitle(line);
}

void NvbandwidthReader::beginRun() {
    begin("nvbandwidth");
    m_waived = 0;
    m_columnsNext = m_rowsNext = false;
    m_test.clear();
}

bool NvbandwidthReader::takeContext(std::string_view text) {
    const std::size_t colon = text.find(':');
    const bool known = std::any_of(kContext.begin(), kContext.end(),
                                   [&](std::string_view name) { return text.starts_with(name); });
    if (!known || colon == std::string_view::npos)
        return false;
    std::string_view value = trimmed(text.substr(colon + 1));
    if (text.substr(0, colon).ends_with("ersion")) // a copy may have joined the host's name
        value = value.substr(0, value.find(' '));
    m_builder.fact(m_run, keyOf(text.substr(0, colon)), value);
    return true;
}

/// "memcpy CE CPU(row) -> GPU(column) bandwidth (GB/s)", a line of column numbers, and rows that begin with
/// theirs.
bool NvbandwidthReader::takeMatrix(std::string_view text) {
    if (isMatrixTitle(text)) {
        m_unit = std::string(text.substr(text.rfind('(') + 1));
        m_unit.pop_back();
        m_description = trimmed(text.substr(0, text.rfind('(')));
        m_columnsNext = true;
        return true;
    }
    Cells cells;
    splitCells(text, cells);
    if (cells.count == 0 || !std::all_of(cells.begin(), cells.end(), isValue))
        return false;
    if (m_columnsNext) {
        m_columnsNext = false;
        m_rowsNext = true;
        // Rows and columns of GPUs have the same numbers; those of CPUs are other devices.
        m_rowsAreCpus = m_description.find("CPU(row)") != std::string::npos;
        std::vector<std::string> columns(cells.begin(), cells.end());
        m_width = cells.count;
        for (std::string &column : columns)
            column.insert(0, m_rowsAreCpus ? "GPU " : "");
        m_matrix =
            m_builder.matrix(m_run, m_test.empty() ? m_description : m_test, m_unit, std::move(columns));
        return true;
    }
    if (!m_rowsNext || cells.count < 2)
        return false;
    if (cells.count != m_width + 1 && cells.count < Cells::kMost)
        return true; // a line break within a row was lost or added
    auto values = numbersOf(cells, 1, cells.count);
    m_builder.addMatrixRow(m_run, m_matrix, (m_rowsAreCpus ? "CPU " : "") + std::string(cells[0]),
                           std::move(values));
    return true;
}

/// "SUM host_to_device_memcpy_ce 1985.60", with -v MIN, MAX and AVG too.
bool NvbandwidthReader::takeSum(std::string_view text) {
    Cells cells;
    splitCells(text, cells);
    if (cells.count != 3 || !isValue(cells[2]) ||
        (cells[0] != "SUM" && cells[0] != "MIN" && cells[0] != "MAX" && cells[0] != "AVG"))
        return false;
    m_rowsNext = false;
    m_builder.summary(m_run, std::string(cells[0]) + " " + std::string(cells[1]), m_unit, cells[2]);
    return true;
}

bool NvbandwidthReader::line(std::string_view text) {
    text = trimmed(text);
    if (text.starts_with(kTitle)) {
        beginRun();
        results().version = HostText(trimmed(text.substr(kTitle.size()))).plain(100);
        return true;
    }
    if (m_run == ResultsBuilder::kNoRun) {
        if (!begins(text))
            return false;
        beginRun();
    }
    if (text.starts_with(kRunning)) {
        m_test = trimmed(text.substr(8));
        if (m_test.ends_with('.'))
            m_test.pop_back();
        m_rowsNext = false;
        return true;
    }
    if (text.starts_with("Waived:") || text.starts_with("Waiving ")) {
        m_builder.setFact(m_run, "waived", std::to_string(++m_waived));
        return true;
    }
    if (text.starts_with("NOTE:")) {
        m_builder.ended(m_run);
        return true;
    }
    return takeContext(text) || takeMatrix(text) || takeSum(text);
}

} // namespace fabricscope::bench::output
