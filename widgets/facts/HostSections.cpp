// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Host, NUMA nodes, and the ports of a switch.
#include "widgets/facts/FactRows.h"

#include <QStringList>

#include <algorithm>

namespace fabricscope::widgets {

std::vector<FactSection> hostSections(const topology::Topology &topology) {
    const host::Host &host = topology.host();
    FactSection system{FactText::tr("System"), {}, {}, {}, {}};
    system.rows = {
        textRow(FactText::tr("Host name"), host.hostname),
        textRow(FactText::tr("Vendor"), host.vendor),
        textRow(FactText::tr("Product"), host.product),
        textRow(FactText::tr("Board"), host.board),
        textRow(FactText::tr("BIOS"), host.bios),
        textRow(FactText::tr("Virtualization"), host.virtualization),
        textRow(FactText::tr("System"), host.osName),
        textRow(FactText::tr("Kernel"), host.kernel),
        textRow(FactText::tr("Command line"), host.commandLine),
    };
    FactSection processor{FactText::tr("CPU and memory"), {}, {}, {}, {}};
    processor.rows = {
        textRow(FactText::tr("CPU"), host.cpuModel),
        textRow(FactText::tr("CPUs online"), host.cpusOnline),
        factRow(FactText::tr("Memory"), host.memory,
                [](ByteCount bytes) { return toQString(toString(bytes)); }),
    };
    FactSection missing{FactText::tr("Not read"), {}, {}, {}, {}};
    for (const host::Missing &entry : host.missing) {
        missing.rows.push_back(row(toQString(entry.what), toQString(entry.why), {}, FactRow::Look::Missing));
        missing.rows.back().needsRoot = entry.isSudoersLine;
    }
    return {system, processor, missing};
}

FactSection numaSection(const topology::Topology &topology, const topology::Node &node) {
    FactSection section{FactText::tr("NUMA node"), {}, {}, {}, {}};
    if (!node.numa) {
        section.rows.push_back(unknownRow(FactText::tr("Node")));
        return section;
    }
    const auto &nodes = topology.host().numaNodes;
    const auto facts = std::find_if(nodes.begin(), nodes.end(),
                                    [&](const auto &candidate) { return candidate.node == *node.numa; });
    section.rows.push_back(row(FactText::tr("Node"), QString::number(node.numa->value),
                               facts == nodes.end() ? host::EvidenceRef{} : facts->cpus.evidence()));
    if (facts == nodes.end())
        return section;
    section.rows.push_back(factRow(FactText::tr("CPUs"), facts->cpus, [](const std::string &cpus) {
        return cpus.empty() ? FactText::tr("none") : toQString(cpus);
    }));
    section.rows.push_back(factRow(FactText::tr("Memory"), facts->memory,
                                   [](ByteCount bytes) { return toQString(toString(bytes)); }));
    section.rows.push_back(
        factRow(FactText::tr("Distances"), facts->distances, [](const std::vector<int> &distances) {
            QStringList values;
            for (const int distance : distances)
                values << QString::number(distance);
            return values.join(QLatin1Char(' '));
        }));
    return section;
}

FactSection portsSection(const topology::Topology &topology, const topology::Node &node) {
    FactSection section{FactText::tr("Ports"), QString::number(node.ports.size()), {}, {}, {}};
    const auto &functions = topology.host().functions;
    for (const topology::Port &port : node.ports) {
        QStringList below;
        for (const topology::NodeId id : port.below)
            below << toQString(topology.node(id).name);
        const QString label = (port.upstream ? FactText::tr("up %1") : FactText::tr("down %1"))
                                  .arg(shortBdf(topology, port.bdf));
        const QString value = port.upstream     ? FactText::tr("to the root port")
                              : below.isEmpty() ? FactText::tr("nothing below")
                                                : below.join(QLatin1String(", "));
        const auto evidence = port.function < functions.size() ? functions[port.function].classCode.evidence()
                                                               : host::EvidenceRef{};
        section.rows.push_back(row(label, value, evidence, FactRow::Look::Plain));
    }
    return section;
}

} // namespace fabricscope::widgets
