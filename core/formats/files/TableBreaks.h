// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/files/LineBreaks.h"

#include <optional>
#include <string_view>

namespace fabricscope::formats {

/// A text whose lines a terminal broke at its last column, where its form shows which: tables with borders of
/// nvidia-smi and amd-smi, whose rules are broken, too; the rows of `amd-smi monitor`, where each line of the
/// terminal's width is followed by its rest; CSV, by the number of its cells; XML, by tags that end in the
/// next line; lspci, by the indents. A table with borders whose
/// lines a copy joined is separated: each of its lines is as long as its rules. std::nullopt for other texts,
/// and where it is not certain.
[[nodiscard]] std::optional<RestoredText> joinedTable(std::string_view section, std::string_view text);

/// Whether `rest` certainly continues `line`, below which it stands in the text: brackets or a list of
/// numbers are open between them, it begins with what no line begins with, or what is on both sides of the
/// line break is in another place of the text in one line. False if it may be a line of its own, such as a
/// person's.
[[nodiscard]] bool isCertainCut(std::string_view text, std::string_view line, std::string_view rest);

} // namespace fabricscope::formats
