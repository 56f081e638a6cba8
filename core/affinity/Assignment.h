// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affinity/Fabric.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace fabricscope::affinity {

/// Rows are given to columns, each row to one, a column to any number of rows; each further row of a column
/// costs more.
struct AssignmentProblem {
    static constexpr std::int64_t kNoEdge = -1;

    std::size_t rows = 0, columns = 0;
    std::vector<std::int64_t> cost; ///< by row, then column; at least 0, or kNoEdge
    std::int64_t sharing = 0;       ///< for each row of a column but the first
    std::int64_t balance = 0;       ///< times how many are there already, up to kMaxBalance
    static constexpr std::int64_t kMaxBalance = 15;

    [[nodiscard]] std::int64_t costOf(std::size_t row, std::size_t column) const {
        return cost[row * columns + column];
    }
    /// Of a column that takes one more row.
    [[nodiscard]] std::int64_t loadCost(std::size_t load) const;
};

/// The cheapest of all assignments (minimum-cost flow by successive shortest paths); rows without an edge get
/// nothing. The same problem has the same answer. Time: rows x rows x columns at worst.
[[nodiscard]] std::vector<std::optional<std::size_t>> cheapest(const AssignmentProblem &problem);

/// How near, for people's judgement and for the assignment: smaller is better. std::nullopt for an unknown
/// distance. Below one switch, or several: GPU and NIC talk directly. Over a host bridge they are better off
/// alone than sharing a direct one; over sockets, sharing is better.
[[nodiscard]] std::optional<int> costOfWord(topology::PathWord word);
inline constexpr int kCostOfSharing = 15;

/// The best NICs of each GPU: first each gets one, by distance, then by how many share it, then by bandwidth,
/// then in order; NICs that are left go to GPUs that they are as near to as their first ones, evenly. Empty
/// for a GPU whose distances are unknown.
[[nodiscard]] std::vector<std::vector<std::size_t>> idealNics(const Fabric &fabric);

} // namespace fabricscope::affinity
