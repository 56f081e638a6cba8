// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/tools/GpuTable.h"

#include "core/base/Text.h"
#include "core/formats/Lines.h"
#include "core/formats/tools/ToolText.h"
#include "core/host/MatrixDevices.h"

#include <algorithm>

namespace fabricscope::formats {

namespace {

constexpr std::size_t kMostFacts = 24;

/// "0x74a1,   47056" is one cell, since its first part ends with a comma.
std::vector<std::string> splitCells(std::string_view line) {
    constexpr std::size_t kMost = 64;
    std::vector<std::string> cells;
    bool goesOn = false;
    while (cells.size() < kMost) {
        line = trimmed(line);
        if (line.empty())
            break;
        const auto gap = std::min(line.find("  "), line.find('\t'));
        const std::string_view cell = trimmed(line.substr(0, gap));
        line = gap == std::string_view::npos ? std::string_view() : line.substr(gap);
        if (goesOn)
            cells.back().append(" ").append(cell);
        else
            cells.emplace_back(cell);
        goesOn = cell.ends_with(',');
    }
    return cells;
}

/// Not a rule, nor "..." or "[output truncated]".
bool isName(std::string_view line) {
    return line.find_first_of("=-.[+#$") != 0 && line.find_first_not_of("0123456789.% ") != line.npos;
}

} // namespace

void GpuTable::add(unsigned gpu, host::EvidenceRef evidence) {
    if (gpu < HostLimits::kGpus)
        m_rows.try_emplace(gpu, Row{evidence, {}});
}

void GpuTable::add(unsigned gpu, std::string_view fact, std::string_view value, host::EvidenceRef evidence) {
    add(gpu, evidence);
    const auto row = m_rows.find(gpu);
    if (row == m_rows.end() || fact.empty() || value.empty() || isPlaceholder(value))
        return;
    if (std::find(m_facts.begin(), m_facts.end(), fact) == m_facts.end()) {
        if (m_facts.size() >= kMostFacts)
            return;
        m_facts.push_back(shown(fact, 64));
    }
    row->second.values.try_emplace(shown(fact, 64), shown(value, 128));
}

host::DeviceMatrix GpuTable::take() {
    host::DeviceMatrix matrix;
    matrix.tool = m_tool;
    matrix.what = host::kGpuFacts;
    matrix.columns = std::move(m_facts);
    for (const auto &[number, values] : m_rows) {
        host::DeviceMatrix::Row &row = matrix.rows.emplace_back();
        row.name = "GPU" + std::to_string(number);
        row.evidence = values.evidence;
        for (const std::string &fact : matrix.columns) {
            const auto at = values.values.find(fact);
            row.cells.push_back(at == values.values.end() ? std::string() : at->second);
            if (fact == "BUS") // of rocm-smi --showhw: partitions share one
                row.address = pci::Address::parse(row.cells.back());
        }
    }
    m_rows.clear();
    m_facts.clear();
    return matrix;
}

void NumberedLines::feed(const PastedLine &line) {
    if (line.blank())
        return;
    std::string_view rest = line.text;
    const std::string_view first = takeWord(rest);
    if (first == "GPU" || first == "Device") {
        m_heads = splitCells(line.text);
        m_last.reset();
        return;
    }
    if (m_heads.size() < 2)
        return;
    const host::EvidenceRef evidence = m_text.evidence(line.source);
    const auto cells = splitCells(line.text);
    const auto gpu = parseInteger<unsigned>(first);
    if (gpu && *gpu < HostLimits::kGpus && cells.size() > 1 && cells.front() == first) {
        m_table.add(*gpu, evidence);
        for (std::size_t i = 1; i < cells.size() && cells.size() == m_heads.size(); ++i)
            m_table.add(*gpu, m_heads[i], cells[i], evidence);
        m_last = gpu;
        return;
    }
    // rocm-smi 6 prints the name below the GPU's line
    if (m_last && cells.size() == 1 && isName(line.text))
        m_table.add(*m_last, "Name", line.text, evidence);
    m_last.reset();
    if (line.text.starts_with("===") && line.text.find("End of") != std::string_view::npos)
        m_heads.clear();
}

} // namespace fabricscope::formats
