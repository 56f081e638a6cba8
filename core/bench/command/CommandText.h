// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::bench {

/// The words of a template from one of our tables, separated by blanks; each "{}" becomes `test` as one word,
/// or as several if it is a program with a subcommand ("nvidia-smi dmon").
[[nodiscard]] std::vector<std::string> splitWords(std::string_view text, std::string_view test = {});

/// [A-Za-z_][A-Za-z0-9_]*
[[nodiscard]] bool isVariableName(std::string_view name);

/// "8", "64K", "1M", "16G" as the tests read and people write sizes: powers of 1024.
[[nodiscard]] std::string sizeText(double bytes);

/// Whether the unit is a time, so that the smaller of two values is the better one.
[[nodiscard]] bool lowerIsBetter(std::string_view unit);

/// The unit as shown, the same on all screens: "Gb/s" for perftest's "Gb/sec". Its "MB/sec" stays,
/// which counts 2^20 bytes.
[[nodiscard]] std::string shownUnit(std::string_view unit);

/// "/sec" and "/s" are the same.
[[nodiscard]] bool sameUnit(std::string_view one, std::string_view other);

} // namespace fabricscope::bench
