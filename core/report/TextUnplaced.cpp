// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/TextUnplaced.h"

#include "core/base/HostText.h"
#include "core/report/TextTable.h"
#include "core/report/TextTools.h"
#include "core/topology/UnplacedDevices.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::report {

namespace {

std::string cell(const host::Fact<std::string> &fact) {
    return HostText(fact.valueOr({})).plain(120);
}

std::string driverVersion(const host::Host &host, const std::string &module) {
    const auto known = host.modules.find(module);
    if (known == host.modules.end())
        return {};
    const auto version = known->second.find("version");
    return version == known->second.end() ? std::string() : cell(version->second);
}

std::string number(const host::Fact<std::int64_t> &fact) {
    return fact ? std::to_string(*fact) : std::string();
}

/// What a tool states about a port, or about its interface where it states that alone (ibdev2netdev).
std::string stateOf(const host::RdmaPort &port, const host::Host &host) {
    if (port.state || !port.netdev)
        return cell(port.state);
    const auto &all = host.netInterfaces;
    const auto at = std::lower_bound(all.begin(), all.end(), *port.netdev,
                                     [](const auto &each, const auto &name) { return each.name < name; });
    return at != all.end() && at->name == *port.netdev && at->operstate ? "interface " + cell(at->operstate)
                                                                        : std::string();
}

std::string rdmaText(const topology::Topology &topology, std::size_t width) {
    const auto devices = topology::unplacedRdma(topology);
    TextTable table(
        {"NAME", "PORT", "STATE", "PHYSICAL", "RATE", "LINK LAYER", "NETDEV", "FIRMWARE", "TYPE", "BDF"});
    for (const host::RdmaDevice *device : devices) {
        const std::string name = HostText(device->name).plain(64), firmware = cell(device->firmware),
                          type = cell(device->hcaType),
                          address = device->device ? device->device->toString() : std::string();
        if (device->ports.empty())
            table.addRow({name, "", "", "", "", "", "", firmware, type, address});
        for (const host::RdmaPort &port : device->ports)
            table.addRow({name, std::to_string(port.number), stateOf(port, topology.host()),
                          cell(port.physicalState),
                          port.rate ? fmt::format("{:g} Gb/s", port.rate->value) : std::string(),
                          cell(port.linkLayer), cell(port.netdev), firmware, type, address});
    }
    return devices.empty() ? std::string()
                           : "\nRDMA devices that are not in the tree:\n" + table.toString(width);
}

std::string interfacesText(const topology::Topology &topology, std::size_t width) {
    const auto interfaces = topology::unplacedInterfaces(topology);
    TextTable table({"NAME", "STATE", "MBIT/S", "MTU", "MASTER", "ADDRESSES", "BDF"});
    for (const host::NetInterface *each : interfaces) {
        std::string addresses;
        for (const std::string &address : each->addresses)
            addresses += (addresses.empty() ? "" : " ") + HostText(address).plain(64);
        table.addRow({HostText(each->name).plain(64), cell(each->operstate), number(each->speedMbits),
                      number(each->mtu), cell(each->master), addresses,
                      each->device ? each->device->toString() : std::string()});
    }
    return interfaces.empty() ? std::string() : "\nNetwork interfaces:\n" + table.toString(width);
}

std::string messagesText(const topology::Topology &topology, std::size_t width) {
    const auto messages = topology::unplacedMessages(topology);
    TextTable table({"DEVICE", "COUNT", "MESSAGE (the first of its kind)"});
    for (const host::KernelMessage *message : messages)
        table.addRow({message->device ? message->device->toString() : std::string("host"),
                      std::to_string(message->count), HostText(message->text).plain()});
    return messages.empty() ? std::string() : "\nKernel log:\n" + table.toString(width);
}

std::string toolFactsText(const host::Host &host, std::size_t width) {
    TextTable table({"DEVICE", "FACT", "VALUE"});
    std::string tool;
    for (const host::ToolFact &fact : host.toolFacts) {
        table.addRow({HostText(fact.device).plain(64), HostText(fact.name).plain(64),
                      HostText(fact.value).plain(128)});
        if (tool.find(fact.tool) == std::string::npos)
            tool += (tool.empty() ? "" : ", ") + fact.tool;
    }
    return host.toolFacts.empty() ? std::string() : "\nFrom " + tool + ":\n" + table.toString(width);
}

/// Facts that a host with PCI functions has in other places, or that need no place there.
std::string factsText(const host::Host &host, std::size_t width) {
    TextTable table({"FACT", "VALUE"});
    bool any = false;
    const auto add = [&](const char *name, const std::string &value) {
        if (!value.empty())
            table.addRow({name, value});
        any = any || !value.empty();
    };
    add("Vendor", cell(host.vendor));
    add("Product", cell(host.product));
    add("Board", cell(host.board));
    add("BIOS", cell(host.bios));
    add("CPU", cell(host.cpuModel));
    add("Sockets", host.cpuPackages ? std::to_string(*host.cpuPackages) : std::string());
    add("CPUs online", cell(host.cpusOnline));
    add("Virtualization", cell(host.virtualization));
    add("NVIDIA driver", driverVersion(host, "nvidia"));
    add("Memory", host.memory ? toString(*host.memory) : std::string());
    add("Command line", HostText(host.commandLine.valueOr({})).plain());
    return any ? "\n" + table.toString(width) : std::string();
}

bool knowsDistances(const host::Host &host) {
    return std::any_of(host.numaNodes.begin(), host.numaNodes.end(),
                       [](const host::NumaNodeFacts &node) { return node.distances.known(); });
}

bool hasContent(const topology::Topology &topology) {
    const host::Host &host = topology.host();
    return !host.functions.empty() || !host.numaNodes.empty() || !host.deviceMatrices.empty();
}

} // namespace

std::string unplacedText(const topology::Topology &topology, std::size_t width) {
    const host::Host &host = topology.host();
    std::string text = rdmaText(topology, width) + interfacesText(topology, width) +
                       messagesText(topology, width) + toolFactsText(host, width);
    if (host.functions.empty())
        text = factsText(host, width) + (knowsDistances(host) ? numaDistancesText(host, width) : "") + text;
    if (text.empty() && !hasContent(topology))
        text = "No PCI devices, NUMA nodes, ports or faults in this source\n";
    return text;
}

} // namespace fabricscope::report
