// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/topology/Topology.h"

#include <optional>
#include <string_view>

namespace fabricscope::topology {

/// What a function that is no bridge is, by its class code and vendor (PCI Code and ID Assignment 1.16).
[[nodiscard]] NodeKind deviceKind(const host::PciFunction &function);

/// PCI-to-PCI bridges of class 0604 and 0609, among them all PCIe ports; by header type where the class is
/// unknown.
/// Whether it has devices that only hypervisors emulate.
[[nodiscard]] bool hasEmulatedDevices(const host::Host &host);
/// False for a list of functions whose bridges do not state the buses below them (`lspci` without -t and -v):
/// what is above a bus is then unknown.
[[nodiscard]] bool statesTree(const host::Host &host);
[[nodiscard]] bool isPciBridge(const host::PciFunction &function);

/// "Host bridge", "USB", "SATA": a short word for functions of kind Other; "Device" where there is none.
[[nodiscard]] std::string_view className(std::optional<std::uint32_t> classCode);

/// Drivers that hand a function to a VM or to a program: vfio-pci and its variants (mlx5_vfio_pci).
[[nodiscard]] bool isVfioDriver(std::string_view driver);

} // namespace fabricscope::topology
