// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/facts/DeviceFacts.h"

#include "core/findings/WorstFirst.h"
#include "core/topology/UnplacedDevices.h"
#include "widgets/facts/FactRows.h"

#include <algorithm>

namespace fabricscope::widgets {

namespace {

using topology::NodeKind;

/// One line per kind, in the order of NodeKind.
constexpr struct {
    NodeKind kind;
    draw::Token token;
    const char *name;
} kKinds[] = {
    {NodeKind::Host, draw::Token::Numa, QT_TRANSLATE_NOOP("Inspector", "Host")},
    {NodeKind::Numa, draw::Token::Numa, QT_TRANSLATE_NOOP("Inspector", "NUMA node")},
    {NodeKind::RootComplex, draw::Token::RootPort, QT_TRANSLATE_NOOP("Inspector", "Root complex")},
    {NodeKind::RootPort, draw::Token::RootPort, QT_TRANSLATE_NOOP("Inspector", "Root port")},
    {NodeKind::Switch, draw::Token::Switch, QT_TRANSLATE_NOOP("Inspector", "PCIe switch")},
    {NodeKind::Bridge, draw::Token::Switch, QT_TRANSLATE_NOOP("Inspector", "Bridge")},
    {NodeKind::Gpu, draw::Token::Gpu, QT_TRANSLATE_NOOP("Inspector", "GPU")},
    {NodeKind::Partition, draw::Token::Gpu, QT_TRANSLATE_NOOP("Inspector", "GPU partition")},
    {NodeKind::Nic, draw::Token::Nic, QT_TRANSLATE_NOOP("Inspector", "NIC")},
    {NodeKind::Nvme, draw::Token::Nvme, QT_TRANSLATE_NOOP("Inspector", "NVMe")},
    {NodeKind::NvSwitch, draw::Token::Switch, QT_TRANSLATE_NOOP("Inspector", "NVSwitch")},
    {NodeKind::Other, draw::Token::Switch, QT_TRANSLATE_NOOP("Inspector", "Device")},
};

const auto &kindOf(NodeKind kind) {
    for (const auto &entry : kKinds)
        if (entry.kind == kind)
            return entry;
    return kKinds[std::size(kKinds) - 1];
}

using SectionOf = FactSection (*)(const topology::Topology &, const topology::Node &,
                                  const host::PciFunction &);

/// The inspector, from top to bottom.
constexpr SectionOf kFunctionSections[] = {
    identitySection, ownershipSection, linkSection,      acsSection,   barSection,   sriovSection,
    networkSection,  gpuSection,       transfersSection, powerSection, toolsSection, kernelSection,
};

void add(std::vector<FactSection> &sections, FactSection section) {
    if (!section.rows.empty() || !section.chips.empty())
        sections.push_back(std::move(section));
}

/// A text of one tool does not state most facts of a host, and none of them is missing in it.
void leaveOutUnknown(FactSection &section) {
    std::erase_if(section.rows, [](const FactRow &row) {
        return row.look == FactRow::Look::Missing && !row.needsRoot && row.value == FactText::tr("unknown");
    });
}

} // namespace

draw::Token kindToken(const topology::Node &node) {
    return node.frontEnd ? draw::Token::FrontEndNic : kindOf(node.kind).token;
}

QString kindName(const topology::Node &node) {
    return FactText::tr(kindOf(node.kind).name);
}

DeviceFacts deviceFacts(const topology::Topology &topology, topology::NodeId id) {
    const topology::Node &node = topology.node(id);
    DeviceFacts facts;
    facts.kind = kindToken(node);
    facts.name = toQString(node.name).isEmpty() ? kindName(node) : toQString(node.name);
    facts.model = node.model->empty() ? kindName(node) : toQString(*node.model);
    facts.findings = node.findings;
    findings::sortWorstFirst(facts.findings);
    if (node.bdf)
        facts.bdf = toQString(node.bdf->toString());
    if (node.kind == NodeKind::Host) {
        const bool isText = topology::hasNoTree(topology);
        if (isText) // the screen itself shows them, in front of its tables
            facts.findings.clear();
        for (FactSection &section : hostSections(topology)) {
            if (isText)
                leaveOutUnknown(section);
            add(facts.sections, std::move(section));
        }
        add(facts.sections, tablesSection(topology));
        add(facts.sections, kernelLogSection(topology, std::nullopt));
        add(facts.sections, settingsSection(topology));
        return facts;
    }
    if (node.kind == NodeKind::Numa)
        add(facts.sections, numaSection(topology, node));
    if (!node.ports.empty())
        add(facts.sections, portsSection(topology, node));
    const auto &functions = topology.host().functions;
    std::optional<std::uint32_t> function = node.function;
    if (!function && !node.ports.empty())
        function = node.ports.front().function;
    if (function && *function < functions.size())
        for (const SectionOf section : kFunctionSections)
            add(facts.sections, section(topology, node, functions[*function]));
    return facts;
}

} // namespace fabricscope::widgets
