// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hostvm/mapping/GuestHostDevices.h"

#include "core/topology/Classes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace fabricscope::hostvm {

namespace {

using topology::NodeKind;

constexpr std::array kPassthroughKinds = {NodeKind::Gpu, NodeKind::Nic, NodeKind::Nvme, NodeKind::NvSwitch};

/// Models that VMMs emulate: they are not passed through, unless the host itself is a VM and has them from
/// its VMM. One row adds a model; without a device: all models of the vendor.
struct EmulatedDevice {
    std::uint16_t vendor;
    std::optional<std::uint16_t> device;
};
constexpr EmulatedDevice kEmulatedDevices[] = {
    {0x1af4, {}},     // virtio
    {0x1b36, {}},     // QEMU: NVMe, bridges, its test device
    {0x1234, {}},     // QEMU and Bochs: VGA
    {0x1013, 0x00b8}, // QEMU: Cirrus VGA
    {0x1414, 0x5353}, // Hyper-V: VGA
    {0x15ad, {}},     // VMware
    {0x8086, 0x100e}, // QEMU: e1000
    {0x8086, 0x10d3}, // QEMU: e1000e
};

bool isEmulated(const host::PciFunction &function) {
    return std::any_of(std::begin(kEmulatedDevices), std::end(kEmulatedDevices),
                       [&](const EmulatedDevice &made) {
                           return function.vendor && *function.vendor == made.vendor &&
                                  (!made.device || (function.device && *function.device == *made.device));
                       });
}

void addHolders(Side &side) {
    const auto &vms = side.host().vms;
    for (std::size_t vm = 0; vm < vms.size(); ++vm)
        for (const Address &address : vms[vm].devices) {
            const auto at = std::lower_bound(
                side.devices.begin(), side.devices.end(), address,
                [](const Device &device, const Address &key) { return device.address() < key; });
            if (at == side.devices.end() || at->address() != address)
                continue;
            at->passed = true;
            if (at->holders.empty() || at->holders.back() != vm)
                at->holders.push_back(vm);
        }
}

} // namespace

const Device *Side::find(const Address &address) const {
    const auto at =
        std::lower_bound(devices.begin(), devices.end(), address,
                         [](const Device &device, const Address &key) { return device.address() < key; });
    return at != devices.end() && at->address() == address ? &*at : nullptr;
}

Side sideOf(const topology::Topology &topology, bool isGuest) {
    Side side{&topology, {}};
    for (const host::PciFunction &function : topology.host().functions) {
        if (topology::isPciBridge(function))
            continue;
        Device device;
        device.function = &function;
        device.kind = topology::deviceKind(function);
        device.passed = isGuest ? isPassthroughKind(device.kind) && !isEmulated(function)
                                : function.driver && topology::isVfioDriver(*function.driver);
        side.devices.push_back(std::move(device));
    }
    std::stable_sort(side.devices.begin(), side.devices.end(),
                     [](const Device &a, const Device &b) { return a.address() < b.address(); });
    // Damaged lists may contain an address twice: the first one counts.
    side.devices.erase(
        std::unique(side.devices.begin(), side.devices.end(),
                    [](const Device &a, const Device &b) { return a.address() == b.address(); }),
        side.devices.end());
    if (!isGuest)
        addHolders(side);
    return side;
}

bool areOneModel(const host::PciFunction &a, const host::PciFunction &b) {
    return a.vendor && a.device && a.vendor == b.vendor && a.device == b.device;
}

bool areTwoModels(const host::PciFunction &a, const host::PciFunction &b) {
    return (a.vendor && b.vendor && a.vendor != b.vendor) || (a.device && b.device && a.device != b.device);
}

std::string modelText(const host::PciFunction &function) {
    return function.vendor && function.device
               ? fmt::format("{:04x}:{:04x}", *function.vendor, *function.device)
               : std::string("an unknown model");
}

bool isPassthroughKind(NodeKind kind) {
    return std::find(kPassthroughKinds.begin(), kPassthroughKinds.end(), kind) != kPassthroughKinds.end();
}

} // namespace fabricscope::hostvm
