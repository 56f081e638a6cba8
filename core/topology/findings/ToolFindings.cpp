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

/// What a tool reports of a driver, and a device that is bound to it: the tool cannot reach the driver, which
/// is loaded.
struct BoundDriver {
    std::string_view kind, driver, otherwise; ///< `otherwise`: the variant beside a device that is bound
};
constexpr BoundDriver kBoundDrivers[] = {
    {"no_driver", "nvidia", "driver_unreachable"},
    {"amd_no_driver", "amdgpu", "amd_driver_unreachable"},
};

bool isBound(const host::Host &host, std::string_view driver) {
    return host.modules.contains(std::string(driver)) ||
           std::any_of(host.functions.begin(), host.functions.end(),
                       [&](const host::PciFunction &each) { return each.driver && *each.driver == driver; });
}

} // namespace

std::string_view toolFaultVariant(const host::Host &host, const host::ToolFault &fault) {
    for (const BoundDriver &each : kBoundDrivers)
        if (fault.kind == each.kind && isBound(host, each.driver))
            return each.otherwise;
    return findings::findRule("device.fault", fault.kind) != nullptr ? fault.kind : std::string_view();
}

std::vector<std::pair<NodeId, findings::Finding>> toolFindings(const Topology &topology) {
    std::vector<std::pair<NodeId, findings::Finding>> found;
    for (const host::ToolFault &fault : topology.host().toolFaults) {
        if (isStatedElsewhere(topology.host(), fault))
            continue;
        findings::Finding finding("device.fault", toolFaultVariant(topology.host(), fault));
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
