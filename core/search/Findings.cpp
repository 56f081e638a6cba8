// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/Findings.h"

namespace fabricscope::search {

namespace {

using affinity::HostFinding;

/// No other finding covers it.
bool isOwn(const affinity::Judgement &judgement, const HostFinding &hostFinding) {
    if (hostFinding.kind == HostFinding::Kind::Bootstrap)
        return true;
    const bool isOfHypervisor = judgement.fabric.guest && !judgement.fabric.source.empty();
    return hostFinding.kind != HostFinding::Kind::NarrowLink && !isOfHypervisor;
}

Finding findingOf(const topology::Topology &topology, const HostFinding &hostFinding) {
    Finding finding;
    finding.severity = hostFinding.severity;
    finding.words = hostFinding.sentence;
    finding.why = hostFinding.why;
    finding.rule = (hostFinding.kind == HostFinding::Kind::Bootstrap ? "library." : "way.") +
                   std::string(toString(hostFinding.kind));
    if (const auto address = pci::Address::parse(hostFinding.address))
        finding.node = topology.find(*address);
    return finding;
}

} // namespace

std::vector<Finding> findingsOf(const topology::Topology &topology, const affinity::Judgement *judgement) {
    std::vector<Finding> findings;
    for (const topology::Node &node : topology.nodes())
        for (const topology::Finding &finding : node.findings)
            findings.push_back(
                {finding.severity, node.name, finding.text, {}, finding.rule, node.id, false, std::nullopt});
    if (judgement == nullptr)
        return findings;
    for (std::size_t index = 0; index < judgement->pairs.size(); ++index) {
        const affinity::Pair &pair = judgement->pairs[index];
        if (judgement->isLeading(pair) && pair.severity)
            findings.push_back({*pair.severity,
                                {},
                                pair.reason,
                                {},
                                "pair." + std::string(toString(pair.kind)),
                                judgement->fabric.gpus[pair.gpu].node,
                                pair.mispaired,
                                index});
    }
    for (const HostFinding &hostFinding : judgement->findings)
        if (isOwn(*judgement, hostFinding))
            findings.push_back(findingOf(topology, hostFinding));
    return findings;
}

} // namespace fabricscope::search
