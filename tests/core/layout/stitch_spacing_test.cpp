// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What is beside the point of the Host <-> VM picture, and how all of it finds room.
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
using testing::Not;
using topology::NodeKind;

pci::Address frontEndOf(const topology::Topology &topology, bool vf = false) {
    for (const topology::Node &node : topology.nodes())
        if (node.kind == NodeKind::Nic && node.frontEnd && node.physfn.has_value() == vf)
            return *node.bdf;
    throw std::invalid_argument("no front-end NIC");
}
pci::Address frontEndVfOf(const topology::Topology &host) {
    return frontEndOf(host, true);
}

TEST(StitchTable, TheFrontEndStandsBelowAllThatIsOfTheFabric) {
    made::Stitched made = made::stitched();
    const pci::Address vf = frontEndVfOf(*made.host), inGuest = frontEndOf(*made.guest);
    stitch::Match match;
    match.guest = inGuest;
    match.onHost = vf;
    made.stitch.matches.insert(made.stitch.matches.begin(), match); // by the guest's address, as all are
    const StitchTable table = made.table();
    ASSERT_EQ(table.bands().size(), 3U);
    const StitchBand &band = table.bands().back();
    EXPECT_EQ(band.title, "Front end");
    EXPECT_THAT(band.note, HasSubstr("NUMA "));
    ASSERT_EQ(band.boxes.size(), 1U);
    ASSERT_EQ(band.boxes[0].rows.size(), 1U);
    EXPECT_TRUE(table.hostRows()[band.boxes[0].rows[0]].frontEnd);
    EXPECT_THAT(table.buses().back().note, HasSubstr("front end"));
    for (const std::size_t row : table.buses().back().rows)
        EXPECT_TRUE(table.guestRows()[row].frontEnd);
    EXPECT_EQ(table.switches(), 8U);
    EXPECT_EQ(table.numaNodes(), 2U);
    EXPECT_THAT(textsOf(layoutStitchLegend(table)), HasSubstr("NIC VF"));
    expectSound(layoutStitch(table));
}

TEST(StitchPicture, StandsCloserWhereThatSavesTheScrolling) {
    const StitchTable table = made::stitched({2, 3}).table();
    const DisplayList roomy = layoutStitch(table);
    StitchOptions options;
    options.height = roomy.height;
    EXPECT_EQ(layoutStitch(table, options).height, roomy.height);
    options.height = roomy.height - 1;
    const DisplayList tight = layoutStitch(table, options);
    EXPECT_LE(tight.height, options.height);
    EXPECT_EQ(textsOf(tight), textsOf(roomy));
    expectSound(tight);
    options.height = tight.height - 1; // it has to be scrolled anyway
    EXPECT_EQ(layoutStitch(table, options).height, roomy.height);
}

TEST(StitchPicture, NeedsNoScrollingAcrossWhereItsNamesAndAddressesHaveRoom) {
    const StitchTable table = made::stitched({2, 3}).table();
    const double least = leastStitchWidth(table);
    ASSERT_LT(least, layoutStitch(table).width);
    for (double width = least; width < 900; width += 7) {
        const DisplayList list = layoutStitch(table, {width, approximateTextWidth});
        EXPECT_EQ(list.width, width);
        expectSound(list);
        const std::string texts = textsOf(list);
        for (const StitchRow &row : table.hostRows())
            EXPECT_THAT(texts, HasSubstr(row.address)) << width;
        for (const StitchRow &row : table.guestRows())
            EXPECT_THAT(texts, HasSubstr(row.name)) << width;
    }
    EXPECT_GT(layoutStitch(table, {least - 1, approximateTextWidth}).width, least - 1);
}

TEST(StitchPicture, LeavesOutFirstWhatElseSaysToo) {
    const StitchTable table = made::stitched({2, 3}).table();
    ASSERT_EQ(table.buses()[0].prefix, "0002:00:");
    const std::string roomy = textsOf(layoutStitch(table, {900, approximateTextWidth}));
    for (const char *part : {"\nvfio\n", "\nVF\n", "0002:00:01.0", "no switches visible", "swapped in file"})
        EXPECT_THAT(roomy, HasSubstr(part));
    const std::string narrow = textsOf(layoutStitch(table, {leastStitchWidth(table), approximateTextWidth}));
    for (const char *part : {"\nvfio\n", "\nVF\n", "0002:00:01.0", "no switches visible"})
        EXPECT_THAT(narrow, Not(HasSubstr(part)));
    for (const char *part : {"Root bus 0002:00", "01.0", "swapped", "Switch 41:00.0", "03"})
        EXPECT_THAT(narrow, HasSubstr(part));
    // Paper has no window to be narrow in.
    EXPECT_THAT(textsOf(layoutStitchPicture(table, {}, {400, approximateTextWidth})), HasSubstr("\nvfio\n"));
}

TEST(StitchPicture, TheLegendSaysWhatCanBeDoneWhereItHasTheRoom) {
    const StitchTable table = made::stitched().table();
    StitchOptions options;
    options.hint = "hover a row";
    EXPECT_THAT(textsOf(layoutStitchLegend(table, options)), HasSubstr("hover a row"));
    expectSound(layoutStitchLegend(table, options));
    options.hint = std::string(200, 'x');
    EXPECT_THAT(textsOf(layoutStitchLegend(table, options)), Not(HasSubstr("xxx")));
}

TEST(StitchTable, DrivesHaveTheNamesThatTheGuestsKernelGivesThem) {
    host::Host guest = made::flatVm();
    ASSERT_FALSE(guest.functions.empty());
    host::PciFunction drive;
    drive.address = *pci::Address::parse("0002:00:1e.0");
    drive.classCode = made::fact<std::uint32_t>(0x010802);
    guest.functions.push_back(drive);
    std::sort(guest.functions.begin(), guest.functions.end(),
              [](const auto &a, const auto &b) { return a.address < b.address; });
    made::Stitched made = made::stitched();
    const auto namesOf = [&] {
        made.guest = made::topologyOf(guest);
        std::set<std::string> names;
        const StitchTable table = made.table();
        for (const StitchRow &row : table.guestRows())
            if (row.kind == NodeKind::Nvme)
                names.insert(row.name);
        return names;
    };
    EXPECT_THAT(namesOf(), ElementsAre("NVMe"));
    guest.osDevices.push_back({"nvme3", host::OsDevice::Kind::Block, drive.address, {}});
    EXPECT_THAT(namesOf(), ElementsAre("nvme3"));
}

} // namespace
} // namespace fabricscope::layout
