// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/Findings.h"

#include "core/topology/NodeNames.h"

namespace fabricscope::search {

namespace {

using findings::Finding;

/// Whether the finding is listed nowhere else: a narrow link is listed at its device, and a finding about a
/// hypervisor's hardware in the hypervisor's capture.
bool isOwn(const Finding &finding) {
    return finding.rule == "library.bootstrap" ||
           (finding.rule != "link.narrow" && finding.argument("hypervisor") == nullptr);
}

LocatedFinding ofNode(const topology::Node &node, Finding finding) {
    finding.device = topology::sentenceName(node);
    if (node.bdf)
        finding.place.address = node.bdf->toString();
    return {std::move(finding), node.id, std::nullopt};
}

LocatedFinding ofPair(const affinity::Judgement &judgement, std::size_t index) {
    const affinity::Pair &pair = judgement.pairs[index];
    Finding finding("pair." + std::string(toString(pair.kind)));
    finding.severity = *pair.severity;
    finding.set("reason", pair.reason);
    if (pair.mispaired)
        finding.set("mispaired");
    finding.commands = pair.fix;
    return {std::move(finding), judgement.fabric.gpus[pair.gpu].node, index};
}

LocatedFinding ofHost(const topology::Topology &topology, Finding finding) {
    const auto address = pci::Address::parse(finding.place.address);
    return {std::move(finding), address ? topology.find(*address) : std::nullopt, std::nullopt};
}

} // namespace

std::vector<LocatedFinding> findingsOf(const topology::Topology &topology,
                                       const affinity::Judgement *judgement) {
    std::vector<LocatedFinding> located;
    for (const topology::Node &node : topology.nodes())
        for (const Finding &finding : node.findings)
            located.push_back(ofNode(node, finding));
    if (judgement == nullptr)
        return located;
    for (std::size_t index = 0; index < judgement->pairs.size(); ++index) {
        const affinity::Pair &pair = judgement->pairs[index];
        if (judgement->isLeading(pair) && pair.severity)
            located.push_back(ofPair(*judgement, index));
    }
    for (const Finding &finding : judgement->findings)
        if (isOwn(finding))
            located.push_back(ofHost(topology, finding));
    return located;
}

} // namespace fabricscope::search
