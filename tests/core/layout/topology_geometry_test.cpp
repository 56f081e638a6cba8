// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/layout/Picture.h"
#include "tests/support/Made.h"
#include "tests/support/MadeJudgement.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

// What must hold for the picture of any machine, whole or damaged.
namespace fabricscope::layout {
namespace {

struct Case {
    std::string name;
    host::Host (*make)();
    double width = 880;
};

void PrintTo(const Case &value, std::ostream *out) {
    *out << value.name;
}

const Case kCases[] = {
    {"mi355x", made::mi355xServer},
    {"mi355x_narrow_window", made::mi355xServer, 480},
    {"mi355x_wide_window", made::mi355xServer, 2400},
    {"no_width_at_all", made::mi355xServer, 0},
    {"flat_vm", made::flatVm},
    {"laptop", made::laptop},
    {"functions_300",
     [] {
         return made::manyFunctions(300);
     }},
    {"functions_1500", [] { return made::manyFunctions(1500); }, 1200},
    {"vmd", made::vmdHost},
    {"cpu_less_nodes", made::cpuLessNodes},
    {"one_gpu", made::oneGpu},
    {"dead_gpu", made::deadGpu},
    {"narrow_gpu", made::narrowGpu},
    {"cycles", made::cycles},
    {"nothing",
     [] {
         return host::Host{};
     }},
};

bool contains(const Rect &outer, const Rect &inner) {
    constexpr double kGrace = 0.01;
    return inner.x >= outer.x - kGrace && inner.y >= outer.y - kGrace &&
           inner.right() <= outer.right() + kGrace && inner.bottom() <= outer.bottom() + kGrace;
}

bool apart(const Rect &a, const Rect &b) {
    constexpr double kGrace = 0.01;
    return a.right() <= b.x + kGrace || b.right() <= a.x + kGrace || a.bottom() <= b.y + kGrace ||
           b.bottom() <= a.y + kGrace;
}

std::string show(const Rect &rect) {
    return std::to_string(rect.x) + "," + std::to_string(rect.y) + " " + std::to_string(rect.width) + "x" +
           std::to_string(rect.height);
}

void expectBoxesNestOrStandApart(const Picture &picture) {
    const auto &areas = picture.list.areas;
    for (std::size_t i = 0; i < areas.size(); ++i)
        for (std::size_t j = i + 1; j < areas.size(); ++j)
            EXPECT_TRUE(apart(areas[i].rect, areas[j].rect) || contains(areas[i].rect, areas[j].rect))
                << areas[i].label << " at " << show(areas[i].rect) << " and " << areas[j].label << " at "
                << show(areas[j].rect);
}

void expectOneAreaForEachFunction(const Picture &picture) {
    std::map<std::uint32_t, int> count;
    for (const Area &area : picture.list.areas)
        ++count[area.node];
    for (const topology::Node &node : picture.topology->nodes())
        if (node.bdf) {
            EXPECT_EQ(count[node.id], 1) << node.name << " " << node.bdf->toString();
        } else {
            EXPECT_LE(count[node.id], 1) << node.name;
        }
}

void expectEverythingInside(const Picture &picture) {
    const Rect all{0, 0, picture.list.width, picture.list.height};
    for (const Item &item : picture.list.items) {
        if (item.shape == Item::Shape::Polyline) {
            for (const Point &point : item.points)
                EXPECT_TRUE(contains(all, {point.x, point.y, 0, 0})) << point.x << "," << point.y;
        } else {
            EXPECT_TRUE(contains(all, item.rect)) << item.text << " at " << show(item.rect);
            EXPECT_GE(item.rect.width, 0) << item.text;
            EXPECT_GE(item.rect.height, 0) << item.text;
        }
    }
    for (const Area &area : picture.list.areas)
        EXPECT_TRUE(contains(all, area.rect)) << area.label;
}

Rect inked(const Item &text) {
    const double width = approximateTextWidth(text.text, text.font, text.fontSize);
    const double used = text.font == Font::Mono ? width : std::min(width, text.rect.width);
    const double x = text.align == Align::Left     ? text.rect.x
                     : text.align == Align::Centre ? text.rect.x + (text.rect.width - used) / 2
                                                   : text.rect.right() - used;
    const double height = text.fontSize * 0.8;
    return {x, text.rect.y + (text.rect.height - height) / 2, used, height};
}

/// Numbers and addresses fit their cells uncut, and no text stands on another one.
void expectReadableText(const Picture &picture, double zoom) {
    std::vector<std::pair<Rect, const Item *>> texts;
    for (const Item *item : picture.at(zoom)) {
        if (item->shape != Item::Shape::Text)
            continue;
        const double width = approximateTextWidth(item->text, item->font, item->fontSize);
        if (item->font == Font::Mono) {
            EXPECT_LE(width, item->rect.width + 0.5) << item->text;
        }
        texts.emplace_back(inked(*item), item);
    }
    std::sort(texts.begin(), texts.end(), [](const auto &a, const auto &b) { return a.first.y < b.first.y; });
    for (std::size_t i = 0; i < texts.size(); ++i)
        for (std::size_t j = i + 1; j < texts.size() && texts[j].first.y < texts[i].first.bottom(); ++j)
            EXPECT_TRUE(apart(texts[i].first, texts[j].first))
                << texts[i].second->text << " at " << show(texts[i].first) << " and " << texts[j].second->text
                << " at " << show(texts[j].first);
}

void expectSoundPicture(const Picture &picture) {
    expectBoxesNestOrStandApart(picture);
    expectOneAreaForEachFunction(picture);
    expectEverythingInside(picture);
    for (const double zoom : {0.1, 0.3, 0.6, 1.0})
        expectReadableText(picture, zoom);
}

class TopologyGeometry : public testing::TestWithParam<Case> {};

TEST_P(TopologyGeometry, IsSoundInEveryMode) {
    for (const ColourBy mode : {ColourBy::Kind, ColourBy::IommuGroup, ColourBy::Link, ColourBy::Owner}) {
        TopologyOptions options;
        options.width = GetParam().width;
        options.colourBy = mode;
        SCOPED_TRACE(int(mode));
        expectSoundPicture(pictureOf(GetParam().make(), options));
    }
}

TEST_P(TopologyGeometry, IsSoundWithVirtualFunctionsAsBoxes) {
    TopologyOptions options;
    options.width = GetParam().width;
    options.foldVirtualFunctions = false;
    options.groupTags = false;
    expectSoundPicture(pictureOf(GetParam().make(), options));
}

TEST_P(TopologyGeometry, IsSoundInWiderFonts) {
    TopologyOptions options;
    options.width = GetParam().width;
    options.measure = [](std::string_view text, Font font, double size) {
        return 1.25 * approximateTextWidth(text, font, size);
    };
    const Picture picture = pictureOf(GetParam().make(), options);
    expectBoxesNestOrStandApart(picture);
    expectOneAreaForEachFunction(picture);
    expectEverythingInside(picture);
}

TEST_P(TopologyGeometry, IsTheSameEachTime) {
    const Picture first = pictureOf(GetParam().make()), second = pictureOf(GetParam().make());
    ASSERT_EQ(first.list.items.size(), second.list.items.size());
    for (std::size_t i = 0; i < first.list.items.size(); ++i) {
        EXPECT_EQ(first.list.items[i].rect, second.list.items[i].rect);
        EXPECT_EQ(first.list.items[i].text, second.list.items[i].text);
    }
    ASSERT_EQ(first.list.areas.size(), second.list.areas.size());
    for (std::size_t i = 0; i < first.list.areas.size(); ++i)
        EXPECT_EQ(first.list.areas[i].label, second.list.areas[i].label);
}

struct Swapped {
    const char *name;
    std::vector<std::pair<std::string, std::string>> pairs;
};

TEST(TopologyGeometryWithRibbons, IsSoundWhoeverIsPairedWithWhom) {
    const Swapped kSwapped[] = {
        {"none", {}},
        {"neighbours", {{"0000:46:00.0", "0000:66:00.0"}, {"0000:65:00.0", "0000:47:00.0"}}},
        {"sockets", {{"0000:46:00.0", "0000:86:00.0"}, {"0000:85:00.0", "0000:47:00.0"}}},
        {"all to one",
         {{"0000:05:00.0", "0000:66:00.0"},
          {"0000:26:00.0", "0000:66:00.0"},
          {"0000:a6:00.0", "0000:66:00.0"}}},
    };
    for (const Swapped &swapped : kSwapped)
        for (const double width : {480.0, 880.0, 1400.0}) {
            SCOPED_TRACE(std::string(swapped.name) + " at " + std::to_string(width));
            const auto topology = made::topologyOf(made::mi355xServer());
            const affinity::Judgement judgement = made::judgementOf(*topology, swapped.pairs);
            TopologyOptions options;
            options.width = width;
            options.judgement = &judgement;
            options.traced = topology->find(*pci::Address::parse("0000:c6:00.0"));
            const Picture picture = pictureOf(made::mi355xServer(), options);
            ASSERT_FALSE(picture.list.ribbons.empty());
            expectSoundPicture(picture);
        }
}

INSTANTIATE_TEST_SUITE_P(Of, TopologyGeometry, testing::ValuesIn(kCases),
                         [](const auto &instance) { return instance.param.name; });

TEST(TopologyGeometryOfRandomHosts, IsSound) {
    for (std::uint32_t seed = 1; seed <= 40; ++seed) {
        SCOPED_TRACE(seed);
        expectSoundPicture(pictureOf(made::randomHost(seed, 120)));
    }
}

TEST(TopologyGeometryOfRandomHosts, KeepsRibbonsInsideOfThePicture) {
    for (std::uint32_t seed = 1; seed <= 40; ++seed) {
        SCOPED_TRACE(seed);
        const auto topology = made::topologyOf(made::randomHost(seed, 120));
        affinity::Judgement judgement = made::judgementOf(*topology);
        const std::size_t nics = judgement.fabric.nics.size();
        for (std::size_t gpu = 0; nics > 0 && gpu < judgement.fabric.gpus.size(); ++gpu) {
            affinity::Pair pair;
            pair.gpu = gpu;
            pair.nic = (gpu * 7 + seed) % nics;
            pair.basis = affinity::Basis::Run;
            pair.kind = affinity::Kind::Mispaired;
            pair.mispaired = true;
            pair.severity = topology::Severity::Error;
            pair.reach.word = topology::PathWord::Sys;
            pair.idealNics = {gpu % nics};
            judgement.pairs.push_back(pair);
        }
        TopologyOptions options;
        options.judgement = &judgement;
        const Picture picture = pictureOf(made::randomHost(seed, 120), options);
        expectBoxesNestOrStandApart(picture);
        expectEverythingInside(picture);
    }
}

} // namespace
} // namespace fabricscope::layout
