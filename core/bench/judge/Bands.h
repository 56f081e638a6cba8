// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/run/Ceiling.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace fabricscope::bench {

/// A published result for a model and a test.
struct Band {
    std::string_view model;                   ///< part of the GPU's name: "MI300X"
    std::string_view test;                    ///< "all_reduce_perf", "ib_write_bw -b"
    int nodes = 1;                            ///< 1, or 2 for two and more
    std::uint64_t fromBytes = 0, toBytes = 0; ///< message sizes for which it is valid, both included
    double low = 0, high = 0;                 ///< in `unit`; equal: one value
    std::string_view unit;                    ///< "GB/s" of busbw, "Gb/sec" of one NIC
    /// Total rate of a node's NICs, in Gb/s, for bands over the network; for perftest of one NIC; 0:
    /// any.
    double networkGbits = 0;
    bool floor = false; ///< a minimum acceptable value, not a measured one
    std::string_view source;
};

/// The matching bands, measured ones first. `networkGbits` absent: bands over the network do not match.
[[nodiscard]] std::vector<Band> bandsFor(std::string_view model, std::string_view test, int nodes,
                                         Carrier carrier, std::optional<double> networkGbits);

} // namespace fabricscope::bench
