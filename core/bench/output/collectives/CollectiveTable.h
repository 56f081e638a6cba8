// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/output/text/Cells.h"
#include "core/bench/run/Results.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::bench::output {

/// The table of nccl-tests and rccl-tests, parsed by the words of its header: all versions since 2017.
class CollectiveTable {
public:
    /// Whether this line, without its "#", is the header.
    static bool isHeader(std::string_view body);

    /// `line` is the whole header, for the positions of its columns; `above` the line before it, with
    /// "out-of-place", "in-place" or both.
    void takeHeader(std::string_view line, std::string_view above);
    /// The line of units after it: "(ms)" or "(us)".
    void takeUnits(std::string_view line);
    [[nodiscard]] bool known() const { return !m_columns.empty(); }
    [[nodiscard]] bool countsWrong() const { return m_countsWrong; } ///< "#wrong", not "error"

    enum class Part : unsigned char {
        None,      ///< not part of a row
        Preamble,  ///< its first cells: the halves follow later
        FirstHalf, ///< a valid row so far; the second half may follow later
        Whole,
    };
    struct Read {
        Part part = Part::None;
        bool continues = false; ///< continues the previous row with its second half
        CollectiveRow row;
        std::string_view noise; ///< the text after the row
    };
    /// A row may arrive in pieces, with other lines between them: NCCL writes its log while the row is
    /// written.
    void read(std::string_view line, Read &read);

private:
    enum class Kind : unsigned char {
        Size,
        Count,
        Type,
        Redop,
        Root,
        Time,
        Event,
        Algbw,
        Busbw,
        Wrong,
        Other
    };
    struct Column {
        Kind kind = Kind::Other;
        std::string name;
        std::size_t end = 0; ///< after its word in the header line
    };
    struct ColumnKeyword {
        std::string_view word;
        Kind kind;
    };
    static const std::array<ColumnKeyword, 17> kKinds;

    /// The action of readPlain() for a column.
    struct Step {
        Kind kind;
        bool second; ///< of the second half
        SlimOptional<double> CollectiveHalf::*cell;
    };
    /// The current position within a row.
    struct Place {
        std::string_view line;
        const Cells *cells;
        std::size_t at = 0;          ///< cell
        std::string_view noise;      ///< after the last value
        bool glued = false;          ///< noise directly after a value: the line has no more values
        bool columnsAligned = false; ///< columns line up with the header's
    };
    /// Parses a whole row of plain numbers in one pass over its characters, the usual line of a large log;
    /// false: the line has to be parsed in the general way.
    bool readPlain(std::string_view line, CollectiveRow &row) const;
    void plan();
    static bool setWhole(Kind kind, double value, CollectiveRow &row);
    /// The member of a half for this kind; nullptr: the kind is not part of a half.
    static SlimOptional<double> CollectiveHalf::*cellOf(Kind kind);
    Part readFrom(Place &place, CollectiveRow &row) const;
    bool readPreamble(Place &place, CollectiveRow &row) const;
    bool readHalf(Place &place, std::size_t first, std::size_t count, CollectiveRow &row,
                  CollectiveHalf &half) const;
    /// Takes the next cell of the line as the value of this column; false if it is not one.
    bool take(Place &place, const Column &column, std::optional<double> &value) const;
    void setCell(Kind kind, std::optional<double> value, CollectiveHalf &half) const;

    Cells m_cells; ///< of the current line, reused
    std::vector<Column> m_columns;
    std::vector<Step> m_steps;    ///< empty: rows are parsed in the general way
    std::size_t m_preamble = 0;   ///< columns before the first half
    std::size_t m_firstHalf = 0;  ///< columns of the first half
    std::size_t m_secondHalf = 0; ///< 0: the table has only one half
    bool m_inPlaceOnly = false, m_countsWrong = false;
    double m_timeScale = 1; ///< factor to microseconds
    std::string m_piece;    ///< of an incomplete row
    Part m_piecePart = Part::None;
};

} // namespace fabricscope::bench::output
