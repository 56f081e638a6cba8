// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/Findings.h"

namespace fabricscope::search {

namespace {

using affinity::Trouble;

/// Nobody else says it.
bool isOwn(const affinity::Judgement &judgement, const Trouble &trouble) {
    if (trouble.kind == Trouble::Kind::Bootstrap)
        return true;
    const bool isOfHypervisor = judgement.fabric.guest && !judgement.fabric.source.empty();
    return trouble.kind != Trouble::Kind::NarrowLink && !isOfHypervisor;
}

Finding findingOf(const topology::Topology &topology, const Trouble &trouble) {
    Finding finding;
    finding.severity = trouble.severity;
    finding.words = trouble.sentence;
    finding.why = trouble.why;
    finding.rule = (trouble.kind == Trouble::Kind::Bootstrap ? "library." : "way.") +
                   std::string(toString(trouble.kind));
    if (const auto address = pci::Address::parse(trouble.address))
        finding.node = topology.find(*address);
    return finding;
}

} // namespace

std::vector<Finding> findingsOf(const topology::Topology &topology, const affinity::Judgement *judgement) {
    std::vector<Finding> findings;
    for (const topology::Node &node : topology.nodes())
        for (const topology::Remark &remark : node.remarks)
            findings.push_back(
                {remark.severity, node.name, remark.text, {}, remark.rule, node.id, false, std::nullopt});
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
    for (const Trouble &trouble : judgement->troubles)
        if (isOwn(*judgement, trouble))
            findings.push_back(findingOf(topology, trouble));
    return findings;
}

} // namespace fabricscope::search
