// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::report {

/// Columns on a terminal: code points, which is right for all that we print ourselves.
[[nodiscard]] std::size_t columnsOf(std::string_view text);
/// At most `width` columns, ended with "…" where something was cut; 0: as it is.
[[nodiscard]] std::string cut(std::string text, std::size_t width);
/// Broken at blanks into lines of at most `width` columns (0: one line), all but the first indented; each
/// ends with a line feed. Words that are longer stay whole: they are commands.
[[nodiscard]] std::string wrapped(std::string_view text, std::size_t width, std::size_t indent);

/// The cells in columns of these widths (0: left out), cut at `width` (0: not); no trailing blanks, no line
/// feed.
[[nodiscard]] std::string columnsLine(const std::vector<std::string> &cells,
                                      std::span<const std::size_t> widths, std::size_t width);

/// Lines with cells in columns, mixed with undivided lines.
class TextTable {
public:
    /// The headers; columns that are empty in every row are omitted, and the headers where all are.
    explicit TextTable(std::vector<std::string> heads);

    void addRow(std::vector<std::string> cells);
    void addLine(std::string line);
    /// Each line is cut at `width` columns (0: not) and ends with a line feed. No trailing blanks.
    [[nodiscard]] std::string toString(std::size_t width) const;

private:
    struct Row {
        std::vector<std::string> cells; ///< one: a line of one piece
        bool isLine = false;
    };
    std::vector<Row> m_rows; ///< the first is the heads
};

} // namespace fabricscope::report
