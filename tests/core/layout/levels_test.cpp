// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/layout/Picture.h"
#include "tests/support/samples/SampleDomains.h"
#include "tests/support/samples/SampleHostBuilder.h"
#include "tests/support/samples/SampleHosts.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace fabricscope::layout {

using draw::DisplayList;
using draw::Font;
using draw::Glyph;
using draw::Item;
using draw::Paint;
using draw::Rect;
using draw::Token;

namespace {

class Levels : public testing::Test {
protected:
    Picture picture = pictureOf(samples::mi355xServer());
    topology::NodeId narrow = picture.node("0000:a6:00.0").id;

    [[nodiscard]] bool hasGlyph(topology::NodeId node, double zoom) const {
        const auto glyphs = picture.glyphs(Glyph::Warning, zoom);
        return std::any_of(glyphs.begin(), glyphs.end(),
                           [node](const Item *item) { return item->node == node; });
    }
};

TEST_F(Levels, ShowEverythingFrom80PercentOn) {
    for (const double zoom : {0.8, 1.0, 4.0}) {
        EXPECT_TRUE(picture.hasText("Gen5 x16", zoom));
        EXPECT_TRUE(picture.hasText("vfio-pci", zoom));
        EXPECT_TRUE(picture.hasText("46:00.0", zoom));
        EXPECT_TRUE(picture.hasText("GPU2", zoom));
    }
}

TEST_F(Levels, LeaveLinkTextAndDriversOutBelow80Percent) {
    for (const double zoom : {0.79, 0.5}) {
        EXPECT_FALSE(picture.mentions("Gen5", zoom));
        EXPECT_FALSE(picture.hasText("vfio-pci", zoom));
        EXPECT_TRUE(picture.hasText("46:00.0", zoom));
        EXPECT_TRUE(picture.hasText("GPU2", zoom));
        EXPECT_TRUE(hasGlyph(narrow, zoom));
    }
}

TEST_F(Levels, ShowBoxWithNameAndGlyphBelowHalfSize) {
    for (const double zoom : {0.49, 0.25}) {
        EXPECT_FALSE(picture.hasText("46:00.0", zoom));
        EXPECT_TRUE(picture.hasText("GPU2", zoom));
        EXPECT_TRUE(hasGlyph(narrow, zoom));
    }
    for (const Item *glyph : picture.glyphs(Glyph::Warning, 0.3)) {
        EXPECT_GE(glyph->rect.width * 0.3, 9.0) << "severity glyphs keep 9 px";
    }
}

TEST_F(Levels, ShowSolidBlocksBelowAQuarter) {
    EXPECT_FALSE(picture.hasText("GPU2", 0.2));
    const Rect box = picture.area("0000:46:00.0")->rect, faulty = picture.area(narrow)->rect;
    bool solidGpu = false, solidFault = false;
    for (const Item *item : picture.at(0.2)) {
        solidGpu = solidGpu || (item->rect == box && item->fill == Paint{Token::Gpu, 100, Token::Gpu});
        solidFault =
            solidFault || (item->rect == faulty && item->fill == Paint{Token::Warning, 100, Token::Warning});
    }
    EXPECT_TRUE(solidGpu);
    EXPECT_TRUE(solidFault);
}

TEST_F(Levels, KeepSeveritiesDownToFivePercent) {
    for (const double zoom : {0.24, 0.15, 0.1, 0.05}) {
        const auto glyphs = picture.glyphs(Glyph::Warning, zoom);
        ASSERT_FALSE(glyphs.empty()) << zoom;
        EXPECT_TRUE(hasGlyph(narrow, zoom)) << zoom;
        for (const Item *glyph : glyphs)
            EXPECT_GE(glyph->rect.width * zoom, 9.0) << zoom;
    }
}

TEST(LevelsOfAnErrorAmongWarnings, ShowTheErrorWhereThereIsRoomForOne) {
    using namespace samples::shapes;
    samples::SampleHostBuilder builder("mixed");
    builder.addNumaNode(0, "0-31", 256);
    builder.configBytes = 4096;
    builder.add("0000:40:01.1", kRootPort);
    builder.add("0000:41:00.0", "0000:40:01.1", kUpstream);
    for (int i = 0; i < 3; ++i) {
        builder.add(fmt::format("0000:42:0{}.0", i), "0000:41:00.0", kDownstream);
        auto &gpu = builder.add(fmt::format("0000:4{}:00.0", 3 + i), fmt::format("0000:42:0{}.0", i), kGpu);
        gpu.currentWidth = samples::fact(std::uint8_t{8});
        gpu.dead = i == 2;
    }
    const Picture picture = pictureOf(builder.finish());
    EXPECT_FALSE(picture.glyphs(Glyph::Error, 0.05).empty());
}

TEST_F(Levels, PaintLessTheSmallerItGets) {
    EXPECT_GT(picture.at(1).size(), picture.at(0.6).size());
    EXPECT_GT(picture.at(0.6).size(), picture.at(0.3).size());
    EXPECT_GT(picture.at(0.3).size(), picture.at(0.1).size());
}

struct Cost {
    double items = 0, areas = 0, measured = 0, height = 0;
};

Cost costOf(unsigned domains) {
    const auto topology = samples::topologyOf(samples::manyDomains(domains));
    Cost cost;
    TopologyOptions options;
    options.measure = [&cost](std::string_view text, Font font, double size) {
        ++cost.measured;
        return draw::approximateTextWidth(text, font, size);
    };
    const DisplayList list = layoutTopology(*topology, options);
    cost.items = static_cast<double>(list.items.size());
    cost.areas = static_cast<double>(list.areas.size());
    cost.height = list.height;
    return cost;
}

TEST(LayoutOf10000Functions, CostsTenTimesThatOf1000) {
    const Cost thousand = costOf(125), tenThousand = costOf(1250);
    EXPECT_GE(tenThousand.areas, 1250 * 5);
    EXPECT_NEAR(tenThousand.items / thousand.items, 10, 0.5);
    EXPECT_NEAR(tenThousand.areas / thousand.areas, 10, 0.5);
    EXPECT_NEAR(tenThousand.measured / thousand.measured, 10, 0.5);
    EXPECT_NEAR(tenThousand.height / thousand.height, 10, 1);
}

TEST(LayoutOf10000Functions, StaysAsWideAsTheWindow) {
    EXPECT_LE(pictureOf(samples::manyFunctions(10000)).list.width, 880);
}

} // namespace
} // namespace fabricscope::layout
