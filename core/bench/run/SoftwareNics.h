// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affinity/Fabric.h"
#include "core/topology/Topology.h"

#include <string>
#include <vector>

namespace fabricscope::bench {

/// A software RDMA device (host::softwareRdma) as used by perftest.
struct SoftwareNic {
    /// Its name, interface, NUMA node (of the underlying card), port state and subnets. No address, no rate
    /// and no distance to the GPUs: it is not part of the fabric, and has no known ceiling.
    affinity::Nic nic;
    std::string words;    ///< "soft-RoCE over enp36s0"; made safe
    bool isIwarp = false; ///< it connects only through the connection manager, and has no GID index
};

[[nodiscard]] std::vector<SoftwareNic> softwareNics(const topology::Topology &topology);

} // namespace fabricscope::bench
