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

/// A function that may be on both sides. Pointers are into the topology's host.
struct Device {
    const host::PciFunction *function = nullptr;
    topology::NodeKind kind = topology::NodeKind::Other;
    /// In the guest: a kind that is passed through, and none that VMMs make themselves. On the host: bound to
    /// VFIO, or a VM's.
    bool passed = false;
    std::vector<std::size_t> holders; ///< on the host: indices of the VMs that have it

    [[nodiscard]] const Address &address() const { return function->address; }
};

/// What one of the two captures holds that may be matched: everything but bridges. By address.
struct Side {
    const topology::Topology *topology = nullptr;
    std::vector<Device> devices;

    [[nodiscard]] const host::Host &host() const { return topology->host(); }
    /// nullptr where there is none. Logarithmic.
    [[nodiscard]] const Device *find(const Address &address) const;
};

[[nodiscard]] Side sideOf(const topology::Topology &topology, bool isGuest);

/// Vendor and device are reported on both sides, and are the same.
[[nodiscard]] bool areOneModel(const host::PciFunction &a, const host::PciFunction &b);
/// They are reported, and differ: then it is another device, whoever states otherwise.
[[nodiscard]] bool areTwoModels(const host::PciFunction &a, const host::PciFunction &b);
/// "1002:75a0", "an unknown model".
[[nodiscard]] std::string modelText(const host::PciFunction &function);

/// GPUs, NICs, NVMe drives, NVSwitches: what people pass through.
[[nodiscard]] bool isPassthroughKind(topology::NodeKind kind);

} // namespace fabricscope::hostvm
