// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/topology/Topology.h"

#include <optional>
#include <utility>
#include <vector>

namespace fabricscope::topology {

/// RDMA ports that are down, and faults that the kernel logged and tools report: each at the node of its
/// device, or at the host's where the tree does not have that device.
[[nodiscard]] std::vector<std::pair<NodeId, findings::Finding>> faultFindings(const Topology &topology);

/// That a NUMA node has no CPUs, as one of CXL memory or of a GPU's memory, or no memory, as one without
/// DIMMs. No fault by itself.
[[nodiscard]] std::optional<findings::Finding> numaFinding(const host::NumaNodeFacts &facts);

} // namespace fabricscope::topology
