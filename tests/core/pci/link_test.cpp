// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pci/Link.h"

#include <gtest/gtest.h>

namespace fabricscope::pci {
namespace {

TEST(LinkSpeed, IsParsedAsTheKernelAndLspciWriteIt) {
    struct Case {
        const char *text;
        unsigned generation;
    };
    for (const Case &c :
         {Case{"2.5 GT/s PCIe", 1}, Case{"5.0 GT/s PCIe", 2}, Case{"5 GT/s", 2}, Case{"8.0 GT/s PCIe", 3},
          Case{"8 GT/s", 3}, Case{"16GT/s", 4}, Case{"16.0 GT/s PCIe", 4}, Case{"32.0 GT/s PCIe", 5},
          Case{"64.0 GT/s PCIe", 6}, Case{"128.0 GT/s PCIe", 7}}) {
        const auto speed = LinkSpeed::parse(c.text);
        ASSERT_TRUE(speed) << c.text;
        EXPECT_EQ(speed->generation(), c.generation) << c.text;
    }
}

TEST(LinkSpeed, IsUnknownForUnrecognizedTextAndCodes) {
    for (const char *text :
         {"Unknown", "Unknown speed", "", "GT/s", "3.0 GT/s", "8", "8 Gb/s", "8.00 GT/s", "-8 GT/s"})
        EXPECT_EQ(LinkSpeed::parse(text), std::nullopt) << text;
    EXPECT_EQ(LinkSpeed::fromCode(0), std::nullopt);
    EXPECT_EQ(LinkSpeed::fromCode(8), std::nullopt);
    EXPECT_EQ(LinkSpeed::fromCode(15), std::nullopt);
}

TEST(LinkRate, GivesThePhysicalBandwidthOfOneDirection) {
    const auto bandwidth = [](unsigned code, std::uint8_t width) {
        return LinkRate{*LinkSpeed::fromCode(code), width}.bandwidth().value;
    };
    EXPECT_NEAR(bandwidth(1, 1), 0.25, 1e-9);
    EXPECT_NEAR(bandwidth(3, 16), 15.754, 1e-3);
    EXPECT_NEAR(bandwidth(4, 16), 31.508, 1e-3);
    EXPECT_NEAR(bandwidth(5, 16), 63.015, 1e-3);
    EXPECT_NEAR(bandwidth(6, 16), 121.0, 1e-9);
    EXPECT_EQ((LinkRate{*LinkSpeed::fromCode(5), 16}).toString(), "Gen5 x16");
}

TEST(LinkWidth, IsOneToThirtyTwoLanes) {
    EXPECT_EQ(validWidth(0), std::nullopt);
    EXPECT_EQ(validWidth(16), 16);
    EXPECT_EQ(validWidth(32), 32);
    EXPECT_EQ(validWidth(63), std::nullopt);
    EXPECT_EQ(validWidth(255), std::nullopt);
}

} // namespace
} // namespace fabricscope::pci
