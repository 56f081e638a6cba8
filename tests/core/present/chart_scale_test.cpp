// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/present/bench/ChartScale.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace fabricscope::present {
namespace {

TEST(ChartScale, SizesAreNamedInStepsOf1024) {
    EXPECT_EQ(byteLabel(0), "0");
    EXPECT_EQ(byteLabel(8), "8");
    EXPECT_EQ(byteLabel(1023), "1023");
    EXPECT_EQ(byteLabel(1024), "1K");
    EXPECT_EQ(byteLabel(1536), "1.5K");
    EXPECT_EQ(byteLabel(17179869184.0), "16G");
}

TEST(ChartScale, WholeNumbersKeepAllTheirDigits) {
    EXPECT_EQ(valueLabel(4294967296.0, 0), "4294967296");
    EXPECT_EQ(valueLabel(-1.4, 1), "−1.4"); // U+2212
    EXPECT_EQ(valueLabel(std::numeric_limits<double>::infinity(), 2), "?");
    EXPECT_EQ(valueLabel(1e20, 0), "1e+20");
}

TEST(ChartScale, ANumberNeedsTheDecimalsThatItHasAndNotMoreThanAreRead) {
    EXPECT_EQ(decimalsOf(738), 0);
    EXPECT_EQ(decimalsOf(368.09), 2);
    EXPECT_EQ(decimalsOf(101.6), 1);
    EXPECT_EQ(decimalsOf(0.123456), 4);
    EXPECT_EQ(decimalsOf(87706.04), 1);
}

TEST(ChartScale, TicksAreRoundAndCoverTheRange) {
    const auto ticks = roundTicks(0, 424, 6);
    ASSERT_EQ(ticks.size(), 5U);
    EXPECT_EQ(ticks.front().label, "0");
    EXPECT_EQ(ticks.back().label, "400");
    EXPECT_EQ(roundTicks(355.5, 369.2, 3).front().label, "360");
    EXPECT_TRUE(roundTicks(5, 5, 6).empty());
    EXPECT_TRUE(roundTicks(0, std::numeric_limits<double>::infinity(), 6).empty());
}

TEST(ChartScale, TimesGoInWholeMinutesWhereThereAreMany) {
    const auto ticks = timeTicks(0, 300, 8);
    ASSERT_EQ(ticks.size(), 6U);
    EXPECT_EQ(ticks[1].label, "1:00");
    EXPECT_EQ(timeTicks(0, 8, 8)[1].label, "1 s");
    EXPECT_EQ(timeTicks(0, 9 * 3600, 8).back().label, "8:00:00");
    EXPECT_GE(timeTicks(0, 1e9, 8).size(), 2U); // longer than any step of the table
}

TEST(ChartScale, EachDoublingIsOneStep) {
    const ChartScale scale(ScaleKind::Doubling, 1024, 4096, 0, 100);
    EXPECT_DOUBLE_EQ(scale.at(1024), 0);
    EXPECT_DOUBLE_EQ(scale.at(2048), 50);
    EXPECT_DOUBLE_EQ(scale.at(4096), 100);
    EXPECT_TRUE(std::isfinite(scale.at(0))); // some tests print a collective of size 0
}

TEST(ChartScale, AxesEndOnARoundNumberAbove) {
    EXPECT_DOUBLE_EQ(roundAbove(741), 800);
    EXPECT_DOUBLE_EQ(roundAbove(800), 800);
    EXPECT_DOUBLE_EQ(roundAbove(0), 1);
}

TEST(ChartScale, DurationsAreThoseOfAClock) {
    EXPECT_EQ(durationLabel(42), "0:42");
    EXPECT_EQ(durationLabel(302), "5:02");
    EXPECT_EQ(durationLabel(3729), "1:02:09");
    EXPECT_EQ(durationLabel(-1), "?");
}

} // namespace
} // namespace fabricscope::present
