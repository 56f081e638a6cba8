// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/topology/TopologyLayout.h"
#include "tests/support/samples/SampleHosts.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace fabricscope::layout {
namespace {

/// Glyphs of warnings and errors, and outlines in their colours.
std::size_t loudItems(const draw::DisplayList &list, topology::NodeId node) {
    return static_cast<std::size_t>(
        std::count_if(list.items.begin(), list.items.end(), [&](const draw::Item &item) {
            const bool isLoud = item.stroke.token == draw::Token::Warning ||
                                item.stroke.token == draw::Token::Error ||
                                item.glyph == draw::Glyph::Warning || item.glyph == draw::Glyph::Error;
            return item.node == node && item.shape != draw::Item::Shape::Polyline && isLoud;
        }));
}

TEST(MutedFindings, DoNotColourTheirDevice) {
    int loud = 0;
    for (const host::Host &host : {samples::narrowGpu(), samples::deadGpu()}) {
        const auto topology = samples::topologyOf(host);
        TopologyOptions options;
        const draw::DisplayList before = layoutTopology(*topology, options);
        MutedFindings all;
        for (const topology::Node &node : topology->nodes())
            for (const findings::Finding &finding : node.findings)
                all.emplace(node.id, finding.rule);
        ASSERT_FALSE(all.empty());
        options.muted = std::make_shared<const MutedFindings>(all);
        const draw::DisplayList after = layoutTopology(*topology, options);
        options.muted = std::make_shared<const MutedFindings>(MutedFindings{
            {all.begin()->first, "another.rule"}, {topology->nodes().size(), all.begin()->second}});
        const draw::DisplayList others = layoutTopology(*topology, options);
        for (const auto &[node, rule] : all) {
            loud += static_cast<int>(loudItems(before, node));
            EXPECT_EQ(loudItems(others, node), loudItems(before, node)) << rule;
            EXPECT_LT(loudItems(after, node), std::max<std::size_t>(1, loudItems(before, node))) << rule;
        }
    }
    EXPECT_GT(loud, 0);
}

} // namespace
} // namespace fabricscope::layout
