// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/topology/HardwarePath.h"

#include <cstddef>
#include <string>
#include <vector>

namespace fabricscope::topology {

/// A disagreement between a vendor's tool and the hardware about a pair of devices.
struct PathDisagreement {
    std::string tool;     ///< "nvidia-smi topo -m"
    std::string from, to; ///< nodes' names
    std::string stated, computed;
    host::EvidenceRef evidence; ///< the tool's line
};

struct PathComparison {
    std::size_t compared = 0; ///< pairs that both know
    std::vector<PathDisagreement> different;
};

/// Compares the matrices that tools printed (host::DeviceMatrix) with the tree, where both are known. A less
/// precise cell (rocm-smi's PCIE) disagrees only if it contradicts the tree.
[[nodiscard]] PathComparison compareTools(const Topology &topology, const HardwarePaths &paths);

} // namespace fabricscope::topology
