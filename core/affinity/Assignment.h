// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affinity/Fabric.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace fabricscope::affinity {

/// Assigns each row to one column; a column may take any number of rows, and each further row of a column
/// costs more.
struct AssignmentProblem {
    static constexpr std::int64_t kNoEdge = -1;

    std::size_t rows = 0, columns = 0;
    std::vector<std::int64_t> cost; ///< by row, then column; at least 0, or kNoEdge
    std::int64_t sharing = 0;       ///< for each row of a column but the first
    std::int64_t balance = 0;       ///< times the number of rows already there, up to kMaxBalance
    static constexpr std::int64_t kMaxBalance = 15;

    [[nodiscard]] std::int64_t costOf(std::size_t row, std::size_t column) const {
        return cost[row * columns + column];
    }
    /// Cost of adding one more row to a column.
    [[nodiscard]] std::int64_t loadCost(std::size_t load) const;
};

/// The cheapest of all assignments (minimum-cost flow by successive shortest paths); rows without an edge are
/// not assigned. Deterministic. Time: rows x rows x columns at worst.
[[nodiscard]] std::vector<std::optional<std::size_t>> cheapest(const AssignmentProblem &problem);

/// The cost of a distance, for the judgement and for the assignment: smaller is better. std::nullopt for an
/// unknown distance. Below one or several switches, GPU and NIC communicate directly. Across a host bridge, a
/// NIC of its own is better than a shared direct one; across sockets, sharing is better.
[[nodiscard]] std::optional<int> costOfWord(topology::PathWord word);
inline constexpr int kCostOfSharing = 15;

/// The best NICs of each GPU: first each GPU gets one, by distance, then by number of GPUs that share it,
/// then by bandwidth, then in order; the remaining NICs go evenly to GPUs that they are as near to as their
/// first ones. Empty for a GPU whose distances are unknown.
[[nodiscard]] std::vector<std::vector<std::size_t>> idealNics(const Fabric &fabric);

} // namespace fabricscope::affinity
