// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/bench/BenchView.h"

#include <cstddef>
#include <string>

namespace fabricscope::layout {

/// What a matrix says, in a sentence: its slowest and its fastest pair, the median, how many pairs are more
/// than 10 % below it (bench::kOutlierShare) and how many were not measured. A device's pair with itself is
/// none. Of what is no bandwidth (a latency) the least and the greatest are named: nothing is slow there.
/// Empty: it has no cells.
[[nodiscard]] std::string matrixVerdict(const BenchView &view, std::size_t matrix);

} // namespace fabricscope::layout
