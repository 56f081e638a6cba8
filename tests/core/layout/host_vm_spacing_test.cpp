// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Secondary parts of the Host <-> VM picture, and fitting everything into the available space.
#include "tests/core/layout/HostVmPictures.h"
#include "tests/support/samples/SampleHostBuilder.h"
#include "tests/support/samples/SampleHostVm.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace fabricscope::layout {

using draw::DisplayList;
using present::HostVmBand;
using present::HostVmRow;
using present::HostVmTable;

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

TEST(HostVmTable, PlacesTheFrontEndBelowTheFabric) {
    samples::MappedGuest made = samples::mappedGuest();
    const pci::Address vf = frontEndVfOf(*made.host), inGuest = frontEndOf(*made.guest);
    hostvm::Match match;
    match.guest = inGuest;
    match.onHost = vf;
    // Sorted by the guest's address, like all matches.
    made.hostVm.matches.insert(made.hostVm.matches.begin(), match);
    const HostVmTable table = made.table();
    ASSERT_EQ(table.bands().size(), 3U);
    const HostVmBand &band = table.bands().back();
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
    EXPECT_THAT(textsOf(layoutHostVmLegend(table)), HasSubstr("NIC VF"));
    expectSound(layoutHostVm(table));
}

TEST(HostVmPicture, ReducesSpacingWhenThatAvoidsScrolling) {
    const HostVmTable table = samples::mappedGuest({2, 3}).table();
    const DisplayList comfortable = layoutHostVm(table);
    HostVmOptions options;
    options.height = comfortable.height;
    EXPECT_EQ(layoutHostVm(table, options).height, comfortable.height);
    options.height = comfortable.height - 1;
    const DisplayList tight = layoutHostVm(table, options);
    EXPECT_LE(tight.height, options.height);
    EXPECT_EQ(textsOf(tight), textsOf(comfortable));
    expectSound(tight);
    options.height = tight.height - 1; // scrolling is needed anyway
    EXPECT_EQ(layoutHostVm(table, options).height, comfortable.height);
}

TEST(HostVmPicture, NeedsNoScrollingAcrossWhereItsNamesAndAddressesHaveRoom) {
    const HostVmTable table = samples::mappedGuest({2, 3}).table();
    const double least = minimumHostVmWidth(table);
    ASSERT_LT(least, layoutHostVm(table).width);
    for (double width = least; width < 900; width += 7) {
        const DisplayList list = layoutHostVm(table, {width, draw::approximateTextWidth});
        EXPECT_EQ(list.width, width);
        expectSound(list);
        const std::string texts = textsOf(list);
        for (const HostVmRow &row : table.hostRows())
            EXPECT_THAT(texts, HasSubstr(row.address)) << width;
        for (const HostVmRow &row : table.guestRows())
            EXPECT_THAT(texts, HasSubstr(row.name)) << width;
    }
    EXPECT_GT(layoutHostVm(table, {least - 1, draw::approximateTextWidth}).width, least - 1);
}

TEST(HostVmPicture, OmitsRedundantTextFirst) {
    const HostVmTable table = samples::mappedGuest({2, 3}).table();
    ASSERT_EQ(table.buses()[0].prefix, "0002:00:");
    const std::string comfortable = textsOf(layoutHostVm(table, {900, draw::approximateTextWidth}));
    for (const char *part : {"\nvfio\n", "\nVF\n", "0002:00:01.0", "no switches visible", "swapped in file"})
        EXPECT_THAT(comfortable, HasSubstr(part));
    const std::string narrow =
        textsOf(layoutHostVm(table, {minimumHostVmWidth(table), draw::approximateTextWidth}));
    for (const char *part : {"\nvfio\n", "\nVF\n", "0002:00:01.0", "no switches visible"})
        EXPECT_THAT(narrow, Not(HasSubstr(part)));
    for (const char *part : {"Root bus 0002:00", "01.0", "swapped", "Switch 41:00.0", "03"})
        EXPECT_THAT(narrow, HasSubstr(part));
    // On paper, no window limits the width.
    EXPECT_THAT(textsOf(layoutHostVmPicture(table, {}, {400, draw::approximateTextWidth})),
                HasSubstr("\nvfio\n"));
}

TEST(HostVmPicture, LegendShowsTheHintOnlyWhenItFits) {
    const HostVmTable table = samples::mappedGuest().table();
    HostVmOptions options;
    options.hint = "hover a row";
    EXPECT_THAT(textsOf(layoutHostVmLegend(table, options)), HasSubstr("hover a row"));
    expectSound(layoutHostVmLegend(table, options));
    options.hint = std::string(200, 'x');
    EXPECT_THAT(textsOf(layoutHostVmLegend(table, options)), Not(HasSubstr("xxx")));
}

TEST(HostVmTable, DrivesHaveTheNamesThatTheGuestsKernelGivesThem) {
    host::Host guest = samples::flatVm();
    ASSERT_FALSE(guest.functions.empty());
    host::PciFunction drive;
    drive.address = *pci::Address::parse("0002:00:1e.0");
    drive.classCode = samples::fact<std::uint32_t>(0x010802);
    guest.functions.push_back(drive);
    std::sort(guest.functions.begin(), guest.functions.end(),
              [](const auto &a, const auto &b) { return a.address < b.address; });
    samples::MappedGuest made = samples::mappedGuest();
    const auto namesOf = [&] {
        made.guest = samples::topologyOf(guest);
        std::set<std::string> names;
        const HostVmTable table = made.table();
        for (const HostVmRow &row : table.guestRows())
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
