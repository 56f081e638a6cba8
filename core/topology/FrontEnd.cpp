// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/topology/FrontEnd.h"

namespace fabricscope::topology {

void markFrontEnds(std::vector<Node> &nodes, const host::Host &host, const Joins &joins) {
    std::vector<bool> hasGpu(nodes.size(), false);
    bool gpus = false;
    bool anyBelowSwitch = false;
    auto isFabric = [](NodeKind kind) {
        return kind == NodeKind::RootPort || kind == NodeKind::Switch || kind == NodeKind::Bridge;
    };
    auto above = [&](NodeId id, auto visit) {
        for (NodeId at = *nodes[id].parent; isFabric(nodes[at].kind) && visit(at); at = *nodes[at].parent) {
        }
    };
    for (const Node &node : nodes)
        if (node.kind == NodeKind::Gpu) {
            gpus = true;
            above(node.id, [&](NodeId at) {
                const bool fresh = !hasGpu[at];
                hasGpu[at] = true;
                return fresh;
            });
        }
    if (!gpus)
        return;
    for (Node &node : nodes)
        if (node.kind == NodeKind::Nic) {
            node.frontEnd = true;
            above(node.id, [&](NodeId at) {
                node.frontEnd = !hasGpu[at];
                return node.frontEnd;
            });
            anyBelowSwitch = anyBelowSwitch || !node.frontEnd;
        }
    if (anyBelowSwitch)
        return;
    for (Node &node : nodes)
        if (node.kind == NodeKind::Nic)
            node.frontEnd = !host.rdmaDevices.empty() && !Joins::first(joins.rdma, *node.bdf) &&
                            host.functions[*node.function].classCode.valueOr(0) >> 8 != 0x0207;
}

} // namespace fabricscope::topology
