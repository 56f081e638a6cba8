// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/topology/Links.h"
#include "tests/core/topology/Tree.h"
#include "tests/support/samples/SampleHostBuilder.h"
#include "tests/support/samples/SampleHosts.h"

namespace fabricscope::topology {

namespace {

using samples::fact;
using samples::SampleHostBuilder;
namespace shapes = samples::shapes;

Tree treeOf(host::Host host) {
    return Tree(samples::topologyOf(std::move(host)));
}

host::Fact<pci::LinkSpeed> gen(unsigned generation) {
    return fact(*pci::LinkSpeed::fromCode(generation));
}

const Address kGpu = *Address::parse("0000:41:00.0");
const Address kPort = *Address::parse("0000:40:01.1");

TEST(Link, IsFullWhereItRunsAsBothEndsCan) {
    const Tree tree = treeOf(samples::oneGpu());
    const Link &link = *tree.at("0000:41:00.0").link;
    EXPECT_EQ(link.state, Link::State::Full);
    EXPECT_EQ(link.rate()->toString(), "Gen5 x16");
    EXPECT_TRUE(tree.at("0000:41:00.0").findings.empty());
}

TEST(Link, ThatLacksLanesIsAFault) {
    const Tree tree = treeOf(samples::narrowGpu());
    const Node &gpu = tree.at("0000:41:00.0");
    EXPECT_EQ(gpu.link->state, Link::State::Narrow);
    EXPECT_EQ(gpu.link->maxRate()->toString(), "Gen5 x16");
    ASSERT_EQ(gpu.findings.size(), 1U);
    EXPECT_EQ(gpu.findings[0].rule, "link.narrow");
    EXPECT_EQ(gpu.findings[0].severity, Severity::Warning);
}

TEST(Link, OfAnIdleGpuThatIsSlowIsANote) {
    host::Host host = samples::oneGpu();
    host.function(kGpu)->currentSpeed = gen(1);
    const Tree tree = treeOf(host);
    const Node &gpu = tree.at("0000:41:00.0");
    EXPECT_EQ(gpu.link->state, Link::State::Slow);
    ASSERT_EQ(gpu.findings.size(), 1U);
    EXPECT_EQ(gpu.findings[0].severity, Severity::Note);
}

TEST(Link, OfANicThatIsSlowIsAWarning) {
    SampleHostBuilder builder("nic");
    builder.add("0000:40:01.1", shapes::kRootPort);
    builder.add("0000:41:00.0", "0000:40:01.1", shapes::kFabricNic).currentSpeed = gen(4);
    const Tree tree = treeOf(builder.finish());
    ASSERT_EQ(tree.at("0000:41:00.0").findings.size(), 1U);
    EXPECT_EQ(tree.at("0000:41:00.0").findings[0].rule, "link.slow");
    EXPECT_EQ(tree.at("0000:41:00.0").findings[0].severity, Severity::Warning);
}

TEST(Link, InANarrowSlotIsNoFault) {
    // A x16 card in a x8 slot: both ends together support eight lanes.
    host::Host host = samples::oneGpu();
    host.function(kGpu)->currentWidth = fact(std::uint8_t{8});
    host.function(kPort)->maxWidth = fact(std::uint8_t{8});
    const Tree tree = treeOf(host);
    EXPECT_EQ(tree.at("0000:41:00.0").link->state, Link::State::Full);
    EXPECT_EQ(tree.at("0000:41:00.0").link->maxWidth, 8);
}

TEST(Link, OfWhichOneEndIsVisibleIsNeverCalledAFault) {
    // In a VM, the port above a passed-through GPU is missing.
    host::Host host = samples::flatVm();
    host.function(*Address::parse("0002:00:01.0"))->currentWidth = fact(std::uint8_t{8});
    const Tree tree = treeOf(host);
    const Node &gpu = tree.at("0002:00:01.0");
    EXPECT_EQ(gpu.link->state, Link::State::Unknown);
    EXPECT_TRUE(Tree::hasFinding(gpu, "link.one_end"));
    EXPECT_EQ(linkSeverity(gpu), Severity::Note) << "its slot may have as many";
    EXPECT_EQ(tree.at("0002:00:02.0").link->state, Link::State::Full);
}

/// nvidia-smi or amd-smi alone: the port above is in no text. A card of a workstation may be in any slot.
TEST(Link, OfADataCenterGpuAloneWithoutAllItsLanesIsAWarning) {
    const struct {
        std::uint16_t vendor, device;
        std::uint8_t lanes;
        const char *virtualization;
        Severity severity;
    } kCases[] = {
        {0x10de, 0x2330, 8, nullptr, Severity::Warning}, {0x10de, 0x2331, 8, "none", Severity::Warning},
        {0x10de, 0x20b2, 4, nullptr, Severity::Warning}, {0x1002, 0x74a1, 8, nullptr, Severity::Warning},
        {0x10de, 0x2330, 8, "kvm", Severity::Note},      {0x10de, 0x2204, 8, nullptr, Severity::Note},
        {0x15b3, 0x1021, 8, nullptr, Severity::Note},
    };
    for (const auto &each : kCases) {
        SampleHostBuilder builder("host");
        host::PciFunction &function = builder.add("0000:41:00.0", shapes::kGpu);
        function.vendor = fact(each.vendor);
        function.device = fact(each.device);
        function.currentWidth = fact(each.lanes);
        function.maxWidth = fact(std::uint8_t{16});
        host::Host host = builder.finish();
        if (each.virtualization != nullptr)
            host.virtualization = fact(std::string(each.virtualization));
        const Tree tree = treeOf(std::move(host));
        const Node &node = tree.at("0000:41:00.0");
        ASSERT_TRUE(Tree::hasFinding(node, "link.one_end")) << std::hex << each.device;
        EXPECT_EQ(linkSeverity(node), each.severity) << std::hex << each.device;
    }
}

void removeLanes(host::PciFunction &function) {
    function.currentWidth = fact(std::uint8_t{0});
}

TEST(Link, WithoutLanesIsDownWhicheverEndStatesIt) {
    for (const bool isLower : {true, false}) {
        host::Host host = samples::oneGpu();
        for (const Address &each : {kGpu, kPort}) {
            host::PciFunction &function = *host.function(each);
            function.currentWidth = {};
            function.config = {};
            if ((each == kGpu) == isLower)
                removeLanes(function);
        }
        const Tree tree = treeOf(host);
        const Node &gpu = tree.at("0000:41:00.0");
        EXPECT_EQ(gpu.link->state, Link::State::Down) << isLower;
        EXPECT_EQ(linkSeverity(gpu), Severity::Error);
        EXPECT_TRUE(Tree::hasFinding(gpu, "link.down"));
    }
}

TEST(Link, OfAFunctionWithoutSpeedOrOfAVirtualOneIsNotDown) {
    host::Host host = samples::oneGpu(); // a VF that lspci lists: "Speed unknown, Width x0"
    removeLanes(*host.function(kGpu));
    host.function(kGpu)->currentSpeed = {};
    EXPECT_NE(treeOf(host).at("0000:41:00.0").link->state, Link::State::Down);
    host = samples::oneGpu();
    removeLanes(*host.function(kGpu));
    host.function(kGpu)->physfn = fact(kPort);
    EXPECT_FALSE(Tree::hasFinding(treeOf(host).at("0000:41:00.0"), "link.down"));
}

TEST(Link, WhoseEndsReportDifferentValuesHasAFinding) {
    host::Host host = samples::oneGpu();
    host.function(kPort)->currentWidth = fact(std::uint8_t{8});
    host.function(kPort)->currentSpeed = gen(5);
    host.function(kGpu)->currentWidth = fact(std::uint8_t{16});
    host.function(kGpu)->currentSpeed = gen(5);
    const Tree width = treeOf(host);
    const Node &gpu = width.at("0000:41:00.0");
    ASSERT_EQ(gpu.findings.size(), 1U);
    EXPECT_EQ(gpu.findings[0].rule, "link.ends");
    EXPECT_EQ(gpu.findings[0].severity, Severity::Warning);
    EXPECT_EQ(*gpu.findings[0].argument("current"), "x16");
    EXPECT_EQ(*gpu.findings[0].argument("other"), "x8");
    host.function(kPort)->currentWidth = fact(std::uint8_t{16});
    host.function(kPort)->currentSpeed = gen(3);
    const Tree speed = treeOf(host);
    ASSERT_EQ(speed.at("0000:41:00.0").findings.size(), 1U);
    EXPECT_EQ(speed.at("0000:41:00.0").findings[0].variant, "speed");
    EXPECT_EQ(speed.at("0000:41:00.0").findings[0].severity, Severity::Note) << "an idle GPU changes it";
    removeLanes(*host.function(kGpu));
    host.function(kPort)->currentSpeed = gen(5);
    const Tree lanes = treeOf(host);
    EXPECT_TRUE(Tree::hasFinding(lanes.at("0000:41:00.0"), "link.ends")) << "x0, and x16 at the port";
}

/// QEMU's root port states lanes that nobody has.
TEST(Link, BelowAnEmulatedPortHasOneEnd) {
    for (const auto &[vendor, device] : {std::pair<std::uint16_t, std::uint16_t>{0x1b36, 0x000c},
                                         {0x1b36, 0x000e},
                                         {0x8086, 0x3420},
                                         {0x15ad, 0x07a0}}) {
        host::Host host = samples::narrowGpu();
        host.function(kPort)->vendor = fact(vendor);
        host.function(kPort)->device = fact(device);
        const Tree tree = treeOf(std::move(host));
        const Node &gpu = tree.at("0000:41:00.0");
        EXPECT_NE(gpu.link->state, Link::State::Narrow);
        ASSERT_EQ(gpu.findings.size(), 1U) << vendor << ":" << device;
        EXPECT_EQ(gpu.findings[0].rule, "link.one_end");
        EXPECT_EQ(gpu.findings[0].severity, Severity::Note);
    }
}

TEST(Link, ComesFromConfigSpaceWhereSysfsIsSilent) {
    host::Host host = samples::oneGpu();
    for (const Address &address : {kGpu, kPort}) {
        host::PciFunction &function = *host.function(address);
        pci::Express express;
        express.portType = address == kPort ? pci::PortType::RootPort : pci::PortType::Endpoint;
        express.maxSpeed = *function.maxSpeed;
        express.maxWidth = *function.maxWidth;
        express.currentSpeed = *function.currentSpeed;
        express.currentWidth = 4;
        function.config->express = express;
        function.currentSpeed = function.maxSpeed = {};
        function.currentWidth = function.maxWidth = {};
    }
    const Tree tree = treeOf(host);
    EXPECT_EQ(tree.at("0000:41:00.0").link->width, 4);
    EXPECT_EQ(tree.at("0000:41:00.0").link->state, Link::State::Narrow);
}

TEST(Link, IsDownWhenTheUpstreamPortReportsIt) {
    host::Host host = samples::oneGpu();
    host::PciFunction &port = *host.function(kPort);
    port.config->bytesRead = 256;
    port.config->express.emplace();
    port.config->express->portType = pci::PortType::RootPort;
    port.config->express->linkActive = false;
    const Tree tree = treeOf(host);
    EXPECT_EQ(tree.at("0000:41:00.0").link->state, Link::State::Down);
    EXPECT_TRUE(Tree::hasFinding(tree.at("0000:41:00.0"), "link.down"));
}

TEST(Link, OfACardIsJudgedOnceNotForEachFunction) {
    SampleHostBuilder builder("dual");
    builder.add("0000:40:01.1", shapes::kRootPort);
    for (const char *bdf : {"0000:41:00.0", "0000:41:00.1"})
        builder.add(bdf, "0000:40:01.1", shapes::kConnectX).currentWidth = fact(std::uint8_t{8});
    const Tree tree = treeOf(builder.finish());
    EXPECT_TRUE(Tree::hasFinding(tree.at("0000:41:00.0"), "link.narrow"));
    EXPECT_FALSE(Tree::hasFinding(tree.at("0000:41:00.1"), "link.narrow"));
    EXPECT_EQ(tree.at("0000:41:00.1").link->state, Link::State::Narrow);
}

TEST(Link, OfASwitchIsThatOfItsUpstreamPort) {
    host::Host host = samples::mi355xServer();
    host.function(*Address::parse("0000:41:00.0"))->currentWidth = fact(std::uint8_t{8});
    const Tree tree = treeOf(host);
    EXPECT_EQ(tree.at("0000:41:00.0").kind, NodeKind::Switch);
    EXPECT_EQ(tree.at("0000:41:00.0").link->state, Link::State::Narrow);
    EXPECT_EQ(tree.at("0000:46:00.0").link->state, Link::State::Full);
}

TEST(Link, OfADeadDeviceIsUnknown) {
    EXPECT_EQ(treeOf(samples::deadGpu()).at("0000:41:00.0").link->state, Link::State::Unknown);
}

TEST(Link, IsMissingOnRootComplexEndpoints) {
    EXPECT_FALSE(treeOf(samples::laptop()).at("0000:00:14.0").link);
}

} // namespace

} // namespace fabricscope::topology
