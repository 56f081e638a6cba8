// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/view/BenchView.h"

#include <cstddef>
#include <string>

namespace fabricscope::present {

/// Summary of a matrix, in a sentence: its slowest and its fastest pair, the median, how many pairs are more
/// than 10 % below it (bench::kOutlierShare) and how many were not measured. A device's pair with itself is
/// ignored. For values other than bandwidth (a latency) the least and the greatest are named, without a
/// rating. Empty: it has no cells.
[[nodiscard]] std::string matrixVerdict(const bench::BenchView &view, std::size_t matrix);

} // namespace fabricscope::present
