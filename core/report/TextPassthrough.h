// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/TextViews.h"

#include <string>

namespace fabricscope::report {

/// The part of iommuText() about devices that are handed to VMs: their state, what is wrong with it, and the
/// commands that mend it. Empty where none is handed on.
[[nodiscard]] std::string passthroughText(const topology::Topology &topology, const TextOptions &options);

} // namespace fabricscope::report
