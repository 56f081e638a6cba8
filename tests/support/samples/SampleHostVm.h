// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/present/hostvm/HostVmExamination.h"
#include "tests/support/samples/SampleHosts.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <vector>

/// A guest mapped to its host, as core/hostvm computes it: pictures depend only on this value.
namespace fabricscope::samples {

struct MappedGuest {
    std::shared_ptr<const topology::Topology> host, guest;
    hostvm::GuestMapping hostVm;
    std::vector<present::HostVmClaim> claims;
    bool hasFile = true;

    [[nodiscard]] present::HostVmInput input() const {
        return {host.get(), guest.get(), host && guest ? &hostVm : nullptr, "vm-03a", hasFile, claims};
    }
    [[nodiscard]] present::HostVmTable table() const { return present::HostVmTable(input()); }
    /// The mapping and its table alone: no file, no checks.
    [[nodiscard]] present::HostVmExamination examination() const {
        hostvm::Examination known;
        known.host = host;
        known.guest = guest;
        known.vmName = "vm-03a";
        known.guestMapping = hostVm;
        return {std::move(known), table(), {}, {}};
    }
};

/// The device of this name: a GPU or NIC of the guest, or a VF of the host.
[[nodiscard]] inline pci::Address deviceNamed(const topology::Topology &topology, std::string_view name) {
    for (const topology::Node &node : topology.nodes())
        if (node.name == name && node.bdf)
            return *node.bdf;
    throw std::invalid_argument(std::string(name));
}

/// mi355xServer() below flatVm(): eight GPUs and the VFs of eight NICs, in order, all certain. In the file
/// each GPU is next to its NIC, except that those in `swapped` have each other's.
[[nodiscard]] inline MappedGuest mappedGuest(std::vector<std::size_t> swapped = {}, std::size_t devices = 8) {
    MappedGuest made{topologyOf(mi355xServer()), topologyOf(flatVm()), {}, {}, true};
    made.hostVm.vm = 0;
    made.hostVm.vmm = "cloud-hypervisor";
    made.hostVm.how = "by name";
    const auto nicOf = [&](std::size_t gpu) {
        if (swapped.size() == 2 && (gpu == swapped[0] || gpu == swapped[1]))
            return gpu == swapped[0] ? swapped[1] : swapped[0];
        return gpu;
    };
    const auto add = [&](const std::string &guest, const std::string &host) {
        made.hostVm.matches.push_back(
            {deviceNamed(*made.guest, guest),
             deviceNamed(*made.host, host),
             hostvm::Confidence::Certain,
             {{hostvm::Source::GuestAddress, "the VMM's command line says so", {}, {}}}});
    };
    for (std::size_t i = 0; i < devices; ++i) {
        add(fmt::format("GPU{}", i), fmt::format("GPU{}", i));
        add(fmt::format("ionic_{}", i), fmt::format("ionic_{} VF0", i));
        made.claims.push_back({deviceNamed(*made.guest, fmt::format("GPU{}", i)),
                               deviceNamed(*made.guest, fmt::format("ionic_{}", nicOf(i))),
                               static_cast<std::uint32_t>(10 + 5 * i)});
    }
    std::sort(made.hostVm.matches.begin(), made.hostVm.matches.end(),
              [](const hostvm::Match &a, const hostvm::Match &b) { return a.guest < b.guest; });
    for (std::size_t i = devices; i < 8; ++i)
        for (const char *kind : {"GPU", "ionic_"})
            made.hostVm.guestOnly.push_back(deviceNamed(*made.guest, fmt::format("{}{}", kind, i)));
    return made;
}

} // namespace fabricscope::samples
