// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/host/TextViews.h"

#include <string>

namespace fabricscope::report {

/// The part of iommuText() about devices assigned to VMs: their state, the findings, and the
/// commands that fix them. Empty if none is assigned.
[[nodiscard]] std::string passthroughText(const topology::Topology &topology, const TextOptions &options);

} // namespace fabricscope::report
