// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/run/Results.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace fabricscope::bench {

/// Whether row and column are the same device, by name: not a pair of the fabric. A copy within its own
/// memory uses no link.
[[nodiscard]] bool isSelf(const Matrix &matrix, std::size_t row, std::size_t column);

/// Whether the values are measured. "Inter-Device Access", "P2P Connectivity Matrix": 0 and 1 state whether a
/// device reaches another; NUMA distances are the firmware's.
[[nodiscard]] bool isMeasured(const Matrix &matrix);

struct MatrixPair {
    std::size_t row = 0, column = 0;
    std::optional<double> value; ///< finite; absent: not measured, or not yet
};

/// All pairs of two devices, row by row, including those not measured yet.
[[nodiscard]] std::vector<MatrixPair> pairsOf(const Matrix &matrix);

/// "GPU0 to GPU3"; numbers in place of missing names.
[[nodiscard]] std::string pairName(const Matrix &matrix, std::size_t row, std::size_t column);

} // namespace fabricscope::bench
