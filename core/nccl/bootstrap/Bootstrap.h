// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/host/Host.h"
#include "core/nccl/Environment.h"
#include "core/nccl/Version.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::nccl {

/// Why the library does, or does not, meet its peers on an interface (ncclFindInterfaces).
enum class BootstrapReason : std::uint8_t {
    Chosen,
    NoAddress,     ///< no IPv4 or IPv6 address: the library does not see it
    NotRunning,    ///< not up: skipped by the versions that check this
    OtherFamily,   ///< NCCL_SOCKET_FAMILY asks for the other one
    Loopback6,     ///< ::1 is never taken
    NotNamed,      ///< NCCL_SOCKET_IFNAME names others
    Excluded,      ///< NCCL_SOCKET_IFNAME names it behind '^'
    OtherSubnet,   ///< not in the subnet of NCCL_COMM_ID
    LastResort,    ///< docker, lo, virbr: only where nothing else is
    NotInfiniBand, ///< an interface whose name begins with "ib" was there
    LaterInOrder,  ///< usable, but another one comes before it in the kernel's order
};
[[nodiscard]] std::string_view toString(BootstrapReason reason); ///< "not_running"

struct BootstrapCandidate {
    std::string interface;
    std::string address; ///< with prefix length, the first that counts; empty where it has none
    BootstrapReason reason = BootstrapReason::NoAddress;
    std::string why; ///< the sentence, without a full stop
};

/// The interface that another host of the job will take.
struct BootstrapPeer {
    std::string host;
    std::string interface, address;     ///< with prefix length: "10.1.0.21/24"
    std::vector<std::string> addresses; ///< all that it has, with prefix length
};

enum class Reach : std::uint8_t {
    Unknown, ///< no peer is known, or no route to one over this interface
    Yes,     ///< in one subnet with all peers, or a route of this host leads to them over this interface
    No,      ///< none can answer there: loopback, link-local, an address that a peer has too, a route that
             ///< rejects it
};

struct BootstrapChoice {
    std::string interface; ///< empty: none, or nothing is known
    std::string address;   ///< with prefix length
    std::string why;       ///< by which rule it was taken, or what fails, a sentence without a full stop
    /// All interfaces: those with addresses in the order in which the library examines them, then the others.
    std::vector<BootstrapCandidate> candidates;
    static constexpr std::size_t kMaxAddresses = 256; ///< that are examined for `better` and by peers
    std::vector<std::string> addresses;               ///< of the host, for asPeer()
    bool addressesKnown = true; ///< false: the facts hold no address at all, and nothing is reported
    bool orderKnown = true;     ///< false: the kernel's numbers of interfaces are not known, names were used
    Reach reachableByPeers = Reach::Unknown;
    std::string reachWhy; ///< a sentence without a full stop

    /// The interface that should be taken instead: a network card, if a virtual link to the hypervisor or
    /// of containers comes first. Empty if the choice is good, or nothing better is known.
    std::string better;
    std::string betterWhy; ///< a sentence without a full stop
    /// Not guessed from the type of interface: `better` shares a subnet with all peers, and the one
    /// taken does not, or ends on this host.
    bool betterIsSure = false;
    std::vector<std::string> exportLines; ///< "export NCCL_SOCKET_IFNAME=eth0"; empty where nothing is to do

    [[nodiscard]] BootstrapPeer asPeer(std::string host) const;
};

/// What the library of this version takes on `host` in `environment` (src/bootstrap.cc: bootstrapNetInit).
/// `peers`: what the other hosts of the job take, as far as known. Linear in interfaces and peers.
[[nodiscard]] BootstrapChoice bootstrapInterface(const host::Host &host, const Environment &environment,
                                                 const Version &version,
                                                 std::span<const BootstrapPeer> peers = {});

/// Adds the effect of the peers to an earlier choice, replacing what was reported about peers.
void judgeAgainst(std::span<const BootstrapPeer> peers, const host::Host &host, BootstrapChoice &choice);

} // namespace fabricscope::nccl
