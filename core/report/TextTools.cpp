// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/TextTools.h"

#include "core/base/HostText.h"
#include "core/host/SoftwareRdma.h"
#include "core/present/facts/UnplacedTables.h"
#include "core/report/TextTable.h"

#include <fmt/format.h>

namespace fabricscope::report {

namespace {

/// 0 is the host.
std::uint64_t keyOf(const std::optional<host::Address> &device) {
    return device ? device->key() + 1 : 0;
}

} // namespace

KernelLines::KernelLines(const host::Host &host) {
    for (const host::KernelMessage &entry : host.kernelMessages)
        m_entries[keyOf(entry.device)].push_back(&entry);
}

std::vector<std::string> KernelLines::of(const std::optional<host::Address> &device) const {
    std::vector<std::string> lines;
    if (const auto known = m_entries.find(keyOf(device)); known != m_entries.end())
        for (const host::KernelMessage *entry : known->second)
            lines.push_back(entry->count == 1
                                ? fmt::format("kernel: {}", entry->text)
                                : fmt::format("kernel: {} ({} times)", entry->text, entry->count));
    return lines;
}

std::string matricesText(const host::Host &host, std::size_t width) {
    std::string text;
    for (present::UnplacedTable &each : present::matrixTables(host)) {
        TextTable table(std::move(each.columns));
        for (std::vector<std::string> &row : each.rows)
            table.addRow(std::move(row));
        text += fmt::format("\n{}:\n{}", each.title, table.toString(width));
    }
    return text;
}

std::string numaDistancesText(const host::Host &host, std::size_t width) {
    std::vector<std::string> heads = {"distance"};
    for (const host::NumaNodeFacts &node : host.numaNodes)
        heads.push_back(std::to_string(node.node.value));
    TextTable table(heads);
    for (const host::NumaNodeFacts &node : host.numaNodes) {
        std::vector<std::string> row = {std::to_string(node.node.value)};
        for (std::size_t to = 0; to < host.numaNodes.size(); ++to)
            row.push_back(node.distances && to < node.distances->size()
                              ? std::to_string((*node.distances)[to])
                              : "unknown");
        table.addRow(std::move(row));
    }
    return host.numaNodes.empty() ? std::string() : "\n" + table.toString(width);
}

std::string softwareRdmaText(const host::Host &host, std::size_t width) {
    TextTable table({"NAME", "KIND", "OVER", "BDF", "STATE"});
    const std::vector<host::SoftwareRdma> devices = host::softwareRdma(host);
    for (const host::SoftwareRdma &each : devices) {
        const bool hasFunction = each.interface != nullptr && each.interface->device;
        const auto &ports = each.device->ports;
        table.addRow({HostText(each.device->name).plain(), std::string(each.kind),
                      HostText(each.netdev()).plain(),
                      hasFunction ? each.interface->device->toString() : std::string(),
                      ports.empty() ? std::string() : HostText(ports.front().state.valueOr({})).plain()});
    }
    return devices.empty() ? std::string() : "\nSoftware RDMA (on the CPU):\n" + table.toString(width);
}

} // namespace fabricscope::report
