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

/// Something on a device's way up to the CPU that costs whoever goes there, though the pairing may be right.
struct PathFault {
    enum class Kind : std::uint8_t {
        NarrowLink, ///< fewer lanes than both ends have
        /// Access Control Services of a switch's port send requests or completions between devices below the
        /// switch up to the root complex (PCIe 6.0, 6.12.1.2: P2P Request and Completion Redirect).
        Redirect,
    };
    /// Bit of the ACS control: requests with translated addresses go straight on (PCIe 6.0, 7.7.11.3).
    static constexpr std::uint8_t kDirectTranslated = 0x40;
    static constexpr std::uint8_t kRedirects = 0x0C; ///< of requests, of completions

    Kind kind = Kind::NarrowLink;
    std::string device;                       ///< at the lower end: "GPU5", "Switch 41:00.0"
    std::string address;                      ///< NarrowLink: of that end; Redirect: of the port above it
    std::optional<pci::LinkRate> now, could;  ///< NarrowLink: at the speed that both ends can
    std::string box;                          ///< Redirect: the switch
    std::uint8_t control = 0;                 ///< Redirect: the port's ACS control as it is
    std::optional<GigabytesPerSecond> uplink; ///< Redirect: the link from the switch to the CPU
    bool translates =
        false; ///< Redirect: the device asks for addresses itself (ATS): the port need not redirect
    bool hasVmDevices = false; ///< Redirect: a VM has devices below the switch, which this keeps apart
};

/// One node on a device's way up.
struct UpstreamStep {
    topology::NodeId node = 0;
    std::int32_t narrow = -1,
                 redirect = -1; ///< index in Ways::faults: of the link, of the port, above `node`
};
/// The device itself first, the root complex last. Empty: unknown.
using UpstreamPath = std::vector<UpstreamStep>;

/// The ways of a fabric's devices, all in one topology.
struct UpstreamPaths {
    std::vector<UpstreamPath> gpus, nics; ///< as in Fabric
    std::vector<PathFault> faults;
};

/// The ways of these nodes. Linear in their depth; deeper than 64 is left out.
[[nodiscard]] UpstreamPaths upstreamPathsOf(const topology::Topology &topology,
                                            const std::vector<topology::NodeId> &gpus,
                                            const std::vector<topology::NodeId> &nics);

/// What is between these two, each once: links that cost the NIC's rate something, and, where a switch joins
/// them, its ports that redirect.
[[nodiscard]] std::vector<const PathFault *> faultsBetween(const Fabric &fabric, std::size_t gpu,
                                                           std::size_t nic);

} // namespace fabricscope::affinity
