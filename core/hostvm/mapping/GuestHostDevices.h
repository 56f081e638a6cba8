// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/topology/Topology.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fabricscope::hostvm {

using pci::Address;

/// A function that may exist on both sides. Pointers refer to the topology's host.
struct Device {
    const host::PciFunction *function = nullptr;
    topology::NodeKind kind = topology::NodeKind::Other;
    /// In the guest: a kind that is passed through, and not emulated by a VMM. On the host: bound to
    /// VFIO, or assigned to a VM.
    bool passed = false;
    std::vector<std::size_t> holders; ///< on the host: indices of the VMs that have it

    [[nodiscard]] const Address &address() const { return function->address; }
};

/// The devices of one of the two captures that may be matched: everything but bridges. By address.
struct Side {
    const topology::Topology *topology = nullptr;
    std::vector<Device> devices;

    [[nodiscard]] const host::Host &host() const { return topology->host(); }
    /// nullptr if there is none. Logarithmic.
    [[nodiscard]] const Device *find(const Address &address) const;
};

[[nodiscard]] Side sideOf(const topology::Topology &topology, bool isGuest);

/// Both sides report vendor and device, and they are equal.
[[nodiscard]] bool areOneModel(const host::PciFunction &a, const host::PciFunction &b);
/// Both sides report them, and they differ: these are different devices, whatever any source states.
[[nodiscard]] bool areTwoModels(const host::PciFunction &a, const host::PciFunction &b);
/// "1002:75a0", "an unknown model".
[[nodiscard]] std::string modelText(const host::PciFunction &function);

/// GPUs, NICs, NVMe drives, NVSwitches: the kinds usually passed through.
[[nodiscard]] bool isPassthroughKind(topology::NodeKind kind);

} // namespace fabricscope::hostvm
