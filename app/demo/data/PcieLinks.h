// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/data/DemoHost.h"

namespace fabricscope::app::demo {

/// Data rate of the PCIe links from a function up to its root bus, Gb/s in one direction: the narrowest of
/// them, less the packet overhead. In a VM, that of the corresponding device on the hypervisor. Absent if
/// there is no link.
[[nodiscard]] std::optional<int> carriedByLinks(const DemoHost &host, const DemoFunction &function);

/// Gives a VM the data rates of its devices' links on this machine: the VM itself sees them on flat buses.
void assignLinks(DemoHost &guest, const DemoHost &machine);

} // namespace fabricscope::app::demo
