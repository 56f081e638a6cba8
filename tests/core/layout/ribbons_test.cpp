// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/Svg.h"
#include "tests/core/layout/Picture.h"
#include "tests/support/samples/SampleHosts.h"
#include "tests/support/samples/SampleJudgement.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace fabricscope::layout {

using draw::Glyph;
using draw::Item;
using draw::Paint;
using draw::Point;
using draw::Rect;
using draw::Ribbon;
using draw::ThemeKind;
using draw::Token;

namespace {

using Swaps = std::vector<std::pair<std::string, std::string>>;
using Kind = Ribbon::Kind;

const Swaps kNeighbours{{"0000:46:00.0", "0000:66:00.0"}, {"0000:65:00.0", "0000:47:00.0"}};
const Swaps kSockets{{"0000:46:00.0", "0000:86:00.0"}, {"0000:85:00.0", "0000:47:00.0"}};

struct Judged : Picture {
    affinity::Judgement judgement;

    explicit Judged(const Swaps &swaps, TopologyOptions options = {}) {
        topology = samples::topologyOf(samples::mi355xServer());
        judgement = samples::judgementOf(*topology, swaps);
        draw(options);
    }
    void draw(TopologyOptions options = {}) {
        options.judgement = &judgement;
        list = layoutTopology(*topology, options);
    }
    [[nodiscard]] std::ptrdiff_t count(Kind kind) const {
        return std::count_if(list.ribbons.begin(), list.ribbons.end(),
                             [kind](const Ribbon &ribbon) { return ribbon.kind == kind; });
    }
    /// The items of ribbons of this kind painted at this zoom.
    [[nodiscard]] std::vector<const Item *> items(Kind kind, double zoom = 1) const {
        std::vector<const Item *> items;
        for (const Item *item : at(zoom))
            if (item->ribbon < list.ribbons.size() && list.ribbons[item->ribbon].kind == kind)
                items.push_back(item);
        return items;
    }
    [[nodiscard]] bool hasGlyph(const std::string &bdf, Glyph glyph) const {
        const auto all = glyphs(glyph);
        return std::any_of(all.begin(), all.end(),
                           [id = node(bdf).id](const Item *item) { return item->node == id; });
    }
    [[nodiscard]] Rect rect(const std::string &bdf) const { return area(bdf)->rect; }
};

bool touches(const Item &item, const Rect &rect) {
    const Rect &box = item.rect;
    return box.x < rect.right() && box.right() > rect.x && box.y < rect.bottom() && box.bottom() > rect.y;
}

TEST(Ribbons, AHealthyServerHasABandBetweenEachGpuAndItsNicAndNothingLoud) {
    const Judged picture({});
    EXPECT_EQ(picture.count(Kind::Assigned), 8);
    EXPECT_EQ(picture.list.ribbons.size(), 8U);
    const Rect gpu = picture.rect("0000:46:00.0"), nic = picture.rect("0000:47:00.0");
    const auto items = picture.items(Kind::Assigned);
    const auto band = std::find_if(items.begin(), items.end(), [&](const Item *item) {
        return item->rect.x == gpu.right() && item->rect.right() == nic.x && item->rect.height == 18;
    });
    ASSERT_NE(band, items.end()) << "18 px high, from box to box";
    EXPECT_EQ((*band)->fill, (Paint{Token::PathPix, 22, Token::Surface}));
    EXPECT_GT((*band)->rect.y, gpu.y);
    EXPECT_LT((*band)->rect.bottom(), gpu.bottom());
    EXPECT_TRUE(picture.hasText("PIX"));
    EXPECT_TRUE(picture.hasText("assigned pair"));
    EXPECT_FALSE(picture.hasText("mispaired"));
    EXPECT_FALSE(picture.hasText("expected"));
    EXPECT_TRUE(picture.glyphs(Glyph::Error).empty());
    const Picture bare = pictureOf(samples::mi355xServer());
    EXPECT_EQ(picture.rect("0000:e9:00.0"), bare.area("0000:e9:00.0")->rect)
        << "bands need no room of their own";
}

TEST(Ribbons, ASwappedPairIsATubeBelowTheBoxesAChipAndTheRealRoute) {
    const Judged picture(kNeighbours);
    EXPECT_EQ(picture.count(Kind::Finding), 2);
    EXPECT_EQ(picture.count(Kind::Expected), 2);
    EXPECT_EQ(picture.count(Kind::Route), 2);
    EXPECT_EQ(picture.count(Kind::Assigned), 6);
    EXPECT_TRUE(picture.hasText("NODE, mispaired"));
    EXPECT_TRUE(picture.hasText("mispaired")) << "in the legend";
    EXPECT_TRUE(picture.hasText("expected"));

    const Rect gpu = picture.rect("0000:46:00.0"), nvme = picture.rect("0000:4a:00.0");
    int tubes = 0;
    for (const Item *item : picture.items(Kind::Finding)) {
        if (item->shape != Item::Shape::Polyline)
            continue;
        tubes += item->strokeWidth == 8 ? 1 : 0;
        for (const Point &point : item->points) {
            EXPECT_GE(point.y, gpu.bottom());
            EXPECT_LE(point.y + item->strokeWidth / 2, nvme.y) << "between the boxes and what is below them";
        }
    }
    EXPECT_EQ(tubes, 2);
}

TEST(Ribbons, TheRouteOfAMispairedPairGoesUpToTheCpuAndDownAgain) {
    const Judged picture(kNeighbours);
    const auto route = picture.items(Kind::Route);
    ASSERT_FALSE(route.empty());
    for (const Item *item : route)
        EXPECT_EQ(item->fill, (Paint{Token::Error, 100, Token::Error}));
    const auto isPainted = [&](const Rect &place) {
        return std::any_of(route.begin(), route.end(),
                           [&](const Item *item) { return touches(*item, place); });
    };
    const Rect left = picture.rect("0000:40:01.1"), right = picture.rect("0000:60:01.1"),
               gpu = picture.rect("0000:46:00.0"), nic = picture.rect("0000:66:00.0");
    const Rect switchBox = picture.rect("0000:41:00.0");
    EXPECT_TRUE(isPainted({gpu.x, gpu.y - 20, gpu.width, 10})) << "the GPU's own link";
    EXPECT_TRUE(isPainted({nic.x, nic.y - 20, nic.width, 10})) << "the NIC's own link";
    EXPECT_TRUE(isPainted({left.x, left.bottom() + 4, left.width, switchBox.y - left.bottom() - 8}))
        << "from the switch to its root port";
    EXPECT_TRUE(isPainted({left.right() + 2, left.y - 12, right.x - left.right() - 4, 12}))
        << "across the CPU, between the root ports";
    const Rect other = picture.rect("0000:20:01.1");
    EXPECT_FALSE(isPainted({other.x, other.y - 12, other.width, other.height + 60})) << "not by others";
}

TEST(Ribbons, AcrossSocketsTheRouteJoinsBothBandsAndEverythingStaysInThePicture) {
    const Judged picture(kSockets);
    EXPECT_TRUE(picture.hasText("SYS, mispaired"));
    const Rect upper = picture.rect("0000:40:01.1"), lower = picture.rect("0000:80:01.1");
    const auto route = picture.items(Kind::Route);
    EXPECT_TRUE(std::any_of(route.begin(), route.end(), [&](const Item *item) {
        return item->rect.y < upper.y && item->rect.bottom() > lower.y - 20;
    })) << "down the edge of the bands";
    for (const Item &item : picture.list.items)
        for (const Point &point : item.points) {
            EXPECT_GE(point.x, 0);
            EXPECT_LE(point.x, picture.list.width);
            EXPECT_LE(point.y, picture.list.height);
        }
}

TEST(Ribbons, MispairedDevicesAreMarkedByGlyphOutlineAndLabel) {
    const Judged picture(kNeighbours);
    for (const char *bdf : {"0000:46:00.0", "0000:66:00.0", "0000:65:00.0", "0000:47:00.0"})
        EXPECT_TRUE(picture.hasGlyph(bdf, Glyph::Error)) << bdf;
    EXPECT_FALSE(picture.hasGlyph("0000:05:00.0", Glyph::Error));
    EXPECT_TRUE(picture.hasGlyph("0000:a6:00.0", Glyph::Warning)) << "its narrow link";
    EXPECT_EQ(picture.area("0000:65:00.0")->label,
              "GPU3, 65:00.0, NUMA 0, vfio-pci, error: mispaired with ionic_2");
    EXPECT_EQ(picture.area("0000:66:00.0")->label, "ionic_3, 66:00.0, NUMA 0, error: mispaired with GPU2");
}

TEST(Ribbons, NothingIsDrawnAtUnknownDistance) {
    Judged picture({});
    const std::size_t bare = pictureOf(samples::mi355xServer()).list.items.size();
    EXPECT_GT(picture.list.items.size(), bare);
    for (affinity::Pair &pair : picture.judgement.pairs) {
        pair.kind = affinity::Kind::Unknown;
        pair.reach = {};
    }
    picture.draw();
    EXPECT_EQ(picture.list.items.size(), bare);
    EXPECT_TRUE(picture.list.ribbons.empty());
}

TEST(Ribbons, SwitchedOffTheyGoAndTheFindingsStay) {
    TopologyOptions options;
    options.ribbons = false;
    const Judged picture(kNeighbours, options);
    EXPECT_TRUE(picture.list.ribbons.empty());
    EXPECT_FALSE(picture.hasText("expected"));
    EXPECT_TRUE(picture.hasGlyph("0000:46:00.0", Glyph::Error));
}

TEST(Ribbons, TracingAPairThatIsRightPaintsItsOwnLinksOnlyAndQuietly) {
    Judged picture({});
    TopologyOptions options;
    options.traced = picture.node("0000:47:00.0").id;
    picture.draw(options);
    ASSERT_EQ(picture.count(Kind::Route), 1);
    const Rect frame = picture.rect("0000:41:00.0");
    const auto route = picture.items(Kind::Route);
    ASSERT_FALSE(route.empty());
    for (const Item *item : route) {
        EXPECT_EQ(item->fill, (Paint{Token::Accent, 100, Token::Accent}));
        EXPECT_TRUE(isInside(item->rect, frame)) << "below one switch";
    }
}

TEST(Ribbons, OneThatIsOfSeveralNotesButNoFindingIsDrawnAsAssigned) {
    Judged picture({});
    picture.judgement.pairs.front().kind = affinity::Kind::NoGdr;
    picture.judgement.pairs.front().severity = findings::Severity::Note;
    picture.draw();
    EXPECT_EQ(picture.count(Kind::Assigned), 8);
    picture.judgement.pairs.front().severity = findings::Severity::Warning;
    picture.draw();
    EXPECT_EQ(picture.count(Kind::Finding), 1);
    EXPECT_TRUE(picture.hasGlyph("0000:05:00.0", Glyph::Warning));
    EXPECT_TRUE(picture.hasText("PIX, no GDR"));
}

TEST(Ribbons, BecomeLinesAndThenGoTheSmallerThePictureIs) {
    const Judged picture(kNeighbours);
    const auto texts = [&](Kind kind, double zoom) {
        const auto items = picture.items(kind, zoom);
        return std::count_if(items.begin(), items.end(),
                             [](const Item *item) { return item->shape == Item::Shape::Text; });
    };
    EXPECT_EQ(texts(Kind::Assigned, 0.8), 6);
    EXPECT_EQ(texts(Kind::Assigned, 0.79), 0);
    EXPECT_EQ(texts(Kind::Finding, 0.79), 0);
    EXPECT_FALSE(picture.items(Kind::Finding, 0.79).empty());
    for (const Item *item : picture.items(Kind::Finding, 0.4)) {
        ASSERT_EQ(item->shape, Item::Shape::Polyline);
        EXPECT_NEAR(item->strokeWidth * 0.4, 4, 0.01) << "4 px on the screen";
    }
    EXPECT_TRUE(picture.items(Kind::Finding, 0.2).empty());
    EXPECT_TRUE(picture.items(Kind::Assigned, 0.2).empty());
}

TEST(Ribbons, AreDistinguishedInTheSvg) {
    const Judged picture(kNeighbours);
    const std::string svg = report::toSvg(picture.list, ThemeKind::Dark);
    const std::string gpu = std::to_string(picture.node("0000:46:00.0").id),
                      nic = std::to_string(picture.node("0000:66:00.0").id);
    for (const std::string kind : {"finding", "route"})
        EXPECT_NE(svg.find("data-ribbon=\"" + kind + "\" data-from=\"" + gpu + "\" data-to=\"" + nic + "\""),
                  std::string::npos)
            << kind;
    EXPECT_NE(svg.find("data-ribbon=\"assigned\""), std::string::npos);
    EXPECT_NE(svg.find("data-ribbon=\"expected\""), std::string::npos);
}

TEST(Ribbons, BecomeFlagsWhereTheyWouldRunInABundle) {
    Swaps toOne;
    for (const char *gpu : {"0000:85:00.0", "0000:a6:00.0", "0000:c6:00.0", "0000:e5:00.0"})
        toOne.emplace_back(gpu, "0000:47:00.0");
    const Judged picture(toOne);
    for (const Item *item : picture.items(Kind::Finding)) {
        if (item->shape == Item::Shape::Polyline) {
            EXPECT_EQ(item->points.size(), 2U) << "stems, no tubes";
        }
    }
    EXPECT_TRUE(picture.hasText("SYS ionic_2") || picture.hasText("SYS")) << "below each GPU";
    EXPECT_TRUE(picture.hasText("4 GPUs") || picture.hasText("5 GPUs")) << "below the NIC";
}

TEST(Ribbons, AreBoundedWhateverIsJudged) {
    Judged picture({});
    const affinity::Pair pair = picture.judgement.pairs.front();
    for (std::size_t gpu = 0; gpu < 8; ++gpu)
        for (std::size_t nic = 0; nic < 8; ++nic)
            for (int again = 0; again < 200; ++again) {
                affinity::Pair more = pair;
                more.gpu = gpu;
                more.nic = nic;
                more.mispaired = true;
                more.severity = findings::Severity::Error;
                picture.judgement.pairs.push_back(more);
            }
    picture.draw();
    EXPECT_LE(picture.count(Kind::Finding), 64) << "two devices are joined once";
    EXPECT_GE(picture.count(Kind::Finding), 16) << "each device says it";
}

} // namespace
} // namespace fabricscope::layout
