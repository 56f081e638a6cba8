// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/StitchTable.h"
#include "tests/support/Made.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <vector>

/// A guest upon its host, as another part would have stitched them: pictures are made of the value alone.
namespace fabricscope::made {

struct Stitched {
    std::shared_ptr<const topology::Topology> host, guest;
    stitch::Stitch stitch;
    std::vector<layout::StitchClaim> claims;
    bool hasFile = true;

    [[nodiscard]] layout::StitchInput input() const {
        return {host.get(), guest.get(), host && guest ? &stitch : nullptr, "vm-03a", hasFile, claims};
    }
    [[nodiscard]] layout::StitchTable table() const { return layout::StitchTable(input()); }
};

/// The device of this name; of the guest's GPUs and NICs, and of the host's VFs too.
[[nodiscard]] inline pci::Address deviceNamed(const topology::Topology &topology, std::string_view name) {
    for (const topology::Node &node : topology.nodes())
        if (node.name == name && node.bdf)
            return *node.bdf;
    throw std::invalid_argument(std::string(name));
}

/// mi355xServer() below flatVm(): eight GPUs and the VFs of eight NICs, one after the other, all certain. In
/// the file each GPU stands beside its NIC, but for those in `swapped`, which have each other's.
[[nodiscard]] inline Stitched stitched(std::vector<std::size_t> swapped = {}, std::size_t devices = 8) {
    Stitched made{topologyOf(mi355xServer()), topologyOf(flatVm()), {}, {}, true};
    made.stitch.vm = 0;
    made.stitch.vmm = "cloud-hypervisor";
    made.stitch.how = "by its name";
    const auto nicOf = [&](std::size_t gpu) {
        if (swapped.size() == 2 && (gpu == swapped[0] || gpu == swapped[1]))
            return gpu == swapped[0] ? swapped[1] : swapped[0];
        return gpu;
    };
    const auto add = [&](const std::string &guest, const std::string &host) {
        made.stitch.matches.push_back(
            {deviceNamed(*made.guest, guest),
             deviceNamed(*made.host, host),
             stitch::Confidence::Certain,
             {{stitch::Source::GuestAddress, "the VMM's command line says so", {}, {}}}});
    };
    for (std::size_t i = 0; i < devices; ++i) {
        add(fmt::format("GPU{}", i), fmt::format("GPU{}", i));
        add(fmt::format("ionic_{}", i), fmt::format("ionic_{} VF0", i));
        made.claims.push_back({deviceNamed(*made.guest, fmt::format("GPU{}", i)),
                               deviceNamed(*made.guest, fmt::format("ionic_{}", nicOf(i))),
                               static_cast<std::uint32_t>(10 + 5 * i)});
    }
    std::sort(made.stitch.matches.begin(), made.stitch.matches.end(),
              [](const stitch::Match &a, const stitch::Match &b) { return a.guest < b.guest; });
    for (std::size_t i = devices; i < 8; ++i)
        for (const char *kind : {"GPU", "ionic_"})
            made.stitch.guestOnly.push_back(deviceNamed(*made.guest, fmt::format("{}{}", kind, i)));
    return made;
}

} // namespace fabricscope::made
