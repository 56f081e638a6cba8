// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/plan/Sweep.h"

#include <optional>
#include <string>
#include <vector>

namespace fabricscope::bench {

/// A queued matrix of pairs between two hosts: the request. Its pairs are planned again when it
/// starts.
struct WaitingPairs {
    std::string server, client; ///< targets; equal: on one host
    std::string test;           ///< as PairRequest::test; likewise the other members
    std::vector<std::string> serverDevices, clientDevices;
    bool gpuMemory = false, gpus = false;
    unsigned seconds = 2; ///< for each pair
    unsigned concurrent = 1;
    static constexpr unsigned kMaxSeconds = 86400, kMaxAtOnce = 64;
    friend bool operator==(const WaitingPairs &, const WaitingPairs &) = default;
};

/// Runs that were requested together and are still queued: the rest of a sweep, or a single run.
struct WaitingQueue {
    std::string group;    ///< as RunRecord::group; empty: a single run
    std::string variable; ///< the swept variable: its flag or name; empty: nothing varies
    unsigned repeats = 1; ///< of each value, including those already run
    std::vector<SweepStep> steps;
    std::optional<WaitingPairs> pairs = {}; ///< replaces the command of the only step
    friend bool operator==(const WaitingQueue &, const WaitingQueue &) = default;
};

} // namespace fabricscope::bench
