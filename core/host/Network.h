// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/host/Fact.h"

#include <cstdint>
#include <optional>
#include <string>

namespace fabricscope::host {

/// The device at the other end of a cable, as it reports itself (IEEE 802.1AB): a switch, or another host.
struct LldpNeighbour {
    std::string chassisId;      ///< "68:21:5f:00:00:01"; distinguishes switches
    std::string name;           ///< "leaf-1"; empty where it has none
    std::string port;           ///< "Ethernet1/7"
    std::optional<bool> bridge; ///< it forwards between ports; unknown: not stated
    EvidenceRef evidence;
};

/// A line of the kernel's main routing table. Tables selected by rules are not included.
struct Route {
    std::string interface;   ///< empty for a rejected destination
    std::string destination; ///< with prefix length: "10.2.0.0/16", "::/0"
    std::string gateway;     ///< empty: on the link itself
    std::uint32_t metric = 0;
    bool rejected = false; ///< unreachable, prohibited or dropped
    EvidenceRef evidence;
};

} // namespace fabricscope::host
