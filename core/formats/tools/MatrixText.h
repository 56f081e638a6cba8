// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/PastedLines.h"

#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::formats {

/// A table of pairs as nvidia-smi, rocm-smi and amd-smi print it: a line of names, then a row for each name
/// that begins with it and has a word for each column. What follows the columns is the tail. Tells rows
/// from what a terminal or a mail wrapped by whether their second word is a name, so that it needs neither
/// the tabs nor the width of the original.
class MatrixText {
public:
    struct Row {
        std::string name;
        std::vector<std::string> cells; ///< at most one a column
        std::string tail;               ///< behind the cells, with its tabs: "\t0-31\t0\t\tN/A"
        std::size_t tailColumn = 0;     ///< where the tail's first word is on the screen
        std::string_view source;        ///< the line (the first, where it was wrapped)
    };
    static constexpr std::size_t kMost = 512; ///< rows, and columns

    /// `isName`: of rows and columns. `splitCells`: cuts one word that several cells ran into ("NODENODE"),
    /// or nullptr.
    using IsName = bool (*)(std::string_view word);
    using SplitCells = std::vector<std::string> (*)(std::string_view word);
    explicit MatrixText(IsName isName, SplitCells splitCells = nullptr)
        : m_isName(isName), m_splitCells(splitCells) {}

    /// False where the line is none of this table: what came before it is the whole table then, and take()
    /// has it. Before the line of names every line is none of it.
    bool feed(const PastedLine &line);
    [[nodiscard]] bool begun() const { return !m_header.empty(); }

    struct Table {
        std::vector<std::string> columns;
        std::string headerTail; ///< "CPU Affinity\tNUMA Affinity"
        std::size_t headerTailColumn = 0;
        std::vector<Row> rows;
    };
    /// The table, and starts again.
    [[nodiscard]] Table take();

private:
    struct Logical {
        std::string line;
        std::size_t indent = 0;
        std::size_t words = 0;
        bool endsBlank = false;
        std::string_view source;
    };
    [[nodiscard]] bool isHeader(std::string_view line) const;
    [[nodiscard]] bool isRow(std::string_view line) const;
    static void append(Logical &logical, const PastedLine &line);
    void closeHeader();
    void closeRow();

    IsName m_isName;
    SplitCells m_splitCells;
    std::string m_header;
    Logical m_open;
    bool m_inHeader = false;
    bool m_inRow = false;
    Table m_table;
};

} // namespace fabricscope::formats
