// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace fabricscope::formats {

/// How the lines of a tool begin, where that is certain.
struct LineStart {
    std::string_view section; ///< of the kind (FileKind::section)
    /// The length of the beginning that stands at `place` of the line; 0 if no line begins there. The line is
    /// without its indent, and no blank is at `place`.
    /// nullptr: the lines are rows of a CSV (CsvRows.h).
    std::size_t (*length)(std::string_view line, std::size_t place);
    /// All lines of the tool have such a beginning.
    bool isEachLine = false;
    /// What ends a whole line: nothing continues it. '\0' where a line may end with anything.
    char end = '\0';
    /// What stands in place of the line breaks where the tool prints one line for each device.
    char separator = '\0';
    /// All lines have it but for those above the rows: names of columns, titles.
    bool isTable = false;
    /// Its indents count: the first blank between two lines is the copy's.
    bool isIndented = false;
    /// Values hold such beginnings, too: only a text that has hardly any line breaks is separated.
    bool isForGluedTexts = false;
};

/// One for each kind that has such lines.
[[nodiscard]] std::span<const LineStart> lineStarts();

} // namespace fabricscope::formats
