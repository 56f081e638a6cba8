// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/run/CollectiveHalf.h"

#include <algorithm>

namespace fabricscope::bench {

bool hasOutOfPlace(const Results &results) {
    return results.rows.empty() || std::any_of(results.rows.begin(), results.rows.end(), [](const auto &row) {
               return row.outOfPlace && row.outOfPlace->busbw;
           });
}

const std::optional<CollectiveHalf> &mainHalf(const CollectiveRow &row, bool outOfPlace) {
    return outOfPlace ? row.outOfPlace : row.inPlace;
}

} // namespace fabricscope::bench
