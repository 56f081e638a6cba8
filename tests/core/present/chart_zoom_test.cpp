// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/present/bench/ChartZoom.h"

#include <gtest/gtest.h>

#include <cmath>

namespace fabricscope::present {
namespace {

constexpr ChartRange kSizes{1 << 10, 1 << 20};
constexpr auto kDoubling = ScaleKind::Doubling;

TEST(ChartZoom, KeepsThePlaceItZoomsAt) {
    const auto zoom = zoomedBy(kSizes, std::nullopt, kDoubling, 1 << 15, 0.5);
    ASSERT_TRUE(zoom);
    EXPECT_NEAR(std::log2(zoom->low), 12.5, 1e-9);
    EXPECT_NEAR(std::log2(zoom->high), 17.5, 1e-9);
    const auto edge = zoomedBy(kSizes, std::nullopt, kDoubling, 1 << 20, 0.5);
    EXPECT_NEAR(std::log2(edge->low), 15, 1e-9);
    EXPECT_NEAR(std::log2(edge->high), 20, 1e-9);
}

TEST(ChartZoom, IsNoneOnceAllIsSeen) {
    const auto zoom = zoomedBy(kSizes, std::nullopt, kDoubling, 1 << 15, 0.5);
    EXPECT_EQ(zoomedBy(kSizes, zoom, kDoubling, 1 << 15, 2), std::nullopt);
    EXPECT_EQ(zoomedTo(kSizes, kDoubling, 1, 1e12), std::nullopt);
}

TEST(ChartZoom, HasAnEnd) {
    std::optional<ChartRange> zoom;
    for (int step = 0; step < 100; ++step)
        zoom = zoomedBy(kSizes, zoom, kDoubling, 1 << 15, 0.5);
    ASSERT_TRUE(zoom);
    EXPECT_NEAR(std::log2(zoom->high / zoom->low), 0.5, 1e-6);
    zoom.reset();
    for (int step = 0; step < 100; ++step)
        zoom = zoomedBy({0, 1000}, zoom, ScaleKind::Linear, 10, 0.5);
    EXPECT_NEAR(zoom->high - zoom->low, 1e-3, 1e-9);
}

TEST(ChartZoom, GoesFromOneEndToTheOtherInAnyOrder) {
    EXPECT_EQ(zoomedTo(kSizes, kDoubling, 1 << 16, 1 << 12), (ChartRange{1 << 12, 1 << 16}));
}

TEST(ChartZoom, IsPannedWithinTheWhole) {
    const ChartRange zoom{1 << 12, 1 << 14};
    const auto moved = pannedBy(kSizes, zoom, kDoubling, 0.5);
    EXPECT_NEAR(std::log2(moved->low), 13, 1e-9);
    const auto end = pannedBy(kSizes, zoom, kDoubling, 100);
    EXPECT_NEAR(std::log2(end->high), 20, 1e-9);
    EXPECT_NEAR(std::log2(end->high / end->low), 2, 1e-9);
    EXPECT_EQ(pannedBy(kSizes, std::nullopt, kDoubling, 0.5), std::nullopt);
}

TEST(ChartZoom, MovesToWhatIsSelectedOutsideOfIt) {
    const ChartRange zoom{1 << 12, 1 << 14};
    EXPECT_EQ(revealing(kSizes, zoom, kDoubling, 1 << 13), zoom);
    const auto right = revealing(kSizes, zoom, kDoubling, 3 << 16);
    ASSERT_TRUE(right);
    EXPECT_TRUE(right->holds(3 << 16));
    EXPECT_EQ(right->high, 3 << 16);
    const auto left = revealing(kSizes, zoom, kDoubling, 1 << 10);
    EXPECT_EQ(left->low, 1 << 10);
}

} // namespace
} // namespace fabricscope::present
