// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/TextParts.h"
#include "core/report/TextPassthrough.h"
#include "core/report/TextTable.h"
#include "core/topology/IommuGroups.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace fabricscope::report {

namespace {

using topology::Node;
using topology::Topology;

void addMember(TextTable &table, const Topology &topology, const pci::Address &address,
               const Absent &absent) {
    const auto id = topology.find(address);
    const host::PciFunction *function = topology.host().function(address);
    if (!id || function == nullptr) {
        table.addRow({"    " + address.toString(), "not among the functions read"});
        return;
    }
    const Node &node = topology.node(*id);
    const bool isPort = node.kind == topology::NodeKind::Switch && node.bdf != address;
    table.addRow({"    " + address.toString(), isPort ? "port of " + node.name : node.name,
                  absent.driver(*function), node.owner.value_or(""), isPort ? "" : *node.model});
}

} // namespace

std::string iommuText(const Topology &topology, const TextOptions &options) {
    const host::Host &host = topology.host();
    const Absent absent(topology, options);
    const auto groups = topology::iommuGroups(host);
    TextTable table({"", "NAME", "DRIVER", "OWNER", "MODEL"});
    std::set<pci::Address> grouped;
    for (const auto &[number, group] : groups) {
        table.addLine(fmt::format("Group {} ({}), {} function{}", number, group.type.value_or("type unknown"),
                                  group.devices.size(), group.devices.size() == 1 ? "" : "s"));
        for (const pci::Address &address : group.devices)
            addMember(table, topology, address, absent);
        grouped.insert(group.devices.begin(), group.devices.end());
    }
    const auto outside = std::count_if(host.functions.begin(), host.functions.end(),
                                       [&](const auto &f) { return !grouped.contains(f.address); });
    const bool hasDead = std::any_of(host.functions.begin(), host.functions.end(),
                                     [&](const auto &f) { return f.dead && !grouped.contains(f.address); });
    std::string closing;
    if (groups.empty())
        closing = absent.groupsRead() ? "no IOMMU groups: the IOMMU is off, or this is a guest without one\n"
                                      : "IOMMU groups: unknown\n";
    else if (outside != 0)
        closing = fmt::format("{} function{} without a {}group\n", outside, outside == 1 ? "" : "s",
                              hasDead ? "known " : "");
    return textHeader(topology, options) + (groups.empty() ? "" : table.toString(options.width)) + closing +
           passthroughText(topology, options) + textFooter(topology, options);
}

} // namespace fabricscope::report
