// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/layout/Picture.h"
#include "tests/support/samples/SampleHostBuilder.h"
#include "tests/support/samples/SampleHosts.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace fabricscope::layout {

using draw::Area;
using draw::Glyph;
using draw::Item;
using draw::Paint;
using draw::Rect;
using draw::Token;

namespace {

using namespace samples::shapes;

/// A root port on its own node, with a PF and this number of VFs behind it.
host::Host nicWithFunctions(unsigned count, const char *driver = "vfio-pci") {
    samples::SampleHostBuilder builder("nic");
    builder.addNumaNode(0, "0-31", 256);
    builder.add("0000:40:01.1", kRootPort);
    builder.add("0000:41:00.0", "0000:40:01.1", kFabricNic);
    builder.addNet("0000:41:00.0", "enp65s0", "04:90:81:00:00:01", "ionic_0");
    for (unsigned i = 0; i < count; ++i)
        builder.addVirtual(fmt::format("0000:41:{:02x}.{}", (i + 1) / 8, (i + 1) % 8), "0000:41:00.0",
                           kFabricNic.withDriver(driver));
    return builder.finish();
}

TEST(DeviceBox, DrawsADeadDeviceDashedInErrorWithACross) {
    const Picture picture = pictureOf(samples::deadGpu());
    const topology::NodeId gpu = picture.node("0000:41:00.0").id;
    const Rect rect = picture.area(gpu)->rect;
    bool dashed = false;
    for (const Item *item : picture.at(1))
        dashed = dashed || (item->shape == Item::Shape::Box && item->rect == rect && item->dash > 0 &&
                            item->stroke == Paint{Token::Error, 100, Token::Error});
    EXPECT_TRUE(dashed);
    ASSERT_FALSE(picture.glyphs(Glyph::Error).empty());
    EXPECT_TRUE(isInside(picture.glyphs(Glyph::Error).front()->rect, rect));
    EXPECT_NE(picture.area(gpu)->label.find("error: "), std::string::npos);
    EXPECT_TRUE(picture.hasText("off the bus"));
}

TEST(DeviceBox, GivesDeviceBoxesTheirUsualSize) {
    const Rect rect = pictureOf(samples::oneGpu()).area("0000:41:00.0")->rect;
    EXPECT_EQ(rect.width, 80);
    EXPECT_EQ(rect.height, 70);
}

TEST(DeviceBox, ShowsOneVirtualFunctionBelowItsPhysicalOne) {
    const Picture picture = pictureOf(nicWithFunctions(1));
    EXPECT_TRUE(picture.hasText("PF"));
    EXPECT_TRUE(picture.hasText("VF"));
    EXPECT_TRUE(picture.hasText("41:00.1"));
    EXPECT_FALSE(picture.mentions("VFs"));
    EXPECT_TRUE(isInside(picture.area("0000:41:00.1")->rect, picture.area("0000:41:00.0")->rect));
}

TEST(DeviceBox, FoldsVirtualFunctionsBeyondTwoIntoACount) {
    const Picture picture = pictureOf(nicWithFunctions(64));
    EXPECT_TRUE(picture.hasText("41:00.1"));
    EXPECT_TRUE(picture.hasText("41:00.2"));
    EXPECT_FALSE(picture.hasText("41:00.3"));
    EXPECT_TRUE(picture.hasText("+62 VFs"));
    EXPECT_LT(picture.area("0000:41:00.0")->rect.height, 100);
    const Area *third = picture.area("0000:41:00.3"), *last = picture.area("0000:41:08.0");
    ASSERT_TRUE(third && last);
    EXPECT_EQ(third->rect, last->rect);
    EXPECT_LT(last, third) << "the first of them is the one that is hit";
}

TEST(DeviceBox, ShowsEachVirtualFunctionByItselfWhenAsked) {
    TopologyOptions options;
    options.folds.setOpen("vfs:0000:41:00.0", true);
    const Picture picture = pictureOf(nicWithFunctions(128), options);
    const Rect box = picture.area("0000:41:00.0")->rect;
    for (const char *function : {"0000:41:00.1", "0000:41:00.2", "0000:41:10.0"})
        EXPECT_TRUE(isInside(picture.area(function)->rect, box)) << function;
    EXPECT_NE(picture.area("0000:41:00.3")->rect, picture.area("0000:41:00.4")->rect);
    EXPECT_TRUE(picture.hasText("41:10.0"));
    EXPECT_TRUE(picture.hasText("128 VFs"));
    EXPECT_LT(box.height, 800) << "in several columns";
}

TEST(DeviceBox, ShowsALockWhereTheDeviceIsBoundToVfio) {
    EXPECT_TRUE(pictureOf(samples::oneGpu()).glyphs(Glyph::Lock).empty());
    const Picture picture = pictureOf(samples::mi355xServer());
    EXPECT_FALSE(picture.glyphs(Glyph::Lock).empty());
    EXPECT_TRUE(picture.hasText("vfio-pci"));
    EXPECT_TRUE(picture.hasText("vm-03a")) << "the VM that holds it";
}

TEST(DeviceBox, TagsDevicesWithTheirIommuGroupInItsColour) {
    const Picture picture = pictureOf(samples::mi355xServer());
    const topology::Node &gpu = picture.node("0000:46:00.0");
    ASSERT_TRUE(gpu.iommuGroup);
    const Item *tag = picture.textItem(fmt::format("g{}", gpu.iommuGroup->value));
    ASSERT_NE(tag, nullptr);
    EXPECT_TRUE(isInside(tag->rect, picture.area(gpu.id)->rect));
    const auto colour = static_cast<Token>(static_cast<int>(Token::Group0) + int(gpu.iommuGroup->value % 8));
    bool framed = false;
    for (const Item *item : picture.at(1))
        framed = framed || (item->shape == Item::Shape::Box && isInside(tag->rect, item->rect) &&
                            item->stroke.token == colour);
    EXPECT_TRUE(framed);
    TopologyOptions without;
    without.groupTags = false;
    EXPECT_EQ(pictureOf(samples::mi355xServer(), without).textItem(tag->text), nullptr);
}

TEST(DeviceBox, ListsThePartitionsOfAGpuInItsBox) {
    const Picture picture = pictureOf(samples::partitionedGpu());
    const Rect gpu = picture.area("0000:41:00.0")->rect;
    int inside = 0;
    for (const topology::Node &node : picture.topology->nodes())
        if (node.kind == topology::NodeKind::Partition) {
            ASSERT_NE(picture.area(node.id), nullptr);
            inside += isInside(picture.area(node.id)->rect, gpu) ? 1 : 0;
        }
    EXPECT_EQ(inside, 8);
    EXPECT_TRUE(picture.hasText("7"));
}

TEST(DeviceBox, CutsLongWordsAndNoAddress) {
    host::Host host = nicWithFunctions(0);
    host.functions.back().driver = samples::text("a_driver_with_quite_a_long_name_vfio");
    for (host::RdmaDevice &device : host.rdmaDevices)
        device.name = std::string(5000, 'x');
    const Picture picture = pictureOf(host);
    EXPECT_LE(picture.area("0000:41:00.0")->rect.width, 124);
    EXPECT_TRUE(picture.mentions("a_driver"));
    EXPECT_FALSE(picture.mentions("long_name_vfio"));
    EXPECT_TRUE(picture.hasText("41:00.0"));
}

TEST(DeviceBox, LeavesTheDomainOutOnlyWhereTheWholeHostUses0000) {
    EXPECT_TRUE(pictureOf(samples::mi355xServer()).hasText("46:00.0"));
    const Picture vm = pictureOf(samples::flatVm());
    EXPECT_TRUE(vm.hasText("0002:00:01.0"));
    EXPECT_FALSE(vm.hasText("00:01.0"));
    EXPECT_GE(vm.area("0002:00:01.0")->rect.width, 90) << "a longer address makes a wider box";
}

} // namespace
} // namespace fabricscope::layout
