// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/present/bench/ChartPoints.h"

#include <gtest/gtest.h>

namespace fabricscope::present {
namespace {

/// Two lines by size, of which the second has no 4K, and a baseline at 2K.
ChartSpec twoLines() {
    ChartSpec spec;
    spec.unit = "GB/s";
    spec.axis = bench::Axis::Bytes;
    spec.lines = {{"out of place", {{1024, 1.5}, {2048, 3.0}, {4096, 6.0}}},
                  {"in place", {{1024, 1.0}, {2048, std::nullopt}, {8192, 7.0}}}};
    spec.band = {{2048, 2.0, 2.5, 4.0}};
    spec.bandText = "baseline";
    return spec;
}

TEST(ChartPoints, TheNearestIsNearestOnTheAxisOfTheChart) {
    ChartSpec spec = twoLines();
    EXPECT_EQ(nearestX(spec, 1400), 1024); // 1448 is half way in doublings
    EXPECT_EQ(nearestX(spec, 1500), 2048);
    EXPECT_EQ(nearestX(spec, 1e12), 8192);
    spec.axis = bench::Axis::Index;
    EXPECT_EQ(nearestX(spec, 1500), 1024);
    EXPECT_EQ(nearestX(ChartSpec(), 1), std::nullopt);
}

TEST(ChartPoints, TheNearestIsOneThatIsSeen) {
    ChartSpec spec = twoLines();
    spec.zoom = {2000, 4096};
    EXPECT_EQ(nearestX(spec, 1024), 2048);
    EXPECT_EQ(nearestX(spec, 8192), 4096);
    spec.lines[0].hidden = true;
    EXPECT_EQ(nearestX(spec, 4096), 2048);
}

TEST(ChartPoints, StepsGoThroughThePointsOfAllLinesThatAreShown) {
    ChartSpec spec = twoLines();
    spec.running = 16384;
    std::vector<double> xs;
    for (auto x = nextX(spec, 0, 1); x; x = nextX(spec, *x, 1))
        xs.push_back(*x);
    EXPECT_EQ(xs, (std::vector<double>{1024, 2048, 4096, 8192, 16384}));
    EXPECT_EQ(seenXs(spec, 10), xs);
    EXPECT_TRUE(seenXs(spec, 3).empty());
    EXPECT_EQ(nextX(spec, 8192, -1), 4096);
    EXPECT_EQ(nextX(spec, 1024, -1), std::nullopt);
    spec.lines[0].hidden = true;
    EXPECT_EQ(nextX(spec, 8192, -1), 2048);
}

TEST(ChartPoints, ReadsEachLineAndTheBaseline) {
    const auto readings = readingsAt(twoLines(), 2048);
    ASSERT_EQ(readings.size(), 3U);
    EXPECT_EQ(readings[0].value, "3");
    EXPECT_EQ(readings[1].value, "unknown");
    EXPECT_EQ(readings[2].line, std::nullopt);
    EXPECT_EQ(readings[2].value, "2.5");
    EXPECT_EQ(pointText(twoLines(), 2048), "2K: out of place 3 GB/s, in place unknown, baseline 2 to 4");
    EXPECT_EQ(pointText(twoLines(), 8192), "8K: in place 7 GB/s");
}

TEST(ChartPoints, RowsAreWhatIsSeenAndEachIsMarkedSimulated) {
    ChartSpec spec = twoLines();
    EXPECT_EQ(chartCsv(spec),
              "size,out of place [GB/s],in place [GB/s],baseline low [GB/s],baseline high [GB/s]\r\n"
              "1024,1.5,1,,\r\n2048,3,,2,4\r\n4096,6,,,\r\n8192,,7,,\r\n");
    ChartSeen seen;
    seen.zoom = {1024, 4096};
    seen.hidden = {1};
    seen.band = false;
    spec.simulated = true;
    EXPECT_EQ(chartCsv(seenOf(spec, seen)),
              "size,out of place [GB/s],simulated\r\n1024,1.5,yes\r\n2048,3,yes\r\n4096,6,yes\r\n");
}

TEST(ChartPoints, ANameThatLooksLikeAFormulaIsNone) {
    ChartSpec spec = twoLines();
    spec.lines[0].name = "=cmd()";
    EXPECT_EQ(chartCsv(spec).find(",=cmd"), std::string::npos);
}

} // namespace
} // namespace fabricscope::present
