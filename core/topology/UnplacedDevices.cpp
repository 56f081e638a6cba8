// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/topology/UnplacedDevices.h"

#include <algorithm>

namespace fabricscope::topology {

host::MatrixDevices unplacedDevices(const Topology &topology) {
    const auto &nodes = topology.nodes();
    const bool placed =
        std::any_of(nodes.begin(), nodes.end(), [](const Node &node) { return node.kind == NodeKind::Gpu; });
    return placed ? host::MatrixDevices() : host::MatrixDevices(topology.host());
}

} // namespace fabricscope::topology
