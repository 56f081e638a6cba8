// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/topology/Topology.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace fabricscope::fleet {

/// What a host is made of, in 32 hexadecimal digits: two hosts with the same one have the same devices at the
/// same places with the same links, NUMA nodes, drivers and firmware, the same processors, memory (within a
/// GiB a node), kernel, modules and number of VMs. What differs between any two hosts is left out: serial
/// numbers, GUIDs, MACs, addresses, names, IOMMU groups, who holds a device, and the speed of a link that an
/// idle GPU lowers. An unknown fact is one of its own: it equals only another unknown. Linear in functions.
[[nodiscard]] std::string signatureOf(const topology::Topology &topology);

/// A host among others of a group.
struct Candidate {
    std::string kind;      ///< hosts are compared with those of the same kind: "MI300X ×8"
    std::string signature; ///< with its findings; empty: not known, or for other reasons shown by itself
};

/// Hosts that may be shown as one.
struct Fold {
    std::size_t first = 0;              ///< stands for them
    std::vector<std::size_t> identical; ///< the others, in their order; at least kMinFolded
};
/// Fewer are not worth a row that has to be opened.
inline constexpr std::size_t kMinFolded = 3;

/// Of each kind the signature that more than half of its hosts have. Whatever is odd is in no fold, also
/// where several are odd in the same way. By the place of `first`. O(n log n).
[[nodiscard]] std::vector<Fold> identicalHosts(std::span<const Candidate> hosts);

} // namespace fabricscope::fleet
