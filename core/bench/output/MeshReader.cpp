// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/output/MeshReader.h"

#include "core/bench/output/Cells.h"

#include <algorithm>

namespace fabricscope::bench::output {

namespace {

bool isName(std::string_view word) {
    return word.size() > 3 && word.size() < 32 &&
           (word.starts_with("GPU") || word.starts_with("NIC") || word.starts_with("mlx5_") ||
            word.starts_with("bnxt_re") || word.starts_with("ionic_") || word.starts_with("rdma")) &&
           word.back() >= '0' && word.back() <= '9';
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
        begin("perftest-mesh");
        m_width = cells.count;
        m_rows = 0;
        m_matrix = m_ledger.matrix(m_run, "Pairs", {}, {cells.begin(), cells.end()});
        return true;
    }
    if (m_width == 0 || cells.count != m_width + 1 || !isName(cells[0]) ||
        !std::all_of(cells.begin() + 1, cells.end(), isValue))
        return false;
    auto values = numbersOf(cells, 1, cells.count);
    m_ledger.addMatrixRow(m_run, m_matrix, cells[0], std::move(values));
    if (++m_rows == m_width)
        m_ledger.ended(m_run);
    return true;
}

} // namespace fabricscope::bench::output
