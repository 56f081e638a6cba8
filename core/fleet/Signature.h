// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/topology/Topology.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace fabricscope::fleet {

/// A digest of a host's configuration, in 32 hexadecimal digits: two hosts with the same signature have the
/// same devices at the same places with the same links, NUMA nodes, drivers and firmware, the same
/// processors, memory (within a GiB per node), kernel, modules and number of VMs. What differs between any
/// two hosts is left out: serial numbers, GUIDs, MACs, addresses, names, IOMMU groups, owners of devices, and
/// the speed of a link that an idle GPU lowers. An unknown fact equals only another unknown one. Linear in
/// functions.
[[nodiscard]] std::string signatureOf(const topology::Topology &topology);

/// A host in a group of hosts.
struct Candidate {
    std::string kind;      ///< hosts are compared with those of the same kind: "MI300X ×8"
    std::string signature; ///< including findings; empty: unknown, or the host is shown separately
};

/// Hosts that may be shown as one row.
struct Fold {
    std::size_t first = 0;              ///< represents them
    std::vector<std::size_t> identical; ///< the others, in order; at least kMinFolded
};
/// Fewer hosts are not worth a collapsed row.
inline constexpr std::size_t kMinFolded = 3;

/// For each kind, the signature shared by more than half of its hosts. A host that deviates is in no fold,
/// even if several deviate in the same way. Sorted by `first`. O(n log n).
[[nodiscard]] std::vector<Fold> identicalHosts(std::span<const Candidate> hosts);

} // namespace fabricscope::fleet
