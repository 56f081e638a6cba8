// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/topology/Topology.h"

#include <utility>
#include <vector>

namespace fabricscope::topology {

/// Errors that are recorded in devices' own status registers (DevSta, UESta), and drivers that a device
/// should not have. Correctable errors, and requests that nobody answered while devices were searched for,
/// are part of normal work.
[[nodiscard]] std::vector<std::pair<NodeId, findings::Finding>> registerFindings(const Topology &topology);

} // namespace fabricscope::topology
