// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/topology/Topology.h"

#include <utility>
#include <vector>

namespace fabricscope::topology {

/// What tools report as wrong with devices: each at the node of its device, or at the host's where the tree
/// does not have that device.
[[nodiscard]] std::vector<std::pair<NodeId, findings::Finding>> toolFindings(const Topology &topology);

} // namespace fabricscope::topology
