// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/bench/OutputParser.h"

#include <memory>
#include <string_view>

namespace fabricscope::bench {

/// A parser of any program's lines by a regular expression (ECMAScript) whose named groups are the columns:
/// `(?<size>\d+)\s+(?<gbps>[\d.]+)`. A column named size, bytes, seconds, time, rate or batch is the x of all
/// the others; without one the number of the row is. Each other column that holds numbers is a series, and
/// words are next to the first of them. Only 4 KiB of a line are read. An error where it is no
/// expression, has no named group, or refers back (\1), which could take time without end.
[[nodiscard]] Result<std::unique_ptr<OutputParser>> makeCustomParser(std::string_view expression);

} // namespace fabricscope::bench
