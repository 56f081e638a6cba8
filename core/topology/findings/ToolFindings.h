// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/topology/Topology.h"

#include <string_view>
#include <utility>
#include <vector>

namespace fabricscope::topology {

/// What tools report as wrong with devices: each at the node of its device, or at the host's where the tree
/// does not have that device.
[[nodiscard]] std::vector<std::pair<NodeId, findings::Finding>> toolFindings(const Topology &topology);

/// Rule::variant of "device.fault" for a fault on this host; empty where no row is about it.
[[nodiscard]] std::string_view toolFaultVariant(const host::Host &host, const host::ToolFault &fault);

} // namespace fabricscope::topology
