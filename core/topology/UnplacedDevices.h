// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/host/MatrixDevices.h"
#include "core/topology/Topology.h"

namespace fabricscope::topology {

/// The devices of a pasted matrix where the tree has no GPU; else none. The topology must outlive them.
[[nodiscard]] host::MatrixDevices unplacedDevices(const Topology &topology);

} // namespace fabricscope::topology
