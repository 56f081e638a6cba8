// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/host/Host.h"
#include "core/nccl/Environment.h"
#include "core/nccl/Version.h"
#include "core/nccl/bootstrap/InterfaceList.h"
#include "core/nccl/bootstrap/IpAddress.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::nccl {

/// One entry of getifaddrs: an address of an interface.
struct SocketAddress {
    std::string interface;
    std::string text; ///< with prefix length
    IpAddress address;
    bool running = true; ///< IFF_RUNNING: its operational state is up or unknown
};

struct SocketAddresses {
    /// In the order of getifaddrs: all of IPv4 by the kernel's numbers of the interfaces, then all of IPv6.
    std::vector<SocketAddress> entries;
    bool orderKnown = true; ///< false: numbers are missing, those interfaces come last, by name
};
[[nodiscard]] SocketAddresses socketAddresses(const host::Host &host);

/// NCCL_SOCKET_FAMILY; unknown: any, also where the value is neither AF_INET nor AF_INET6.
[[nodiscard]] std::optional<IpAddress::Family> socketFamily(const Environment &environment);

/// Whether a search examines this entry at all, whatever its name.
[[nodiscard]] bool isVisible(const SocketAddress &entry, std::optional<IpAddress::Family> family,
                             const Version &version);

/// The rule by which ncclFindInterfaces found its result.
enum class SocketRule : std::uint8_t {
    None,       ///< nothing was found
    Named,      ///< NCCL_SOCKET_IFNAME
    InfiniBand, ///< a name that begins with "ib"
    CommId,     ///< the subnet of NCCL_COMM_ID
    First,      ///< the first that is none of the last ones
    LastResort, ///< docker, lo, virbr
};

struct SocketSearch {
    SocketRule rule = SocketRule::None;
    std::vector<std::size_t> found; ///< indices into the entries, one an interface, in order
};
/// ncclFindInterfaces (src/misc/socket.cc), at most `most` interfaces.
[[nodiscard]] SocketSearch findInterfaces(std::span<const SocketAddress> entries,
                                          const Environment &environment, const Version &version,
                                          std::size_t most);

/// The address in NCCL_COMM_ID: "10.0.0.5:5000", "[fe80::1%eth0]:5000". Unknown: not set, or a host's name.
[[nodiscard]] std::optional<IpAddress> commIdAddress(const Environment &environment);

/// Of MAX_IFS.
inline constexpr std::size_t kMaxSocketInterfaces = 16;

} // namespace fabricscope::nccl
