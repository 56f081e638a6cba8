// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/host/TextUnplaced.h"

#include "core/base/HostText.h"
#include "core/host/SystemFacts.h"
#include "core/present/facts/UnplacedTables.h"
#include "core/report/TextTable.h"
#include "core/report/TextTools.h"
#include "core/topology/ToolDevices.h"
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

/// In capitals, as all headings of texts; what is in brackets stays as it is.
std::string headingOf(std::string column) {
    for (char &c : column) {
        if (c == '(')
            break;
        if (c >= 'a' && c <= 'z')
            c = static_cast<char>(c - 'a' + 'A');
    }
    return column;
}

std::string tablesText(const topology::Topology &topology, std::size_t width) {
    std::string text;
    for (present::UnplacedTable &each : present::unplacedTables(topology)) {
        for (std::string &column : each.columns)
            column = headingOf(std::move(column));
        TextTable table(std::move(each.columns));
        for (std::vector<std::string> &row : each.rows)
            table.addRow(std::move(row));
        text += fmt::format("\n{}:\n{}", each.title, table.toString(width));
    }
    return text;
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

/// A tool's text lists devices without the bridges above them; what it states of each has no inspector here.
std::string deviceFactsText(const topology::Topology &topology, std::size_t width) {
    const host::Host &host = topology.host();
    constexpr unsigned kBridge = 0x06; // class
    const bool hasBridges =
        std::any_of(host.functions.begin(), host.functions.end(), [](const host::PciFunction &function) {
            return function.classCode && *function.classCode >> 16 == kBridge;
        });
    if (hasBridges || topology::hasNoTree(topology))
        return {};
    TextTable table({"DEVICE", "FACT", "VALUE", "TOOL"});
    const topology::ToolDevices devices(topology);
    bool any = false;
    for (const host::ToolFact &fact : host.toolFacts) {
        const auto node = devices.at(fact.device);
        if ((!fact.device.empty() && !node) || host::isSystemFact(fact))
            continue; // in the tables above; of the system, not of a tool
        any = true;
        table.addRow({node ? HostText(topology.node(*node).name).plain(64) : std::string("host"),
                      HostText(fact.name).plain(64), HostText(fact.value).plain(128),
                      HostText(fact.tool).plain(64)});
    }
    return any ? "\nFacts of tools:\n" + table.toString(width) : std::string();
}

bool knowsDistances(const host::Host &host) {
    return std::any_of(host.numaNodes.begin(), host.numaNodes.end(),
                       [](const host::NumaNodeFacts &node) { return node.distances.known(); });
}

bool hasContent(const topology::Topology &topology) {
    const host::Host &host = topology.host();
    return !host.functions.empty() || !host.numaNodes.empty() || !host.deviceMatrices.empty() ||
           !host.toolFaults.empty() || !host.vms.empty();
}

} // namespace

std::string unplacedText(const topology::Topology &topology, std::size_t width) {
    const host::Host &host = topology.host();
    std::string text = tablesText(topology, width) + deviceFactsText(topology, width);
    if (host.functions.empty())
        text = factsText(host, width) + (knowsDistances(host) ? numaDistancesText(host, width) : "") + text;
    if (text.empty() && !hasContent(topology))
        text = "No PCI devices, NUMA nodes, ports or known faults in this source\n";
    return text;
}

} // namespace fabricscope::report
