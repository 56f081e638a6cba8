// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Text.h"
#include "core/report/TextParts.h"
#include "core/report/TextTable.h"
#include "core/report/TextTools.h"

#include <fmt/format.h>

#include <array>

namespace fabricscope::report {

namespace {

using topology::Node;
using topology::NodeKind;
using topology::Topology;

/// The kinds of devices listed at a NUMA node, in this order.
constexpr std::array kShownKinds = {NodeKind::Gpu, NodeKind::NvSwitch, NodeKind::Nic, NodeKind::Nvme};

void addDevices(TextTable &table, const Topology &topology, const Node &numa, const Absent &absent) {
    for (const NodeKind kind : kShownKinds)
        for (const Node &node : topology.nodes())
            if (node.kind == kind && node.numa == numa.numa)
                table.addRow({"    " + node.name, std::string(topology::toString(kind)), node.bdf->toString(),
                              linkText(node, topology.host().functions[*node.function]),
                              absent.driver(topology.host().functions[*node.function]),
                              node.owner.value_or(""), *node.model});
}

} // namespace

std::string numaText(const Topology &topology, const TextOptions &options) {
    TextTable table({"", "KIND", "BDF", "LINK", "DRIVER", "OWNER", "MODEL"});
    const Absent absent(topology, options);
    addHostFindings(table, topology);
    for (const Node &node : topology.nodes()) {
        if (node.kind != NodeKind::Numa)
            continue;
        table.addLine(node.model->empty() ? node.name : node.name + ": " + *node.model);
        for (const findings::Finding &finding : node.findings)
            table.addLine("    " + findingText(finding));
        addDevices(table, topology, node, absent);
    }
    return textHeader(topology, options) + table.toString(options.width) +
           numaDistancesText(topology.host(), options.width) + textFooter(topology, options);
}

} // namespace fabricscope::report
