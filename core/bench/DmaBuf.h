// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/host/Host.h"

#include <optional>
#include <string>

namespace fabricscope::topology {
class Topology;
}

namespace fabricscope::bench {

/// How GPU memory is handed to a NIC on a host.
struct DmaBufNeed {
    std::optional<bool> needed; ///< true: peer memory does not work there, dma-buf must
    std::optional<bool> works;  ///< false: the kernel is too old for it
    std::string why;            ///< a sentence without a full stop
};

/// By the kernel's version, its log and its modules: from 6.8 on peer memory is not built in for AMD, and
/// nvidia_peermem must be loaded for NVIDIA.
[[nodiscard]] DmaBufNeed dmaBufNeed(const topology::Topology &topology);

/// The address of a RoCE port that RDMA should use.
struct GidChoice {
    std::optional<int> index; ///< absent: InfiniBand, which needs none, or not known
    std::string why;          ///< a sentence without a full stop
};
/// The first that is RoCE v2 with an IPv4 address, else the first RoCE v2. Link-local ones come last.
[[nodiscard]] GidChoice gidOf(const host::RdmaPort &port);

/// Whether a GID is an IPv4 address: "0000:...:ffff:0a01:0015".
[[nodiscard]] bool isIpv4Gid(std::string_view gid);

} // namespace fabricscope::bench
