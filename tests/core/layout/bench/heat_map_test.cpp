// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/run/MatrixPairs.h"
#include "core/layout/bench/HeatMap.h"
#include "core/present/bench/MatrixVerdict.h"
#include "tests/support/Contrast.h"
#include "tests/support/samples/SampleBench.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace fabricscope::layout {

using bench::BenchView;
using bench::HeatDomain;
using draw::DisplayList;
using draw::Item;
using draw::Paint;
using draw::Rgb;
using draw::ThemeKind;
using draw::Token;
using present::cellValue;
using present::domainOf;
using present::matrixVerdict;

namespace {

constexpr ThemeKind kThemes[] = {ThemeKind::Dark, ThemeKind::Light, ThemeKind::HighContrastDark,
                                 ThemeKind::HighContrastLight};

DisplayList mapOf(const BenchView &view, double width = 616, double height = 380) {
    return layoutHeatMap(view, 0, {width, height, draw::approximateTextWidth});
}

std::size_t countTexts(const DisplayList &list, const std::string &text) {
    return static_cast<std::size_t>(
        std::count_if(list.items.begin(), list.items.end(), [&](const Item &item) {
            return item.shape == Item::Shape::Text && item.text == text;
        }));
}

TEST(HeatMap, EachCellIsAnAreaWithBothEndsAndTheValue) {
    const DisplayList list = mapOf(samples::meshView());
    ASSERT_EQ(list.areas.size(), 64U);
    EXPECT_EQ(list.areas[51].label, "vm-01a ionic_6 to ionic_3: 588.1 Gb/s, both directions, " +
                                        findings::title(samples::meshView().findings.front()));
    EXPECT_EQ(list.areas[63].label, "vm-01a ionic_7 to ionic_7: unknown");
}

TEST(HeatMap, PrintsItsValuesAndLeavesWhatHasNotComeEmpty) {
    const DisplayList list = mapOf(samples::meshView());
    EXPECT_EQ(countTexts(list, "588"), 1U);
    EXPECT_EQ(countTexts(list, "·"), 8U);
    EXPECT_EQ(countTexts(mapOf(samples::meshView(), 180, 120), "588"), 0U); // does not fit
}

TEST(HeatMap, FindingOutlinesItsCellAndIsListedBelow) {
    const DisplayList list = mapOf(samples::meshView());
    const auto rings = std::count_if(list.items.begin(), list.items.end(), [&](const Item &item) {
        return item.shape == Item::Shape::Box && item.stroke.token == Token::Error && item.strokeWidth == 2 &&
               item.rect.contains(list.areas[51].rect.x + 3, list.areas[51].rect.y + 3);
    });
    EXPECT_EQ(rings, 1);
    EXPECT_EQ(countTexts(list, findings::claim(samples::meshView().findings.front())), 1U);
}

TEST(HeatMap, AUniformMatrixLooksUniformWithoutAnyCeiling) {
    BenchView view = samples::meshView();
    view.domain.reset();
    const HeatDomain domain = domainOf(view, 0);
    EXPECT_EQ(domain.low, 0);
    EXPECT_EQ(domain.high, 800);
    const Paint least = heatPaint(736, domain), greatest = heatPaint(743, domain);
    for (const ThemeKind theme : kThemes) {
        const Rgb a = resolve(least, theme), b = resolve(greatest, theme);
        EXPECT_LE(std::abs(a.r - b.r) + std::abs(a.g - b.g) + std::abs(a.b - b.b), 12);
    }
}

TEST(HeatMap, IgnoresPairsOfADeviceWithItselfInTheColourScale) {
    BenchView view = samples::meshView();
    view.domain.reset();
    bench::Results results = *view.results;
    results.matrices[0].columns = results.matrices[0].rows;
    results.matrices[0].values[0][0] = 3000.0; // its own memory
    view.results = std::make_shared<const bench::Results>(results);
    EXPECT_EQ(domainOf(view, 0).high, 800);
}

/// Two boxes that only touch have an empty line between them at some scales.
TEST(HeatMap, TheStepsOfItsColourBarLeaveNoLineBetweenThem) {
    const DisplayList list = mapOf(samples::meshView());
    std::vector<draw::Rect> steps;
    for (const Item &item : list.items)
        if (item.shape == Item::Shape::Box && item.fill.token >= Token::Heat0 &&
            item.fill.token <= Token::Heat4 && item.radius == 0)
            steps.push_back(item.rect);
    ASSERT_GT(steps.size(), 20U);
    for (std::size_t at = 1; at < steps.size(); ++at) {
        EXPECT_GT(steps[at].y, steps[at - 1].y);
        EXPECT_GT(steps[at - 1].bottom(), steps[at].y + 1) << at;
        EXPECT_GE(steps[at].width, 12);
    }
}

TEST(HeatMap, TheStopsAreThoseOfTheDesign) {
    const HeatDomain domain{0, 100, ""};
    EXPECT_EQ(resolve(heatPaint(0, domain), ThemeKind::Dark), (Rgb{0x3B, 0x06, 0x4A}));
    EXPECT_EQ(resolve(heatPaint(50, domain), ThemeKind::Dark), (Rgb{0x28, 0x61, 0x78}));
    EXPECT_EQ(resolve(heatPaint(100, domain), ThemeKind::Light), (Rgb{0x79, 0xD0, 0x74}));
    EXPECT_EQ(resolve(heatPaint(-5, domain), ThemeKind::Dark), (Rgb{0x3B, 0x06, 0x4A}));
    EXPECT_EQ(resolve(heatPaint(101, domain), ThemeKind::Dark), (Rgb{0xC9, 0xBD, 0x25})); // outlier
}

TEST(HeatMap, EveryValueCanBeReadOnItsColourInAllThemes) {
    const HeatDomain domain{0, 100, ""};
    for (int value = 0; value <= 101; ++value) {
        const Paint ground = heatPaint(value, domain), ink = inkOn(ground);
        for (const ThemeKind theme : kThemes)
            EXPECT_GE(test::contrast(resolve(ink, theme), resolve(ground, theme)), 4.3) << value;
    }
}

BenchView viewOf(std::vector<std::vector<std::optional<double>>> values, const char *unit = "Gb/s") {
    bench::Results results;
    bench::Matrix &matrix = results.matrices.emplace_back();
    matrix.unit = unit;
    for (std::size_t row = 0; row < values.size(); ++row) {
        matrix.rows.push_back("a" + std::to_string(row));
        matrix.columns.push_back("b" + std::to_string(row));
    }
    matrix.values = std::move(values);
    BenchView view;
    view.results = std::make_shared<const bench::Results>(std::move(results));
    return view;
}

TEST(HeatMap, TheVerdictNamesTheSlowestTheFastestTheMedianAndHowManyAreWeak) {
    EXPECT_EQ(matrixVerdict(viewOf({{390, 391, 388}, {100, 392, 391}, {391, std::nullopt, 391}}), 0),
              "Slowest: a1 to b0, 100 Gb/s. Fastest: a1 to b1, 392 Gb/s. Median 391 Gb/s, 1 of 8 pairs "
              "more than 10 % below it. 1 pair not measured.");
    EXPECT_EQ(matrixVerdict(viewOf({{390, 391}, {391, 391}}), 0),
              "Slowest: a0 to b0, 390 Gb/s. Fastest: a1 to b1, 391 Gb/s. Median 391 Gb/s, no pair more "
              "than 10 % below it.");
}

TEST(HeatMap, TheVerdictOfEqualValuesOfOneCellAndOfNone) {
    EXPECT_EQ(matrixVerdict(viewOf({{391, 391}, {391, 391}}), 0), "All 4 pairs measure 391 Gb/s.");
    EXPECT_EQ(matrixVerdict(viewOf({{391}}), 0), "One pair: a0 to b0, 391 Gb/s.");
    EXPECT_EQ(matrixVerdict(viewOf({{std::nullopt}}), 0), "No measurements yet: 1 pair not measured.");
    EXPECT_EQ(matrixVerdict(viewOf({}), 0), "");
    EXPECT_EQ(matrixVerdict(viewOf({{}, {}}), 0), "No measurements yet: 4 pairs not measured.");
}

TEST(HeatMap, ALatencyIsNeitherSlowNorFast) {
    EXPECT_EQ(matrixVerdict(viewOf({{500, 700}, {600, 650}}, "ns"), 0),
              "Lowest: a0 to b0, 500 ns. Highest: a0 to b1, 700 ns. Median 625 ns.");
}

TEST(HeatMap, WeakValuesDoNotLookAlikeUnderACeiling) {
    BenchView view = viewOf({{30, 200}, {399, 400}});
    view.domain = HeatDomain{300, 400, "75 to 100 % of 400"};
    const HeatDomain domain = domainOf(view, 0);
    EXPECT_EQ(domain.low, 30);
    EXPECT_EQ(domain.high, 400);
    EXPECT_NE(heatPaint(30, domain), heatPaint(200, domain));
    EXPECT_NE(domain.words.find("down to the minimum, 30"), std::string::npos) << domain.words;
    const DisplayList list = mapOf(view);
    EXPECT_EQ(countTexts(list, "Gb/s"), 2U) << "at the head, and at the legend";
    EXPECT_EQ(countTexts(list, "215"), 1U) << "the middle of the legend";
    view = viewOf({{390, 395}});
    view.domain = HeatDomain{300, 400, "75 to 100 % of 400"};
    EXPECT_EQ(domainOf(view, 0).low, 300) << "the ceiling's own span where all is within";
}

TEST(HeatMap, RaggedAndMissingRowsAreUnknown) {
    bench::Matrix matrix{"m", "GB/s", {"a", "b"}, {"a"}, {{1.0}, {2.0, std::nullopt, 3.0}}};
    EXPECT_EQ(cellValue(matrix, 0, 1), std::nullopt);
    EXPECT_EQ(cellValue(matrix, 1, 1), std::nullopt);
    EXPECT_EQ(cellValue(matrix, 7, 0), std::nullopt);
    EXPECT_EQ(bench::pairName(matrix, 1, 2), "1 to 2");
    bench::Results results;
    results.matrices = {matrix};
    BenchView view;
    view.results = std::make_shared<const bench::Results>(results);
    EXPECT_EQ(mapOf(view).areas.size(), 6U); // two rows of three, the rest is missing
}

TEST(HeatMap, ALargeMatrixHasCellsWithoutWords) {
    bench::Results results;
    bench::Matrix matrix{"m", "GB/s", {}, {}, {}};
    for (int row = 0; row < 72; ++row) {
        matrix.rows.push_back(std::to_string(row));
        matrix.columns.push_back(std::to_string(row));
        matrix.values.emplace_back(72, 47.5);
    }
    results.matrices = {std::move(matrix)};
    BenchView view;
    view.results = std::make_shared<const bench::Results>(results);
    const DisplayList list = mapOf(view);
    EXPECT_EQ(list.areas.size(), 72U * 72U);
    EXPECT_EQ(countTexts(list, "47.5"), 0U);
}

} // namespace
} // namespace fabricscope::layout
