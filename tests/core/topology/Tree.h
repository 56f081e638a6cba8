// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/topology/Topology.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::topology {

/// Helpers of tests for a topology.
class Tree {
public:
    explicit Tree(std::shared_ptr<const Topology> made) : topology(std::move(made)) {}

    /// The node of a BDF; fails the test if there is none.
    [[nodiscard]] const Node &at(std::string_view bdf) const {
        const auto id = topology->find(*Address::parse(bdf));
        EXPECT_TRUE(id) << bdf << " has no node";
        return topology->node(id.value_or(0));
    }
    [[nodiscard]] const Node &parentOf(const Node &node) const { return topology->node(*node.parent); }
    [[nodiscard]] std::vector<const Node *> all(NodeKind kind) const {
        std::vector<const Node *> found;
        for (const Node &node : topology->nodes())
            if (node.kind == kind)
                found.push_back(&node);
        return found;
    }
    /// The names from the host down to this node: "host / NUMA 0 / pci0000:40 / ...".
    [[nodiscard]] std::string pathOf(std::string_view bdf) const {
        const Node *node = &at(bdf);
        std::string path = node->name;
        while (node->parent) {
            node = &topology->node(*node->parent);
            path = node->name + " / " + path;
        }
        return path;
    }
    [[nodiscard]] static bool hasFinding(const Node &node, std::string_view rule) {
        return std::any_of(node.findings.begin(), node.findings.end(),
                           [&](const findings::Finding &r) { return r.rule == rule; });
    }

    std::shared_ptr<const Topology> topology;
};

/// Properties of every topology, for any host. Violations are reported as test failures.
inline void expectSound(const Topology &topology) {
    ASSERT_FALSE(topology.nodes().empty());
    std::map<std::uint32_t, int> seen; // function index -> times
    for (NodeId id = 0; id < topology.nodes().size(); ++id) {
        const Node &node = topology.node(id);
        ASSERT_EQ(node.id, id);
        ASSERT_EQ(node.parent.has_value(), id != 0);
        if (node.parent) {
            ASSERT_LT(*node.parent, id) << "parents stand before their children";
            const auto &siblings = topology.node(*node.parent).children;
            ASSERT_EQ(std::count(siblings.begin(), siblings.end(), id), 1);
        }
        for (const NodeId child : node.children)
            ASSERT_EQ(topology.node(child).parent, id);
        ASSERT_FALSE(node.name.empty());
        if (node.function && node.kind != NodeKind::Switch)
            ++seen[*node.function];
        for (const Port &port : node.ports) {
            ++seen[port.function];
            for (const NodeId below : port.below)
                ASSERT_EQ(topology.node(below).parent, id);
        }
        ASSERT_EQ(node.ports.empty(), node.kind != NodeKind::Switch);
    }
    ASSERT_EQ(seen.size(), topology.host().functions.size());
    for (const auto &[function, times] : seen)
        ASSERT_EQ(times, 1) << "function " << function << " stands once";
    for (const host::PciFunction &function : topology.host().functions)
        ASSERT_TRUE(topology.find(function.address));
    for (const PeerLink &link : topology.peerLinks())
        ASSERT_LT(link.from, link.to);
}

} // namespace fabricscope::topology
