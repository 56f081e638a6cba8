// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/Results.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace fabricscope::bench {

/// A device's pair with itself, by its name: no pair of the fabric. What it copies within its own memory goes
/// over no link.
[[nodiscard]] bool isSelf(const Matrix &matrix, std::size_t row, std::size_t column);

struct MatrixPair {
    std::size_t row = 0, column = 0;
    std::optional<double> value; ///< finite; absent: not measured, or not yet
};

/// All pairs of two devices, row by row, those that have not come among them.
[[nodiscard]] std::vector<MatrixPair> pairsOf(const Matrix &matrix);

} // namespace fabricscope::bench
