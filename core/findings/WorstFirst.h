// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/findings/Finding.h"

#include <algorithm>
#include <vector>

namespace fabricscope::findings {

/// Errors, then warnings, then notes; those of equal severity stay in their order.
inline void sortWorstFirst(std::vector<Finding> &findings) {
    std::stable_sort(findings.begin(), findings.end(), [](const Finding &left, const Finding &right) {
        return left.severity > right.severity;
    });
}

} // namespace fabricscope::findings
