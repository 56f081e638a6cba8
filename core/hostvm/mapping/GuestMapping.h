// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/host/Host.h"
#include "core/topology/Topology.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fabricscope::hostvm {

using host::EvidenceRef;
using pci::Address;

/// Evidence that a guest's device is a device of the host. Of two that contradict each other the more certain
/// is used, then the earlier in this list, and the other is reported as a conflict; a setting by the user
/// overrides all.
enum class Source : std::uint8_t {
    Manual,       ///< set by the user
    GuestAddress, ///< the VMM states the guest's address: its command line, its API, libvirt's XML
    Mac,          ///< the MAC that a VF's PF set for it is that of the guest's interface
    Serial,       ///< the PCIe Device Serial Number, read by root on both sides
    Earlier,      ///< GUID, MAC or unique id in a capture of the host from before the binding to vfio-pci
    Order,        ///< the VMM's order of devices against the guest's order of addresses, models fitting
    BarSize,      ///< the only pair of that model with these BARs
};

enum class Confidence : std::uint8_t { Certain, Likely, Guess };

/// One reason for a match, with the lines that show it.
struct Proof {
    Source source = Source::Order;
    std::string words;           ///< "--device of the VMM puts 0000:41:00.0 at 0002:00:03.0", safe to show
    EvidenceRef onHost, inGuest; ///< none if that side does not show it
};

struct Match {
    Address guest;
    Address onHost;
    Confidence confidence = Confidence::Guess;
    std::vector<Proof> proofs; ///< at least one, the strongest first
};

/// Two sources that disagree, or two guests that claim one device.
struct Conflict {
    std::vector<Address> guest, onHost; ///< the devices concerned, sorted
    std::string words;                  ///< what each of them states, and which was used
    std::vector<Proof> proofs;
};

/// A mapping set by the user: this guest's device is that one of the host, or none of them.
struct Override {
    Address guest;
    std::optional<Address> onHost;
    friend bool operator==(const Override &, const Override &) = default;
};

/// How long the guest took to start, in seconds; unknown if a capture does not contain it.
struct StartTimes {
    std::optional<double> toKernel;  ///< from the VMM's process to the guest's kernel, to a second or two
    std::optional<double> toDrivers; ///< from there until the last GPU's driver was ready
};

/// The mapping of a guest to its host.
struct GuestMapping {
    std::optional<std::size_t> vm; ///< index in the host's `vms`; unknown where its processes are hidden
    std::string vmm;               ///< "cloud-hypervisor", "qemu"; empty where unknown
    std::string how;               ///< how it is known that this guest runs there: "by UUID"
    std::vector<Match> matches;    ///< by guest address, each device of either side at most once
    std::vector<Conflict> conflicts;
    std::vector<Address> guestOnly; ///< passed-through kinds (GPU, NIC, NVMe) without a matching host device
    StartTimes times;
    std::vector<Address> assignedDevices; ///< of the host, assigned to this VM, not found in the guest
    std::vector<std::string> unknown;     ///< what could not be read, and what would show it: "PCIe serial
                                          ///< numbers need root on the host"

    /// nullptr where there is none. Logarithmic.
    [[nodiscard]] const Match *ofGuest(const Address &guest) const;
    /// Linear.
    [[nodiscard]] const Match *ofHost(const Address &onHost) const;
};

struct Options {
    std::vector<Override> overrides;
    /// The same host, captured earlier, when its own drivers still held the devices; nullptr: no such
    /// capture.
    const host::Host *earlier = nullptr;
};

/// Maps the guest to the host from everything that both captures state. Pure: the same captures give the
/// same result. Nothing unknown is claimed: `matches` may be empty.
[[nodiscard]] GuestMapping mapGuest(const topology::Topology &onHost, const topology::Topology &guest,
                                    const Options &options = {});

} // namespace fabricscope::hostvm
