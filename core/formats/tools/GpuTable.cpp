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

} // namespace fabricscope::formats
