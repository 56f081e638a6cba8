// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/Sweep.h"

#include <optional>
#include <string>
#include <vector>

namespace fabricscope::bench {

/// A waiting matrix of pairs between two hosts: the request. Its pairs are planned again when it
/// starts.
struct WaitingPairs {
    std::string server, client; ///< targets; the same: on one host
    std::string test;           ///< as PairRequest::test; likewise the others
    std::vector<std::string> serverDevices, clientDevices;
    bool gpuMemory = false, gpus = false;
    unsigned seconds = 2; ///< for each pair
    unsigned concurrent = 1;
    static constexpr unsigned kMaxSeconds = 86400, kMaxAtOnce = 64;
    friend bool operator==(const WaitingPairs &, const WaitingPairs &) = default;
};

/// Runs that were asked for together and wait still: what is left of a sweep, or one run alone.
struct WaitingQueue {
    std::string group;    ///< as RunRecord::group; empty: a single run
    std::string variable; ///< that is swept: its flag or name; empty: nothing varies
    unsigned repeats = 1; ///< of each value, those that have run included
    std::vector<SweepStep> steps;
    std::optional<WaitingPairs> pairs = {}; ///< the one step is not its command, but these
    friend bool operator==(const WaitingQueue &, const WaitingQueue &) = default;
};

} // namespace fabricscope::bench
