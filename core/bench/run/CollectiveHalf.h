// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/run/Results.h"

#include <optional>

namespace fabricscope::bench {

/// Whether any row has out-of-place values: some versions of the tests measure in-place only.
[[nodiscard]] bool hasOutOfPlace(const Results &results);
/// The half that the table's columns and the baseline show.
[[nodiscard]] const std::optional<CollectiveHalf> &mainHalf(const CollectiveRow &row, bool outOfPlace);

} // namespace fabricscope::bench
