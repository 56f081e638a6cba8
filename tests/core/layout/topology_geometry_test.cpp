// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/layout/Soundness.h"
#include "tests/support/samples/SampleHosts.h"
#include "tests/support/samples/SampleJudgement.h"

#include <gtest/gtest.h>

// Properties of the picture of any machine, complete or damaged.
namespace fabricscope::layout {

using draw::Font;

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
    {"mi355x", samples::mi355xServer},
    {"mi355x_narrow_window", samples::mi355xServer, 480},
    {"mi355x_wide_window", samples::mi355xServer, 2400},
    {"no_width_at_all", samples::mi355xServer, 0},
    {"flat_vm", samples::flatVm},
    {"laptop", samples::laptop},
    {"functions_300",
     [] {
         return samples::manyFunctions(300);
     }},
    {"functions_1500", [] { return samples::manyFunctions(1500); }, 1200},
    {"vmd", samples::vmdHost},
    {"cpu_less_nodes", samples::cpuLessNodes},
    {"one_gpu", samples::oneGpu},
    {"dead_gpu", samples::deadGpu},
    {"narrow_gpu", samples::narrowGpu},
    {"cycles", samples::cycles},
    {"nothing",
     [] {
         return host::Host{};
     }},
};

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

TEST_P(TopologyGeometry, IsSoundWithAllFoldsOpen) {
    TopologyOptions options;
    options.width = GetParam().width;
    options.folds.setAllOpen(true);
    options.groupTags = false;
    expectSoundPicture(pictureOf(GetParam().make(), options));
}

TEST_P(TopologyGeometry, IsSoundInWiderFonts) {
    TopologyOptions options;
    options.width = GetParam().width;
    options.measure = [](std::string_view text, Font font, double size) {
        return 1.25 * draw::approximateTextWidth(text, font, size);
    };
    const Picture picture = pictureOf(GetParam().make(), options);
    expectBoxesNestedOrDisjoint(picture);
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
            const auto topology = samples::topologyOf(samples::mi355xServer());
            const affinity::Judgement judgement = samples::judgementOf(*topology, swapped.pairs);
            TopologyOptions options;
            options.width = width;
            options.judgement = &judgement;
            options.traced = topology->find(*pci::Address::parse("0000:c6:00.0"));
            const Picture picture = pictureOf(samples::mi355xServer(), options);
            ASSERT_FALSE(picture.list.ribbons.empty());
            expectSoundPicture(picture);
        }
}

INSTANTIATE_TEST_SUITE_P(Of, TopologyGeometry, testing::ValuesIn(kCases),
                         [](const auto &instance) { return instance.param.name; });

TEST(TopologyGeometryOfRandomHosts, IsSound) {
    for (std::uint32_t seed = 1; seed <= 40; ++seed) {
        SCOPED_TRACE(seed);
        expectSoundPicture(pictureOf(samples::randomHost(seed, 120)));
    }
}

TEST(TopologyGeometryOfRandomHosts, KeepsRibbonsInsideOfThePicture) {
    for (std::uint32_t seed = 1; seed <= 40; ++seed) {
        SCOPED_TRACE(seed);
        const auto topology = samples::topologyOf(samples::randomHost(seed, 120));
        affinity::Judgement judgement = samples::judgementOf(*topology);
        const std::size_t nics = judgement.fabric.nics.size();
        for (std::size_t gpu = 0; nics > 0 && gpu < judgement.fabric.gpus.size(); ++gpu) {
            affinity::Pair pair;
            pair.gpu = gpu;
            pair.nic = (gpu * 7 + seed) % nics;
            pair.basis = affinity::Basis::Run;
            pair.kind = affinity::Kind::Mispaired;
            pair.mispaired = true;
            pair.severity = findings::Severity::Error;
            pair.reach.word = topology::PathWord::Sys;
            pair.idealNics = {gpu % nics};
            judgement.pairs.push_back(pair);
        }
        TopologyOptions options;
        options.judgement = &judgement;
        const Picture picture = pictureOf(samples::randomHost(seed, 120), options);
        expectBoxesNestedOrDisjoint(picture);
        expectEverythingInside(picture);
    }
}

} // namespace
} // namespace fabricscope::layout
