// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/PastedLines.h"

#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::formats {

/// A table of pairs as printed by nvidia-smi, rocm-smi and amd-smi: a line of names, then a row for each name
/// that begins with it and has a word for each column. The text after the columns is the tail. Distinguishes
/// rows from wrapped text by whether their second word is a name, so that neither the tabs nor the width of
/// the original are needed.
class MatrixText {
public:
    struct Row {
        std::string name;
        std::vector<std::string> cells; ///< at most one per column
        std::string tail;               ///< after the cells, with its tabs: "\t0-31\t0\t\tN/A"
        std::size_t tailColumn = 0;     ///< screen column of the tail's first word
        std::string_view source;        ///< the line (the first, if it was wrapped)
    };
    static constexpr std::size_t kMost = 512; ///< rows, and columns

    /// `isName`: for rows and columns. `splitCells`: splits a word in which several cells run together
    /// ("NODENODE"), or nullptr.
    using IsName = bool (*)(std::string_view word);
    using SplitCells = std::vector<std::string> (*)(std::string_view word);
    explicit MatrixText(IsName isName, SplitCells splitCells = nullptr)
        : m_isName(isName), m_splitCells(splitCells) {}

    /// False if the line does not belong to this table: then the lines before it are the whole table,
    /// returned by take(). Before the line of names no line belongs to it.
    bool feed(const PastedLine &line);
    /// The same for a text with several tables: gives a table that the line ends to `takeTable`, and begins
    /// the next one with the line if it can.
    template<class TakeTable> bool feed(const PastedLine &line, const TakeTable &takeTable) {
        if (feed(line))
            return true;
        if (!begun())
            return false;
        takeTable(take());
        return feed(line);
    }
    [[nodiscard]] bool begun() const { return !m_header.empty(); }

    struct Table {
        std::vector<std::string> columns;
        std::string headerTail; ///< "CPU Affinity\tNUMA Affinity"
        std::size_t headerTailColumn = 0;
        std::vector<Row> rows;
    };
    /// Returns the table and resets the parser.
    [[nodiscard]] Table take();

private:
    struct Logical {
        std::string line;
        std::size_t indent = 0;
        std::size_t words = 0;
        bool endsBlank = false, endsTab = false;
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
