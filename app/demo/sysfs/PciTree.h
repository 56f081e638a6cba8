// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/data/DemoHost.h"
#include "app/demo/sysfs/TreeWriter.h"

#include <cstddef>

namespace fabricscope::app::demo {

/// /sys/devices/pci*, /sys/bus/pci (devices, drivers, slots) and the IOMMU groups and units. Only the first
/// `configBytes` of each config space: the kernel shows 64 without root.
void writePciTree(TreeWriter &out, const DemoHost &host, std::size_t configBytes);

} // namespace fabricscope::app::demo
