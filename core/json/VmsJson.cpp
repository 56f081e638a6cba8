// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/HostText.h"
#include "core/json/NodeJson.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace fabricscope::json {

namespace {

Value textOrNull(const std::string &text) {
    return text.empty() ? Value(nullptr) : Value(HostText(text).plain(1024));
}

Value placeValue(const host::GuestPlace &place) {
    Value value;
    value["domain"] = place.domain;
    value["root_bus"] = place.rootBus;
    for (const host::GuestPlace::Slot &slot : place.slots)
        value["slots"].push_back(fmt::format("{:02x}.{:x}", slot.device, slot.function));
    return value;
}

/// One for each source that reports the device.
Value deviceValue(const host::VmDevice &device) {
    static constexpr const char *kSources[] = {"command_line", "api", "libvirt", "descriptor"};
    Value value;
    value["source"] = kSources[static_cast<std::size_t>(device.by)];
    value["on_host"] = device.onHost ? Value(device.onHost->toString()) : Value(nullptr);
    value["in_guest"] = device.inGuest ? placeValue(*device.inGuest) : Value(nullptr);
    value["below"] = textOrNull(device.port);
    value["guest_numa"] = device.guestNode ? Value(device.guestNode->value) : Value(nullptr);
    value["id"] = textOrNull(device.id);
    value["mac"] = textOrNull(device.mac);
    return value;
}

Value vmValue(const host::VmProcess &vm) {
    Value value;
    value["name"] = textOrNull(vm.name);
    value["uuid"] = textOrNull(vm.uuid);
    value["vmm"] = textOrNull(vm.vmm);
    value["pid"] = vm.pid == 0 ? Value(nullptr) : Value(vm.pid);
    value["definition"] = vm.isDefinition;
    value["vcpus"] = vm.vcpus ? Value(*vm.vcpus) : Value(nullptr);
    value["memory_bytes"] = vm.memory ? Value(vm.memory->value) : Value(nullptr);
    value["host_numa"] = textOrNull(vm.hostNodes);
    value["pins"] = Value::array();
    for (const host::VmCpuPin &pin : vm.pins)
        value["pins"].push_back({{"vcpus", textOrNull(pin.vcpus)}, {"host_cpus", textOrNull(pin.hostCpus)}});
    value["numa"] = Value::array();
    for (const host::VmNode &node : vm.nodes)
        value["numa"].push_back({{"node", node.number},
                                 {"vcpus", textOrNull(node.cpus)},
                                 {"memory_bytes", node.memory ? Value(node.memory->value) : Value(nullptr)},
                                 {"host_numa", textOrNull(node.hostNodes)}});
    value["devices"] = Value::array();
    for (const host::VmDevice &device : vm.deviceInfo)
        value["devices"].push_back(deviceValue(device));
    return value;
}

} // namespace

void addVms(const host::Host &host, Value &document) {
    for (const host::VmProcess &vm : host.vms)
        document["vms"].push_back(vmValue(vm));
}

} // namespace fabricscope::json
