// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/output/text/LineReader.h"
#include "core/bench/run/OutputParser.h"

#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace fabricscope::bench::output {

/// All kinds of output that can be read.
[[nodiscard]] std::span<const OutputKind> outputKinds();

/// A parser that distinguishes these kinds. `assumed` is the tool of lines before a tool is recognised;
/// empty: unknown.
[[nodiscard]] std::unique_ptr<OutputParser> makeLineParser(std::vector<OutputKind> kinds,
                                                           std::string_view assumed);

} // namespace fabricscope::bench::output
