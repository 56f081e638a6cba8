// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/present/facts/UnplacedTables.h"

#include "core/base/HostText.h"
#include "core/host/GidAddress.h"
#include "core/host/PortInterface.h"
#include "core/host/SystemFacts.h"
#include "core/topology/ToolDevices.h"
#include "core/topology/UnplacedDevices.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace fabricscope::present {

namespace {

std::string cell(std::string_view text) {
    return HostText(text).plain(120);
}

std::string cell(const host::Fact<std::string> &fact) {
    return fact ? cell(std::string_view(*fact)) : std::string();
}

std::string cell(const std::optional<pci::Address> &address) {
    return address ? address->toString() : std::string();
}

std::string number(const host::Fact<std::int64_t> &fact) {
    return fact ? std::to_string(*fact) : std::string();
}

/// What a tool states about a port, or about its interface where it states that alone (ibdev2netdev).
std::string stateOf(const host::RdmaPort &port, const host::Host &host) {
    const host::NetInterface *interface = port.state ? nullptr : host::interfaceOf(host, port);
    return interface != nullptr && interface->operstate ? "interface " + cell(interface->operstate)
                                                        : cell(port.state);
}

UnplacedTable rdmaTable(const topology::Topology &topology) {
    UnplacedTable table{
        topology.host().functions.empty() ? "RDMA devices" : "RDMA devices that are not in the tree",
        {"Name", "Port", "State", "Physical", "Rate", "Link layer", "Netdev", "Firmware", "Type", "BDF"},
        {}};
    for (const host::RdmaDevice *device : topology::unplacedRdma(topology)) {
        const std::string name = cell(std::string_view(device->name)), firmware = cell(device->firmware),
                          type = cell(device->hcaType), address = cell(device->device);
        if (device->ports.empty())
            table.rows.push_back({name, "", "", "", "", "", "", firmware, type, address});
        for (const host::RdmaPort &port : device->ports)
            table.rows.push_back({name, std::to_string(port.number), stateOf(port, topology.host()),
                                  cell(port.physicalState),
                                  port.rate ? fmt::format("{:g} Gb/s", port.rate->value) : std::string(),
                                  cell(port.linkLayer), cell(port.netdev), firmware, type, address});
    }
    return table;
}

UnplacedTable gidTable(const topology::Topology &topology) {
    UnplacedTable table{"GIDs", {"Name", "Port", "Index", "GID", "IPv4", "Type", "Netdev"}, {}};
    for (const host::RdmaDevice *device : topology::unplacedRdma(topology))
        for (const host::RdmaPort &port : device->ports)
            for (const host::RdmaPort::Gid &gid : port.gids)
                table.rows.push_back({cell(std::string_view(device->name)), std::to_string(port.number),
                                      std::to_string(gid.index), cell(std::string_view(gid.gid)),
                                      host::mappedIpv4(gid.gid), cell(std::string_view(gid.type)),
                                      cell(std::string_view(gid.netdev))});
    return table;
}

UnplacedTable interfaceTable(const topology::Topology &topology) {
    UnplacedTable table{
        "Network interfaces", {"Name", "State", "Mbit/s", "MTU", "Master", "Addresses", "BDF"}, {}};
    for (const host::NetInterface *each : topology::unplacedInterfaces(topology)) {
        std::string addresses;
        for (const std::string &address : each->addresses)
            addresses += (addresses.empty() ? "" : " ") + HostText(address).plain(64);
        table.rows.push_back({cell(std::string_view(each->name)), cell(each->operstate),
                              number(each->speedMbits), number(each->mtu), cell(each->master), addresses,
                              cell(each->device)});
    }
    return table;
}

UnplacedTable messageTable(const topology::Topology &topology) {
    UnplacedTable table{"Kernel log", {"Device", "Count", "Message (the first of its kind)"}, {}};
    for (const host::KernelMessage *message : topology::unplacedMessages(topology))
        table.rows.push_back({message->device ? message->device->toString() : std::string("host"),
                              std::to_string(message->count), HostText(message->text).plain()});
    return table;
}

UnplacedTable toolTable(const topology::Topology &topology) {
    UnplacedTable table{"", {"Device", "Fact", "Value", "Tool"}, {}};
    std::string tools;
    const topology::ToolDevices devices(topology);
    const bool hasTree = !topology::hasNoTree(topology);
    for (const host::ToolFact &fact : topology.host().toolFacts) {
        if (host::isSystemFact(fact) ||
            (hasTree && (fact.device.empty() || devices.at(fact.device)))) // about what the inspector shows
            continue;
        table.rows.push_back({cell(std::string_view(fact.device)), cell(std::string_view(fact.name)),
                              HostText(fact.value).plain(128), cell(std::string_view(fact.tool))});
        if (tools.find(fact.tool) == std::string::npos)
            tools += (tools.empty() ? "" : ", ") + cell(std::string_view(fact.tool));
    }
    table.title = "From " + tools;
    return table;
}

UnplacedTable matrixTable(const host::DeviceMatrix &matrix) {
    UnplacedTable table{cell(std::string_view(matrix.tool)), {cell(std::string_view(matrix.what))}, {}};
    for (const std::string &column : matrix.columns)
        table.columns.push_back(cell(std::string_view(column)));
    table.columns.insert(table.columns.end(), {"CPUS", "NUMA", "DEVICE", "BDF"});
    for (const host::DeviceMatrix::Row &row : matrix.rows) {
        std::vector<std::string> cells{cell(std::string_view(row.name))};
        for (const std::string &each : row.cells)
            cells.push_back(cell(std::string_view(each)));
        cells.resize(matrix.columns.size() + 1);
        cells.insert(cells.end(), {cell(row.cpus), cell(row.numaNodes), cell(std::string_view(row.device)),
                                   cell(row.address)});
        table.rows.push_back(std::move(cells));
    }
    return table;
}

void dropEmptyColumns(UnplacedTable &table) {
    for (std::size_t column = table.columns.size(); column-- > 0;) {
        const auto at = static_cast<std::ptrdiff_t>(column);
        if (std::any_of(table.rows.begin(), table.rows.end(),
                        [column](const auto &row) { return !row[column].empty(); }))
            continue;
        table.columns.erase(table.columns.begin() + at);
        for (std::vector<std::string> &row : table.rows)
            row.erase(row.begin() + at);
    }
}

std::vector<UnplacedTable> withContent(std::vector<UnplacedTable> tables) {
    std::erase_if(tables, [](const UnplacedTable &table) { return table.rows.empty(); });
    for (UnplacedTable &table : tables)
        dropEmptyColumns(table);
    return tables;
}

} // namespace

std::vector<UnplacedTable> matrixTables(const host::Host &host) {
    std::vector<UnplacedTable> tables;
    for (const host::DeviceMatrix &matrix : host.deviceMatrices)
        tables.push_back(matrixTable(matrix));
    return withContent(std::move(tables));
}

std::vector<UnplacedTable> unplacedTables(const topology::Topology &topology) {
    return withContent({rdmaTable(topology), gidTable(topology), interfaceTable(topology),
                        messageTable(topology), toolTable(topology)});
}

} // namespace fabricscope::present
