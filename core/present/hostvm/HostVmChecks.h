// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/present/hostvm/HostVmExamination.h"

#include <string_view>
#include <vector>

namespace fabricscope::present {

/// Input for the checks of a guest's NCCL file.
struct HostVmCheckInputs {
    const hostvm::Verification &verification;
    const HostVmTable &table;
    const topology::Topology &guest;
    std::string_view text;  ///< of the file
    std::size_t claims = 0; ///< pairs that the file makes, as the library reads it
};

/// All checks, failed ones first: each with its result, also if nothing is wrong.
[[nodiscard]] std::vector<HostVmCheck> hostVmChecks(const HostVmCheckInputs &inputs);

} // namespace fabricscope::present
