// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/topology/HardwarePath.h"
#include "tests/core/topology/Tree.h"
#include "tests/support/samples/SampleHostBuilder.h"
#include "tests/support/samples/SampleHosts.h"

#include <gmock/gmock.h>

namespace fabricscope::topology {

namespace {

using samples::fact;
using samples::SampleHostBuilder;
using samples::Shape;
using testing::ElementsAre;
namespace shapes = samples::shapes;

Tree treeOf(host::Host host) {
    return Tree(samples::topologyOf(std::move(host)));
}

std::vector<std::string> namesOf(const Tree &tree, const std::vector<NodeId> &ids) {
    std::vector<std::string> names;
    for (const NodeId id : ids)
        names.push_back(tree.topology->node(id).name);
    return names;
}

TEST(Tree, OfAServerHasNumaNodeRootComplexRootPortSwitchAndDevice) {
    const Tree tree = treeOf(samples::mi355xServer());
    EXPECT_EQ(tree.pathOf("0000:46:00.0"),
              "mi355x-03 / NUMA 0 / pci0000:40 / Root port 40:01.1 / Switch 41:00.0 / GPU2");
    EXPECT_EQ(tree.pathOf("0000:a6:00.0"),
              "mi355x-03 / NUMA 1 / pci0000:a0 / Root port a0:01.1 / Switch a1:00.0 / GPU5");
    EXPECT_EQ(tree.pathOf("0000:12:00.0"),
              "mi355x-03 / NUMA 0 / pci0000:00 / Root port 00:05.2 / Bridge 11:00.0 / VGA");
    EXPECT_EQ(tree.all(NodeKind::Gpu).size(), 8U);
    EXPECT_EQ(tree.all(NodeKind::Nvme).size(), 8U);
    EXPECT_EQ(tree.all(NodeKind::Switch).size(), 8U);
    EXPECT_EQ(tree.all(NodeKind::Nic).size(), 18U) << "with VFs";
}

TEST(Tree, KeepsThePortsOfASwitchAndWhatHangsAtEach) {
    const Tree tree = treeOf(samples::mi355xServer());
    const Node &node = tree.at("0000:41:00.0");
    ASSERT_EQ(node.ports.size(), 4U);
    EXPECT_TRUE(node.ports[0].upstream);
    EXPECT_EQ(node.ports[0].bdf.toString(), "0000:41:00.0");
    EXPECT_EQ(node.ports[1].bdf.toString(), "0000:42:00.0");
    EXPECT_THAT(namesOf(tree, node.ports[1].below), ElementsAre("GPU2"));
    EXPECT_THAT(namesOf(tree, node.ports[2].below), ElementsAre("ionic_2", "ionic_2 VF0"));
    EXPECT_THAT(namesOf(tree, node.ports[3].below), ElementsAre("NVMe"));
    EXPECT_EQ(tree.at("0000:42:01.0").id, node.id) << "a port is found by its address, too";
}

TEST(Tree, IsTheSameWithoutRoot) {
    // 64 bytes of config space contain no Express capability: port types are derived from the structure.
    host::Host host = samples::mi355xServer();
    const Tree asRoot = treeOf(host);
    for (host::PciFunction &function : host.functions)
        if (function.config) {
            function.config->bytesRead = 64;
            function.config->express.reset();
        }
    const Tree asUser = treeOf(host);
    ASSERT_EQ(asRoot.topology->nodes().size(), asUser.topology->nodes().size());
    for (std::size_t id = 0; id < asRoot.topology->nodes().size(); ++id)
        EXPECT_EQ(asRoot.topology->nodes()[id].kind, asUser.topology->nodes()[id].kind)
            << asRoot.topology->nodes()[id].name;
}

TEST(Tree, IsTheSameFromTheSafePartAlone) {
    host::Host host = samples::mi355xServer();
    const Tree all = treeOf(host);
    for (host::PciFunction &function : host.functions) {
        function.config.reset();
        function.currentSpeed = function.maxSpeed = {};
        function.currentWidth = function.maxWidth = {};
    }
    const Tree safe = treeOf(host);
    ASSERT_EQ(all.topology->nodes().size(), safe.topology->nodes().size());
    EXPECT_EQ(safe.all(NodeKind::Switch).size(), 8U);
    ASSERT_TRUE(safe.at("0000:46:00.0").link);
    EXPECT_EQ(safe.at("0000:46:00.0").link->state, Link::State::Unknown);
}

TEST(Tree, NestsASwitchBelowASwitch) {
    const Tree tree = treeOf(samples::manyFunctions(200));
    EXPECT_EQ(tree.pathOf("0000:0a:00.0"),
              "many / NUMA 0 / pci0000:00 / Root port 00:01.1 / Switch 01:00.0 / Switch 08:00.0 / NVMe");
}

TEST(Tree, TakesItsShapeFromBusNumbersWhereTheSourceHasNoTree) {
    host::Host host = samples::mi355xServer(); // as from lspci text: no parents, but secondary buses
    const Tree whole = treeOf(host);
    for (host::PciFunction &function : host.functions) {
        function.parent.reset();
        function.rootBus.reset();
    }
    const Tree guessed = treeOf(host);
    EXPECT_EQ(guessed.pathOf("0000:46:00.0"), whole.pathOf("0000:46:00.0"));
    EXPECT_EQ(guessed.pathOf("0000:12:00.0"), whole.pathOf("0000:12:00.0"));
}

TEST(Tree, CallsConventionalPciBridgesBridges) {
    SampleHostBuilder builder("old");
    builder.add("0000:00:1e.0", {0x060401, 0x8086, 0x244e, nullptr, 0, 0});
    builder.add("0000:01:00.0", "0000:00:1e.0", {0x020000, 0x10ec, 0x8139, "8139too", 0, 0});
    builder.add("0000:00:05.0", {0x060400, 0x1b36, 0x0001, nullptr, 0, 0});
    builder.add("0000:02:00.0", "0000:00:05.0", {0x020000, 0x10ec, 0x8139, "8139too", 0, 0});
    builder.add("0000:00:1f.0", shapes::kRootPort);
    const Tree tree = treeOf(builder.finish());
    EXPECT_EQ(tree.at("0000:00:1e.0").kind, NodeKind::Bridge);
    EXPECT_EQ(tree.at("0000:00:05.0").kind, NodeKind::Bridge)
        << "link files were read behind it, it has none";
    EXPECT_EQ(tree.at("0000:00:1f.0").kind, NodeKind::RootPort);
}

TEST(Tree, CallsWhatThePciePortDriverDrivesAPort) {
    // Trees collected by hand contain the link files of only some functions.
    SampleHostBuilder builder("gathered");
    builder.add("0000:00:01.0", {0x060400, 0x8086, 0x3408, "pcieport", 0, 0});
    builder.add("0000:00:1f.0", shapes::kRootPort);
    EXPECT_EQ(treeOf(builder.finish()).at("0000:00:01.0").kind, NodeKind::RootPort);
}

TEST(Vmd, PutsItsDomainBelowTheEndpointThatItHidesBehind) {
    const Tree tree = treeOf(samples::vmdHost());
    EXPECT_EQ(tree.pathOf("10000:01:00.0"),
              "vmd / NUMA 0 / pci0000:64 / RAID / pci10000:00 / Root port 10000:00:02.0 / NVMe");
    EXPECT_EQ(tree.at("10000:01:00.0").numa, NumaNode{0}) << "from the endpoint, the kernel says -1";
}

TEST(Numa, KeepsNodesWithoutCpusAndWithoutDevices) {
    const Tree tree = treeOf(samples::cpuLessNodes());
    const auto nodes = tree.all(NodeKind::Numa);
    ASSERT_EQ(nodes.size(), 4U);
    EXPECT_EQ(nodes[3]->name, "NUMA 5");
    EXPECT_TRUE(Tree::hasFinding(*nodes[3], "numa.no_cpus"));
    EXPECT_FALSE(Tree::hasFinding(*nodes[0], "numa.no_cpus"));
    EXPECT_EQ(tree.pathOf("0002:01:00.0"), "cpuless / NUMA 2 / pci0002:00 / Root port 0002:00:00.0 / GPU0");
}

TEST(Numa, IsUnknownWhenTheKernelReportsMinusOneEverywhere) {
    const Tree tree = treeOf(samples::flatVm());
    const Node &numa = *tree.all(NodeKind::Numa).back();
    EXPECT_EQ(numa.name, "NUMA unknown");
    EXPECT_FALSE(numa.numa);
    EXPECT_TRUE(Tree::hasFinding(numa, "numa.unknown"));
    EXPECT_FALSE(tree.at("0002:00:01.0").numa);
    EXPECT_TRUE(tree.all(NodeKind::Numa).front()->children.empty());
}

TEST(Numa, IsNotReportedWhenTheSourceListsNoNodes) {
    host::Host host = samples::flatVm();
    for (host::PciFunction &function : host.functions)
        function.numaNode = {};
    const Tree tree = treeOf(host);
    const Node &numa = *tree.all(NodeKind::Numa).back();
    EXPECT_TRUE(Tree::hasFinding(numa, "numa.not_told"));
    EXPECT_FALSE(Tree::hasFinding(numa, "numa.unknown"));
}

TEST(Numa, OfADeviceThatDoesNotAnswerIsUnknown) {
    host::Host host = samples::oneGpu();
    for (host::PciFunction &function : host.functions)
        function.numaNode = fact(0);
    host::PciFunction dead = *host.function(*Address::parse("0000:41:00.0"));
    dead.address = *Address::parse("0002:01:00.0");
    dead.parent = {};
    dead.rootBus = {};
    dead.numaNode = {};
    dead.localCpus = {};
    dead.dead = true;
    host.functions.push_back(dead);
    host.functions.push_back(dead);
    host.functions.back().address = *Address::parse("0002:02:00.0");
    const Tree tree = treeOf(host);
    const Node &numa = *tree.all(NodeKind::Numa).back();
    EXPECT_TRUE(Tree::hasFinding(numa, "numa.not_told"));
    EXPECT_FALSE(Tree::hasFinding(numa, "numa.unknown")) << "the kernel states nothing of it here";
}

TEST(Numa, NodeOfADeviceIsInheritedFromTheBridgeAboveIt) {
    host::Host host = samples::oneGpu();
    host.function(*Address::parse("0000:41:00.0"))->numaNode = fact(-1);
    host.function(*Address::parse("0000:41:00.0"))->localCpus = {};
    EXPECT_EQ(treeOf(host).at("0000:41:00.0").numa, NumaNode{0});
}

TEST(Numa, ComesFromLocalCpusWhereTheyAreExactlyOneNodes) {
    SampleHostBuilder builder("cpus");
    builder.addNumaNode(0, "0-31", 1);
    builder.addNumaNode(1, "32-63", 1);
    builder.numa = -1;
    builder.add("0000:40:01.1", shapes::kRootPort).localCpus = samples::text("32-63");
    builder.add("0000:50:01.1", shapes::kRootPort).localCpus = samples::text("0-63");
    const Tree tree = treeOf(builder.finish());
    EXPECT_EQ(tree.at("0000:40:01.1").numa, NumaNode{1});
    EXPECT_FALSE(tree.at("0000:50:01.1").numa) << "all CPUs are the kernel's word for unknown";
}

TEST(Numa, OfAHostWithOneNodeIsNotGuessed) {
    SampleHostBuilder builder("one");
    builder.addNumaNode(0, "0-15", 1);
    builder.numa = -1;
    builder.add("0000:00:01.0", shapes::kRootPort).localCpus = samples::text("0-15");
    EXPECT_FALSE(treeOf(builder.finish()).at("0000:00:01.0").numa);
}

TEST(Numa, NodeThatDiffersFromTheRootComplexIsReported) {
    host::Host host = samples::mi355xServer();
    host.function(*Address::parse("0000:46:00.0"))->numaNode = fact(1);
    const Tree tree = treeOf(host);
    EXPECT_EQ(tree.at("0000:46:00.0").numa, NumaNode{1});
    EXPECT_TRUE(Tree::hasFinding(tree.at("0000:46:00.0"), "numa.differs"));
}

TEST(Numa, NodesNamedOnlyByDevicesAreShownAndReported) {
    host::Host host = samples::oneGpu();
    for (host::PciFunction &function : host.functions)
        function.numaNode = fact(7);
    const Tree tree = treeOf(host);
    EXPECT_TRUE(Tree::hasFinding(*tree.all(NodeKind::Numa).back(), "numa.not_listed"));
}

/// As `lspci -nn` lists it: no bridge states the buses below it.
host::Host flatList(std::optional<std::uint8_t> secondaryBus) {
    host::Host host;
    const auto add = [&](const char *bdf, std::uint32_t classCode) -> host::PciFunction & {
        host::PciFunction &made = host.functions.emplace_back();
        made.address = samples::address(bdf);
        made.classCode = fact(classCode);
        return made;
    };
    host::PciFunction &port = add("0000:16:00.0", 0x060400);
    if (secondaryBus)
        port.rare.edit().secondaryBus = fact(*secondaryBus);
    add("0000:17:00.0", 0x030200).vendor = fact(std::uint16_t{0x10de});
    add("0000:18:00.0", 0x020700);
    return host;
}

TEST(FlatLists, AreReportedAndNotTakenForRootPortsOrAVm) {
    const Tree tree = treeOf(flatList({}));
    EXPECT_TRUE(Tree::hasFinding(tree.topology->node(0), "tree.flat_list"));
    EXPECT_EQ(toString(tree.at("0000:16:00.0").kind), toString(NodeKind::Bridge));
    const HardwarePaths paths(*tree.topology);
    EXPECT_FALSE(paths.isGuest());
    const Reach reach = paths.between(tree.at("0000:17:00.0").id, tree.at("0000:18:00.0").id);
    EXPECT_EQ(reach.word, PathWord::Unknown);
    EXPECT_NE(reach.why.find("lspci -t"), std::string_view::npos);
    EXPECT_FALSE(Tree::hasFinding(treeOf(flatList(0x17)).topology->node(0), "tree.flat_list"));
}

TEST(FlatLists, DevicesOfABusWithDifferentNodesMayBeOfSeveralHosts) {
    host::Host host = flatList({});
    host::PciFunction other = host.functions.back();
    other.address = *Address::parse("0000:18:00.1");
    host.functions.back().numaNode = fact(0);
    other.numaNode = fact(1);
    host.functions.push_back(other);
    std::size_t found = 0;
    const Tree tree = treeOf(std::move(host));
    for (const Node &node : tree.topology->nodes())
        for (const findings::Finding &finding : node.findings)
            if (finding.rule == "numa.differs") {
                EXPECT_EQ(finding.variant, "list");
                ++found;
            }
    EXPECT_EQ(found, 1U);
}

TEST(DamagedTrees, ReportTheirDefects) {
    const Tree tree = treeOf(samples::cycles());
    expectSound(*tree.topology);
    EXPECT_TRUE(Tree::hasFinding(tree.at("0000:50:00.0"), "tree.cycle"));
    EXPECT_TRUE(Tree::hasFinding(tree.at("0000:60:00.0"), "tree.cycle"));
    EXPECT_TRUE(Tree::hasFinding(tree.at("0000:70:00.0"), "tree.orphan"));
    EXPECT_FALSE(Tree::hasFinding(tree.at("0000:53:00.0"), "tree.cycle"));
    std::size_t duplicates = 0;
    for (const Node &node : tree.topology->nodes())
        duplicates += Tree::hasFinding(node, "tree.duplicate") ? 1 : 0;
    EXPECT_EQ(duplicates, 1U);
}

TEST(DamagedTrees, OfNestedRootsThatContainEachOtherEnd) {
    SampleHostBuilder builder("nested");
    builder.add("10000:00:00.0", shapes::kNvme);
    builder.add("10001:00:00.0", shapes::kNvme);
    builder.host.nestedRoots.push_back({0x10000, 0, samples::address("10001:00:00.0")});
    builder.host.nestedRoots.push_back({0x10001, 0, samples::address("10000:00:00.0")});
    const Tree tree = treeOf(builder.finish());
    ASSERT_NO_FATAL_FAILURE(expectSound(*tree.topology));
    EXPECT_EQ(tree.all(NodeKind::Nvme).size(), 2U);
}

} // namespace

} // namespace fabricscope::topology
