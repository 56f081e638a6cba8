// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/Json.h"
#include "core/topology/Topology.h"

#include <span>

namespace fabricscope::json {

// Parts shared by several documents. Only for .cpp files of core/json.

/// {"schema": "fabricscope.NAME/0", "host": ..., "simulated": ...}: the beginning of every document about a
/// host; `simulated` only for simulated ones.
[[nodiscard]] Value documentHeader(std::string_view name, const topology::Topology &topology);
/// The link object; unknown parts are null.
[[nodiscard]] Value linkValue(const topology::Link &link);
/// The same for a node, with the bandwidth alone if the source shows nothing else; null if it has no
/// link.
[[nodiscard]] Value linkValue(const topology::Node &node, const host::PciFunction &function);
[[nodiscard]] Value findingsValue(std::span<const findings::Finding> findings);
[[nodiscard]] std::string_view toString(topology::Link::State state);

/// What a host's sources state about devices that the tree does not have: "rdma_devices", "interfaces"; where
/// there are no PCI functions, the host's own facts as "host_facts". Keys without content are left out.
void addUnplaced(const topology::Topology &topology, Value &document);

/// "vms": the virtual machines of a host, with what each source states of their devices. Left out where there
/// are none.
void addVms(const host::Host &host, Value &document);

/// "kernel_remarks" of the tree's document, whose devices have no node to hold them.
void addUnplacedMessages(const topology::Topology &topology, Value &document);

} // namespace fabricscope::json
