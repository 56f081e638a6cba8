// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/tools/NumberedLines.h"

#include "core/base/Text.h"
#include "core/formats/tools/ToolText.h"

#include <algorithm>

namespace fabricscope::formats {

namespace {

/// "0x74a1,   47056" is one cell, since its first part ends with a comma.
std::vector<NumberedLines::Cell> splitCells(std::string_view line) {
    constexpr std::size_t kMost = 64;
    std::vector<NumberedLines::Cell> cells;
    bool goesOn = false;
    const char *const begin = line.data();
    while (cells.size() < kMost) {
        line = trimmed(line);
        if (line.empty())
            break;
        const auto gap = std::min(line.find("  "), line.find('\t'));
        const std::string_view cell = trimmed(line.substr(0, gap));
        line = gap == std::string_view::npos ? std::string_view() : line.substr(gap);
        const auto end = static_cast<std::size_t>(cell.data() + cell.size() - begin);
        if (goesOn)
            cells.back().text.append(" ").append(cell);
        else
            cells.push_back({std::string(cell), end - cell.size(), end});
        cells.back().end = end;
        goesOn = cell.ends_with(',');
    }
    return cells;
}

/// Which of the heads a cell stands below: columns are aligned right, or left.
std::size_t headOf(const std::vector<NumberedLines::Cell> &heads, const NumberedLines::Cell &cell) {
    const auto apart = [](std::size_t a, std::size_t b) {
        return a < b ? b - a : a - b;
    };
    const auto distance = [&](const NumberedLines::Cell &head) {
        return std::min(apart(head.begin, cell.begin), apart(head.end, cell.end));
    };
    const auto nearest = std::min_element(
        heads.begin(), heads.end(), [&](const auto &a, const auto &b) { return distance(a) < distance(b); });
    return static_cast<std::size_t>(nearest - heads.begin());
}

/// Not a rule, nor "..." or "[output truncated]".
bool isName(std::string_view line) {
    return line.find_first_of("=-.[+#$") != 0 && line.find_first_not_of("0123456789.% ") != line.npos;
}

} // namespace

/// A cell that is blank leaves out a column: then the others are told by where they stand.
void NumberedLines::addCells(unsigned gpu, std::vector<Cell> cells, std::size_t indent,
                             host::EvidenceRef evidence) {
    if (cells.size() > m_heads.size())
        return;
    const bool isWhole = cells.size() == m_heads.size();
    for (std::size_t i = 1; i < cells.size(); ++i) {
        Cell &cell = cells[i];
        // as if the header had no indent
        cell.begin = cell.begin + indent - std::min(cell.begin + indent, m_headIndent);
        cell.end = cell.end + indent - std::min(cell.end + indent, m_headIndent);
        const std::size_t column = isWhole ? i : headOf(m_heads, cell);
        if (column == 0)
            continue;
        m_table.add(gpu, m_heads[column].text, cell.text, evidence);
        if (m_observer)
            m_observer(gpu, m_heads[column].text, cell.text, evidence);
    }
}

/// Names of columns do not begin with a digit: there a row is glued to them.
void NumberedLines::setHeads(const PastedLine &line) {
    m_heads = splitCells(line.text);
    m_headIndent = line.indent;
    m_last.reset();
    const auto row = std::find_if(m_heads.begin(), m_heads.end(), [](const Cell &head) {
        return head.text.front() >= '0' && head.text.front() <= '9';
    });
    if (row - m_heads.begin() < 2 || row == m_heads.end())
        return;
    m_heads.erase(row, m_heads.end());
    leaveOut(line);
}

void NumberedLines::leaveOut(const PastedLine &line) {
    m_leftOut = m_leftOut.empty() ? line.source : m_leftOut;
    m_last.reset();
}

void NumberedLines::feed(const PastedLine &line) {
    if (line.blank())
        return;
    std::string_view rest = line.text;
    const std::string_view first = takeWord(rest);
    if (first == "GPU" || first == "Device") {
        setHeads(line);
        return;
    }
    if (m_heads.size() < 2)
        return;
    const host::EvidenceRef evidence = m_text.evidence(line.source);
    auto cells = splitCells(line.text);
    const auto gpu = parseInteger<unsigned>(first);
    if (gpu && cells.size() + 1 >= 2 * m_heads.size()) { // of rows that a copy glued together
        leaveOut(line);
        return;
    }
    if (gpu && *gpu < HostLimits::kGpus && cells.size() > 1 && cells.front().text == first) {
        m_table.add(*gpu, evidence);
        addCells(*gpu, std::move(cells), line.indent, evidence);
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
