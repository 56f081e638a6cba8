// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/affinity/UpstreamPaths.h"
#include "core/present/affinity/FaultHint.h"
#include "tests/core/layout/Picture.h"
#include "tests/support/samples/SampleAffinity.h"
#include "tests/support/samples/SampleHosts.h"
#include "tests/support/samples/SampleJudgement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace fabricscope::layout {

using draw::DisplayList;
using draw::Hint;
using draw::Item;
using present::linkFault;
using present::redirectFault;

namespace {

using testing::AllOf;
using testing::HasSubstr;

/// The hints of chips with this text.
std::vector<std::string> hintsAt(const DisplayList &list, std::string_view chip) {
    std::vector<std::string> texts;
    for (const Hint &hint : list.hints)
        if (std::any_of(list.items.begin(), list.items.end(), [&](const Item &item) {
                return item.text == chip &&
                       hint.rect.contains(item.rect.x, item.rect.y + item.rect.height / 2);
            }))
            texts.push_back(hint.text);
    return texts;
}

TEST(FaultHint, OfALinkNamesTheFaultItsCostAndTheFix) {
    const auto topology = samples::topologyOf(samples::mi355xServer()); // GPU5 has 8 lanes
    const auto hints = hintsAt(layoutTopology(*topology, {}), "Gen5 x8");
    ASSERT_EQ(hints.size(), 1U);
    findings::Finding narrow("link.narrow");
    narrow.device = "GPU5";
    narrow.set("lanes", 8).set("possible_lanes", 16);
    narrow.set("bandwidth", "31.5 GB/s").set("possible_bandwidth", "63.0 GB/s");
    EXPECT_EQ(hints[0], findings::statement(narrow) + " Fix: " + findings::remedy(narrow) + ".");
}

TEST(FaultHint, OfAMispairedPairNamesTheReasonAndTheFix) {
    const auto topology = samples::topologyOf(samples::mi355xServer());
    const auto judgement =
        samples::judgementOf(*topology, {{"0000:46:00.0", "0000:66:00.0"}, {"0000:65:00.0", "0000:47:00.0"}});
    TopologyOptions options;
    options.judgement = &judgement;
    const auto hints = hintsAt(layoutTopology(*topology, options), "NODE, mispaired");
    ASSERT_FALSE(hints.empty());
    EXPECT_THAT(hints[0], AllOf(HasSubstr(" uses ionic_"), HasSubstr("Fix: export NCCL_IB_HCA")));
}

TEST(FaultHint, OfACorrectPairNamesTheReason) {
    const auto topology = samples::topologyOf(samples::mi355xServer());
    const auto judgement = samples::judgementOf(*topology, {{"0000:46:00.0", "0000:47:00.0"}});
    TopologyOptions options;
    options.judgement = &judgement;
    const auto hints = hintsAt(layoutTopology(*topology, options), "PIX");
    ASSERT_FALSE(hints.empty());
    EXPECT_THAT(hints[0], AllOf(HasSubstr("GPU"), HasSubstr(" uses ionic_"), HasSubstr(": PIX, one switch")));
}

TEST(FaultHint, OfARedirectingSwitchNamesTheUplinkAndTheCommandForIt) {
    host::Host host = samples::mi355xServer();
    for (host::PciFunction &function : host.functions)
        if (function.config && function.config->acs)
            function.config->acs->enabled &=
                static_cast<std::uint8_t>(~affinity::PathFault::kDirectTranslated);
    const samples::PairingHost made = samples::pairingHost(host);
    const affinity::Judgement judgement = affinity::judge(made.fabric, {});
    TopologyOptions options;
    options.judgement = &judgement;
    const auto hints = hintsAt(layoutTopology(*made.topology, options), "ACS redir");
    ASSERT_FALSE(hints.empty());
    const auto &nodes = made.topology->nodes();
    EXPECT_TRUE(std::any_of(nodes.begin(), nodes.end(), [&](const topology::Node &node) {
        return node.kind == topology::NodeKind::Switch && redirectFault(node, &judgement) == hints[0];
    })) << hints[0];
    EXPECT_TRUE(std::any_of(hints.begin(), hints.end(), [](const std::string &text) {
        return text.find("setpci -s ") != std::string::npos;
    }));
    // Without a judgement it names the possible fix.
    findings::Finding redirect("way.acs_redirect");
    redirect.set("isolates");
    const std::string remedy = findings::remedy(redirect);
    EXPECT_THAT(redirectFault(made.topology->node(0), nullptr), HasSubstr("Fix: " + remedy));
}

TEST(FaultHint, WhatIsRightHasNone) {
    const auto topology = samples::topologyOf(samples::mi355xServer());
    for (const topology::Node &node : topology->nodes())
        if (node.link && node.link->state == topology::Link::State::Full) {
            EXPECT_EQ(linkFault(node), "") << node.name;
        }
}

TEST(FaultHint, OfABandListsTheOmittedFacts) {
    const auto topology = samples::topologyOf(samples::mi355xServer());
    const auto isOfBand = [](const Hint &hint) {
        return hint.text.starts_with("NUMA ");
    };
    for (const double width : {560.0, 800.0, 1200.0, 2400.0}) {
        TopologyOptions options;
        options.width = width;
        options.header = false; // it has its own facts
        const DisplayList list = layoutTopology(*topology, options);
        const bool cut = std::any_of(list.items.begin(), list.items.end(),
                                     [](const Item &item) { return item.text.ends_with("· …"); });
        EXPECT_EQ(std::any_of(list.hints.begin(), list.hints.end(), isOfBand), cut) << width;
    }
}

} // namespace
} // namespace fabricscope::layout
