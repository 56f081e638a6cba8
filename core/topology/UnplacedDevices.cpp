// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/topology/UnplacedDevices.h"

#include "core/host/SoftwareRdma.h"

#include <algorithm>
#include <set>

namespace fabricscope::topology {

bool hasNoTree(const Topology &topology) {
    return topology.nodes().size() <= 1; // the host itself
}

bool listsOnlyGpus(const Topology &topology) {
    const auto &nodes = topology.nodes();
    return std::none_of(nodes.begin(), nodes.end(), [](const Node &node) {
        return node.bdf && node.kind != NodeKind::Gpu && node.kind != NodeKind::NvSwitch;
    });
}

host::MatrixDevices unplacedDevices(const Topology &topology) {
    const auto &nodes = topology.nodes();
    const bool placed =
        std::any_of(nodes.begin(), nodes.end(), [](const Node &node) { return node.kind == NodeKind::Gpu; });
    if (placed && !listsOnlyGpus(topology))
        return {};
    host::MatrixDevices devices(topology.host());
    return placed && devices.nics().empty() ? host::MatrixDevices() : devices;
}

bool placesGpus(const Topology &topology) {
    const auto isPlaced = [&](const Node &node) {
        const host::PciFunction &function = topology.host().functions[*node.function];
        return function.parent.has_value() || function.rootBus.has_value() || function.address.bus == 0 ||
               (node.parent && topology.node(*node.parent).kind != NodeKind::RootComplex);
    };
    bool any = false;
    for (const Node &node : topology.nodes())
        if (node.kind == NodeKind::Gpu && node.function) {
            if (isPlaced(node))
                return true;
            any = true;
        }
    return !any;
}

std::vector<const host::RdmaDevice *> unplacedRdma(const Topology &topology) {
    std::set<const host::RdmaDevice *> software;
    for (const host::SoftwareRdma &each : host::softwareRdma(topology.host()))
        software.insert(each.device);
    std::vector<const host::RdmaDevice *> devices;
    for (const host::RdmaDevice &device : topology.host().rdmaDevices)
        if (!software.contains(&device) && !(device.device && topology.find(*device.device)))
            devices.push_back(&device);
    return devices;
}

std::vector<const host::NetInterface *> unplacedInterfaces(const Topology &topology) {
    std::vector<const host::NetInterface *> interfaces;
    if (topology.host().functions.empty())
        for (const host::NetInterface &interface : topology.host().netInterfaces)
            interfaces.push_back(&interface);
    return interfaces;
}

std::vector<const host::KernelMessage *> unplacedMessages(const Topology &topology) {
    const bool isAlone = topology.host().functions.empty();
    std::vector<const host::KernelMessage *> messages;
    for (const host::KernelMessage &message : topology.host().kernelMessages)
        if (message.device ? !topology.find(*message.device) : isAlone)
            messages.push_back(&message);
    return messages;
}

} // namespace fabricscope::topology
