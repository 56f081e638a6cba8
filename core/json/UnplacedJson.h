// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/Json.h"
#include "core/topology/Topology.h"

namespace fabricscope::json {

// Only for .cpp files of core/json.

/// What a host's sources state about devices that the tree does not have: "rdma_devices", "interfaces"; where
/// there are no PCI functions, the host's own facts as "host_facts". Keys without content are left out.
void addUnplaced(const topology::Topology &topology, Value &document);

/// "kernel_remarks" of the tree's document, whose devices have no node to hold them.
void addUnplacedMessages(const topology::Topology &topology, Value &document);

} // namespace fabricscope::json
