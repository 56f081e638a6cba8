// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/TextVms.h"

#include "core/base/HostText.h"
#include "core/base/Units.h"
#include "core/report/TextTable.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace fabricscope::report {

namespace {

using host::VmDevice;
using host::VmProcess;

constexpr std::size_t kMostPins = 64;

std::string shown(const std::string &text, std::size_t most = 64) {
    return HostText(text).plain(most);
}

std::string headOf(const VmProcess &vm) {
    std::string text = vm.name.empty() ? "unnamed" : shown(vm.name);
    if (!vm.vmm.empty())
        text += " · " + shown(vm.vmm);
    text += vm.isDefinition ? " · definition, not known to run"
            : vm.pid == 0   ? " · process ID unknown"
                            : fmt::format(" · process {}", vm.pid);
    if (vm.vcpus)
        text += fmt::format(" · {} vCPU{}", *vm.vcpus, *vm.vcpus == 1 ? "" : "s");
    if (vm.memory)
        text += " · " + fabricscope::toString(*vm.memory);
    if (!vm.hostNodes.empty())
        text += " of host NUMA node " + shown(vm.hostNodes);
    return text;
}

/// One row for each device: sources may each know a part of it.
std::vector<VmDevice> devicesOf(const VmProcess &vm) {
    std::vector<VmDevice> devices;
    for (const VmDevice &each : vm.deviceInfo) {
        const auto same = std::find_if(devices.begin(), devices.end(), [&](const VmDevice &known) {
            return known.onHost ? known.onHost == each.onHost : !each.onHost && known.mac == each.mac;
        });
        if (same == devices.end()) {
            devices.push_back(each);
            continue;
        }
        if (!same->inGuest)
            same->inGuest = each.inGuest;
        if (same->port.empty())
            same->port = each.port;
        if (!same->guestNode)
            same->guestNode = each.guestNode;
        if (same->mac.empty())
            same->mac = each.mac;
    }
    return devices;
}

void addDevices(TextTable &table, const VmProcess &vm) {
    for (const VmDevice &device : devicesOf(vm))
        table.addRow({"    " + (device.onHost ? device.onHost->toString() : "emulated"),
                      device.inGuest ? toString(*device.inGuest) : "unknown", shown(device.port),
                      device.guestNode ? std::to_string(device.guestNode->value) : "", shown(device.id),
                      shown(device.mac)});
}

std::string nodeLine(const host::VmNode &node) {
    std::string text = fmt::format("    NUMA node {}", node.number);
    if (!node.cpus.empty())
        text += ": vCPUs " + shown(node.cpus);
    if (node.memory)
        text += ", " + fabricscope::toString(*node.memory);
    if (!node.hostNodes.empty())
        text += ", memory of host NUMA node " + shown(node.hostNodes);
    return text;
}

std::string pinLine(const host::VmCpuPin &pin) {
    return fmt::format("    vCPU {} on host CPUs {}", pin.vcpus.empty() ? "all" : shown(pin.vcpus),
                       shown(pin.hostCpus));
}

} // namespace

std::string toString(const host::GuestPlace &place) {
    std::string text;
    for (const host::GuestPlace::Slot &slot : place.slots)
        text += text.empty() ? fmt::format("{:04x}:{:02x}:{:02x}.{:x}", place.domain, place.rootBus,
                                           slot.device, slot.function)
                             : fmt::format(" > {:02x}.{:x}", slot.device, slot.function);
    return text;
}

std::string vmsText(const host::Host &host, std::size_t width) {
    if (host.vms.empty())
        return {};
    TextTable table({"", "IN THE GUEST", "BELOW", "NUMA", "ID", "MAC"});
    for (const VmProcess &vm : host.vms) {
        table.addLine("  " + headOf(vm));
        for (const host::VmNode &node : vm.nodes)
            table.addLine(nodeLine(node));
        for (std::size_t i = 0; i < std::min(vm.pins.size(), kMostPins); ++i)
            table.addLine(pinLine(vm.pins[i]));
        if (vm.pins.size() > kMostPins)
            table.addLine(fmt::format("    and {} more vCPUs", vm.pins.size() - kMostPins));
        addDevices(table, vm);
    }
    return "\nVirtual machines\n" + table.toString(width);
}

} // namespace fabricscope::report
