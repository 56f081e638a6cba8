// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The two hypervisors of the demo, each with its VM, on the Compare screen.
#include "core/fleet/Difference.h"
#include "tests/pictures/Stage.h"
#include "tests/widgets/Support.h"
#include "widgets/compare/CompareScreen.h"

#include <gmock/gmock.h>

namespace fabricscope::test {
namespace {

TEST(CompareDemo, OfTwoHypervisorsTheNarrowLinkIsLoudAndTheirVmsAreQuiet) {
    Stage stage;
    widgets::CompareScreen &screen = *stage.full().window.compare();
    stage.full().window.showScreen(app::window::Screen::Compare);
    stage.full().window.show();
    screen.choose(stage.host(QStringLiteral("mi355x-01")), stage.host(QStringLiteral("mi355x-02")));
    ASSERT_TRUE(waitFor([&] { return screen.comparison() != nullptr && !screen.comparing(); }));
    const fleet::Comparison &comparison = *screen.comparison();
    const auto groups = fleet::grouped(comparison);
    const fleet::Counts counts = fleet::countOf(comparison, groups);
    EXPECT_EQ(counts.errors, 1U);
    std::size_t vms = 0;
    for (const fleet::Difference &difference : comparison.differences) {
        if (difference.category != fleet::Category::Vm)
            continue;
        ++vms;
        EXPECT_EQ(difference.severity, fleet::Severity::Note) << difference.text();
        EXPECT_THAT(difference.text(), testing::Not(testing::HasSubstr("no longer")));
    }
    EXPECT_GT(vms, 0U) << "each runs VMs of its own";
    ASSERT_FALSE(groups.empty());
    EXPECT_THAT(groups.front().text, testing::HasSubstr("x8"));
}

} // namespace
} // namespace fabricscope::test
