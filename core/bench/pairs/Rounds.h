// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

namespace fabricscope::bench {

/// A measured cell of a matrix: server and client, by index.
struct Cell {
    std::size_t server = 0, client = 0;
    friend bool operator==(const Cell &, const Cell &) = default;
};
using Round = std::vector<Cell>; ///< of disjoint pairs: no device occurs twice in it

/// Each server with each client once, on two hosts: as many rounds as the larger side has devices, the
/// minimum possible. The first round pairs equal numbers: the rails.
[[nodiscard]] std::vector<Round> roundsBetween(std::size_t servers, std::size_t clients);

/// Each ordered pair of different devices of one host once: A to B is not B to A. By the circle method
/// (1-factorisation of a complete graph); 2 (n - 1) rounds for an even number n, 2 n for an odd one.
[[nodiscard]] std::vector<Round> roundsAmong(std::size_t devices);

} // namespace fabricscope::bench
