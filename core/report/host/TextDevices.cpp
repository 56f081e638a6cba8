// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/TextParts.h"
#include "core/report/TextTable.h"
#include "core/report/TextTools.h"
#include "core/report/host/TextUnplaced.h"

#include <fmt/format.h>

namespace fabricscope::report {

namespace {

using topology::Node;
using topology::NodeKind;
using topology::Topology;

std::string idText(const host::PciFunction &function) {
    if (!function.vendor || !function.device)
        return "unknown";
    return fmt::format("{:04x}:{:04x}", *function.vendor, *function.device);
}

void addFunction(TextTable &table, const Node &node, const host::PciFunction &function, const Absent &absent,
                 const KernelLines &kernel) {
    const bool isPort = node.kind == NodeKind::Switch;
    const bool isUpstream = isPort && node.bdf == function.address;
    const std::string kind = !isPort      ? std::string(topology::toString(node.kind))
                             : isUpstream ? "upstream"
                                          : "downstream";
    const auto group = function.iommuGroup ? SlimOptional(*function.iommuGroup)
                       : isPort            ? std::nullopt
                                           : node.iommuGroup;
    const bool ownLink = !isPort || isUpstream;
    table.addRow({function.address.toString(), kind, node.name, idText(function),
                  ownLink ? linkText(node, function) : "", absent.driver(function), node.owner.value_or(""),
                  absent.group(function, group), numaText(node.numa),
                  function.physfn ? "VF of " + function.physfn->toString() : "",
                  isPort && !isUpstream ? "" : *node.model});
    if (!isPort || isUpstream)
        for (const findings::Finding &finding : node.findings)
            table.addLine("    " + findingText(finding));
    for (const std::string &line : kernel.of(function.address))
        table.addLine("    " + line);
}

} // namespace

std::string devicesText(const Topology &topology, const TextOptions &options) {
    TextTable table({"BDF", "KIND", "NAME", "ID", "LINK", "DRIVER", "OWNER", "GROUP", "NUMA", "VF", "MODEL"});
    const Absent absent(topology, options);
    const KernelLines kernel(topology.host());
    addHostFindings(table, topology);
    for (const Node &node : topology.nodes()) // NUMA nodes have no row
        if (node.kind == NodeKind::Numa)
            for (const findings::Finding &finding : node.findings)
                table.addLine(node.name + ": " + findingText(finding));
    for (const host::PciFunction &function : topology.host().functions)
        if (const auto id = topology.find(function.address))
            addFunction(table, topology.node(*id), function, absent, kernel);
    if (!topology.host().functions.empty())                     // else they are in unplacedText()
        for (const std::string &line : kernel.of(std::nullopt)) // about the host: IOMMU, ACS
            table.addLine(line);
    std::string text = textHeader(topology, options) + table.toString(options.width);
    const std::string blocks = unplacedText(topology, options.width) +
                               softwareRdmaText(topology.host(), options.width) +
                               matricesText(topology.host(), options.width) + textFooter(topology, options);
    std::string_view rest = blocks;
    if (text.ends_with("\n\n") && rest.starts_with('\n')) // no rows
        rest.remove_prefix(1);
    return text.append(rest);
}

} // namespace fabricscope::report
