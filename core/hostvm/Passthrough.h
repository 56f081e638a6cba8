// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/topology/Topology.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::hostvm {

using pci::Address;

/// A function that is handed to a VM, or could be: of the kind and model of one that is.
struct PassthroughDevice {
    Address address;
    topology::NodeKind kind = topology::NodeKind::Other;
    std::string name;   ///< "GPU2"
    std::string owner;  ///< the VM that holds it; empty where none is known to
    bool bound = false; ///< to a driver of VFIO
    std::string driver; ///< the one that is bound; empty where none is, or that is unknown
    std::optional<std::uint32_t> group;
    /// Of its group, and neither bridges nor bound to VFIO: VFIO hands out whole groups only.
    std::vector<Address> groupOthers;
    std::optional<Address> port;             ///< the root or downstream port above
    std::optional<std::uint8_t> acs;         ///< enabled there, as pci::Acs has it; unknown without root
    std::optional<bool> ats;                 ///< enabled; unknown where the capability is not seen
    std::optional<std::string> resetMethods; ///< "flr bus", in the kernel's order
    std::optional<std::uint32_t> vfs, vfsPossible; ///< of a physical function
    bool dead = false;                             ///< fell off the bus

    /// VFIO takes it, as far as its group goes. Unknown where the group is unknown.
    [[nodiscard]] std::optional<bool> isolated() const {
        return group ? std::optional(groupOthers.empty()) : std::nullopt;
    }
};

/// Something about devices, or a VM, that is not as it should be, with the commands that fix it: shown,
/// never run.
struct PassthroughFinding {
    findings::Severity severity = findings::Severity::Note;
    std::string rule;             ///< "group_shared"
    std::vector<Address> devices; ///< sorted; empty: of the host or a VM
    std::string sentence;         ///< safe to show, with a full stop
    std::vector<std::string> commands;
};

/// The state about a host that hands devices to VMs; empty where it hands on none.
struct Passthrough {
    std::vector<PassthroughDevice> devices;   ///< by address
    std::vector<PassthroughFinding> findings; ///< worst first

    [[nodiscard]] bool isNone() const { return devices.empty(); }
};

/// Pure. What was not read is unknown, and nothing is reported about it.
[[nodiscard]] Passthrough passthroughOf(const topology::Topology &host);

} // namespace fabricscope::hostvm
