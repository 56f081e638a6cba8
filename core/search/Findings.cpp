// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/Findings.h"

namespace fabricscope::search {

std::vector<Finding> findingsOf(const topology::Topology &topology, const affinity::Judgement *judgement) {
    std::vector<Finding> findings;
    for (const topology::Node &node : topology.nodes())
        for (const topology::Remark &remark : node.remarks)
            findings.push_back(
                {remark.severity, node.name + ": " + remark.text, remark.rule, node.id, false});
    if (judgement == nullptr)
        return findings;
    for (const affinity::Pair &pair : judgement->pairs)
        if (judgement->isLeading(pair) && pair.severity)
            findings.push_back({*pair.severity, pair.reason, "pair." + std::string(toString(pair.kind)),
                                judgement->fabric.gpus[pair.gpu].node, pair.mispaired});
    return findings;
}

} // namespace fabricscope::search
