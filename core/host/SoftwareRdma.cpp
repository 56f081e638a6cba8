// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/host/SoftwareRdma.h"

#include "core/host/PortInterface.h"

namespace fabricscope::host {

namespace {

/// Recognized by the driver's description, or for a device without one by its node type.
struct KindRow {
    std::string_view description, nodeType, kind;
};
constexpr KindRow kKinds[] = {
    {"rxe", "CA", "soft-RoCE"},
    {"Software iWARP stack", "RNIC", "soft-iWARP"},
};

/// Empty if it is not known to be a software device.
std::string_view kindOf(const RdmaDevice &device) {
    if (device.device)
        return {};
    const bool isVirtual = device.isVirtual.valueOr(false);
    for (const KindRow &row : kKinds)
        if (*device.description == row.description || (isVirtual && *device.nodeType == row.nodeType))
            return row.kind;
    return isVirtual ? "software" : std::string_view();
}

const NetInterface *below(const Host &host, const RdmaDevice &device) {
    for (const RdmaPort &port : device.ports)
        if (const NetInterface *interface = interfaceOf(host, port))
            return interface;
    return nullptr;
}

} // namespace

std::string SoftwareRdma::netdev() const {
    if (interface != nullptr)
        return interface->name;
    return device->ports.empty() ? std::string() : device->ports.front().netdev.valueOr({});
}

std::string SoftwareRdma::words() const {
    const std::string over = netdev();
    return std::string(kind) + (over.empty() ? "" : " over " + over);
}

std::vector<SoftwareRdma> softwareRdma(const Host &host) {
    std::vector<SoftwareRdma> found;
    for (const RdmaDevice &device : host.rdmaDevices)
        if (const std::string_view kind = kindOf(device); !kind.empty())
            found.push_back({&device, below(host, device), kind});
    return found;
}

} // namespace fabricscope::host
