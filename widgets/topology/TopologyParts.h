// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/topology/Topology.h"

#include <QSet>

#include <memory>
#include <optional>

namespace fabricscope::draw {
struct Action;
}

namespace fabricscope::present {
struct SeenByGuest;
}

namespace fabricscope::widgets {

class TopologyScene;

/// Whether both are empty, or have equal values.
template<typename T> [[nodiscard]] bool sameValue(const std::shared_ptr<T> &a, const std::shared_ptr<T> &b) {
    return a == b || (a && b && *a == *b);
}

/// The node of `after` that corresponds to `id` in `before`: by BDF, else by kind and NUMA node.
[[nodiscard]] std::optional<topology::NodeId> sameNode(const topology::Topology &before, topology::NodeId id,
                                                       const topology::Topology &after);

/// The guest's devices, the physical functions of its virtual ones, and all their parents.
[[nodiscard]] QSet<topology::NodeId> seenNodes(const topology::Topology &topology,
                                               const present::SeenByGuest &seenBy);

/// Where the picture shows a node that has no area of its own: a PF for its VF, a device for its partition.
/// std::nullopt: it has one, or nothing represents it. `topology` is that of the scene, or nullptr.
[[nodiscard]] std::optional<topology::NodeId> representativeOf(const TopologyScene &scene,
                                                               const topology::Topology *topology,
                                                               std::optional<topology::NodeId> node);

/// The control of this node's fold; nullptr if it has none. Valid until the scene gets another list.
[[nodiscard]] const draw::Action *foldOf(const TopologyScene &scene, const topology::Topology *topology,
                                         topology::NodeId node);

} // namespace fabricscope::widgets
