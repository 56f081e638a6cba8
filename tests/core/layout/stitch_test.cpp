// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/StitchColumns.h"
#include "core/layout/StitchLayout.h"
#include "core/report/Svg.h"
#include "tests/core/layout/StitchPictures.h"
#include "tests/support/MadeMaker.h"
#include "tests/support/MadeStitch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace fabricscope::layout {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using topology::NodeKind;
using topology::Severity;
using Says = StitchCurve::Says;

std::size_t count(const StitchTable &table, Says says) {
    return static_cast<std::size_t>(
        std::count_if(table.curves().begin(), table.curves().end(),
                      [&](const StitchCurve &curve) { return curve.says == says; }));
}

const StitchRow &guestNamed(const StitchTable &table, const std::string &name) {
    const auto found = std::find_if(table.guestRows().begin(), table.guestRows().end(),
                                    [&](const StitchRow &row) { return row.name == name; });
    if (found == table.guestRows().end())
        throw std::invalid_argument(name);
    return *found;
}

TEST(StitchTable, JoinsEachDeviceOfTheGuestWithThatOfTheHost) {
    const StitchTable table = made::stitched().table();
    EXPECT_EQ(table.guestRows().size(), 17U); // and the front-end NIC, which is found nowhere
    EXPECT_EQ(table.hostRows().size(), 16U);
    EXPECT_EQ(table.curves().size(), 16U);
    EXPECT_EQ(count(table, Says::Both), 16U);
    EXPECT_THAT(table.marks(), IsEmpty());
    EXPECT_EQ(table.compared(), 16U);
    EXPECT_EQ(table.agreeing(), 16U);
    EXPECT_NE(table.severity(), Severity::Error);
    EXPECT_EQ(table.switches(), 8U);
    EXPECT_EQ(table.numaNodes(), 2U);
    for (const StitchCurve &curve : table.curves())
        EXPECT_EQ(table.guestRows()[curve.guest].name, table.hostRows()[curve.host].name);
}

TEST(StitchTable, FindsTwoNicsThatAreSwappedInTheFile) {
    const StitchTable table = made::stitched({2, 3}).table();
    EXPECT_EQ(table.severity(), Severity::Error);
    EXPECT_EQ(table.sentence(), "ionic_2 and ionic_3 are swapped in the file.");
    EXPECT_EQ(table.detail(), "GPU2 and GPU3 leave their switch to reach a NIC.");
    EXPECT_EQ(table.compared(), 16U);
    EXPECT_EQ(table.agreeing(), 14U);
    EXPECT_EQ(count(table, Says::Both), 14U);
    EXPECT_EQ(count(table, Says::Hardware), 2U);
    EXPECT_EQ(count(table, Says::File), 2U);
    ASSERT_EQ(table.marks().size(), 1U);
    EXPECT_TRUE(table.marks().front().swapped);
    // The file's curve leaves the NIC that GPU2 has on the host, for the one that the file puts beside it.
    const StitchCurve &first = table.curves()[table.marks().front().curves.front()];
    EXPECT_EQ(table.hostRows()[first.host].name, "ionic_2");
    EXPECT_EQ(table.guestRows()[first.guest].name, "ionic_3");
    EXPECT_EQ(first.line, 20U);
    EXPECT_TRUE(guestNamed(table, "ionic_2").misplaced);
    EXPECT_TRUE(guestNamed(table, "GPU3").wrong);
    EXPECT_FALSE(guestNamed(table, "GPU3").misplaced);
    EXPECT_FALSE(guestNamed(table, "GPU4").wrong);
    EXPECT_THAT(guestNamed(table, "ionic_3").label,
                HasSubstr("error: line 20 of the file puts it beside GPU2, where ionic_2 is"));
    int wrongBoxes = 0;
    for (const StitchBand &band : table.bands())
        for (const StitchBox &box : band.boxes)
            wrongBoxes += box.wrong ? 1 : 0;
    EXPECT_EQ(wrongBoxes, 2);
}

TEST(StitchTable, ANicBesideTheWrongGpuIsNoSwapWhereNoneStandsInItsPlace) {
    made::Stitched made = made::stitched();
    made.claims[1].nic = made::deviceNamed(*made.guest, "ionic_5"); // and beside GPU5, too
    const StitchTable table = made.table();
    EXPECT_EQ(table.sentence(), "ionic_5 stands beside the wrong GPU in the file.");
    ASSERT_EQ(table.marks().size(), 1U);
    EXPECT_FALSE(table.marks().front().swapped);
    EXPECT_THAT(textsOf(layoutStitch(table)), HasSubstr("wrong in file"));
}

TEST(StitchTable, NumbersPairsInTheOrderOfTheFile) {
    made::Stitched made = made::stitched();
    std::swap(made.claims[0].line, made.claims[7].line);
    const StitchTable table = made.table();
    EXPECT_EQ(guestNamed(table, "GPU0").pair, "07");
    EXPECT_EQ(guestNamed(table, "GPU7").pair, "00");
    EXPECT_EQ(guestNamed(table, "ionic_7").pair, "00");
    EXPECT_EQ(guestNamed(table, "GPU3").pair, "03");
}

TEST(StitchTable, ShowsWhatIsKnownOfAPartialMatch) {
    const StitchTable table = made::stitched({}, 3).table();
    EXPECT_EQ(table.curves().size(), 6U);
    EXPECT_TRUE(guestNamed(table, "GPU5").alone);
    EXPECT_FALSE(guestNamed(table, "GPU2").alone);
    EXPECT_THAT(guestNamed(table, "GPU5").label, HasSubstr("not found on the host"));
    EXPECT_EQ(table.compared(), 6U);
    EXPECT_THAT(table.status(), HasSubstr("6 of 17 devices matched"));
    expectSound(layoutStitch(table));
}

TEST(StitchTable, NamesTheSourceOfItsMatchesAndNoOther) {
    made::Stitched made = made::stitched();
    EXPECT_THAT(made.table().status(), HasSubstr("16 of 17 devices matched by the VMM's guest addresses"));
    for (std::size_t i = 0; i < 4; ++i)
        made.stitch.matches[i].proofs.front().source = stitch::Source::Order;
    EXPECT_THAT(made.table().status(),
                HasSubstr("12 by the VMM's guest addresses, 4 by the VMM's order of devices"));
    for (stitch::Match &match : made.stitch.matches)
        match.proofs.front().source = stitch::Source::Mac;
    EXPECT_THAT(made.table().status(), HasSubstr("matched by the VF's MAC as its PF has it"));
    EXPECT_THAT(made.table().status(), Not(HasSubstr("GUID")));
}

TEST(StitchTable, SaysWhichDevicesSourcesDisagreeAbout) {
    made::Stitched made = made::stitched();
    made.stitch.conflicts.push_back(
        {{made::deviceNamed(*made.guest, "GPU1")},
         {made::deviceNamed(*made.host, "GPU1")},
         "the serial number says GPU1, the order GPU2; the serial number was followed",
         {}});
    const StitchTable table = made.table();
    EXPECT_EQ(table.severity(), Severity::Warning);
    EXPECT_EQ(table.sentence(), "Sources do not agree about 1 device.");
    EXPECT_TRUE(guestNamed(table, "GPU1").conflict);
    EXPECT_THAT(guestNamed(table, "GPU1").label, HasSubstr("the serial number was followed"));
    EXPECT_FALSE(guestNamed(table, "GPU2").conflict);
    const DisplayList list = layoutStitch(table);
    const auto warnings = std::count_if(list.items.begin(), list.items.end(), [](const Item &item) {
        return item.shape == Item::Shape::Glyph && item.glyph == Glyph::Warning;
    });
    EXPECT_EQ(warnings, 2); // at both of its rows
}

TEST(StitchTable, WithoutAHostTheGuestStandsAlone) {
    made::Stitched made = made::stitched();
    made.host = nullptr;
    const StitchTable table = made.table();
    EXPECT_EQ(table.sentence(), "The host of vm-03a is not known.");
    EXPECT_THAT(table.curves(), IsEmpty());
    EXPECT_EQ(table.guestRows().size(), 17U);
    EXPECT_FALSE(guestNamed(table, "GPU0").alone); // nothing was looked for
    EXPECT_THAT(table.status(), IsEmpty());
    const DisplayList list = layoutStitch(table);
    EXPECT_THAT(textsOf(list), HasSubstr("No host is known"));
    expectSound(list);
}

TEST(StitchTable, WithoutItsGuestAHostShowsWhatItHandsOver) {
    made::Stitched made = made::stitched();
    made.guest = nullptr;
    const StitchTable table = made.table();
    EXPECT_EQ(table.sentence(), "vm-03a was not collected.");
    EXPECT_EQ(table.hostRows().size(), 6U); // three GPUs and their VFs
    EXPECT_THAT(textsOf(layoutStitch(table)), HasSubstr("vm-03a was not collected"));
}

TEST(StitchTable, WithoutAnyMatchItSaysWhatToDo) {
    made::Stitched made = made::stitched();
    made.stitch.matches.clear();
    const StitchTable table = made.table();
    EXPECT_EQ(table.sentence(), "No device of vm-03a was found on mi355x-03.");
    EXPECT_THAT(table.detail(), HasSubstr("context menu"));
    EXPECT_EQ(table.severity(), Severity::Warning);
}

TEST(StitchTable, WithoutAFileNothingIsClaimed) {
    made::Stitched made = made::stitched();
    made.claims.clear();
    made.hasFile = false;
    const StitchTable table = made.table();
    EXPECT_EQ(table.sentence(), "vm-03a has no NCCL file.");
    EXPECT_EQ(table.compared(), 0U);
    EXPECT_EQ(table.curves().size(), 16U);
    EXPECT_THAT(textsOf(layoutStitchLegend(table)), Not(HasSubstr("what the file claims")));
    EXPECT_THAT(textsOf(layoutStitchLegend(made::stitched().table())), HasSubstr("what the file claims"));
}

TEST(StitchTable, DevicesOfOtherVmsAreCountedInTheirPlace) {
    made::Stitched made = made::stitched({}, 3);
    host::Host host = made::mi355xServer();
    host.vms.push_back({4711, "cloud-hypervisor", "vm-03b", "", {made::deviceNamed(*made.host, "GPU3")}, {}});
    made.host = made::topologyOf(std::move(host));
    const StitchTable table = made.table();
    std::vector<std::string> others;
    for (const StitchBand &band : table.bands())
        for (const StitchBox &box : band.boxes)
            others.insert(others.end(), box.others.begin(), box.others.end());
    EXPECT_THAT(others, testing::Contains("1 device of vm-03b"));
    EXPECT_THAT(textsOf(layoutStitch(table)), HasSubstr("1 device of vm-03b"));
}

TEST(StitchTable, OfEightVmsTheOthersAreALineInEachOfTheirBoxes) {
    made::Stitched made = made::stitched({}, 1);
    host::Host host = made::mi355xServer();
    host.vms.clear();
    for (std::uint32_t vm = 0; vm < 8; ++vm)
        host.vms.push_back({4711 + vm,
                            "cloud-hypervisor",
                            fmt::format("vm-{}", vm),
                            "",
                            {made::deviceNamed(*made.host, fmt::format("GPU{}", vm)),
                             made::deviceNamed(*made.host, fmt::format("ionic_{} VF0", vm))},
                            {}});
    made.host = made::topologyOf(std::move(host));
    const StitchTable table = made.table();
    EXPECT_EQ(table.hostRows().size(), 2U);
    std::map<std::string, int> others;
    for (const StitchBand &band : table.bands())
        for (const StitchBox &box : band.boxes)
            for (const std::string &other : box.others)
                ++others[other];
    for (int vm = 1; vm < 8; ++vm)
        EXPECT_EQ(others[fmt::format("2 devices of vm-{}", vm)], 1);
    expectSound(layoutStitch(table));
}

TEST(StitchPicture, HasARowForEachDeviceAndACurveForEachMatch) {
    const StitchTable table = made::stitched({2, 3}).table();
    const DisplayList list = layoutStitch(table);
    std::set<std::uint32_t> nodes;
    for (const Area &area : list.areas)
        nodes.insert(area.node);
    EXPECT_EQ(nodes.size(), table.hostRows().size() + table.guestRows().size());
    EXPECT_EQ(list.areas.size(), nodes.size());
    ASSERT_EQ(list.ribbons.size(), table.curves().size());
    std::map<Ribbon::Kind, int> kinds;
    for (const Ribbon &ribbon : list.ribbons) {
        ++kinds[ribbon.kind];
        EXPECT_FALSE(StitchId::decoded(ribbon.from)->guest);
        EXPECT_TRUE(StitchId::decoded(ribbon.to)->guest);
    }
    EXPECT_EQ(kinds[Ribbon::Kind::Assigned], 14);
    EXPECT_EQ(kinds[Ribbon::Kind::Expected], 2);
    EXPECT_EQ(kinds[Ribbon::Kind::Finding], 2);
    expectSound(list);
}

TEST(StitchPicture, OnlyWhatIsWrongIsRed) {
    const auto reds = [](const DisplayList &list) {
        return std::count_if(list.items.begin(), list.items.end(), [](const Item &item) {
            return item.fill.token == Token::Error || item.stroke.token == Token::Error;
        });
    };
    EXPECT_EQ(reds(layoutStitch(made::stitched().table())), 0);
    EXPECT_GT(reds(layoutStitch(made::stitched({2, 3}).table())), 0);
}

TEST(StitchPicture, DottedIsTheHardwareAndSolidTheFile) {
    const DisplayList list = layoutStitch(made::stitched({2, 3}).table());
    for (const Item &item : list.items) {
        if (item.shape != Item::Shape::Polyline || item.ribbon == Item::kNoRibbon || item.points.size() < 10)
            continue;
        EXPECT_EQ(item.dash > 0, list.ribbons[item.ribbon].kind == Ribbon::Kind::Expected);
    }
}

TEST(StitchPicture, ACurveTouchesBothOfItsRowsAndNoOther) {
    const StitchTable table = made::stitched({2, 3}).table();
    const DisplayList list = layoutStitch(table);
    const auto rectOf = [&](std::uint32_t node) {
        return std::find_if(list.areas.begin(), list.areas.end(),
                            [&](const Area &area) { return area.node == node; })
            ->rect;
    };
    for (const Item &item : list.items) {
        if (item.shape != Item::Shape::Polyline || item.ribbon == Item::kNoRibbon || item.points.size() < 10)
            continue;
        const Rect from = rectOf(list.ribbons[item.ribbon].from), to = rectOf(list.ribbons[item.ribbon].to);
        EXPECT_DOUBLE_EQ(item.points.front().x, from.right());
        EXPECT_DOUBLE_EQ(item.points.front().y, from.y + from.height / 2);
        EXPECT_DOUBLE_EQ(item.points.back().x, to.x);
        EXPECT_DOUBLE_EQ(item.points.back().y, to.y + to.height / 2);
    }
}

TEST(StitchPicture, AGuessIsDashedAndSaidInTheLegend) {
    made::Stitched made = made::stitched();
    for (stitch::Match &match : made.stitch.matches)
        match.confidence = stitch::Confidence::Guess;
    const StitchTable table = made.table();
    for (const Item &item : layoutStitch(table).items)
        if (item.shape == Item::Shape::Polyline && item.ribbon != Item::kNoRibbon) {
            EXPECT_GT(item.dash, 0);
        }
    EXPECT_THAT(textsOf(layoutStitchLegend(table)), HasSubstr("a guess"));
}

TEST(StitchPicture, IsSoundAtAnyWidth) {
    for (const double width : {400.0, 660.0, 776.0, 1100.0, 2000.0}) {
        const DisplayList list = layoutStitch(made::stitched({2, 3}).table(), {width, approximateTextWidth});
        EXPECT_GE(list.width, width);
        expectSound(list);
    }
}

TEST(StitchPicture, OnPaperItHasSentencePictureLegendAndSource) {
    const made::Stitched made = made::stitched({2, 3});
    const DisplayList list = layoutStitchPicture(made.table(), "the demo");
    const std::string texts = textsOf(list);
    for (const char *part :
         {"mi355x-03 and vm-03a  (simulated)", "ionic_2 and ionic_3 are swapped in the file.",
          "14 of 16 devices agree", "Root bus 0002:00", "no switches visible", "swapped in file",
          "what the hardware says", "by the VMM's guest addresses"})
        EXPECT_THAT(texts, HasSubstr(part));
    expectEverythingInside({nullptr, list});
    EXPECT_THAT(report::toSvg(list, ThemeKind::Light), HasSubstr("</svg>"));
}

/// One card with 128 VFs, all handed to one guest.
TEST(StitchPicture, StaysBoundedWithManyDevices) {
    made::Maker maker("host"), inside("vm");
    inside.iommu = false;
    maker.add("0000:40:01.0", made::shapes::kRootPort);
    maker.add("0000:41:00.0", "0000:40:01.0", made::shapes::kFabricNic);
    made::Stitched made;
    for (unsigned i = 1; i <= 700; ++i) {
        const auto onHost = fmt::format("0000:{:02x}:{:02x}.{}", 0x41 + i / 256, i % 256 / 8, i % 8);
        const auto inGuest = fmt::format("{:04x}:00:{:02x}.0", 2 + i / 31, 1 + i % 31);
        maker.addVirtual(onHost, "0000:41:00.0", made::shapes::kFabricNic.withDriver("vfio-pci"));
        inside.add(inGuest, made::shapes::kFabricNic);
        made.stitch.matches.push_back({made::address(inGuest),
                                       made::address(onHost),
                                       stitch::Confidence::Likely,
                                       {{stitch::Source::Mac, "its MAC", {}, {}}}});
    }
    made.host = made::topologyOf(maker.finish());
    made.guest = made::topologyOf(inside.finish());
    std::sort(made.stitch.matches.begin(), made.stitch.matches.end(),
              [](const auto &a, const auto &b) { return a.guest < b.guest; });
    const StitchTable table = made.table();
    EXPECT_EQ(table.guestRows().size(), StitchLimits::kRows);
    EXPECT_EQ(table.hostRows().size(), StitchLimits::kRows);
    EXPECT_EQ(table.notDrawn(), 2 * (700 - StitchLimits::kRows));
    EXPECT_LE(table.curves().size(), StitchLimits::kRows);
    const DisplayList list = layoutStitch(table);
    EXPECT_LT(list.items.size(), 12 * 2 * StitchLimits::kRows);
    EXPECT_THAT(textsOf(list), HasSubstr("not drawn"));
}

TEST(StitchId, IsANumberAndBack) {
    for (const StitchId id : {StitchId{false, 0}, StitchId{true, 0}, StitchId{true, 4711}})
        EXPECT_EQ(StitchId::decoded(id.encoded()), id);
    EXPECT_EQ(StitchId::decoded(Item::kNoNode), std::nullopt);
}

} // namespace
} // namespace fabricscope::layout
