// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Content that must fit on one screen at 100 % without scrolling: a window of 1440x900 with all docks and a
// verdict line leaves 864 x 584 for the picture.
#include "tests/core/layout/Picture.h"
#include "tests/support/samples/SampleHostBuilder.h"
#include "tests/support/samples/SampleHosts.h"
#include "tests/support/samples/SampleJudgement.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace fabricscope::layout {

using draw::DisplayList;
using draw::Item;
using draw::Rect;

namespace {

constexpr double kWidth = 864, kHeight = 584;

TopologyOptions inWindow() {
    TopologyOptions options;
    options.width = kWidth;
    options.header = false; // shown by the toolbar
    return options;
}

void expectOnScreen(const DisplayList &list) {
    EXPECT_LE(list.width, kWidth);
    EXPECT_LE(list.height, kHeight);
}

TEST(Density, AServerWithEightGpusIsOnOneScreen) {
    expectOnScreen(pictureOf(samples::mi355xServer(), inWindow()).list);
}

TEST(Density, ItIsSoWithTwoMispairedNics) {
    const auto topology = samples::topologyOf(samples::mi355xServer());
    const affinity::Judgement judgement =
        samples::judgementOf(*topology, {{"0000:46:00.0", "0000:66:00.0"}, {"0000:65:00.0", "0000:47:00.0"}});
    TopologyOptions options = inWindow();
    options.judgement = &judgement;
    expectOnScreen(layoutTopology(*topology, options));
}

TEST(Density, PlacesAFlatVmInEightColumnsWithEachNicBelowItsGpu) {
    const Picture picture = pictureOf(samples::flatVm(), inWindow());
    expectOnScreen(picture.list);
    const Rect first = picture.area("0002:00:01.0")->rect, last = picture.area("0003:00:04.0")->rect;
    EXPECT_EQ(first.y, last.y);
    EXPECT_EQ(picture.area("0002:00:09.0")->rect.x, first.x);
    EXPECT_EQ(picture.area("0003:00:0c.0")->rect.x, last.x);
}

/// A VM with two nodes, each with four GPUs and four NICs.
host::Host twoNodeVm() {
    using namespace samples::shapes;
    samples::SampleHostBuilder builder("vm");
    for (int node = 0; node < 2; ++node) {
        builder.addNumaNode(node, fmt::format("{}-{}", node * 32, node * 32 + 31), 512);
        builder.numa = node;
        for (int i = 0; i < 4; ++i)
            builder.add(fmt::format("000{}:00:0{}.0", node + 2, i + 1), kGpu);
        for (int i = 0; i < 4; ++i)
            builder.add(fmt::format("000{}:00:0{:x}.0", node + 2, i + 9), kFabricNic);
    }
    return builder.finish();
}

TEST(Density, PlacesHalfEmptyNodesOfAVmSideBySide) {
    const Picture picture = pictureOf(twoNodeVm(), inWindow());
    expectOnScreen(picture.list);
    const Rect first = picture.area("0002:00:01.0")->rect, second = picture.area("0003:00:01.0")->rect;
    EXPECT_EQ(first.y, second.y);
    EXPECT_GT(second.x, picture.area("0002:00:04.0")->rect.right());
}

TEST(Density, ALoneDriveOnAPortOfItsOwnTakesNoColumn) {
    using namespace samples::shapes;
    samples::SampleHostBuilder builder("drives");
    builder.addNumaNode(0, "0-31", 256);
    builder.add("0000:40:01.1", kRootPort);
    builder.add("0000:41:00.0", "0000:40:01.1", kGpu);
    for (unsigned i = 0; i < 8; ++i) {
        const std::string port = fmt::format("0000:60:0{}.0", i);
        builder.add(port, kRootPort);
        builder.add(fmt::format("0000:6{}:00.0", i + 1), port, kNvme);
    }
    const Picture picture = pictureOf(builder.finish(), inWindow());
    EXPECT_LT(picture.list.height, 300);
    EXPECT_EQ(picture.area("0000:61:00.0")->rect.height, 18);
    EXPECT_EQ(picture.area("0000:61:00.0")->rect.y, picture.area("0000:62:00.0")->rect.y);
    EXPECT_TRUE(picture.hasText("60:00.0")) << "its port";
}

TEST(Density, TheHeaderIsLeftToTheToolbarWhenAsked) {
    host::Host host = samples::oneGpu();
    host.simulated = "demo hosts";
    EXPECT_TRUE(pictureOf(host).mentions("simulated"));
    EXPECT_FALSE(pictureOf(host, inWindow()).mentions("simulated"));
    EXPECT_EQ(pictureOf(host, inWindow()).area(0), nullptr);
}

TEST(Density, TheLegendOfAWindowIsOneLine) {
    const Picture picture = pictureOf(samples::mi355xServer(), inWindow());
    const Item *gpu = picture.textItem("GPU"), *nvme = picture.textItem("NVMe");
    ASSERT_NE(gpu, nullptr);
    double lowest = 0;
    for (const Item *item : picture.at(1))
        if (item->shape == Item::Shape::Text)
            lowest = std::max(lowest, item->rect.y);
    EXPECT_EQ(gpu->rect.y, lowest);
    EXPECT_NE(nvme, nullptr);
}

} // namespace
} // namespace fabricscope::layout
