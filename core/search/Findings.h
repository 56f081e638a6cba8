// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affinity/Affinity.h"
#include "core/topology/Topology.h"

#include <optional>
#include <string>
#include <vector>

namespace fabricscope::search {

/// Something that is said about a host or one of its devices.
struct Finding {
    topology::Severity severity = topology::Severity::Note;
    std::string title;                    ///< "GPU5: the link runs at Gen5 x8 although ..."
    std::string rule;                     ///< "link.narrow", "pair.mispaired"
    std::optional<topology::NodeId> node; ///< what it is about; absent where only an NCCL file names it
    bool mispaired = false;
    friend bool operator==(const Finding &, const Finding &) = default;
};

/// Remarks of the topology, and what is to be said about the pairs that the host works by: what the sums of
/// the sidebar count, and notes besides. In the order of the nodes, then of the pairs. `judgement` is of this
/// topology, or nullptr.
[[nodiscard]] std::vector<Finding> findingsOf(const topology::Topology &topology,
                                              const affinity::Judgement *judgement);

} // namespace fabricscope::search
