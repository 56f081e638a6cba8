// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/pci/Link.h"
#include "core/topology/Topology.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fabricscope::affinity {

struct Fabric;

/// A problem on a device's path up to the CPU that costs bandwidth even though the pairing may be right.
struct PathFault {
    enum class Kind : std::uint8_t {
        NarrowLink, ///< fewer lanes than both ends support
        /// Access Control Services of a switch port redirect requests or completions between devices below
        /// the switch up to the root complex (PCIe 6.0, 6.12.1.2: P2P Request and Completion Redirect).
        Redirect,
    };
    /// Bit of the ACS control: requests with translated addresses are routed directly (PCIe 6.0, 7.7.11.3).
    static constexpr std::uint8_t kDirectTranslated = 0x40;
    static constexpr std::uint8_t kRedirects = 0x0C; ///< redirection of requests, of completions

    Kind kind = Kind::NarrowLink;
    std::string device;                      ///< at the lower end: "GPU5", "Switch 41:00.0"
    std::string address;                     ///< NarrowLink: of that end; Redirect: of the port above it
    std::optional<int> oam;                  ///< NarrowLink of a GPU: its OAM's place, as amd-smi states it
    std::optional<pci::LinkRate> now, could; ///< NarrowLink: both at the highest speed that both ends support
    std::string box;                         ///< Redirect: the switch
    std::uint8_t control = 0;                ///< Redirect: the port's current ACS control
    std::optional<GigabytesPerSecond> uplink; ///< Redirect: the link from the switch to the CPU
    bool translates =
        false; ///< Redirect: the device translates addresses itself (ATS): the port need not redirect
    bool hasVmDevices = false; ///< Redirect: it isolates devices of a VM below the switch
};

/// One node on a device's path up.
struct UpstreamStep {
    topology::NodeId node = 0;
    std::int32_t narrow = -1,
                 redirect = -1; ///< index in Ways::faults: of the link, of the port, above `node`
};
/// The device itself first, the root complex last. Empty: unknown.
using UpstreamPath = std::vector<UpstreamStep>;

/// The paths of a fabric's devices, all in one topology.
struct UpstreamPaths {
    std::vector<UpstreamPath> gpus, nics; ///< as in Fabric
    std::vector<PathFault> faults;
};

/// The paths of these nodes. Linear in their depth; levels deeper than 64 are left out.
[[nodiscard]] UpstreamPaths upstreamPathsOf(const topology::Topology &topology,
                                            const std::vector<topology::NodeId> &gpus,
                                            const std::vector<topology::NodeId> &nics);

/// The path faults between these two, each once: links that limit the NIC's rate, and, if a switch connects
/// them, its ports that redirect.
[[nodiscard]] std::vector<const PathFault *> faultsBetween(const Fabric &fabric, std::size_t gpu,
                                                           std::size_t nic);

} // namespace fabricscope::affinity
