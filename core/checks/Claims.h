// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/checks/Context.h"

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace fabricscope::checks {

/// The index in allChecks() of the check that claims findings of this rule, by Check::claims. Nothing where
/// none does.
[[nodiscard]] std::optional<std::size_t> claimedBy(std::string_view rule, std::string_view variant);

/// The findings of the host that are made elsewhere, with their evidence, by check: those of the topology and
/// of its pairs (search::findingsOf), and those of devices that are passed to VMs, but for what the former
/// state of the same device.
[[nodiscard]] std::vector<std::vector<findings::Finding>> claimedFindings(const Context &context);

} // namespace fabricscope::checks
