// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::bench {

/// The words of one of our tables, blanks between; each "{}" becomes `test` as one word, or as several where
/// it is a program with a subcommand ("nvidia-smi dmon").
[[nodiscard]] std::vector<std::string> splitWords(std::string_view text, std::string_view test = {});

/// [A-Za-z_][A-Za-z0-9_]*
[[nodiscard]] bool isVariableName(std::string_view name);

/// "8", "64K", "1M", "16G" as the tests read and people write sizes: powers of 1024.
[[nodiscard]] std::string sizeText(double bytes);

/// A time: of two values of this unit the smaller one is the better one.
[[nodiscard]] bool lowerIsBetter(std::string_view unit);

} // namespace fabricscope::bench
