// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affinity/Examine.h"
#include "core/findings/Finding.h"
#include "tests/support/samples/SampleHostBuilder.h"
#include "tests/support/samples/SampleHosts.h"

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::bench {

/// A host with its judgement.
struct ExaminedHost {
    std::shared_ptr<const topology::Topology> topology;
    affinity::Examination examination;
};

inline ExaminedHost examinedHost(host::Host host) {
    ExaminedHost made;
    made.topology = samples::topologyOf(std::move(host));
    made.examination = affinity::examine(*made.topology, {});
    return made;
}

/// The GIDs of a RoCE port in mlx5's order: v1 and v2 of the link-local address, then of this IPv4 address.
inline void addGids(host::RdmaDevice &device, std::string_view ipv4) {
    device.ports.front().gids = {
        {0, "fe80:0000:0000:0000:0690:81ff:fe37:30c8", "IB/RoCE v1", ""},
        {1, "fe80:0000:0000:0000:0690:81ff:fe37:30c8", "RoCE v2", ""},
        {2, "0000:0000:0000:0000:0000:ffff:" + std::string(ipv4), "IB/RoCE v1", ""},
        {3, "0000:0000:0000:0000:0000:ffff:" + std::string(ipv4), "RoCE v2", ""},
    };
}

/// samples::mi355xServer() with kernel 6.8, GIDs on all ports, and no VM: the host has all GPUs itself.
inline host::Host standaloneServer() {
    host::Host host = samples::mi355xServer();
    host.kernel = samples::text("6.8.0-79-generic");
    host.vms.clear();
    for (host::PciFunction &function : host.functions)
        if (function.driver.valueOr({}) == "vfio-pci")
            function.driver = samples::text(function.classCode.valueOr(0) == 0x120000 ? "amdgpu" : "ionic");
    unsigned number = 0;
    for (host::RdmaDevice &device : host.rdmaDevices)
        addGids(device, "0a01:00" + std::to_string(10 + number++));
    return host;
}

/// `host` with soft-RoCE over the interface of one of its NICs, as in Linux 6; the interface has this
/// address.
inline host::Host withSoftRoce(host::Host host, const std::string &name, const std::string &address) {
    for (host::NetInterface &interface : host.netInterfaces) {
        if (!interface.device)
            continue;
        interface.addresses = {address + "/24"};
        host::RdmaDevice &device = host.rdmaDevices.emplace_back();
        device.name = name;
        device.nodeType = samples::text("CA");
        device.isVirtual = samples::fact(true);
        host::RdmaPort &port = device.ports.emplace_back();
        port.state = samples::text("ACTIVE");
        port.netdev = samples::text(interface.name);
        break;
    }
    addGids(host.rdmaDevices.back(), "0a08:0001");
    return host;
}

inline const Finding *findingOf(const std::vector<Finding> &findings, std::string_view rule) {
    const auto found = std::find_if(findings.begin(), findings.end(),
                                    [&](const Finding &finding) { return finding.rule == rule; });
    return found == findings.end() ? nullptr : &*found;
}

inline std::vector<std::string> rulesOf(const std::vector<Finding> &findings) {
    std::vector<std::string> rules;
    for (const Finding &finding : findings)
        rules.push_back(finding.rule);
    return rules;
}

} // namespace fabricscope::bench
