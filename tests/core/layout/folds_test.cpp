// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/layout/Picture.h"
#include "tests/support/samples/SampleHostBuilder.h"
#include "tests/support/samples/SampleHosts.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace fabricscope::layout {

using draw::Action;

namespace {

using namespace samples::shapes;

const Action *actionOf(const Picture &picture, const std::string &id) {
    const auto found = std::find_if(picture.list.actions.begin(), picture.list.actions.end(),
                                    [&id](const Action &action) { return action.id == id; });
    return found == picture.list.actions.end() ? nullptr : &*found;
}

/// Clicks the fold like a window.
Picture after(const Picture &before, const std::string &id, host::Host host) {
    const Action *action = actionOf(before, id);
    TopologyOptions options;
    if (action != nullptr)
        options.folds.setOpen(action->id, action->opens);
    return pictureOf(std::move(host), options);
}

host::Host nicWithVirtualFunctions(unsigned count) {
    samples::SampleHostBuilder builder("nic");
    builder.addNumaNode(0, "0-31", 256);
    builder.add("0000:40:01.1", kRootPort);
    builder.add("0000:41:00.0", "0000:40:01.1", kFabricNic);
    for (unsigned i = 0; i < count; ++i)
        builder.addVirtual(fmt::format("0000:41:{:02x}.{}", (i + 1) / 8, (i + 1) % 8), "0000:41:00.0",
                           kFabricNic.withDriver("vfio-pci"));
    return builder.finish();
}

TEST(Folds, UseDefaultsUnlessSetExplicitly) {
    Folds folds;
    EXPECT_TRUE(folds.empty());
    EXPECT_TRUE(folds.isOpen("a", true));
    EXPECT_FALSE(folds.isOpen("a", false));
    folds.setOpen("a", false);
    EXPECT_FALSE(folds.isOpen("a", true));
    EXPECT_TRUE(folds.isOpen("b", true));
    folds.setAllOpen(true);
    EXPECT_TRUE(folds.isOpen("a", false)) << "all means all";
    folds.setOpen("a", false);
    EXPECT_FALSE(folds.isOpen("a", true)) << "said after that";
    EXPECT_TRUE(folds.isOpen("b", false));
    folds.reset();
    EXPECT_TRUE(folds.empty());
}

TEST(Folds, CollapseAChainOfBridgesIntoALinkLabel) {
    const Picture folded = pictureOf(gpuBehindTwoSwitches());
    EXPECT_TRUE(folded.hasText("2 switches"));
    EXPECT_FALSE(folded.hasText("Switch"));
    EXPECT_EQ(folded.area("0000:41:00.0")->rect, folded.area("0000:43:00.0")->rect);
    const Action *action = actionOf(folded, "bridges:0000:41:00.0");
    ASSERT_NE(action, nullptr);
    EXPECT_TRUE(action->opens);
    EXPECT_EQ(action->label, "Show 2 switches above GPU0");
    EXPECT_TRUE(isInside(action->rect, {0, 0, folded.list.width, folded.list.height}));

    const Picture open = after(folded, "bridges:0000:41:00.0", gpuBehindTwoSwitches());
    EXPECT_TRUE(open.hasText("Switch"));
    EXPECT_GT(open.list.height, folded.list.height);
    const Action *back = actionOf(open, "bridges:0000:41:00.0");
    ASSERT_NE(back, nullptr);
    EXPECT_FALSE(back->opens);
}

TEST(Folds, LeaveASwitchThatSharesALinkAsItIs) {
    const Picture picture = pictureOf(samples::mi355xServer());
    EXPECT_TRUE(picture.hasText("Switch"));
    for (const Action &action : picture.list.actions)
        EXPECT_NE(action.id.rfind("bridges:", 0), 0U) << action.id;
}

TEST(Folds, NeverHideAFault) {
    host::Host host = gpuBehindTwoSwitches();
    for (host::PciFunction &function : host.functions)
        if (const std::string bdf = function.address.toString();
            bdf == "0000:42:00.0" || bdf == "0000:43:00.0") {
            function.currentWidth = samples::fact(std::uint8_t{8});
            function.maxWidth = samples::fact(std::uint8_t{16});
        }
    const Picture picture = pictureOf(host);
    ASSERT_EQ(picture.node("0000:43:00.0").link->state, topology::Link::State::Narrow);
    EXPECT_TRUE(picture.hasText("43:00.0")) << "the lower one stands there";
    EXPECT_TRUE(picture.hasText("1 switch")) << "the upper one is healthy";
}

TEST(Folds, OfVirtualFunctionsOpenAndCloseByTheSamePlace) {
    const Picture folded = pictureOf(nicWithVirtualFunctions(128));
    EXPECT_TRUE(folded.hasText("+126 VFs"));
    EXPECT_FALSE(folded.hasText("41:10.0"));
    const Action *action = actionOf(folded, "vfs:0000:41:00.0");
    ASSERT_NE(action, nullptr);
    EXPECT_TRUE(isInside(action->rect, folded.area("0000:41:00.0")->rect));
    const Picture open = after(folded, "vfs:0000:41:00.0", nicWithVirtualFunctions(128));
    EXPECT_TRUE(open.hasText("41:10.0"));
    ASSERT_NE(actionOf(open, "vfs:0000:41:00.0"), nullptr);
    EXPECT_FALSE(actionOf(open, "vfs:0000:41:00.0")->opens);
}

TEST(Folds, ThereAreNoneForOneOrTwoVirtualFunctions) {
    for (const unsigned count : {1U, 2U})
        EXPECT_EQ(actionOf(pictureOf(nicWithVirtualFunctions(count)), "vfs:0000:41:00.0"), nullptr) << count;
}

TEST(Folds, CountEachKindOfOtherFunctions) {
    samples::SampleHostBuilder builder("quiet");
    builder.addNumaNode(0, "0-31", 256);
    for (unsigned i = 0; i < 4; ++i)
        builder.add(fmt::format("0000:{:02x}:00.0", 0x20 * i), kHostBridge);
    builder.add("0000:40:01.1", kRootPort);
    builder.add("0000:41:00.0", "0000:40:01.1", kGpu);
    builder.add("0000:40:05.0", kRootPort);
    builder.add("0000:42:00.0", "0000:40:05.0", kBmcVga);
    const Picture picture = pictureOf(builder.finish());
    EXPECT_TRUE(picture.hasText("4 host bridges"));
    EXPECT_TRUE(picture.hasText("1 VGA"));
    EXPECT_TRUE(picture.hasText("1 root port"));
    const Action *action = actionOf(picture, "quiet:0");
    ASSERT_NE(action, nullptr);
    EXPECT_EQ(action->label, "Show 6 other functions of NUMA 0");
}

} // namespace
} // namespace fabricscope::layout
