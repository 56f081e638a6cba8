// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Units.h"
#include "core/bench/run/Results.h"
#include "core/bench/run/UsedDevices.h"
#include "core/bench/telemetry/Telemetry.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::bench {

/// Rates read at one time while a tool moved GPU memory through a NIC, in 10^9 bytes per second.
struct TrafficSample {
    std::optional<double> nic; ///< sent and received by the NIC's counters, or the tool's own rate
    std::optional<double> gpu; ///< over the GPU's PCIe link, both directions
};

/// Whether data went directly from GPU to NIC, or through host memory.
struct GdrProof {
    enum class DataPath : std::uint8_t {
        Unknown,
        Direct, ///< the GPU's PCIe link carries what the NIC carries
        Staged, ///< the GPU's link is idle: the NIC's data does not come from the GPU
    };
    DataPath dataPath = DataPath::Unknown;
    std::optional<double> nic, gpu; ///< medians of the valid samples
    std::size_t samples = 0;        ///< valid samples: both values read, while the NIC was busy
    std::string why;                ///< a sentence without a full stop
};

/// Samples in which the NIC carries less than a tenth of its maximum are ignored: they are from before or
/// after the run. Equal means 70 to 150 %: tools count packets and headers differently. Less than 10 % is
/// idle; values in between prove nothing.
[[nodiscard]] GdrProof gdrProof(std::span<const TrafficSample> samples);

/// Telemetry of one GPU's PCIe link ("GPU 2": the sum of both directions, if it has two), each sample with
/// the rate that perftest reported for the NIC at that time.
[[nodiscard]] std::vector<TrafficSample> trafficOf(GigabytesPerSecond nic, const Results &telemetry,
                                                   std::string_view subject);

/// Each reading of the NIC's counters, both directions together, with the traffic of the GPU's PCIe link at
/// the same time, by `telemetry` of the host that they are in. Where the NIC's cannot be read, the tool's
/// rate
/// (`toolRate`) is used. The GPU's index in telemetry is unknown where no GPU is
/// `used`: then it is the one that carried most.
[[nodiscard]] std::vector<TrafficSample> trafficSamples(const Telemetry &telemetry, const UsedDevices &used,
                                                        std::optional<GigabytesPerSecond> toolRate);
/// The NIC's rate in perftest's last row; absent: none, or another tool.
[[nodiscard]] std::optional<GigabytesPerSecond> reportedRate(const Results &results);

/// gdrProof() of trafficSamples(), with what telemetry could not read if that makes the result unknown.
/// Absent: the run does not move GPU memory through a known NIC.
[[nodiscard]] std::optional<GdrProof> proofOf(const Telemetry &telemetry, const UsedDevices &used,
                                              std::optional<GigabytesPerSecond> toolRate);

} // namespace fabricscope::bench
