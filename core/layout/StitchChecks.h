// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/StitchExamination.h"

#include <string_view>
#include <vector>

namespace fabricscope::layout {

/// What the checks of a guest's NCCL file are told from.
struct StitchCheckInputs {
    const stitch::Verification &verification;
    const StitchTable &table;
    const topology::Topology &guest;
    std::string_view text;  ///< of the file
    std::size_t claims = 0; ///< pairs that the file makes, as the library reads it
};

/// What was looked at, those that failed first: each with what was found, also where nothing is wrong.
[[nodiscard]] std::vector<StitchCheck> stitchChecks(const StitchCheckInputs &inputs);

} // namespace fabricscope::layout
