// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affinity/Sentences.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace fabricscope::affinity {

// What contradicts a pair where distances are unknown. For .cpp files of this folder.

/// One GPU with one NIC, as a basis has it.
struct BasisPair {
    std::size_t gpu = 0, nic = 0;
    std::uint32_t line = 0;
    std::vector<int> channels;
    std::vector<int> ports; ///< of a NIC with several
};

/// By GPU and NIC.
using OrderBreaks = std::map<std::pair<std::size_t, std::size_t>, OrderBreak>;

/// Where distances are unknown: the k-th GPU of a NUMA node with its k-th NIC, if most pairs are so.
[[nodiscard]] OrderBreaks orderBreaks(const Fabric &fabric, const std::vector<BasisPair> &pairs);

/// Its NIC is in a rail that other GPUs use on a peer, and the same GPU does not. Where another rail of the
/// NIC is the same GPU's there, addresses and cables contradict each other.
[[nodiscard]] std::optional<RailBreak> railBreak(const Fabric &fabric, const std::vector<PeerRails> &peers,
                                                 const BasisPair &pair);

} // namespace fabricscope::affinity
