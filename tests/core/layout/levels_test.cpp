// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/layout/Picture.h"
#include "tests/support/Made.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace fabricscope::layout {
namespace {

class Levels : public testing::Test {
protected:
    Picture picture = pictureOf(made::mi355xServer());
    topology::NodeId narrow = picture.node("0000:a6:00.0").id;

    [[nodiscard]] bool hasGlyph(topology::NodeId node, double zoom) const {
        const auto glyphs = picture.glyphs(Glyph::Warning, zoom);
        return std::any_of(glyphs.begin(), glyphs.end(),
                           [node](const Item *item) { return item->node == node; });
    }
};

TEST_F(Levels, ShowEverythingFrom80PercentOn) {
    for (const double zoom : {0.8, 1.0, 4.0}) {
        EXPECT_TRUE(picture.says("Gen5 x16", zoom));
        EXPECT_TRUE(picture.says("vfio-pci", zoom));
        EXPECT_TRUE(picture.says("46:00.0", zoom));
        EXPECT_TRUE(picture.says("GPU2", zoom));
    }
}

TEST_F(Levels, LeaveLinkTextAndDriversOutBelow80Percent) {
    for (const double zoom : {0.79, 0.5}) {
        EXPECT_FALSE(picture.mentions("Gen5", zoom));
        EXPECT_FALSE(picture.says("vfio-pci", zoom));
        EXPECT_TRUE(picture.says("46:00.0", zoom));
        EXPECT_TRUE(picture.says("GPU2", zoom));
        EXPECT_TRUE(hasGlyph(narrow, zoom));
    }
}

TEST_F(Levels, ShowBoxWithNameAndGlyphBelowHalfSize) {
    for (const double zoom : {0.49, 0.25}) {
        EXPECT_FALSE(picture.says("46:00.0", zoom));
        EXPECT_TRUE(picture.says("GPU2", zoom));
        EXPECT_TRUE(hasGlyph(narrow, zoom));
    }
    for (const Item *glyph : picture.glyphs(Glyph::Warning, 0.3)) {
        EXPECT_GE(glyph->rect.width * 0.3, 9.0) << "severity glyphs keep 9 px";
    }
}

TEST_F(Levels, ShowSolidBlocksBelowAQuarter) {
    EXPECT_FALSE(picture.says("GPU2", 0.2));
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

TEST_F(Levels, PaintLessTheSmallerItGets) {
    EXPECT_GT(picture.at(1).size(), picture.at(0.6).size());
    EXPECT_GT(picture.at(0.6).size(), picture.at(0.3).size());
    EXPECT_GT(picture.at(0.3).size(), picture.at(0.1).size());
}

TEST(LayoutOfManyFunctions, TakesItemsInProportion) {
    const Picture thousand = pictureOf(made::manyFunctions(1000)),
                  many = pictureOf(made::manyFunctions(10000));
    EXPECT_GE(many.topology->nodes().size(), 7000U);
    const auto ratio =
        static_cast<double>(many.list.items.size()) / static_cast<double>(thousand.list.items.size());
    EXPECT_GT(ratio, 8.0);
    EXPECT_LT(ratio, 12.0);
    EXPECT_LE(many.list.width, 880);
}

TEST(LayoutOfManyFunctions, MeasuresTextInProportion) {
    const auto measured = [](std::size_t functions) {
        std::size_t calls = 0;
        TopologyOptions options;
        options.measure = [&calls](std::string_view text, Font font, double size) {
            ++calls;
            return approximateTextWidth(text, font, size);
        };
        static_cast<void>(layoutTopology(*made::topologyOf(made::manyFunctions(functions)), options));
        return static_cast<double>(calls);
    };
    EXPECT_LT(measured(8000) / measured(1000), 12.0);
}

} // namespace
} // namespace fabricscope::layout
