// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hostvm/mapping/GuestHostDevices.h"
#include "core/hostvm/mapping/GuestMapping.h"

#include <map>
#include <set>
#include <span>

namespace fabricscope::hostvm {

/// A statement by one source: this guest device is that host device.
struct Claim {
    Address guest, onHost;
    Proof proof;
    Confidence confidence = Confidence::Certain;
};

using Claims = std::vector<Claim>;

/// The two captures, and what was determined before any device was examined.
struct GuestHostDevices {
    Side onHost, guest;
    std::optional<std::size_t> vm; ///< index in the host's `vms`
    bool vmIsGuessed = false;      ///< only its devices identify it
    bool isByNameOnly = false;     ///< the process was found by the guest's name, without confirmation
    bool isOtherRun = false;       ///< the guest's capture is of a boot before this process started

    [[nodiscard]] const host::VmProcess *process() const { return vm ? &onHost.host().vms[*vm] : nullptr; }
    /// Host devices for this guest as far as known: those of the VM, in its device order; if the VM is
    /// unknown, those bound to VFIO that no VM is known to hold.
    [[nodiscard]] std::vector<const Device *> assignedDevices() const;
};

// VmmClaims.cpp: what the VMM itself states.
/// Guest addresses, where the guest shows a device there. `unknown` receives what does not match.
void addAddressClaims(const GuestHostDevices &sides, Claims &claims, std::vector<std::string> &unknown);
/// The VM that gave this guest's interfaces their MACs.
[[nodiscard]] std::optional<std::size_t> vmOfMacs(const host::Host &onHost, const host::Host &guest);

// IdentityClaims.cpp: what both sides show about one device, wherever it is plugged in.
/// MACs that physical functions set for their virtual functions.
void addMacClaims(const GuestHostDevices &sides, Claims &claims);
/// PCIe Device Serial Numbers that one device on each side has.
void addSerialClaims(const GuestHostDevices &sides, Claims &claims);
/// Identities reported by this host's own drivers. `then`: this capture, or an earlier one of the same host.
void addIdentityClaims(const GuestHostDevices &sides, const host::Host &then, Claims &claims);

/// Matches accepted so far, and rejected claims: if a better source's claim about a device was rejected, no
/// weaker source may guess it.
struct ResolvedMatches {
    const std::map<Address, Match> &byGuest;
    const std::map<Address, Address> &byHost;
    const std::set<Address> &contestedGuest, &contestedHost;
};

// OrderClaims.cpp: for devices about which no better source reports anything.
void addOrderClaims(const GuestHostDevices &sides, const ResolvedMatches &taken, Claims &claims);
void addBarClaims(const GuestHostDevices &sides, const ResolvedMatches &taken, Claims &claims);

} // namespace fabricscope::hostvm
