// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/DemoHost.h"
#include "app/demo/TreeWriter.h"

#include <cstddef>

namespace fabricscope::app::demo {

/// /sys/devices/pci*, /sys/bus/pci (devices, drivers, slots) and the IOMMU's groups and units. Of each config
/// space only the first `configBytes`: the kernel shows 64 without root.
void writePciTree(TreeWriter &out, const DemoHost &host, std::size_t configBytes);

} // namespace fabricscope::app::demo
