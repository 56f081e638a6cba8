// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/draw/Facts.h"

#include <gtest/gtest.h>

namespace fabricscope::draw {
namespace {

class FittingFacts : public testing::Test {
protected:
    DisplayList list;
    MeasureText measure = [](std::string_view text, Font, double) {
        return static_cast<double>(text.size());
    };
    Sketch sketch{list, measure};
    std::vector<Fact> facts{{"64 CPUs", 2}, {"1T of memory", 1}, {"4 GPU", 3}};

    FittedFacts fitted(double room) { return fittingFacts(sketch, facts, style::kBandFacts, room); }
    std::string fitting(double room) { return fitted(room).text; }
};

TEST_F(FittingFacts, KeepsAllInTheirOrderWhereThereIsRoom) {
    EXPECT_EQ(fitting(100), "64 CPUs · 1T of memory · 4 GPU");
}

TEST_F(FittingFacts, OmitsTheLeastImportantFactsWithAnEllipsisAndCutsNone) {
    EXPECT_EQ(fitting(23), "64 CPUs · 4 GPU · …"); // length in bytes
    EXPECT_EQ(fitting(13), "4 GPU · …");
    EXPECT_EQ(fitting(3), "…");
    EXPECT_EQ(fitting(2), "");
}

TEST_F(FittingFacts, ReturnsTheCompleteTextForTheToolTipWhenFactsAreOmitted) {
    for (const double room : {20.0, 10.0, 2.0})
        EXPECT_EQ(fitted(room).whole, "64 CPUs · 1T of memory · 4 GPU") << room;
    EXPECT_EQ(fitted(100).whole, "");
}

} // namespace
} // namespace fabricscope::draw
