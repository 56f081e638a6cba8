// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/findings/Finding.h"
#include "core/host/Host.h"
#include "core/topology/Topology.h"

namespace fabricscope::topology {

/// Whether the NUMA nodes of functions were read: then one without a node has none (numa_node = -1). Not if
/// only one has none and its text ends with it: the line with its node may be missing.
[[nodiscard]] bool areNumaNodesRead(const host::Host &host);

/// A device's own node differs from that of `above`. Where that is its bus, of a text that does not place it
/// otherwise, the text may be of several hosts.
[[nodiscard]] findings::Finding differentNuma(int own, const Node &above, const host::PciFunction &device);
/// About devices without a known NUMA node: the kernel states -1, the text names none, or it was not read.
[[nodiscard]] findings::Finding unknownNuma(const host::Host &host);

} // namespace fabricscope::topology
