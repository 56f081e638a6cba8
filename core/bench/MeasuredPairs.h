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

/// What perftest found between the memory of a GPU and a NIC of one host, in one direction, with what such
/// a pair is expected to carry.
struct MeasuredPair {
    std::size_t gpu = 0, nic = 0; ///< indices in affinity::Fabric
    GigabytesPerSecond measured;
    std::optional<GigabytesPerSecond> expected; ///< absent: the rate of the NIC's port is not known
    /// Less than this is a loss; between the two is what varies. Set where `expected` is.
    std::optional<GigabytesPerSecond> least;
    std::string
        source; ///< of `expected`: "GPU2 to ionic_2, measured", "92 to 97 % of 400 Gb/s on large writes"
    std::string test; ///< "ib_write_bw"
    std::string runId;
    std::int64_t whenMs = 0; ///< Unix time

    /// Of what is expected, 0 to 1; 0 where nothing is expected, or nothing is lost.
    [[nodiscard]] double lostShare() const;
    [[nodiscard]] bool isLoss() const { return least && measured < *least; }
    friend bool operator==(const MeasuredPair &, const MeasuredPair &) = default;
};

/// The pairs that these runs measured: of each pair the newest run that came to its end. Runs of other hosts,
/// of host memory, of several devices, in both directions or of small messages alone do not describe a pair.
/// What is expected of a pair is the most that was measured of its GPU with one of the NICs that are best for
/// it, by the same test; where there is none, what was published for the rate of the NIC; else that rate.
[[nodiscard]] std::vector<MeasuredPair> measuredPairs(std::span<const RunRecord> runs,
                                                      const topology::Topology &topology,
                                                      const affinity::Examination &examination);

/// "measured 37.6 of 48.5 GB/s expected, 22 % lost".
[[nodiscard]] std::string measuredText(const MeasuredPair &pair);
/// The verdict with what its pairs were found to cost in front of its reasons: "Measured: GPU2 to
/// ionic_3 37.6 of 48.5 GB/s expected, 22 % lost." Of the pairs that are in use those that lose bandwidth,
/// the worst first.
[[nodiscard]] affinity::Verdict withLosses(affinity::Verdict verdict, std::span<const MeasuredPair> pairs,
                                           const affinity::Judgement &judgement);

} // namespace fabricscope::bench
