// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/capture/Capture.h"
#include "core/topology/Topology.h"

#include <cstddef>
#include <string>

namespace fabricscope::report {

struct TextOptions {
    std::size_t width = 0; ///< columns; longer lines are cut with "…"; 0: as wide as it gets
    /// Where the facts come from: when it was collected and what could not be read. nullptr where there is
    /// none.
    const capture::Capture *capture = nullptr;
};

/// `fabricscope show` as text: UTF-8, box characters, no colours, ends with a line feed. What is not known
/// reads `unknown`; a simulated host is marked in the first line; what is missing, and how to obtain it,
/// is at the end. Text of the host is made safe for a terminal.
[[nodiscard]] std::string treeText(const topology::Topology &topology, const TextOptions &options = {});
/// One line per PCI function, in the order of addresses.
[[nodiscard]] std::string devicesText(const topology::Topology &topology, const TextOptions &options = {});
/// One block per NUMA node, with its devices, and the matrix of distances.
[[nodiscard]] std::string numaText(const topology::Topology &topology, const TextOptions &options = {});
/// One block per IOMMU group, with its type and devices, and the state of devices assigned to VMs.
[[nodiscard]] std::string iommuText(const topology::Topology &topology, const TextOptions &options = {});

} // namespace fabricscope::report
