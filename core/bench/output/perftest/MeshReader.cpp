// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/output/perftest/MeshReader.h"

#include "core/base/Text.h"
#include "core/bench/output/text/Cells.h"

#include <algorithm>
#include <utility>

namespace fabricscope::bench::output {

namespace {

bool isName(std::string_view word) {
    return word.size() > 3 && word.size() < 32 &&
           (word.starts_with("GPU") || word.starts_with("NIC") || word.starts_with("mlx5_") ||
            word.starts_with("bnxt_re") || word.starts_with("ionic_") || word.starts_with("rdma")) &&
           word.back() >= '0' && word.back() <= '9';
}

/// Hops, weights and links are small integers, and the value from a device to itself is 0: only in the row's
/// own column. `names`: of the columns.
bool isOfTopology(const Cells &row, const std::vector<std::string> &names) {
    constexpr unsigned kMost = 255; // of hops and weights
    const auto own = std::find(names.begin(), names.end(), row[0]);
    const std::size_t column = static_cast<std::size_t>(own - names.begin()) + 1;
    return own != names.end() && column < row.count && row[column] == "0" &&
           std::all_of(row.begin() + 1, row.end(), [](std::string_view cell) {
               const auto number = parseInteger<unsigned>(cell);
               return number && *number <= kMost;
           });
}

} // namespace

/// Two names and nothing else: "GPU0 GPU1 GPU2".
bool MeshReader::begins(std::string_view line) {
    Cells cells;
    splitCells(line, cells);
    return cells.count > 1 && std::all_of(cells.begin(), cells.end(), isName) && cells[0] != cells[1];
}

bool MeshReader::line(std::string_view text) {
    Cells cells;
    splitCells(text, cells);
    if (begins(text)) {
        m_names.assign(cells.begin(), cells.end());
        m_firstLine = m_builder.line();
        m_width = cells.count;
        m_rows = 0;
        return true;
    }
    if (m_width == 0 || cells.count != m_width + 1 || !isName(cells[0]) ||
        !std::all_of(cells.begin() + 1, cells.end(), isValue))
        return false;
    if (!m_names.empty()) {
        if (isOfTopology(cells, m_names)) {
            m_names.clear();
            m_width = 0;
            return true;
        }
        begin("perftest-mesh");
        results().firstLine = m_firstLine;
        m_matrix = m_builder.matrix(m_run, "Pairs", {}, std::exchange(m_names, {}));
    }
    auto values = numbersOf(cells, 1, cells.count);
    m_builder.addMatrixRow(m_run, m_matrix, cells[0], std::move(values));
    if (++m_rows == m_width)
        m_builder.ended(m_run);
    return true;
}

} // namespace fabricscope::bench::output
