// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/topology/Topology.h"

#include <functional>
#include <optional>

namespace fabricscope::widgets {

enum class Step { Up, Down, Left, Right };

/// The target of an arrow key in the hardware tree: parent, first child, previous and next sibling; after the
/// last sibling, the next node at the same depth (from a NIC to the GPU of the next pair). Nodes that are not
/// drawn
/// (`drawn` is false) are skipped: their children count as their parent's. Without a start node, the first
/// one that is drawn. std::nullopt: there is nothing in that direction.
[[nodiscard]] std::optional<topology::NodeId> walk(const topology::Topology &topology,
                                                   std::optional<topology::NodeId> from, Step step,
                                                   const std::function<bool(topology::NodeId)> &drawn);

} // namespace fabricscope::widgets
