// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affinity/Examine.h"
#include "core/base/Units.h"
#include "core/bench/command/Command.h"
#include "core/bench/run/Results.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::bench {

/// The hardware that carries a run's data.
enum class Carrier : std::uint8_t {
    Unknown,
    GpuFabric, ///< Infinity Fabric or NVLink, inside a host
    Nics,
    Pcie, ///< GPU to GPU or to host memory
};

/// Known facts about a run besides its results.
struct RunFacts {
    const affinity::Examination *examination = nullptr; ///< of the host, or of the first of equal hosts
    const topology::Topology *topology = nullptr;       ///< of the same host; both or neither
    std::vector<EnvironmentValue> environment;
    std::string test; ///< as started: nccl-tests before 2.17 does not print it
    int nodes = 1;
    std::vector<std::size_t> gpus, nics; ///< in use, indices in Fabric; empty: all that would be used
    /// From NCCL's log: false if no connection goes over the network, true if some do. Absent: not read.
    std::optional<bool> overNetwork;
    /// Likewise: connections over the network with and without GPUDirect RDMA.
    std::optional<std::size_t> gdrConnections, stagedConnections;

    [[nodiscard]] std::string_view variable(std::string_view name) const; ///< empty where it is not set
};

/// The maximum that the hardware can carry.
struct Ceiling {
    std::optional<GigabytesPerSecond> most; ///< of busbw, or of one NIC, one way or both; absent: unknown
    Carrier carrier = Carrier::Unknown;
    std::string carrierWhy; ///< a sentence without a full stop
    std::string source;     ///< "8 NICs: minimum of port 50.0 GB/s, Gen5 x16 63.0 GB/s, each", of
                            ///< perftest in Gb/s; where unknown, why
    std::string limit;      ///< the limiting part: "the NICs' rate", "GPU5's link Gen5 x8"
    /// NVLink SHARP reduces inside switches: busbw may then exceed what the wire carries.
    bool mayBeExceeded = false;
};

/// For the busbw of a collective. Over the network: the sum over the NICs in use of what each path carries.
/// Inside a host: all of a GPU's links to the others. Never the GPU fabric's if NICs carry the data
/// (RCCL_ENABLE_INTRANET=1, several hosts).
[[nodiscard]] Ceiling collectiveCeiling(const RunFacts &facts);

/// For perftest between two NICs, including loopback: the NIC's rate or its path to memory, never the GPU
/// fabric's. Doubled for bidirectional tests. `nic`: index in Fabric.
[[nodiscard]] Ceiling perftestCeiling(const RunFacts &facts, std::size_t nic, bool bidirectional);

/// Selects by the results' tool, test and context ("device" of perftest's banner).
[[nodiscard]] Ceiling ceilingOf(const Results &results, const RunFacts &facts);

/// In a unit as printed by tools: "GB/s", "Gb/sec", "MB/sec" and "MiB/sec" (perftest: both 2^20), "MB/s".
/// Absent for a unit that is not a bandwidth.
[[nodiscard]] std::optional<double> inUnit(GigabytesPerSecond bandwidth, std::string_view unit);
[[nodiscard]] std::optional<GigabytesPerSecond> fromUnit(double value, std::string_view unit);

} // namespace fabricscope::bench
