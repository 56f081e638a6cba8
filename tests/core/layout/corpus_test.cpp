// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every machine of the corpus is drawn readably without manual layout.
#include "tests/core/layout/Soundness.h"
#include "tests/support/CorpusHosts.h"

#include <gtest/gtest.h>

namespace fabricscope::layout {

using draw::DisplayList;

namespace {

class LayoutOfTheCorpus : public testing::Test {
protected:
    static const std::vector<test::CorpusHost> &hosts() {
        static const std::vector<test::CorpusHost> all = test::corpusHosts(test::kCorpusFolder);
        return all;
    }
    void SetUp() override {
        if (hosts().empty())
            GTEST_SKIP() << "NO CORPUS at " << test::kCorpusFolder << ": nothing of this was tested";
    }
    static Picture pictureOf(const test::CorpusHost &host, const TopologyOptions &options) {
        return {host.topology, layoutTopology(*host.topology, options)};
    }
};

TEST_F(LayoutOfTheCorpus, IsSoundInEveryModeFoldedAndUnfolded) {
    for (const test::CorpusHost &host : hosts())
        for (const ColourBy mode : {ColourBy::Kind, ColourBy::IommuGroup, ColourBy::Link, ColourBy::Owner})
            for (const bool open : {false, true}) {
                SCOPED_TRACE(host.name + (open ? ", unfolded, " : ", folded, ") + std::to_string(int(mode)));
                TopologyOptions options;
                options.colourBy = mode;
                if (open)
                    options.folds.setAllOpen(true);
                expectSoundPicture(pictureOf(host, options));
            }
}

TEST_F(LayoutOfTheCorpus, HasAPleasantShapeAtAnyWidth) {
    for (const test::CorpusHost &host : hosts())
        for (const double width : {600.0, 864.0, 1400.0, 2400.0}) {
            SCOPED_TRACE(host.name + " at " + std::to_string(width));
            TopologyOptions options;
            options.width = width;
            const DisplayList list = pictureOf(host, options).list;
            EXPECT_LE(list.width, width);
            EXPECT_LE(list.height, 2.2 * list.width);
        }
}

TEST_F(LayoutOfTheCorpus, ShowsEveryHostWithinTwoScreens) {
    TopologyOptions options;
    options.width = 864;
    for (const test::CorpusHost &host : hosts())
        EXPECT_LE(pictureOf(host, options).list.height, 2 * 620) << host.name;
}

} // namespace
} // namespace fabricscope::layout
