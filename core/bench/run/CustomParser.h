// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/bench/run/OutputParser.h"

#include <memory>
#include <string_view>

namespace fabricscope::bench {

/// A parser for the lines of any program by a regular expression (ECMAScript) whose named groups are the
/// columns: `(?<size>\d+)\s+(?<gbps>[\d.]+)`. A column named size, bytes, seconds, time, rate or batch is the
/// x of all others; without one, the row number is. Each other column that holds numbers is a series; words
/// are attached to the first series. Only 4 KiB of a line are read. An error if it is not a valid expression,
/// has no named group, or has a back reference (\1), which could take unbounded time.
[[nodiscard]] Result<std::unique_ptr<OutputParser>> makeCustomParser(std::string_view expression);

} // namespace fabricscope::bench
