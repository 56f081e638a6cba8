// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/run/SoftwareNics.h"

#include "core/affinity/Rails.h"
#include "core/base/HostText.h"
#include "core/host/SoftwareRdma.h"

namespace fabricscope::bench {

std::vector<SoftwareNic> softwareNics(const topology::Topology &topology) {
    constexpr std::size_t kMaxWords = 160;
    std::vector<SoftwareNic> all;
    for (const host::SoftwareRdma &software : host::softwareRdma(topology.host())) {
        SoftwareNic &made = all.emplace_back();
        made.words = HostText(software.words()).plain(kMaxWords);
        made.isIwarp = software.kind == "soft-iWARP";
        affinity::Nic &nic = made.nic;
        nic.name = software.device->name;
        nic.netdev = software.netdev();
        nic.rdma = true;
        if (!software.device->ports.empty())
            nic.state = host::stateOf(software.device->ports.front());
        if (software.interface == nullptr)
            continue;
        for (const std::string &address : software.interface->addresses)
            if (auto subnet = affinity::subnetOf(address))
                nic.rails.push_back(std::move(*subnet));
        const auto node =
            software.interface->device ? topology.find(*software.interface->device) : std::nullopt;
        if (node)
            nic.numa = topology.node(*node).numa;
    }
    return all;
}

} // namespace fabricscope::bench
