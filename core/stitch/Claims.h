// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stitch/Sides.h"
#include "core/stitch/Stitch.h"

#include <map>
#include <set>
#include <span>

namespace fabricscope::stitch {

/// What one source says: this guest's device is that one of the host.
struct Claim {
    Address guest, onHost;
    Proof proof;
    Confidence confidence = Confidence::Certain;
};

using Claims = std::vector<Claim>;

/// The two captures, and what was found out before any device was looked at.
struct Sides {
    Side onHost, guest;
    std::optional<std::size_t> vm; ///< index in the host's `vms`
    bool vmIsGuessed = false;      ///< nothing but its devices says that it is this one
    bool isByNameOnly = false;     ///< the process was found by the guest's name, and nothing confirms it
    bool isOtherRun = false;       ///< the guest's capture is of a boot before this process began

    [[nodiscard]] const host::VmProcess *process() const { return vm ? &onHost.host().vms[*vm] : nullptr; }
    /// Of the host, for this guest as far as is known: the VM's, in the order of its devices; those bound to
    /// VFIO that no VM is known to hold, where the VM is not known.
    [[nodiscard]] std::vector<const Device *> handedIn() const;
};

// VmmClaims.cpp: what the VMM itself tells.
/// Guest addresses, as far as the guest shows a device there. `unknown` gets what does not fit.
void addAddressClaims(const Sides &sides, Claims &claims, std::vector<std::string> &unknown);
/// The VM that gave this guest's interfaces their MACs.
[[nodiscard]] std::optional<std::size_t> vmOfMacs(const host::Host &onHost, const host::Host &guest);

// IdentityClaims.cpp: what both sides show of one device, wherever it is plugged in.
/// MACs that physical functions set for their virtual ones.
void addMacClaims(const Sides &sides, Claims &claims);
/// PCIe Device Serial Numbers that one device on each side has.
void addSerialClaims(const Sides &sides, Claims &claims);
/// Identities that this host's own drivers showed. `then`: this capture, or an earlier one of the same host.
void addIdentityClaims(const Sides &sides, const host::Host &then, Claims &claims);

/// What was followed so far, and what was not: of a device that a better source tells of in vain, no weaker
/// one shall guess.
struct Taken {
    const std::map<Address, Match> &byGuest;
    const std::map<Address, Address> &byHost;
    const std::set<Address> &contestedGuest, &contestedHost;
};

// OrderClaims.cpp: of those that nothing better is said about.
void addOrderClaims(const Sides &sides, const Taken &taken, Claims &claims);
void addBarClaims(const Sides &sides, const Taken &taken, Claims &claims);

} // namespace fabricscope::stitch
