// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/checks/Report.h"

#include <string_view>
#include <vector>

namespace fabricscope::checks {

struct Context;

/// Whether a list of rules, written as Check::claims is, has this one.
[[nodiscard]] bool listsRule(std::string_view list, std::string_view rule, std::string_view variant);

/// Makes a check that passed unknown where another check reports a warning or an error of the rules that
/// Check::contradictedBy lists. A check of GPUs or of RDMA is not contradicted by what is known to be about a
/// device of another kind. Its notes stay.
void applyContradictions(const Context &context, std::vector<CheckResult> &results);

} // namespace fabricscope::checks
