// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/findings/Finding.h"
#include "core/topology/Topology.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::hostvm {

using pci::Address;

/// A function assigned to a VM, or one that could be: of the kind and model of an assigned one.
struct PassthroughDevice {
    Address address;
    topology::NodeKind kind = topology::NodeKind::Other;
    std::string name;   ///< "GPU2"
    std::string owner;  ///< the VM that holds it; empty if none is known to
    bool bound = false; ///< to a driver of VFIO
    std::string driver; ///< the bound driver; empty if there is none, or it is unknown
    std::optional<std::uint32_t> group;
    /// Members of its group that are neither bridges nor bound to VFIO: VFIO assigns whole groups only.
    std::vector<Address> groupOthers;
    std::optional<Address> port;             ///< the root or downstream port above
    std::optional<std::uint8_t> acs;         ///< enabled there, as pci::Acs has it; unknown without root
    std::optional<bool> ats;                 ///< enabled; unknown where the capability is not seen
    std::optional<std::string> resetMethods; ///< "flr bus", in the kernel's order
    std::optional<std::uint32_t> vfs, vfsPossible; ///< of a physical function
    bool dead = false;                             ///< fell off the bus

    /// VFIO accepts it, as far as its group is concerned. Unknown if the group is unknown.
    [[nodiscard]] std::optional<bool> isolated() const {
        return group ? std::optional(groupOthers.empty()) : std::nullopt;
    }
};

/// A finding about devices or a VM, by a rule "passthrough.*". Its commands fix it: they are shown, never
/// run.
struct PassthroughFinding {
    findings::Finding finding;    ///< its device names the first of `devices`
    std::vector<Address> devices; ///< sorted; empty: it is about a VM
};

/// The passthrough state of a host; empty if it assigns no devices to VMs.
struct Passthrough {
    std::vector<PassthroughDevice> devices;   ///< by address
    std::vector<PassthroughFinding> findings; ///< worst first

    [[nodiscard]] bool isNone() const { return devices.empty(); }
};

/// Pure. What was not read is unknown, and no findings are made about it.
[[nodiscard]] Passthrough passthroughOf(const topology::Topology &host);

} // namespace fabricscope::hostvm
