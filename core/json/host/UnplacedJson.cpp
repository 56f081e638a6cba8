// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/HostText.h"
#include "core/host/GidAddress.h"
#include "core/host/PortInterface.h"
#include "core/json/Json.h"
#include "core/json/NodeJson.h"
#include "core/topology/UnplacedDevices.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace fabricscope::json {

namespace {

Value fact(const host::Fact<std::string> &text) {
    return text ? Value(HostText(*text).plain()) : Value(nullptr);
}

Value bdf(const std::optional<pci::Address> &address) {
    return address ? Value(address->toString()) : Value(nullptr);
}

/// Where a tool states no state of the port, but that of its interface: ibdev2netdev.
Value interfaceState(const host::RdmaPort &port, const host::Host &host) {
    const host::NetInterface *interface = host::interfaceOf(host, port);
    return interface != nullptr ? fact(interface->operstate) : Value(nullptr);
}

Value gidValue(const host::RdmaPort::Gid &gid) {
    const std::string ipv4 = host::mappedIpv4(gid.gid);
    return {{"index", gid.index},
            {"gid", HostText(gid.gid).plain()},
            {"ipv4", ipv4.empty() ? Value(nullptr) : Value(ipv4)},
            {"type", HostText(gid.type).plain()},
            {"interface", HostText(gid.netdev).plain()}};
}

Value rdmaValue(const host::RdmaDevice &device, const host::Host &host) {
    Value value;
    value["name"] = HostText(device.name).plain();
    value["bdf"] = bdf(device.device);
    value["firmware"] = fact(device.firmware);
    value["type"] = fact(device.hcaType);
    value["node_guid"] = fact(device.nodeGuid);
    Value &ports = value["ports"] = Value::array();
    for (const host::RdmaPort &port : device.ports) {
        Value entry;
        entry["port"] = port.number;
        entry["state"] = fact(port.state);
        entry["physical_state"] = fact(port.physicalState);
        entry["rate_gbit_per_s"] = port.rate ? Value(port.rate->value) : Value(nullptr);
        entry["link_layer"] = fact(port.linkLayer);
        entry["interface"] = fact(port.netdev);
        entry["interface_state"] = interfaceState(port, host);
        for (const host::RdmaPort::Gid &gid : port.gids)
            entry["gids"].push_back(gidValue(gid));
        ports.push_back(std::move(entry));
    }
    return value;
}

Value interfaceValue(const host::NetInterface &interface) {
    Value value;
    value["name"] = HostText(interface.name).plain();
    value["bdf"] = bdf(interface.device);
    value["state"] = fact(interface.operstate);
    value["speed_mbit_per_s"] = interface.speedMbits ? Value(*interface.speedMbits) : Value(nullptr);
    value["mtu"] = interface.mtu ? Value(*interface.mtu) : Value(nullptr);
    Value &addresses = value["addresses"] = Value::array();
    for (const std::string &address : interface.addresses)
        addresses.push_back(HostText(address).plain());
    return value;
}

void addHostFacts(const host::Host &host, Value &document) {
    const auto add = [&](const char *key, const host::Fact<std::string> &text) {
        if (text)
            document["host_facts"][key] = fact(text);
    };
    add("vendor", host.vendor);
    add("product", host.product);
    add("board", host.board);
    add("bios", host.bios);
    add("cpu_model", host.cpuModel);
    add("cpus_online", host.cpusOnline);
    add("virtualization", host.virtualization);
    add("command_line", host.commandLine);
    add("kernel", host.kernel);
    add("os", host.osName);
    for (const host::NumaNodeFacts &node : host.numaNodes)
        document["host_facts"]["numa_nodes"].push_back(
            {{"node", node.node.value},
             {"cpus", fact(node.cpus)},
             {"memory_bytes", node.memory ? Value(node.memory->value) : Value(nullptr)},
             {"distances", node.distances ? Value(*node.distances) : Value(nullptr)}});
    if (host.cpuPackages)
        document["host_facts"]["sockets"] = *host.cpuPackages;
    if (host.memory)
        document["host_facts"]["memory_bytes"] = host.memory->value;
}

} // namespace

void addUnplaced(const topology::Topology &topology, Value &document) {
    for (const host::RdmaDevice *device : topology::unplacedRdma(topology))
        document["rdma_devices"].push_back(rdmaValue(*device, topology.host()));
    for (const host::NetInterface *interface : topology::unplacedInterfaces(topology))
        document["interfaces"].push_back(interfaceValue(*interface));
    for (const host::ToolFact &each : topology.host().toolFacts)
        document["tool_facts"].push_back({{"tool", each.tool},
                                          {"device", HostText(each.device).plain()},
                                          {"name", HostText(each.name).plain()},
                                          {"value", HostText(each.value).plain()}});
    if (topology.host().functions.empty())
        addHostFacts(topology.host(), document);
}

void addUnplacedMessages(const topology::Topology &topology, Value &document) {
    for (const host::KernelMessage *message : topology::unplacedMessages(topology))
        document["kernel_remarks"].push_back({{"bdf", bdf(message->device)},
                                              {"text", HostText(message->text).plain()},
                                              {"count", message->count}});
}

namespace {

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
