// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/facts/HypervisorFacts.h"

#include "core/affinity/Affinity.h"
#include "core/present/affinity/FaultHint.h"
#include "widgets/facts/FactRows.h"

namespace fabricscope::widgets {

namespace {

using topology::Link;

/// The device on the hypervisor, as found by the judgement of the VM.
std::string addressOf(const affinity::Judgement &judgement, topology::NodeId node) {
    for (const affinity::Gpu &gpu : judgement.fabric.gpus)
        if (gpu.node == node)
            return gpu.onHypervisor;
    for (const affinity::Nic &nic : judgement.fabric.nics)
        if (nic.node == node)
            return nic.onHypervisor;
    return {};
}

/// The device's own link: a virtual function has that of its physical one.
const topology::Node &linkedNode(const topology::Topology &topology, const topology::Node &node) {
    if (!node.link && node.physfn)
        if (const auto physical = topology.find(*node.physfn))
            return topology.node(*physical);
    return node;
}

} // namespace

HypervisorFacts hypervisorFacts(const HypervisorView &hypervisor, const affinity::Judgement &judgement,
                                topology::NodeId id) {
    HypervisorFacts facts;
    const auto address = pci::Address::parse(addressOf(judgement, id));
    if (!hypervisor.topology || !address)
        return facts;
    facts.node = hypervisor.topology->find(*address);
    if (!facts.node)
        return facts;
    const topology::Node &node = linkedNode(*hypervisor.topology, hypervisor.topology->node(*facts.node));
    facts.rows.push_back(
        row(FactText::tr("On the host"),
            QStringLiteral("%1 %2").arg(shortBdf(*hypervisor.topology, *address), hypervisor.name)));
    if (!node.link || !node.link->rate())
        return facts;
    const bool narrow = node.link->state == Link::State::Narrow;
    FactRow link = row(FactText::tr("Host link"), toQString(node.link->rate()->toString()), {},
                       narrow ? FactRow::Look::Warning : FactRow::Look::Mono);
    if (narrow) {
        link.glyph = draw::Glyph::Warning;
        facts.fault = {findings::Severity::Warning, FactText::tr("Fewer lanes on %1").arg(hypervisor.name),
                       toQString(present::linkFault(node)), hypervisor.id};
    }
    facts.rows.push_back(link);
    return facts;
}

} // namespace fabricscope::widgets
