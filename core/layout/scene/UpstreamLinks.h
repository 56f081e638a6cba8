// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/draw/Wiring.h"
#include "core/topology/Topology.h"

#include <vector>

namespace fabricscope::layout {

/// The painted links from this node up to the root port that it hangs below. `topology` is the
/// one that the wiring was recorded for. Empty if nothing was painted above the node.
[[nodiscard]] std::vector<draw::Rect> upstreamLinks(const topology::Topology &topology,
                                                    const draw::Wiring &wiring, topology::NodeId node);

} // namespace fabricscope::layout
