// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/capture/Capture.h"
#include "core/topology/Topology.h"

#include <string>

namespace fabricscope::json {

/// The document fabricscope.devices/0: every PCI function with its facts; if present, the tables
/// that tools print about devices (device_matrices, in the tools' own names) and what the kernel log reports
/// about them (kernel_remarks; bdf null: about the host). With a capture each fact has its
/// evidence {source, text}: the section it was read from and the line as written there.
[[nodiscard]] std::string devicesDocument(const topology::Topology &topology,
                                          const capture::Capture *capture = nullptr);
/// The document fabricscope.numa/0: NUMA nodes with CPUs, memory, distances and the devices at each.
[[nodiscard]] std::string numaDocument(const topology::Topology &topology);
/// The document fabricscope.iommu/0: IOMMU groups with their type and devices, and the state of devices that
/// are assigned to VMs.
[[nodiscard]] std::string iommuDocument(const topology::Topology &topology);

} // namespace fabricscope::json
