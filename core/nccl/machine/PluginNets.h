// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/nccl/Environment.h"
#include "core/nccl/Version.h"
#include "core/nccl/machine/Machine.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fabricscope::nccl {

/// A NIC as the library's network plugin hands it over (ncclNetProperties_t).
struct PluginNet {
    int dev = 0; ///< its place in the plugin's list
    std::string name;
    /// The folder that its pciPath ends in, after NCCL_IB_MERGE_VFS made it one; empty: it has none.
    std::string lookup;
    bool isPci = false;         ///< `lookup` is there below /sys
    bool collapsed = false;     ///< NCCL_IB_MERGE_VFS changed its device number
    std::size_t machineNet = 0; ///< index into Machine::nets
    std::int64_t speedMbits = 0;
    int port = 1;
    std::uint64_t guid = 0;
    std::int64_t maxConnections = 0;
    bool gdr = false;
    std::string gdrWhy; ///< by which fact, a sentence without a full stop
};

struct PluginNets {
    bool sockets = false; ///< NET/Socket: no RDMA device is usable, or Environment::socketsOnly()
    std::vector<PluginNet> nets;
    std::vector<std::string> skipped; ///< ports that were left out and why, in sentences
};

/// What NET/IB lists, else NET/Socket (src/transport/net_ib/init.cc, net_socket.cc).
[[nodiscard]] PluginNets pluginNets(const Machine &machine, const Environment &environment,
                                    const Version &version);

} // namespace fabricscope::nccl
