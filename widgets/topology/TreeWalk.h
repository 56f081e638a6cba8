// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/topology/Topology.h"

#include <functional>
#include <optional>

namespace fabricscope::widgets {

enum class Step { Up, Down, Left, Right };

/// Where an arrow key leads in the hardware tree: parent, first child, previous and next sibling; past the
/// last sibling, to the next one's of the same depth (from a NIC to the GPU of the next pair). Nodes that are
/// not drawn (`drawn` is false) are passed through: their children count as their parent's. Without a node
/// to start from, the first one that is drawn. std::nullopt: there is nothing in that direction.
[[nodiscard]] std::optional<topology::NodeId> walk(const topology::Topology &topology,
                                                   std::optional<topology::NodeId> from, Step step,
                                                   const std::function<bool(topology::NodeId)> &drawn);

} // namespace fabricscope::widgets
