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

/// How a NIC accesses GPU memory on a host.
struct DmaBufNeed {
    std::optional<bool> needed; ///< true: peer memory does not work there, so dma-buf is required
    std::optional<bool> works;  ///< false: the kernel is too old for dma-buf
    std::string why;            ///< a sentence without a full stop
};

/// Determined from the kernel's version, its log and its modules: from 6.8 on peer memory is not built in for
/// AMD, and nvidia_peermem must be loaded for NVIDIA.
[[nodiscard]] DmaBufNeed dmaBufNeed(const topology::Topology &topology);

/// The address of a RoCE port that RDMA should use.
struct GidChoice {
    std::optional<int> index; ///< absent: InfiniBand, which needs none, or unknown
    std::string why;          ///< a sentence without a full stop
};
/// The first RoCE v2 entry with an IPv4 address, else the first RoCE v2 entry. Link-local ones come last.
[[nodiscard]] GidChoice gidOf(const host::RdmaPort &port);

/// Whether a GID is an IPv4 address: "0000:...:ffff:0a01:0015".
[[nodiscard]] bool isIpv4Gid(std::string_view gid);

} // namespace fabricscope::bench
