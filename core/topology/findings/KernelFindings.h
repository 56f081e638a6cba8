// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/topology/Topology.h"

#include <utility>
#include <vector>

namespace fabricscope::topology {

/// Faults that the kernel logged: each at the node of its device, or at the host's where the tree does not
/// have that device. What several lines report about one event is one finding.
[[nodiscard]] std::vector<std::pair<NodeId, findings::Finding>> kernelFindings(const Topology &topology);

} // namespace fabricscope::topology
