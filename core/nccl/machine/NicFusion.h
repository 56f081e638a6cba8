// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/nccl/Environment.h"
#include "core/nccl/Version.h"
#include "core/nccl/file/XmlTree.h"
#include "core/nccl/machine/Machine.h"
#include "core/nccl/machine/PluginNets.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fabricscope::nccl {

/// Several RDMA ports that the library fuses into one NIC, which then replaces them.
struct FusedNic {
    std::vector<std::size_t> nets; ///< two to four, indices in the plugin's list
    std::string name;              ///< "mlx5_0+mlx5_1", not made safe to show
    std::int64_t speedMbits = 0;   ///< of all of them together
    std::string why; ///< not made safe to show: "one device, 0000:41:00.0", "within PIX of each other, ..."
};

struct NicFusion {
    std::vector<FusedNic> fused; ///< in the library's order
    std::optional<FileError>
        error; ///< what is asked for cannot be done: the run fails with it; none is fused
};

/// What NCCL does since 2.24 with the NICs of NET/IB (ncclTopoMakeVNics of src/graph/topo.cc,
/// ncclIbMakeVDeviceInternal of src/transport/net_ib/init.cc): those of NCCL_NET_FORCE_MERGE, then those that
/// are within NCCL_NET_MERGE_LEVEL of each other in the merged tree, PORT where it is not set. Nothing where
/// the version does not fuse NICs. A NIC that is not a PCI device, or not in the tree, is near to none.
/// `nets`: at most 32, as the plugin lists them.
[[nodiscard]] NicFusion fuseNics(const XmlTree &merged, const Machine &machine,
                                 std::span<const PluginNet> nets, const Environment &environment,
                                 const Version &version);

} // namespace fabricscope::nccl
