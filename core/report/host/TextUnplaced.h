// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/topology/Topology.h"

#include <cstddef>
#include <string>

namespace fabricscope::report {

/// What a host's sources state about devices that the tree does not have: RDMA devices, interfaces, messages
/// of the kernel. Where there are no PCI functions at all, the host's own facts too, and a line that says so.
[[nodiscard]] std::string unplacedText(const topology::Topology &topology, std::size_t width);

} // namespace fabricscope::report
