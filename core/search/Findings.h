// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affinity/Affinity.h"
#include "core/topology/Topology.h"

#include <optional>
#include <string>
#include <vector>

namespace fabricscope::search {

/// A finding of a host, and where in its pictures it is.
struct LocatedFinding {
    findings::Finding finding;
    std::optional<topology::NodeId> node; ///< what it is about; absent where only an NCCL file names it
    std::optional<std::size_t> pair;      ///< index of the pair in the judgement that it is about
    friend bool operator==(const LocatedFinding &, const LocatedFinding &) = default;
};

/// Findings of the topology, of the pairs that the host works by, and other costs
/// (ACS, the bootstrap interface): what the totals of the sidebar count, and also notes. Each
/// finding once: a link that lacks lanes at its device, a hypervisor's paths at the hypervisor. In the
/// order of the nodes, then of the pairs, then as the judgement has it. `judgement` is of this topology, or
/// nullptr.
[[nodiscard]] std::vector<LocatedFinding> findingsOf(const topology::Topology &topology,
                                                     const affinity::Judgement *judgement);

} // namespace fabricscope::search
