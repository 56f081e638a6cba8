// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/data/DemoHost.h"

#include <cstdint>
#include <vector>

namespace fabricscope::app::demo {

/// The config space that matches the function's facts: 4096 bytes for PCI Express functions, 256 for others
/// (register layouts: PCI 3.0, 6.1; PCIe 6.0, 7.5 to 7.9). A virtual function reads ffff for vendor and
/// device and zero in the registers that belong to its PF, as SR-IOV specifies (PCIe 6.0, 9.3.4).
[[nodiscard]] std::vector<std::uint8_t> buildConfigSpace(const DemoHost &host, const DemoFunction &function);

} // namespace fabricscope::app::demo
