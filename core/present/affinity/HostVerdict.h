// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affinity/Affinity.h"
#include "core/findings/Finding.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace fabricscope::present {

/// The sentence that stands above a host's picture, and what is notable besides it.
struct HostVerdict {
    affinity::Verdict verdict;          ///< empty sentence: there is nothing to state
    std::vector<std::string> notes;     ///< the verdict on the pairs, then the other findings
    std::optional<std::size_t> finding; ///< index of the stated one; absent: the verdict is on the pairs
};

/// The verdict on the pairs, unless one of the host's findings is worse: a GPU that fell off the bus comes
/// before pairs that are as they should be. `pairs`: nullptr if they were not judged. The findings are
/// errors and warnings; of equally severe ones the first is stated.
[[nodiscard]] HostVerdict hostVerdict(const affinity::Verdict *pairs,
                                      const std::vector<findings::Finding> &findings);

} // namespace fabricscope::present
