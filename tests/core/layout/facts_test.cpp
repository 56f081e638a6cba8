// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/Facts.h"

#include <gtest/gtest.h>

namespace fabricscope::layout {
namespace {

class FittingFacts : public testing::Test {
protected:
    DisplayList list;
    MeasureText measure = [](std::string_view text, Font, double) {
        return static_cast<double>(text.size());
    };
    Sketch sketch{list, measure};
    std::vector<Fact> facts{{"64 CPUs", 2}, {"1T", 1}, {"4 GPU", 3}};

    std::string fitting(double room) { return fittingFacts(sketch, facts, style::kBandFacts, room); }
};

TEST_F(FittingFacts, KeepsAllInTheirOrderWhereThereIsRoom) {
    EXPECT_EQ(fitting(100), "64 CPUs · 1T · 4 GPU");
}

TEST_F(FittingFacts, LeavesOutWhatWeighsLeastAndCutsNone) {
    EXPECT_EQ(fitting(17), "64 CPUs · 4 GPU");
    EXPECT_EQ(fitting(10), "4 GPU");
    EXPECT_EQ(fitting(2), "");
}

} // namespace
} // namespace fabricscope::layout
