// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hostvm/Passthrough.h"

namespace fabricscope::hostvm {

/// Whether the kernel gives what is below a port with these ACS controls (as pci::Acs has them) a group of
/// its own: SV, RR, CR and UF (Linux, drivers/iommu/iommu.c: REQ_ACS_FLAGS).
[[nodiscard]] bool isolates(std::uint8_t acs);

/// Findings about these devices of the host, from two tables of rules.
[[nodiscard]] std::vector<PassthroughFinding>
passthroughFindings(const topology::Topology &host, const std::vector<PassthroughDevice> &devices);

} // namespace fabricscope::hostvm
