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

// Evidence against a pair whose distances are unknown. For .cpp files of this folder.

/// One GPU with one NIC, according to a basis.
struct BasisPair {
    std::size_t gpu = 0, nic = 0;
    std::uint32_t line = 0;
    std::vector<int> channels;
    std::vector<int> ports; ///< of a NIC with several ports
};

/// By GPU and NIC.
using OrderBreaks = std::map<std::pair<std::size_t, std::size_t>, OrderBreak>;

/// If distances are unknown: pairs that break the order "k-th GPU of a NUMA node with its k-th NIC", if most
/// keep it.
[[nodiscard]] OrderBreaks orderBreaks(const Fabric &fabric, const std::vector<BasisPair> &pairs);

/// The GPU's NIC is in a rail that on a peer belongs to other GPUs and not to the same GPU. If another rail
/// of the NIC belongs to the same GPU there, addresses and cables contradict each other.
[[nodiscard]] std::optional<RailBreak> railBreak(const Fabric &fabric, const std::vector<PeerRails> &peers,
                                                 const BasisPair &pair);

} // namespace fabricscope::affinity
