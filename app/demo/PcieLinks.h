// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/DemoHost.h"

namespace fabricscope::app::demo {

/// What the PCIe links from a function up to its root bus carry, Gb/s of data in one direction: the narrowest
/// of them, less what packets cost. In a VM, those of the device that it is on the hypervisor. Absent where
/// no link is there.
[[nodiscard]] std::optional<int> carriedByLinks(const DemoHost &host, const DemoFunction &function);

/// Tells a VM what its devices' links on this machine carry: the VM itself sees them on flat buses.
void assignLinks(DemoHost &guest, const DemoHost &machine);

} // namespace fabricscope::app::demo
