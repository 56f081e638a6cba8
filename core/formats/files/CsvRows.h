// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace fabricscope::formats {

/// Finds where the rows of a CSV begin that a copy joined with a blank between them. The header tells how
/// many cells a row has and what its first cell is; a line is only cut where the number of its cells is that
/// of whole rows, and where each row begins with such a cell.
class CsvRows {
public:
    /// The places in the line where another row begins; none if that is not certain. Lines in their order:
    /// the header is before its rows.
    [[nodiscard]] std::vector<std::size_t> breaks(std::string_view line);

    /// The line is the header of the rows to come: false if they cannot be told by their first cell.
    bool begin(std::string_view header);
    /// Whether the line is a whole row.
    [[nodiscard]] bool isRow(std::string_view line);
    /// Whether all cells of the line are names of columns: "index, memory.total [MiB]".
    [[nodiscard]] static bool isHeader(std::string_view line);
    [[nodiscard]] static std::size_t cellCount(std::string_view line) { return cellsOf(line, 0).size(); }

private:
    enum class First : std::uint8_t { Number, Address, Uuid, Time };
    struct Cell {
        std::size_t begin = 0;
        std::string_view text;
    };
    /// The place behind the header; std::nullopt if the line has none.
    std::optional<std::size_t> takeHeader(std::string_view line);
    /// Where the first cell of a row begins in a cell that holds the last one of the row before, too.
    std::optional<std::size_t> rowBegin(const Cell &cell);
    /// Whether a row may begin with this cell; remembers its number.
    bool isFirst(std::string_view cell);
    static std::vector<Cell> cellsOf(std::string_view line, std::size_t from);

    std::size_t m_columns = 0; ///< 0: no header yet
    First m_first = First::Number;
    std::optional<unsigned> m_last; ///< the number of the row before
};

} // namespace fabricscope::formats
