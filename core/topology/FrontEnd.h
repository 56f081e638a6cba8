// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/topology/Joins.h"
#include "core/topology/Topology.h"

#include <vector>

namespace fabricscope::topology {

/// Sets Node::frontEnd in the complete tree of a host.
/// A NIC belongs to the fabric if a port, switch or bridge has both it and a GPU below it. If that is true of
/// no NIC (flat buses of a VM), the NICs with an RDMA role belong to it.
void markFrontEnds(std::vector<Node> &nodes, const host::Host &host, const Joins &joins);

} // namespace fabricscope::topology
