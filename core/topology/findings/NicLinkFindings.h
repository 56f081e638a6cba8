// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/topology/Topology.h"

#include <utility>
#include <vector>

namespace fabricscope::topology {

/// NICs of 100 Gb/s or more whose PCIe link carries less than an active port of theirs, or, where no port is
/// known, less than a quarter of what they are built for. Those whose link has
/// a warning already are left out, and NICs of VMs, whose links are their VMM's words.
[[nodiscard]] std::vector<std::pair<NodeId, findings::Finding>> nicLinkFindings(const Topology &topology);

} // namespace fabricscope::topology
