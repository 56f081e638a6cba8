// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affinity/Affinity.h"
#include "core/topology/Topology.h"

#include <string>
#include <vector>

namespace fabricscope::widgets {

/// The nodes that a search text means, in the order of the topology: part of a name or model, a full or short
/// BDF, vendor:device, a driver, `group:41`, `numa:1`, `is:degraded`, `is:dead`, `is:vfio`,
/// `is:mispaired` (by `judgement`, where there is one). Words are joined by "and". An empty text finds
/// nothing.
[[nodiscard]] std::vector<topology::NodeId> findDevices(const topology::Topology &topology,
                                                        const std::string &text,
                                                        const affinity::Judgement *judgement = nullptr);

} // namespace fabricscope::widgets
