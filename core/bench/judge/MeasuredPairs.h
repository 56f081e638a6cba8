// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Units.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fabricscope::affinity {
struct Examination;
struct Judgement;
struct Verdict;
} // namespace fabricscope::affinity
namespace fabricscope::topology {
class Topology;
}

namespace fabricscope::bench {

struct RunRecord;

/// The perftest result between the memory of a GPU and a NIC of one host, in one direction, with the expected
/// bandwidth of such a pair.
struct MeasuredPair {
    std::size_t gpu = 0, nic = 0; ///< indices in affinity::Fabric
    GigabytesPerSecond measured;
    std::optional<GigabytesPerSecond> expected; ///< absent: the rate of the NIC's port is unknown
    /// Less than this is a loss; values in between are normal variation. Set if `expected` is.
    std::optional<GigabytesPerSecond> least;
    std::string
        source; ///< of `expected`: "GPU2 to ionic_2, measured", "92 to 97 % of 400 Gb/s on large writes"
    std::string test; ///< "ib_write_bw"
    std::string runId;
    std::int64_t whenMs = 0; ///< Unix time

    /// Share of the expected value, 0 to 1; 0 if nothing is expected, or nothing is lost.
    [[nodiscard]] double lostShare() const;
    [[nodiscard]] bool isLoss() const { return least && measured < *least; }
    friend bool operator==(const MeasuredPair &, const MeasuredPair &) = default;
};

/// The pairs that these runs measured: for each pair the newest complete run. Runs of other hosts, of host
/// memory, of several devices, in both directions or only of small messages do not describe a pair. The
/// expected value of a pair is the highest one measured between its GPU and one of that GPU's best NICs, by
/// the same test; if there is none, the published value for the NIC's rate; else that rate.
[[nodiscard]] std::vector<MeasuredPair> measuredPairs(std::span<const RunRecord> runs,
                                                      const topology::Topology &topology,
                                                      const affinity::Examination &examination);

/// "measured 37.6 of 48.5 GB/s expected, 22 % lost".
[[nodiscard]] std::string measuredText(const MeasuredPair &pair);
/// The verdict, with the measured losses of its pairs before its reasons: "Measured: GPU2 to
/// ionic_3 37.6 of 48.5 GB/s expected, 22 % lost." Only pairs in use that lose bandwidth, the worst
/// first.
[[nodiscard]] affinity::Verdict withLosses(affinity::Verdict verdict, std::span<const MeasuredPair> pairs,
                                           const affinity::Judgement &judgement);

} // namespace fabricscope::bench
