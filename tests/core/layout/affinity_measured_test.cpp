// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/affinity/AffinityMatrix.h"
#include "core/layout/affinity/AffinityRoute.h"
#include "tests/support/samples/SampleAffinity.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

/// The result of a run for a pair is shown in its cell.
namespace fabricscope::layout {

using draw::Item;
using present::AffinityTable;

namespace {

using testing::HasSubstr;
using testing::Not;
using Part = AffinityId::Part;

class AffinityMeasuredTest : public ::testing::Test {
protected:
    AffinityMeasuredTest()
        : examination(samples::examinationOf(samples::pairingHost(samples::mi355xServer()), {2, 3}, true))
        , table(examination->judgement, &examination->decisions) {
        bench::MeasuredPair pair;
        pair.gpu = 2;
        pair.nic = table.pairsOf(2).front()->nic.value();
        pair.measured = {37.6};
        pair.expected = GigabytesPerSecond{48.5};
        pair.least = GigabytesPerSecond{46};
        pair.source = "92 to 97 % of 400 Gb/s on large writes";
        pair.test = "ib_write_bw";
        measured.push_back(pair);
    }
    [[nodiscard]] AffinityId cell() const { return {Part::Cell, 2, measured.front().nic}; }
    [[nodiscard]] std::vector<std::string> textsOfCell(const AffinityMatrixOptions &options = {}) const {
        std::vector<std::string> texts;
        for (const Item &item : layoutAffinity(table, options).items)
            if (item.node == cell().encoded() && !item.text.empty())
                texts.push_back(item.text);
        return texts;
    }

    std::shared_ptr<const affinity::Examination> examination;
    AffinityTable table;
    std::vector<bench::MeasuredPair> measured;
};

TEST_F(AffinityMeasuredTest, CellShowsMeasuredExpectedAndLostBandwidth) {
    EXPECT_THAT(textsOfCell(), testing::ElementsAre("NODE", "63.0", testing::_, testing::_));
    table.setMeasured(measured);
    EXPECT_THAT(textsOfCell(), testing::ElementsAre("NODE", "37.6", "of 48.5", "−22 %"));
    EXPECT_THAT(table.label(2, measured.front().nic),
                HasSubstr("63.0 GB/s, measured 37.6 of 48.5 GB/s expected, 22 % lost"));
    AffinityMatrixOptions bandwidth;
    bandwidth.values = AffinityValues::Bandwidth;
    EXPECT_THAT(textsOfCell(bandwidth), testing::Contains("37.6"));
}

TEST_F(AffinityMeasuredTest, ExpectedAndLossDoNotTouchInANarrowCell) {
    table.setMeasured(measured);
    for (const double width : {620.0, 700.0, 880.0, 1200.0}) {
        AffinityMatrixOptions options;
        options.width = width;
        const Item *expected = nullptr, *loss = nullptr;
        const draw::DisplayList list = layoutAffinity(table, options);
        for (const Item &item : list.items) {
            if (item.node != cell().encoded() || item.text.empty())
                continue;
            expected = item.text.find("48.5") != std::string::npos ? &item : expected;
            loss = item.text == "−22 %" ? &item : loss;
        }
        ASSERT_TRUE(expected != nullptr && loss != nullptr) << width;
        const auto widthOf = [&](const Item &item) {
            return options.measure(item.text, item.font, item.fontSize);
        };
        EXPECT_LE(expected->rect.x + widthOf(*expected) + 4, loss->rect.right() - widthOf(*loss)) << width;
    }
}

TEST_F(AffinityMeasuredTest, RouteDescribesTheResultInASentenceWithoutRepeatingValues) {
    const auto accessibleText = [this] {
        return layoutAffinityRoute(table, cell(), {}).accessibleText;
    };
    EXPECT_THAT(accessibleText(), HasSubstr("This pair, NODE 63.0 GB/s"));
    table.setMeasured(measured);
    EXPECT_THAT(accessibleText(), HasSubstr("Expected 48.5 GB/s\nMeasured 37.6 GB/s\n"));
    EXPECT_THAT(accessibleText(), HasSubstr("measured 37.6 of 48.5 GB/s expected, 22 % lost."));
    EXPECT_THAT(accessibleText(), Not(HasSubstr("This pair, NODE 63.0 GB/s")));
}

TEST_F(AffinityMeasuredTest, TheLegendExplainsItByFiguresOfThisHost) {
    const auto note = [this] {
        table.setMeasured(measured);
        for (const Item &item : layoutAffinity(table, {}).items)
            if (item.text.find("measured by perftest") != std::string::npos)
                return item.text;
        return std::string();
    };
    measured.front().measured = {20.5};
    measured.front().expected = GigabytesPerSecond{24.2};
    measured.front().least = GigabytesPerSecond{23};
    EXPECT_EQ(note(), "\"20.5 of 24.2 −15 %\": GB/s measured by perftest, expected, loss.");
    measured.front().measured = {24.1};
    EXPECT_EQ(note(), "\"24.1 of 24.2\": GB/s measured by perftest, expected.");
    measured.clear();
    EXPECT_EQ(note(), "");
}

TEST_F(AffinityMeasuredTest, RouteShowsWhenItWasMeasuredAndIfTheHostWasReadSince) {
    AffinityRouteOptions options;
    options.timeText = [](std::int64_t ms) {
        return "at " + std::to_string(ms);
    };
    options.readMs = 2000;
    const auto accessibleText = [&] {
        table.setMeasured(measured);
        return layoutAffinityRoute(table, cell(), options).accessibleText;
    };
    EXPECT_THAT(accessibleText(), Not(HasSubstr("ib_write_bw, "))) << "nobody knows when";
    measured.front().whenMs = 1000;
    EXPECT_THAT(accessibleText(), HasSubstr("GB/s of ib_write_bw, at 1000, before the last collection"));
    measured.front().whenMs = 3000;
    EXPECT_THAT(accessibleText(), HasSubstr("GB/s of ib_write_bw, at 3000;"));
}

TEST_F(AffinityMeasuredTest, PairWithoutLossShowsNoPercentage) {
    measured.front().measured = {48};
    table.setMeasured(measured);
    EXPECT_THAT(textsOfCell(), testing::ElementsAre("NODE", "48.0", "of 48.5"));
}

} // namespace
} // namespace fabricscope::layout
