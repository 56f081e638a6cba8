// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/checks/Check.h"

#include <span>

/// The table of checks, one file per group. To add a check, add a row to one of them.
namespace fabricscope::checks::areas {

[[nodiscard]] std::span<const Check> pcie();
[[nodiscard]] std::span<const Check> iommu();
[[nodiscard]] std::span<const Check> gpu();
[[nodiscard]] std::span<const Check> rdma();
[[nodiscard]] std::span<const Check> library();
[[nodiscard]] std::span<const Check> system();

} // namespace fabricscope::checks::areas
