// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/RestoredLines.h"

#include <span>
#include <string_view>

namespace fabricscope::bench::output {

/// How the lines of the tools begin whose logs people paste: line breaks that a terminal or a copy changed
/// are restored by it. To add a tool, add a row to the table in LineShapes.cpp.
[[nodiscard]] std::span<const LineShape> lineShapes();

/// Whether the last line of a log, which lacks its line end, has all of its last value. A number is whole if
/// it ends in the column in which that of the line before ends, or has as many decimals.
[[nodiscard]] bool isWholeLastLine(std::string_view line, std::string_view before);

/// Whether such a line is used although its last value may be cut, with a note: "# Avg bus bandwidth    :
/// 325.28", a value behind its name with decimals, of which only more decimals can be missing.
[[nodiscard]] bool isNamedDecimal(std::string_view line);

} // namespace fabricscope::bench::output
