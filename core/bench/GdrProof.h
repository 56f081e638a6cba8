// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Units.h"
#include "core/bench/Results.h"
#include "core/bench/Telemetry.h"
#include "core/bench/UsedDevices.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::bench {

/// What was read at one time while a tool moved GPU memory through a NIC, in 10^9 bytes a second.
struct TrafficSample {
    std::optional<double> nic; ///< sent and received by the NIC's counters, or the tool's own rate
    std::optional<double> gpu; ///< over the GPU's PCIe link, both directions
};

/// Whether data went from GPU to NIC, or through host memory.
struct GdrProof {
    enum class DataPath : std::uint8_t {
        Unknown,
        Direct, ///< the GPU's PCIe link carries what the NIC carries
        Staged, ///< the GPU's link is idle: the NIC's data is not the GPU's
    };
    DataPath dataPath = DataPath::Unknown;
    std::optional<double> nic, gpu; ///< medians of the samples that count
    std::size_t samples = 0;        ///< that count: both read, while the NIC was busy
    std::string why;                ///< a sentence without a full stop
};

/// Samples in which the NIC carries less than a tenth of its busiest one do not count: before and after the
/// run. Equal means 70 to 150 %: tools count packets and headers each in their own way. Less than 10 % is
/// idle; what is between proves nothing.
[[nodiscard]] GdrProof gdrProof(std::span<const TrafficSample> samples);

/// What telemetry read of one GPU's PCIe link ("GPU 2": both directions together, where it has two), each
/// with the rate that perftest reported for the NIC at that time.
[[nodiscard]] std::vector<TrafficSample> trafficOf(GigabytesPerSecond nic, const Results &telemetry,
                                                   std::string_view subject);

/// Each reading of the NIC's counters, both directions together, with the traffic of the GPU's PCIe link at
/// the same time, by `telemetry` of the host that they are in. Where the NIC's cannot be read, the tool's
/// rate
/// (`toolRate`) is used. The GPU's index in telemetry is unknown where no GPU is
/// `used`: then it is the one that carried most.
[[nodiscard]] std::vector<TrafficSample> trafficSamples(const Telemetry &telemetry, const UsedDevices &used,
                                                        std::optional<GigabytesPerSecond> toolRate);
/// The NIC's rate as perftest reports it in its last row; absent: none, or another tool.
[[nodiscard]] std::optional<GigabytesPerSecond> reportedRate(const Results &results);

/// gdrProof() of trafficSamples(), and what telemetry could not read where that is why nothing is known.
/// Absent: the run does not move GPU memory through a NIC that is known.
[[nodiscard]] std::optional<GdrProof> proofOf(const Telemetry &telemetry, const UsedDevices &used,
                                              std::optional<GigabytesPerSecond> toolRate);

} // namespace fabricscope::bench
