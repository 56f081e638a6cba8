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

/// What shows that a guest's device is a device of the host. Of two that contradict each other the surer is
/// followed, then the earlier of this list, and the other is reported as a conflict; the user's own word
/// overrules all.
enum class Source : std::uint8_t {
    Manual,       ///< the user's own word
    GuestAddress, ///< the VMM states the guest's address: its command line, its API, libvirt's XML
    Mac,          ///< a VF's MAC as its PF has it, the guest's interface has it, too
    Serial,       ///< the PCIe Device Serial Number, read by root on both sides
    Earlier,      ///< GUID, MAC or unique id in a capture of the host from before the binding to vfio-pci
    Order,        ///< the VMM's order of devices against the guest's order of addresses, models fitting
    BarSize,      ///< the only pair of that model with these BARs
};

enum class Confidence : std::uint8_t { Certain, Likely, Guess };

/// One reason for a match, with the lines that it stands in.
struct Proof {
    Source source = Source::Order;
    std::string words;           ///< "--device of the VMM puts 0000:41:00.0 at 0002:00:03.0", safe to show
    EvidenceRef onHost, inGuest; ///< none where that side does not show it
};

struct Match {
    Address guest;
    Address onHost;
    Confidence confidence = Confidence::Guess;
    std::vector<Proof> proofs; ///< at least one, the weightiest first
};

/// Two sources that do not agree, or two guests that claim one device.
struct Conflict {
    std::vector<Address> guest, onHost; ///< the devices that it is about, sorted
    std::string words;                  ///< what each of them states, and which was followed
    std::vector<Proof> proofs;
};

/// The user's own word: this guest's device is that one of the host, or none of them.
struct Override {
    Address guest;
    std::optional<Address> onHost;
    friend bool operator==(const Override &, const Override &) = default;
};

/// How long the guest took to start, in seconds; unknown where a capture does not hold it.
struct StartTimes {
    std::optional<double> toKernel;  ///< from the VMM's process to the guest's kernel, to a second or two
    std::optional<double> toDrivers; ///< from there until the last GPU's driver was ready
};

/// A guest laid upon its host.
struct GuestMapping {
    std::optional<std::size_t> vm; ///< index in the host's `vms`; unknown where its processes are hidden
    std::string vmm;               ///< "cloud-hypervisor", "qemu"; empty where unknown
    std::string how;               ///< how it is known that this guest runs there: "by UUID"
    std::vector<Match> matches;    ///< by guest address, each device of either side at most once
    std::vector<Conflict> conflicts;
    std::vector<Address>
        guestOnly; ///< passed-through kinds (GPU, NIC, NVMe) that no host device was found for
    StartTimes times;
    std::vector<Address> assignedDevices; ///< of the host, for this VM, and not found in the guest
    std::vector<std::string> unknown;     ///< what could not be read, and what would show it: "PCIe serial
                                          ///< numbers need root on the host"

    /// nullptr where there is none. Logarithmic.
    [[nodiscard]] const Match *ofGuest(const Address &guest) const;
    /// Linear.
    [[nodiscard]] const Match *ofHost(const Address &onHost) const;
};

struct Options {
    std::vector<Override> overrides;
    /// The same host, captured earlier, when its own drivers still held the devices; nullptr: there is none.
    const host::Host *earlier = nullptr;
};

/// Lays the guest upon the host from everything that both captures state. Pure: the same captures give the
/// same answer. Nothing that is not known is claimed: an empty `matches` is an answer.
[[nodiscard]] GuestMapping mapGuest(const topology::Topology &onHost, const topology::Topology &guest,
                                    const Options &options = {});

} // namespace fabricscope::hostvm
