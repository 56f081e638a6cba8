// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hostvm/GuestHostDevices.h"
#include "core/hostvm/GuestMapping.h"

#include <map>
#include <set>
#include <span>

namespace fabricscope::hostvm {

/// What one source states: this guest's device is that one of the host.
struct Claim {
    Address guest, onHost;
    Proof proof;
    Confidence confidence = Confidence::Certain;
};

using Claims = std::vector<Claim>;

/// The two captures, and what was found out before any device was examined.
struct GuestHostDevices {
    Side onHost, guest;
    std::optional<std::size_t> vm; ///< index in the host's `vms`
    bool vmIsGuessed = false;      ///< only its devices identify it
    bool isByNameOnly = false;     ///< the process was found by the guest's name, and nothing confirms it
    bool isOtherRun = false;       ///< the guest's capture is of a boot before this process began

    [[nodiscard]] const host::VmProcess *process() const { return vm ? &onHost.host().vms[*vm] : nullptr; }
    /// Of the host, for this guest as far as is known: the VM's, in the order of its devices; those bound to
    /// VFIO that no VM is known to hold, where the VM is not known.
    [[nodiscard]] std::vector<const Device *> assignedDevices() const;
};

// VmmClaims.cpp: what the VMM itself states.
/// Guest addresses, as far as the guest shows a device there. `unknown` gets what does not fit.
void addAddressClaims(const GuestHostDevices &sides, Claims &claims, std::vector<std::string> &unknown);
/// The VM that gave this guest's interfaces their MACs.
[[nodiscard]] std::optional<std::size_t> vmOfMacs(const host::Host &onHost, const host::Host &guest);

// IdentityClaims.cpp: what both sides show of one device, wherever it is plugged in.
/// MACs that physical functions set for their virtual ones.
void addMacClaims(const GuestHostDevices &sides, Claims &claims);
/// PCIe Device Serial Numbers that one device on each side has.
void addSerialClaims(const GuestHostDevices &sides, Claims &claims);
/// Identities that this host's own drivers showed. `then`: this capture, or an earlier one of the same host.
void addIdentityClaims(const GuestHostDevices &sides, const host::Host &then, Claims &claims);

/// What was followed so far, and what was not: of a device that a better source claims in vain, no weaker
/// one shall guess.
struct ResolvedMatches {
    const std::map<Address, Match> &byGuest;
    const std::map<Address, Address> &byHost;
    const std::set<Address> &contestedGuest, &contestedHost;
};

// OrderClaims.cpp: of those that nothing better is reported about.
void addOrderClaims(const GuestHostDevices &sides, const ResolvedMatches &taken, Claims &claims);
void addBarClaims(const GuestHostDevices &sides, const ResolvedMatches &taken, Claims &claims);

} // namespace fabricscope::hostvm
