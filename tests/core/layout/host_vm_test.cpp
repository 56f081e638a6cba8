// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/hostvm/HostVmColumns.h"
#include "core/layout/hostvm/HostVmLayout.h"
#include "core/report/Svg.h"
#include "tests/core/layout/HostVmPictures.h"
#include "tests/support/samples/SampleHostBuilder.h"
#include "tests/support/samples/SampleHostVm.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace fabricscope::layout {

using draw::Area;
using draw::DisplayList;
using draw::Glyph;
using draw::Item;
using draw::Rect;
using draw::Ribbon;
using draw::ThemeKind;
using draw::Token;
using present::HostVmBand;
using present::HostVmBox;
using present::HostVmCurve;
using present::HostVmId;
using present::HostVmLimits;
using present::HostVmRow;
using present::HostVmTable;

namespace {

using findings::Severity;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using topology::NodeKind;
using ClaimedBy = HostVmCurve::ClaimedBy;

std::size_t count(const HostVmTable &table, ClaimedBy claimedBy) {
    return static_cast<std::size_t>(
        std::count_if(table.curves().begin(), table.curves().end(),
                      [&](const HostVmCurve &curve) { return curve.claimedBy == claimedBy; }));
}

const HostVmRow &guestNamed(const HostVmTable &table, const std::string &name) {
    const auto found = std::find_if(table.guestRows().begin(), table.guestRows().end(),
                                    [&](const HostVmRow &row) { return row.name == name; });
    if (found == table.guestRows().end())
        throw std::invalid_argument(name);
    return *found;
}

TEST(HostVmTable, JoinsEachDeviceOfTheGuestWithThatOfTheHost) {
    const HostVmTable table = samples::mappedGuest().table();
    EXPECT_EQ(table.guestRows().size(), 17U); // and the unmatched front-end NIC
    EXPECT_EQ(table.hostRows().size(), 16U);
    EXPECT_EQ(table.curves().size(), 16U);
    EXPECT_EQ(count(table, ClaimedBy::Both), 16U);
    EXPECT_THAT(table.marks(), IsEmpty());
    EXPECT_EQ(table.compared(), 16U);
    EXPECT_EQ(table.agreeing(), 16U);
    EXPECT_NE(table.severity(), Severity::Error);
    EXPECT_EQ(table.switches(), 8U);
    EXPECT_EQ(table.numaNodes(), 2U);
    for (const HostVmCurve &curve : table.curves())
        EXPECT_EQ(table.guestRows()[curve.guest].name, table.hostRows()[curve.host].name);
}

TEST(HostVmTable, FindsTwoNicsThatAreSwappedInTheFile) {
    const HostVmTable table = samples::mappedGuest({2, 3}).table();
    EXPECT_EQ(table.severity(), Severity::Error);
    EXPECT_EQ(table.sentence(), "ionic_2 and ionic_3 are swapped in the file.");
    EXPECT_EQ(table.detail(), "GPU2 and GPU3 leave their switch to reach a NIC.");
    EXPECT_EQ(table.compared(), 16U);
    EXPECT_EQ(table.agreeing(), 14U);
    EXPECT_EQ(count(table, ClaimedBy::Both), 14U);
    EXPECT_EQ(count(table, ClaimedBy::Hardware), 2U);
    EXPECT_EQ(count(table, ClaimedBy::File), 2U);
    ASSERT_EQ(table.marks().size(), 1U);
    EXPECT_TRUE(table.marks().front().swapped);
    // The file's curve starts at the NIC of GPU2 on the host and ends at the one next to GPU2 in the file.
    const HostVmCurve &first = table.curves()[table.marks().front().curves.front()];
    EXPECT_EQ(table.hostRows()[first.host].name, "ionic_2");
    EXPECT_EQ(table.guestRows()[first.guest].name, "ionic_3");
    EXPECT_EQ(first.line, 20U);
    EXPECT_TRUE(guestNamed(table, "ionic_2").misplaced);
    EXPECT_TRUE(guestNamed(table, "GPU3").wrong);
    EXPECT_FALSE(guestNamed(table, "GPU3").misplaced);
    EXPECT_FALSE(guestNamed(table, "GPU4").wrong);
    EXPECT_THAT(guestNamed(table, "ionic_3").label,
                HasSubstr("error: line 20 of the file pairs it with GPU2; ionic_2 belongs there"));
    int wrongBoxes = 0;
    for (const HostVmBand &band : table.bands())
        for (const HostVmBox &box : band.boxes)
            wrongBoxes += box.wrong ? 1 : 0;
    EXPECT_EQ(wrongBoxes, 2);
}

TEST(HostVmTable, MisplacedNicIsNotASwapWithoutACounterpart) {
    samples::MappedGuest made = samples::mappedGuest();
    made.claims[1].nic = samples::deviceNamed(*made.guest, "ionic_5"); // next to GPU5 too
    const HostVmTable table = made.table();
    EXPECT_EQ(table.sentence(), "ionic_5 is next to the wrong GPU in the file.");
    ASSERT_EQ(table.marks().size(), 1U);
    EXPECT_FALSE(table.marks().front().swapped);
    EXPECT_THAT(textsOf(layoutHostVm(table)), HasSubstr("wrong in file"));
}

TEST(HostVmTable, NumbersPairsInTheOrderOfTheFile) {
    samples::MappedGuest made = samples::mappedGuest();
    std::swap(made.claims[0].line, made.claims[7].line);
    const HostVmTable table = made.table();
    EXPECT_EQ(guestNamed(table, "GPU0").pair, "07");
    EXPECT_EQ(guestNamed(table, "GPU7").pair, "00");
    EXPECT_EQ(guestNamed(table, "ionic_7").pair, "00");
    EXPECT_EQ(guestNamed(table, "GPU3").pair, "03");
}

TEST(HostVmTable, ShowsWhatIsKnownOfAPartialMatch) {
    const HostVmTable table = samples::mappedGuest({}, 3).table();
    EXPECT_EQ(table.curves().size(), 6U);
    EXPECT_TRUE(guestNamed(table, "GPU5").alone);
    EXPECT_FALSE(guestNamed(table, "GPU2").alone);
    EXPECT_THAT(guestNamed(table, "GPU5").label, HasSubstr("not found on the host"));
    EXPECT_EQ(table.compared(), 6U);
    EXPECT_THAT(table.status(), HasSubstr("6 of 17 devices matched"));
    expectSound(layoutHostVm(table));
}

TEST(HostVmTable, NamesTheSourceOfItsMatchesAndNoOther) {
    samples::MappedGuest made = samples::mappedGuest();
    EXPECT_THAT(made.table().status(), HasSubstr("16 of 17 devices matched by the VMM's guest addresses"));
    for (std::size_t i = 0; i < 4; ++i)
        made.hostVm.matches[i].proofs.front().source = hostvm::Source::Order;
    EXPECT_THAT(made.table().status(),
                HasSubstr("12 by the VMM's guest addresses, 4 by the VMM's device order"));
    for (hostvm::Match &match : made.hostVm.matches)
        match.proofs.front().source = hostvm::Source::Mac;
    EXPECT_THAT(made.table().status(), HasSubstr("matched by the VF's MAC on its PF"));
    EXPECT_THAT(made.table().status(), Not(HasSubstr("GUID")));
}

TEST(HostVmTable, MarksDevicesWithConflictingSources) {
    samples::MappedGuest made = samples::mappedGuest();
    made.hostVm.conflicts.push_back(
        {{samples::deviceNamed(*made.guest, "GPU1")},
         {samples::deviceNamed(*made.host, "GPU1")},
         "the serial number says GPU1, the order GPU2; the serial number was followed",
         {}});
    const HostVmTable table = made.table();
    EXPECT_EQ(table.severity(), Severity::Warning);
    EXPECT_EQ(table.sentence(), "Sources disagree about 1 device.");
    EXPECT_TRUE(guestNamed(table, "GPU1").conflict);
    EXPECT_THAT(guestNamed(table, "GPU1").label, HasSubstr("the serial number was followed"));
    EXPECT_FALSE(guestNamed(table, "GPU2").conflict);
    const DisplayList list = layoutHostVm(table);
    const auto warnings = std::count_if(list.items.begin(), list.items.end(), [](const Item &item) {
        return item.shape == Item::Shape::Glyph && item.glyph == Glyph::Warning;
    });
    EXPECT_EQ(warnings, 2); // at both rows
}

TEST(HostVmTable, ShowsOnlyTheGuestWithoutAHost) {
    samples::MappedGuest made = samples::mappedGuest();
    made.host = nullptr;
    const HostVmTable table = made.table();
    EXPECT_EQ(table.sentence(), "The host of vm-03a is unknown.");
    EXPECT_THAT(table.curves(), IsEmpty());
    EXPECT_EQ(table.guestRows().size(), 17U);
    EXPECT_FALSE(guestNamed(table, "GPU0").alone); // there was no search for it
    EXPECT_THAT(table.status(), IsEmpty());
    const DisplayList list = layoutHostVm(table);
    EXPECT_THAT(textsOf(list), HasSubstr("Host unknown"));
    expectSound(list);
}

TEST(HostVmTable, WithoutItsGuestAHostShowsWhatItHandsOver) {
    samples::MappedGuest made = samples::mappedGuest();
    made.guest = nullptr;
    const HostVmTable table = made.table();
    EXPECT_EQ(table.sentence(), "vm-03a was not collected.");
    EXPECT_EQ(table.hostRows().size(), 6U); // three GPUs and their VFs
    EXPECT_THAT(textsOf(layoutHostVm(table)), HasSubstr("vm-03a was not collected"));
}

TEST(HostVmTable, ExplainsWhatToDoWithoutAnyMatch) {
    samples::MappedGuest made = samples::mappedGuest();
    made.hostVm.matches.clear();
    const HostVmTable table = made.table();
    EXPECT_EQ(table.sentence(), "No device of vm-03a was found on mi355x-03.");
    EXPECT_THAT(table.detail(), HasSubstr("context menu"));
    EXPECT_EQ(table.severity(), Severity::Warning);
}

TEST(HostVmTable, WithoutAFileNothingIsClaimed) {
    samples::MappedGuest made = samples::mappedGuest();
    made.claims.clear();
    made.hasFile = false;
    const HostVmTable table = made.table();
    EXPECT_EQ(table.sentence(), "vm-03a has no NCCL file.");
    EXPECT_EQ(table.compared(), 0U);
    EXPECT_EQ(table.curves().size(), 16U);
    EXPECT_THAT(textsOf(layoutHostVmLegend(table)), Not(HasSubstr("NCCL file")));
    EXPECT_THAT(textsOf(layoutHostVmLegend(samples::mappedGuest().table())), HasSubstr("NCCL file"));
}

TEST(HostVmTable, DevicesOfOtherVmsAreCountedInTheirPlace) {
    samples::MappedGuest made = samples::mappedGuest({}, 3);
    host::Host host = samples::mi355xServer();
    host.vms.push_back(
        {4711, "cloud-hypervisor", "vm-03b", "", {samples::deviceNamed(*made.host, "GPU3")}, {}});
    made.host = samples::topologyOf(std::move(host));
    const HostVmTable table = made.table();
    std::vector<std::string> others;
    for (const HostVmBand &band : table.bands())
        for (const HostVmBox &box : band.boxes)
            others.insert(others.end(), box.others.begin(), box.others.end());
    EXPECT_THAT(others, testing::Contains("1 device of vm-03b"));
    EXPECT_THAT(textsOf(layoutHostVm(table)), HasSubstr("1 device of vm-03b"));
}

TEST(HostVmTable, OfEightVmsTheOthersAreALineInEachOfTheirBoxes) {
    samples::MappedGuest made = samples::mappedGuest({}, 1);
    host::Host host = samples::mi355xServer();
    host.vms.clear();
    for (std::uint32_t vm = 0; vm < 8; ++vm)
        host.vms.push_back({4711 + vm,
                            "cloud-hypervisor",
                            fmt::format("vm-{}", vm),
                            "",
                            {samples::deviceNamed(*made.host, fmt::format("GPU{}", vm)),
                             samples::deviceNamed(*made.host, fmt::format("ionic_{} VF0", vm))},
                            {}});
    made.host = samples::topologyOf(std::move(host));
    const HostVmTable table = made.table();
    EXPECT_EQ(table.hostRows().size(), 2U);
    std::map<std::string, int> others;
    for (const HostVmBand &band : table.bands())
        for (const HostVmBox &box : band.boxes)
            for (const std::string &other : box.others)
                ++others[other];
    for (int vm = 1; vm < 8; ++vm)
        EXPECT_EQ(others[fmt::format("2 devices of vm-{}", vm)], 1);
    expectSound(layoutHostVm(table));
}

TEST(HostVmPicture, HasARowForEachDeviceAndACurveForEachMatch) {
    const HostVmTable table = samples::mappedGuest({2, 3}).table();
    const DisplayList list = layoutHostVm(table);
    std::set<std::uint32_t> nodes;
    for (const Area &area : list.areas)
        nodes.insert(area.node);
    EXPECT_EQ(nodes.size(), table.hostRows().size() + table.guestRows().size());
    EXPECT_EQ(list.areas.size(), nodes.size());
    ASSERT_EQ(list.ribbons.size(), table.curves().size());
    std::map<Ribbon::Kind, int> kinds;
    for (const Ribbon &ribbon : list.ribbons) {
        ++kinds[ribbon.kind];
        EXPECT_FALSE(HostVmId::decoded(ribbon.from)->guest);
        EXPECT_TRUE(HostVmId::decoded(ribbon.to)->guest);
    }
    EXPECT_EQ(kinds[Ribbon::Kind::Assigned], 14);
    EXPECT_EQ(kinds[Ribbon::Kind::Expected], 2);
    EXPECT_EQ(kinds[Ribbon::Kind::Finding], 2);
    expectSound(list);
}

TEST(HostVmPicture, OnlyWhatIsWrongIsRed) {
    const auto reds = [](const DisplayList &list) {
        return std::count_if(list.items.begin(), list.items.end(), [](const Item &item) {
            return item.fill.token == Token::Error || item.stroke.token == Token::Error;
        });
    };
    EXPECT_EQ(reds(layoutHostVm(samples::mappedGuest().table())), 0);
    EXPECT_GT(reds(layoutHostVm(samples::mappedGuest({2, 3}).table())), 0);
}

TEST(HostVmPicture, DottedIsTheHardwareAndSolidTheFile) {
    const DisplayList list = layoutHostVm(samples::mappedGuest({2, 3}).table());
    for (const Item &item : list.items) {
        if (item.shape != Item::Shape::Polyline || item.ribbon == Item::kNoRibbon || item.points.size() < 10)
            continue;
        EXPECT_EQ(item.dash > 0, list.ribbons[item.ribbon].kind == Ribbon::Kind::Expected);
    }
}

TEST(HostVmPicture, ACurveTouchesBothOfItsRowsAndNoOther) {
    const HostVmTable table = samples::mappedGuest({2, 3}).table();
    const DisplayList list = layoutHostVm(table);
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

TEST(HostVmPicture, GuessesAreDashedAndExplainedInTheLegend) {
    samples::MappedGuest made = samples::mappedGuest();
    for (hostvm::Match &match : made.hostVm.matches)
        match.confidence = hostvm::Confidence::Guess;
    const HostVmTable table = made.table();
    for (const Item &item : layoutHostVm(table).items)
        if (item.shape == Item::Shape::Polyline && item.ribbon != Item::kNoRibbon) {
            EXPECT_GT(item.dash, 0);
        }
    EXPECT_THAT(textsOf(layoutHostVmLegend(table)), HasSubstr("guess"));
}

TEST(HostVmPicture, IsSoundAtAnyWidth) {
    for (const double width : {400.0, 660.0, 776.0, 1100.0, 2000.0}) {
        const DisplayList list =
            layoutHostVm(samples::mappedGuest({2, 3}).table(), {width, draw::approximateTextWidth});
        EXPECT_GE(list.width, width);
        expectSound(list);
    }
}

TEST(HostVmPicture, OnPaperItHasSentencePictureLegendAndSource) {
    const samples::MappedGuest made = samples::mappedGuest({2, 3});
    const HostVmTable table = made.table();
    const DisplayList list = layoutHostVmPicture(table, "the demo");
    const std::string texts = textsOf(list);
    EXPECT_THAT(texts, HasSubstr(table.sentence()));
    for (const char *part :
         {"mi355x-03 and vm-03a  (simulated)", "14 of 16 devices agree", "Root bus 0002:00",
          "no switches visible", "swapped in file", "hardware", "by the VMM's guest addresses"})
        EXPECT_THAT(texts, HasSubstr(part));
    expectEverythingInside({nullptr, list});
    EXPECT_THAT(report::toSvg(list, ThemeKind::Light), HasSubstr("</svg>"));
}

/// One card with 128 VFs, all passed to one guest.
TEST(HostVmPicture, StaysBoundedWithManyDevices) {
    samples::SampleHostBuilder builder("host"), inside("vm");
    inside.iommu = false;
    builder.add("0000:40:01.0", samples::shapes::kRootPort);
    builder.add("0000:41:00.0", "0000:40:01.0", samples::shapes::kFabricNic);
    samples::MappedGuest made;
    for (unsigned i = 1; i <= 700; ++i) {
        const auto onHost = fmt::format("0000:{:02x}:{:02x}.{}", 0x41 + i / 256, i % 256 / 8, i % 8);
        const auto inGuest = fmt::format("{:04x}:00:{:02x}.0", 2 + i / 31, 1 + i % 31);
        builder.addVirtual(onHost, "0000:41:00.0", samples::shapes::kFabricNic.withDriver("vfio-pci"));
        inside.add(inGuest, samples::shapes::kFabricNic);
        made.hostVm.matches.push_back({samples::address(inGuest),
                                       samples::address(onHost),
                                       hostvm::Confidence::Likely,
                                       {{hostvm::Source::Mac, "its MAC", {}, {}}}});
    }
    made.host = samples::topologyOf(builder.finish());
    made.guest = samples::topologyOf(inside.finish());
    std::sort(made.hostVm.matches.begin(), made.hostVm.matches.end(),
              [](const auto &a, const auto &b) { return a.guest < b.guest; });
    const HostVmTable table = made.table();
    EXPECT_EQ(table.guestRows().size(), HostVmLimits::kRows);
    EXPECT_EQ(table.hostRows().size(), HostVmLimits::kRows);
    EXPECT_EQ(table.notDrawn(), 2 * (700 - HostVmLimits::kRows));
    EXPECT_LE(table.curves().size(), HostVmLimits::kRows);
    const DisplayList list = layoutHostVm(table);
    EXPECT_LT(list.items.size(), 12 * 2 * HostVmLimits::kRows);
    EXPECT_THAT(textsOf(list), HasSubstr("not drawn"));
}

TEST(HostVmId, IsANumberAndBack) {
    for (const HostVmId id : {HostVmId{false, 0}, HostVmId{true, 0}, HostVmId{true, 4711}})
        EXPECT_EQ(HostVmId::decoded(id.encoded()), id);
    EXPECT_EQ(HostVmId::decoded(Item::kNoNode), std::nullopt);
}

} // namespace
} // namespace fabricscope::layout
