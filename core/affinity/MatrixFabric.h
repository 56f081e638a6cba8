// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affinity/Fabric.h"
#include "core/host/MatrixDevices.h"

namespace fabricscope::affinity {

/// The fabric of a tool's matrix alone: its GPUs and NICs with the distances in its cells, nothing else.
/// Cells that are not paths (weights, "PCIE") are unknown distances.
[[nodiscard]] Fabric fabricOf(const host::MatrixDevices &devices);

} // namespace fabricscope::affinity
