// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affinity/Affinity.h"
#include "core/topology/Topology.h"

#include <optional>
#include <string>
#include <vector>

namespace fabricscope::search {

/// A statement about a host or one of its devices.
struct Finding {
    findings::Severity severity = findings::Severity::Note;
    std::string device;                   ///< "GPU5"; empty where `words` name what it is about
    std::string words;                    ///< "the link runs at Gen5 x8 although ..."
    std::string why;                      ///< further sentences; may be empty
    std::string rule;                     ///< "link.narrow", "pair.mispaired", "way.acs_redirect"
    std::optional<topology::NodeId> node; ///< what it is about; absent where only an NCCL file names it
    bool mispaired = false;
    std::optional<std::size_t> pair; ///< index of the pair in the judgement that it is about
    [[nodiscard]] std::string title() const { return device.empty() ? words : device + ": " + words; }
    friend bool operator==(const Finding &, const Finding &) = default;
};

/// Findings of the topology, of the pairs that the host works by, and other costs next to
/// them (ACS, the interface of the bootstrap): what the sums of the sidebar count, and also notes. Each
/// fault once: a link that lacks lanes at its device, a hypervisor's paths at the hypervisor. In the
/// order of the nodes, then of the pairs, then as the judgement has it. `judgement` is of this topology, or
/// nullptr.
[[nodiscard]] std::vector<Finding> findingsOf(const topology::Topology &topology,
                                              const affinity::Judgement *judgement);

} // namespace fabricscope::search
