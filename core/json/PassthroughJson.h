// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/Json.h"
#include "core/topology/Topology.h"

namespace fabricscope::json {

/// Of the document fabricscope.iommu/0: `devices` that are or could be assigned to VMs, and `remarks` of
/// {rule, severity, devices, text, commands} about them. Only for .cpp files of core/json.
[[nodiscard]] Value passthroughValue(const topology::Topology &topology);

} // namespace fabricscope::json
