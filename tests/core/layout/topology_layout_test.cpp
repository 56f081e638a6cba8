// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/layout/Picture.h"
#include "tests/support/samples/SampleHostBuilder.h"
#include "tests/support/samples/SampleHosts.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace fabricscope::layout {

using draw::Font;
using draw::Glyph;
using draw::Item;
using draw::Paint;
using draw::Rect;
using draw::Ribbon;
using draw::Token;

namespace {

using namespace samples::shapes;

/// One switch with a GPU and a NIC, read as root; `acs`: the enabled bits of its downstream ports.
host::Host switchWithAcs(std::optional<std::uint8_t> acs, std::uint16_t configBytes = 4096) {
    samples::SampleHostBuilder builder("switch");
    builder.addNumaNode(0, "0-31", 256);
    builder.configBytes = configBytes;
    builder.retainConfig = true;
    builder.add("0000:40:01.1", kRootPort);
    builder.add("0000:41:00.0", "0000:40:01.1", kUpstream);
    for (int i = 0; i < 2; ++i) {
        auto &port = builder.add(fmt::format("0000:42:0{}.0", i), "0000:41:00.0", kDownstream);
        if (!port.config)
            port.config.emplace();
        port.config->bytesRead = configBytes;
        if (acs)
            port.config->acs = pci::Acs{0x7F, *acs};
    }
    builder.add("0000:43:00.0", "0000:42:00.0", kGpu);
    builder.add("0000:44:00.0", "0000:42:01.0", kFabricNic);
    return builder.finish();
}

TEST(TopologyLayout, PutsFourRootPortsSideBySideAndBandsBelowEachOther) {
    const Picture picture = pictureOf(samples::mi355xServer());
    const Rect first = picture.area("0000:00:01.1")->rect, second = picture.area("0000:20:01.1")->rect,
               fourth = picture.area("0000:60:01.1")->rect, other = picture.area("0000:80:01.1")->rect;
    EXPECT_EQ(first.y, second.y);
    EXPECT_EQ(first.y, fourth.y);
    EXPECT_LT(first.right(), second.x);
    EXPECT_EQ(first.width, fourth.width);
    EXPECT_EQ(other.x, first.x) << "columns of all bands stand below each other";
    EXPECT_GT(other.y, fourth.bottom());
}

TEST(TopologyLayout, NestsDevicesInTheirSwitchAndTheSwitchInItsNumaNode) {
    const Picture picture = pictureOf(samples::mi355xServer());
    const topology::Node &gpu = picture.node("0000:46:00.0");
    const Rect box = picture.area(gpu.id)->rect, frame = picture.area(*gpu.parent)->rect;
    EXPECT_EQ(picture.topology->node(*gpu.parent).kind, topology::NodeKind::Switch);
    EXPECT_TRUE(isInside(box, frame));
    EXPECT_TRUE(isInside(picture.area("0000:4a:00.0")->rect, frame)) << "NVMe";
    for (const topology::Node &node : picture.topology->nodes())
        if (node.kind == topology::NodeKind::Numa && node.numa == gpu.numa) {
            EXPECT_TRUE(isInside(frame, picture.area(node.id)->rect));
        }
}

TEST(TopologyLayout, WrapsColumnsAtTheWidthItIsGiven) {
    TopologyOptions narrow;
    narrow.width = 480;
    const Picture picture = pictureOf(samples::mi355xServer(), narrow);
    EXPECT_EQ(picture.area("0000:00:01.1")->rect.y, picture.area("0000:20:01.1")->rect.y);
    EXPECT_LT(picture.area("0000:20:01.1")->rect.y, picture.area("0000:40:01.1")->rect.y);
    EXPECT_LE(picture.list.width, 480);
}

/// The right edge of the last switch of all NUMA nodes, as a fraction of the picture's width.
double filledBySwitches(const Picture &picture) {
    double right = 0;
    for (const char *switchOf : {"0000:61:00.0", "0000:e1:00.0"})
        right = std::max(right, picture.area(switchOf)->rect.x + picture.area(switchOf)->rect.width);
    return right / picture.list.width;
}

TEST(TopologyLayout, FillsAWideWindowWhereOneLinkIsNarrowAsWhereNoneIs) {
    host::Host narrow = samples::mi355xServer();
    narrow.function(*pci::Address::parse("0000:a6:00.0"))->currentWidth = samples::fact(std::uint8_t{8});
    for (const double width : {1000.0, 1200.0, 1250.0, 1300.0, 1500.0}) {
        TopologyOptions options;
        options.width = width;
        EXPECT_NEAR(filledBySwitches(pictureOf(narrow, options)),
                    filledBySwitches(pictureOf(samples::mi355xServer(), options)), 0.1)
            << width;
    }
}

std::size_t switchesInFirstRow(const Picture &picture) {
    std::size_t count = 0;
    for (const char *each : {"0000:81:00.0", "0000:a1:00.0", "0000:c1:00.0", "0000:e1:00.0"})
        count += picture.area(each)->rect.y == picture.area("0000:81:00.0")->rect.y ? 1 : 0;
    return count;
}

TEST(TopologyLayout, NeverLeavesOneOfFourColumnsAloneBelow) {
    for (double width = 420; width <= 1000; width += 10) {
        TopologyOptions options;
        options.width = width;
        EXPECT_NE(switchesInFirstRow(pictureOf(samples::mi355xServer(), options)), 3U) << width;
    }
}

TEST(TopologyLayout, AChipOfOneSwitchTakesNoColumnFromTheOthers) {
    host::Host redirecting = samples::mi355xServer();
    for (host::PciFunction &function : redirecting.functions)
        if (function.config && function.config->acs && function.address.bus == 0xc2)
            function.config->acs->enabled = 0x1D; // without direct translated P2P
    int narrow = 0;
    for (double width = 780; width <= 1000; width += 4) {
        TopologyOptions options;
        options.width = width;
        const Picture picture = pictureOf(redirecting, options);
        EXPECT_EQ(switchesInFirstRow(picture),
                  switchesInFirstRow(pictureOf(samples::mi355xServer(), options)))
            << width;
        EXPECT_TRUE(picture.hasText("ACS") || picture.hasText("ACS redir")) << width;
        EXPECT_FALSE(picture.glyphs(Glyph::Warning).empty()) << width;
        narrow += picture.hasText("ACS") ? 1 : 0;
    }
    EXPECT_GT(narrow, 0) << "no width was narrow enough to try it";
}

TEST(TopologyLayout, LabelsLinksWithSpeedAndWidth) {
    const Picture picture = pictureOf(samples::mi355xServer());
    EXPECT_TRUE(picture.hasText("Gen5 x16"));
    EXPECT_TRUE(picture.hasText("Gen5 x4"));
}

TEST(TopologyLayout, ShowsANarrowLinkInWarningWithAGhostOfItsMissingLanesAndAChip) {
    const Picture picture = pictureOf(samples::narrowGpu());
    const Item *text = picture.textItem("Gen5 x8");
    ASSERT_NE(text, nullptr);
    bool ghost = false, line = false, chip = false, glyph = false;
    for (const Item *item : picture.at(1)) {
        ghost = ghost || (item->shape == Item::Shape::Polyline && item->dash > 0 &&
                          item->stroke.token == Token::Warning);
        line = line || (item->shape == Item::Shape::Box &&
                        item->fill == Paint{Token::Warning, 100, Token::Warning} && item->rect.width == 2);
        chip = chip || (item->shape == Item::Shape::Box && item->stroke.token == Token::Warning &&
                        isInside(text->rect, item->rect));
        glyph = glyph || (item->shape == Item::Shape::Glyph && item->glyph == Glyph::Warning &&
                          item->rect.right() <= text->rect.x && item->rect.right() > text->rect.x - 6);
    }
    EXPECT_TRUE(ghost);
    EXPECT_TRUE(line);
    EXPECT_TRUE(chip);
    EXPECT_TRUE(glyph);
}

TEST(TopologyLayout, HasNoWarningOnAHealthyMachine) {
    const Picture picture = pictureOf(samples::oneGpu());
    EXPECT_TRUE(picture.glyphs(Glyph::Warning).empty());
    EXPECT_TRUE(picture.glyphs(Glyph::Error).empty());
    for (const Item *item : picture.at(1)) {
        EXPECT_NE(item->stroke.token, Token::Warning);
        EXPECT_NE(item->stroke.token, Token::Error);
    }
}

TEST(TopologyLayout, GivesEachAreaAnAccessibleName) {
    const Picture picture = pictureOf(samples::mi355xServer());
    EXPECT_EQ(picture.area("0000:46:00.0")->label.rfind("GPU2, 46:00.0, NUMA 0", 0), 0U)
        << picture.area("0000:46:00.0")->label;
    EXPECT_NE(picture.area("0000:a6:00.0")->label.find("NUMA 1, "), std::string::npos);
    EXPECT_NE(picture.area("0000:a6:00.0")->label.find(": "), std::string::npos) << "its link is narrow";
}

TEST(TopologyLayout, SumsUpWhatASwitchDoesWithPeerRequests) {
    constexpr std::uint8_t kRedirect = 0x0C, kDirectTranslated = 0x40;
    EXPECT_TRUE(pictureOf(switchWithAcs(kRedirect | kDirectTranslated)).hasText("ACS DT+"));
    EXPECT_TRUE(pictureOf(switchWithAcs(0)).hasText("ACS off"));
    EXPECT_TRUE(pictureOf(switchWithAcs(std::nullopt)).hasText("no ACS"));
    const Picture redirecting = pictureOf(switchWithAcs(kRedirect));
    EXPECT_TRUE(redirecting.hasText("ACS redir"));
    EXPECT_EQ(redirecting.glyphs(Glyph::Warning).size(), 1U);
    EXPECT_TRUE(pictureOf(switchWithAcs(0)).glyphs(Glyph::Warning).empty());
}

TEST(TopologyLayout, ReportsUnknownAcsWhenConfigSpaceIsUnreadable) {
    EXPECT_TRUE(pictureOf(switchWithAcs(std::nullopt, 64)).hasText("ACS unknown"));
    EXPECT_TRUE(pictureOf(switchWithAcs(std::nullopt, 256)).hasText("ACS unknown"));
}

TEST(TopologyLayout, PlacesAFlatVmInAGridAndReportsUnknownNuma) {
    const Picture picture = pictureOf(samples::flatVm());
    EXPECT_TRUE(picture.hasText("NUMA unknown:"));
    EXPECT_TRUE(picture.mentions("the hypervisor shows no topology"));
    const Rect first = picture.area("0002:00:01.0")->rect, second = picture.area("0002:00:02.0")->rect;
    EXPECT_EQ(first.y, second.y);
    EXPECT_EQ(first.width, second.width);
}

TEST(TopologyLayout, FoldsTheChipsetIntoAQuietList) {
    const Picture picture = pictureOf(samples::mi355xServer());
    EXPECT_TRUE(picture.mentions("host bridges"));
    EXPECT_FALSE(picture.hasText("20:00.0")) << "their addresses are folded";
    EXPECT_EQ(picture.area("0000:00:00.0")->rect, picture.area("0000:20:00.0")->rect);
    TopologyOptions open;
    open.folds.setOpen("quiet:0", true);
    const Picture unfolded = pictureOf(samples::mi355xServer(), open);
    EXPECT_TRUE(unfolded.hasText("20:00.0"));
    EXPECT_LT(unfolded.area("0000:20:00.0")->rect.height, 20);
    EXPECT_EQ(unfolded.area("0000:00:00.0")->rect.y, unfolded.area("0000:20:00.0")->rect.y)
        << "one line a kind";
}

TEST(TopologyLayout, KeepsAFrontEndNicOutOfTheFabricsColumns) {
    const Picture picture = pictureOf(samples::mi355xServer());
    const auto &nodes = picture.topology->nodes();
    const auto nic = std::find_if(nodes.begin(), nodes.end(),
                                  [](const topology::Node &node) { return node.frontEnd && !node.physfn; });
    ASSERT_NE(nic, nodes.end());
    const Rect chip = picture.area(nic->id)->rect;
    EXPECT_LT(chip.bottom(), picture.area("0000:00:01.1")->rect.y) << "it stands in the header of its band";
    EXPECT_TRUE(picture.hasText("front end"));
    EXPECT_TRUE(picture.hasText("+1 VF"));
}

TEST(TopologyLayout, DescribesTheGpuInterconnect) {
    const Picture picture = pictureOf(samples::mi355xServer());
    EXPECT_TRUE(picture.mentions("XGMI full mesh, "));
    EXPECT_FALSE(pictureOf(samples::oneGpu()).mentions("XGMI"));
}

TEST(TopologyLayout, DrawsGpuLinksThatDoNotFormAUniformMesh) {
    host::Host host = samples::mi355xServer();
    for (host::GpuLink &link : host.gpuLinks)
        link.count = 1;
    const Picture mesh = pictureOf(host);
    const auto arcs = [](const Picture &picture) {
        return std::count_if(picture.list.ribbons.begin(), picture.list.ribbons.end(),
                             [](const Ribbon &ribbon) { return ribbon.kind == Ribbon::Kind::Peer; });
    };
    EXPECT_EQ(arcs(mesh), 0);
    host.gpuLinks.front().count = 2; // two hops: not a direct link
    const Picture partial = pictureOf(host);
    EXPECT_EQ(arcs(partial), static_cast<std::ptrdiff_t>(host.gpuLinks.size()) - 1);
    EXPECT_GT(partial.list.height, mesh.list.height);
}

TEST(TopologyLayout, CountsNoXgmiPairThatIsMoreThanOneHopApart) {
    host::Host host = samples::mi355xServer();
    ASSERT_FALSE(host.gpuLinks.empty());
    for (host::GpuLink &link : host.gpuLinks)
        link.count = 1;
    const auto pairs = host.gpuLinks.size();
    EXPECT_TRUE(pictureOf(host).mentions(fmt::format("XGMI full mesh, 4 GPUs, {} pairs", pairs)));
    host.gpuLinks.front().count = 2;
    EXPECT_TRUE(pictureOf(host).mentions(fmt::format("XGMI, 4 GPUs, {} pairs", pairs - 1)));
}

TEST(TopologyLayout, ShowsTheNvlinkCountPerPairWhenItIsUniform) {
    host::Host host = samples::mi355xServer();
    for (host::GpuLink &link : host.gpuLinks) {
        link.kind = host::GpuLink::Kind::NvLink;
        link.count = 18;
    }
    EXPECT_TRUE(pictureOf(host).mentions("NVLink full mesh, 4 GPUs, 6 pairs of 18 links"));
    host.gpuLinks.back().count = 12;
    EXPECT_FALSE(pictureOf(host).mentions("18 links"));
}

TEST(TopologyLayout, WrapsTheQuietListAtTheBandsWidth) {
    samples::SampleHostBuilder builder("uncore");
    builder.addNumaNode(0, "0-31", 256);
    for (unsigned i = 0; i < 200; ++i)
        builder.add(fmt::format("0000:{:02x}:{:02x}.{}", 0x7e + i / 100, i % 100 / 8, i % 8), kHostBridge);
    for (unsigned i = 0; i < 20; ++i) { // root ports that need no box
        const std::string port = fmt::format("0000:c0:{:02x}.0", i);
        builder.add(port, kRootPort);
        if (i % 2 == 0)
            builder.add(fmt::format("0000:{:02x}:00.0", 0xc1 + i), port, kBmcVga);
    }
    const host::Host host = builder.finish();
    EXPECT_LT(pictureOf(host).list.height, 120) << "folded, they are a line";
    TopologyOptions open;
    open.folds.setAllOpen(true);
    const Picture picture = pictureOf(host, open);
    EXPECT_LE(picture.list.width, 880);
    EXPECT_LT(picture.list.height, 600) << "220 functions, still on one screen";
    EXPECT_EQ(picture.area("0000:7e:00.0")->rect.x, picture.area("0000:7e:01.5")->rect.x) << "in columns";
    EXPECT_LT(picture.area("0000:7e:00.0")->rect.y, picture.area("0000:7f:00.0")->rect.y);
    EXPECT_TRUE(picture.hasText("Root port, empty"));
    EXPECT_TRUE(picture.hasText("Root port c0:00.0"));
}

TEST(TopologyLayout, GivesEachOf24NumaNodesALineOfItsOwn) {
    samples::SampleHostBuilder builder("nodes");
    for (int node = 0; node < 24; ++node)
        builder.addNumaNode(node, fmt::format("{}-{}", node * 8, node * 8 + 7), 16);
    builder.numa = 7;
    builder.add("0000:40:01.1", kRootPort);
    builder.add("0000:41:00.0", "0000:40:01.1", kGpu);
    const Picture picture = pictureOf(builder.finish());
    for (int node = 0; node < 24; ++node)
        EXPECT_TRUE(picture.hasText(fmt::format("NUMA {}", node))) << node;
    EXPECT_LT(picture.list.height, 1400);
}

TEST(TopologyLayout, ShowsTheUserWhoReadTheHost) {
    host::Host host = samples::oneGpu();
    host.uid = samples::fact(0);
    EXPECT_TRUE(pictureOf(host).mentions("read as root"));
    host.uid = samples::fact(1000);
    EXPECT_TRUE(pictureOf(host).mentions("read as uid 1000, without root"));
    host.uid = {};
    EXPECT_FALSE(pictureOf(host).mentions("read as"));
}

TEST(TopologyLayout, DistinguishesNodesWithoutCpusFromUnknownCpus) {
    const Picture picture = pictureOf(samples::cpuLessNodes());
    EXPECT_TRUE(picture.mentions("no CPUs"));
    host::Host unread = samples::oneGpu();
    unread.numaNodes.front().cpus = {};
    EXPECT_TRUE(pictureOf(unread).mentions("CPUs unknown"));
}

TEST(TopologyLayout, MarksASimulatedHostAtEveryZoom) {
    host::Host host = samples::oneGpu();
    host.simulated.clear();
    EXPECT_FALSE(pictureOf(host).mentions("simulated"));
    host.simulated = "demo hosts";
    const Picture picture = pictureOf(host);
    for (const double zoom : {0.1, 0.3, 0.6, 1.0, 4.0})
        EXPECT_TRUE(picture.hasText("simulated", zoom)) << zoom;
}

TEST(TopologyLayout, ColoursByGroupLinkAndOwnerWhenAsked) {
    const auto stripOf = [](ColourBy mode, const std::string &bdf) {
        TopologyOptions options;
        options.colourBy = mode;
        const Picture picture = pictureOf(samples::mi355xServer(), options);
        const Rect rect = picture.area(bdf)->rect;
        for (const Item *item : picture.at(1))
            if (item->shape == Item::Shape::Box && item->rect == Rect{rect.x, rect.y, 3, rect.height})
                return item->fill.token;
        return Token::None;
    };
    EXPECT_EQ(stripOf(ColourBy::Kind, "0000:46:00.0"), Token::Gpu);
    EXPECT_EQ(stripOf(ColourBy::Link, "0000:46:00.0"), Token::Switch);
    EXPECT_EQ(stripOf(ColourBy::Link, "0000:a6:00.0"), Token::Warning);
    EXPECT_EQ(stripOf(ColourBy::Owner, "0000:46:00.0"), Token::Group1);
    EXPECT_EQ(stripOf(ColourBy::Owner, "0000:c6:00.0"), Token::Line2) << "the host's own";
    const Token group = stripOf(ColourBy::IommuGroup, "0000:46:00.0");
    EXPECT_GE(group, Token::Group0);
    EXPECT_LE(group, Token::Group7);
}

TEST(TopologyLayout, ExplainsOnlyTheKindsThatOccur) {
    const Picture laptop = pictureOf(samples::laptop());
    EXPECT_TRUE(laptop.hasText("GPU"));
    EXPECT_TRUE(laptop.hasText("NVMe"));
    EXPECT_FALSE(laptop.hasText("PCIe switch"));
    EXPECT_FALSE(laptop.hasText("bound to vfio-pci"));
    TopologyOptions byOwner;
    byOwner.colourBy = ColourBy::Owner;
    EXPECT_TRUE(pictureOf(samples::mi355xServer(), byOwner).hasText("the host"));
}

TEST(TopologyLayout, ReportsThatNoFunctionWasRead) {
    EXPECT_TRUE(pictureOf(host::Host{}).mentions("No PCI function was read"));
}

TEST(TopologyLayout, MeasuresWithTheFontsOfWhoeverPaints) {
    TopologyOptions wide;
    wide.measure = [](std::string_view text, Font font, double size) {
        return 2 * draw::approximateTextWidth(text, font, size);
    };
    EXPECT_GT(pictureOf(samples::oneGpu(), wide).area("0000:41:00.0")->rect.width,
              pictureOf(samples::oneGpu()).area("0000:41:00.0")->rect.width);
}

TEST(TopologyLayout, NestsSwitchesInSwitches) {
    TopologyOptions open;
    open.folds.setOpen("bridges:0000:41:00.0", true);
    const Picture picture = pictureOf(gpuBehindTwoSwitches(), open);
    EXPECT_TRUE(isInside(picture.area("0000:45:00.0")->rect, picture.area("0000:43:00.0")->rect));
    EXPECT_TRUE(isInside(picture.area("0000:43:00.0")->rect, picture.area("0000:41:00.0")->rect));
}

/// `depth` nested bridges with a GPU at the end; after the last bus number, the next domain is used.
host::Host chain(unsigned depth) {
    samples::SampleHostBuilder builder("chain");
    builder.addNumaNode(0, "0-31", 256);
    std::string above = "0000:00:01.0";
    builder.add(above, kRootPort);
    for (unsigned i = 1; i <= depth; ++i) {
        const std::string bdf = fmt::format("{:04x}:{:02x}:00.0", i / 250, i % 250 + 1);
        builder.add(bdf, above, i == depth ? kGpu : kPciBridge);
        above = bdf;
    }
    return builder.finish();
}

TEST(TopologyLayout, DrawsAChainOfBridgesOfAnyDepth) {
    const Picture shallow = pictureOf(chain(4)), deep = pictureOf(chain(3000));
    EXPECT_LE(shallow.list.width, 880);
    EXPECT_LE(deep.list.width, 880) << "what is too deep is listed, not nested";
    EXPECT_NE(deep.area("000c:01:00.0"), nullptr);
}

} // namespace
} // namespace fabricscope::layout
