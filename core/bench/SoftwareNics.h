// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affinity/Fabric.h"
#include "core/topology/Topology.h"

#include <string>
#include <vector>

namespace fabricscope::bench {

/// An RDMA device in software (host::softwareRdma) as perftest takes it.
struct SoftwareNic {
    /// Its name, interface, NUMA node (of the card below it), port's state and subnets. No address, no rate
    /// and no place among the GPUs: it is none of the fabric's, and no ceiling is known for it.
    affinity::Nic nic;
    std::string words;    ///< "soft-RoCE over enp36s0"; made safe
    bool isIwarp = false; ///< it connects by the connection manager alone, and knows no GID index
};

[[nodiscard]] std::vector<SoftwareNic> softwareNics(const topology::Topology &topology);

} // namespace fabricscope::bench
