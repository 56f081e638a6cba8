// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/topology/findings/ToolFindings.h"

#include "core/findings/Rules.h"

#include <algorithm>

namespace fabricscope::topology {

namespace {

bool isDisputed(const host::Host &host, const host::ToolFault &fault) {
    return std::any_of(host.toolFaults.begin(), host.toolFaults.end(), [&](const host::ToolFault &each) {
        return each.kind == "port_sources" && each.device == fault.device;
    });
}

/// A port without a carrier of which another tool states more: ethtool the reason, an RDMA tool its state; or
/// the contrary.
bool isStatedElsewhere(const host::Host &host, const host::ToolFault &fault) {
    if (fault.kind == "no_carrier" || fault.kind == "no_link")
        if (isDisputed(host, fault))
            return true;
    if (fault.kind != "no_carrier")
        return false;
    const bool hasReason =
        std::any_of(host.toolFaults.begin(), host.toolFaults.end(), [&](const host::ToolFault &each) {
            return each.kind == "no_link" && each.device == fault.device;
        });
    return hasReason ||
           std::any_of(host.rdmaDevices.begin(), host.rdmaDevices.end(), [&](const host::RdmaDevice &device) {
               return std::any_of(device.ports.begin(), device.ports.end(), [&](const host::RdmaPort &port) {
                   return port.netdev && *port.netdev == fault.device && port.state &&
                          *port.state != "ACTIVE";
               });
           });
}

} // namespace

std::vector<std::pair<NodeId, findings::Finding>> toolFindings(const Topology &topology) {
    std::vector<std::pair<NodeId, findings::Finding>> found;
    for (const host::ToolFault &fault : topology.host().toolFaults) {
        if (isStatedElsewhere(topology.host(), fault))
            continue;
        const bool isListed = findings::findRule("device.fault", fault.kind) != nullptr;
        findings::Finding finding("device.fault", isListed ? fault.kind : std::string_view());
        const auto node = fault.address ? topology.find(*fault.address) : std::nullopt;
        if (fault.address && !node)
            finding.set("at", fault.address->toString());
        else if (!node && !fault.device.empty())
            finding.set("at", fault.device);
        if (fault.count > 0)
            finding.set("count", std::to_string(fault.count));
        if (!fault.detail.empty())
            finding.set("detail", fault.detail);
        found.emplace_back(node.value_or(0), std::move(finding));
    }
    return found;
}

} // namespace fabricscope::topology
