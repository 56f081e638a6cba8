// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/HostReader.h"
#include "core/formats/files/Import.h"
#include "core/topology/HardwarePath.h"
#include "core/topology/HardwarePathTools.h"
#include "tests/Places.h"
#include "tests/core/topology/Tree.h"
#include "tests/support/samples/SampleHostBuilder.h"
#include "tests/support/samples/SampleHosts.h"

#include <gmock/gmock.h>

#include <filesystem>

namespace fabricscope::topology {
namespace {

using samples::fact;
using samples::SampleHostBuilder;
using testing::HasSubstr;
namespace shapes = samples::shapes;
using Kind = PathHop::Kind;

/// A topology, and the paths in it by BDF.
struct HostPaths {
    explicit HostPaths(host::Host host) : tree(samples::topologyOf(std::move(host))), paths(*tree.topology) {}
    [[nodiscard]] Reach between(std::string_view a, std::string_view b) const {
        return paths.between(tree.at(a).id, tree.at(b).id);
    }
    [[nodiscard]] std::string word(std::string_view a, std::string_view b) const {
        EXPECT_EQ(toString(between(a, b)), toString(between(b, a))) << "both ways are one";
        return toString(between(a, b));
    }
    [[nodiscard]] HardwarePath route(std::string_view a, std::string_view b) const {
        return paths.route(tree.at(a).id, tree.at(b).id);
    }
    Tree tree;
    HardwarePaths paths;
};

/// Node 0: root bus 20 with two root ports, below the first a switch with a GPU, a NIC and an inner switch
/// with another NIC; root bus 40 with a dual-port NIC on its root port. Node 1: root bus 60 with a NIC.
host::Host fiveDistances() {
    SampleHostBuilder builder("five");
    builder.host.virtualization = samples::text("none");
    builder.addNumaNode(0, "0-7", 16);
    builder.addNumaNode(1, "8-15", 16);
    builder.add("0000:20:01.0", shapes::kRootPort);
    builder.add("0000:21:00.0", "0000:20:01.0", shapes::kUpstream);
    builder.add("0000:22:00.0", "0000:21:00.0", shapes::kDownstream);
    builder.add("0000:22:01.0", "0000:21:00.0", shapes::kDownstream);
    builder.add("0000:22:02.0", "0000:21:00.0", shapes::kDownstream);
    builder.add("0000:23:00.0", "0000:22:00.0", shapes::kGpu);
    builder.add("0000:24:00.0", "0000:22:01.0", shapes::kFabricNic);
    builder.add("0000:25:00.0", "0000:22:02.0", shapes::kUpstream);
    builder.add("0000:26:00.0", "0000:25:00.0", shapes::kDownstream);
    builder.add("0000:27:00.0", "0000:26:00.0", shapes::kFabricNic);
    builder.add("0000:20:02.0", shapes::kRootPort);
    builder.add("0000:2a:00.0", "0000:20:02.0", shapes::kFabricNic);
    builder.add("0000:40:01.0", shapes::kRootPort);
    builder.add("0000:41:00.0", "0000:40:01.0", shapes::kConnectX);
    builder.add("0000:41:00.1", "0000:40:01.0", shapes::kConnectX);
    builder.numa = 1;
    builder.add("0000:60:01.0", shapes::kRootPort);
    builder.add("0000:61:00.0", "0000:60:01.0", shapes::kFabricNic);
    return builder.finish();
}

TEST(HardwarePath, SpeaksAsNvidiaSmiDoes) {
    const HostPaths ways(fiveDistances());
    EXPECT_EQ(ways.word("0000:23:00.0", "0000:23:00.0"), "X");
    EXPECT_EQ(ways.word("0000:23:00.0", "0000:24:00.0"), "PIX");
    EXPECT_EQ(ways.word("0000:23:00.0", "0000:27:00.0"), "PXB");
    EXPECT_EQ(ways.word("0000:23:00.0", "0000:2a:00.0"), "PHB");
    EXPECT_EQ(ways.word("0000:23:00.0", "0000:41:00.0"), "NODE");
    EXPECT_EQ(ways.word("0000:23:00.0", "0000:61:00.0"), "SYS");
    EXPECT_EQ(ways.word("0000:41:00.0", "0000:41:00.1"), "PIX") << "two ports of one card";
    EXPECT_FALSE(ways.paths.isGuest());
}

TEST(HardwarePath, CountsTheNarrowestLink) {
    host::Host host = fiveDistances();
    host.function(samples::address("0000:27:00.0"))->currentWidth = fact(std::uint8_t{4});
    host.function(samples::address("0000:23:00.0"))->currentSpeed =
        fact(*pci::LinkSpeed::fromCode(1)); // idle
    const HostPaths ways(std::move(host));
    EXPECT_NEAR(ways.between("0000:23:00.0", "0000:24:00.0").bandwidth->value, 63.0, 0.1)
        << "an idle GPU's lowered speed is not what it can";
    EXPECT_NEAR(ways.between("0000:23:00.0", "0000:27:00.0").bandwidth->value, 15.75, 0.1);
    const HardwarePath route = ways.route("0000:23:00.0", "0000:27:00.0");
    ASSERT_TRUE(route.narrowest);
    EXPECT_EQ(route.hops[*route.narrowest].lower, ways.tree.at("0000:27:00.0").id);
}

TEST(HardwarePath, IsUnknownInBandwidthWhereALinksRateIs) {
    host::Host host = fiveDistances();
    host::PciFunction &nic = *host.function(samples::address("0000:24:00.0"));
    host::PciFunction &port = *host.function(samples::address("0000:22:01.0"));
    for (host::PciFunction *function : {&nic, &port}) {
        function->currentWidth = {};
        function->currentSpeed = {};
        function->config.reset();
    }
    const HostPaths ways(std::move(host));
    EXPECT_EQ(ways.word("0000:23:00.0", "0000:24:00.0"), "PIX");
    EXPECT_FALSE(ways.between("0000:23:00.0", "0000:24:00.0").bandwidth);
}

TEST(HardwarePath, ListsTheRouteHopByHop) {
    const HostPaths ways(fiveDistances());
    const auto names = [&](const HardwarePath &path) {
        std::string text;
        for (const PathHop &hop : path.hops)
            text += fmt::format("{}>{} ", ways.tree.topology->node(hop.from).name,
                                ways.tree.topology->node(hop.to).name);
        return text;
    };
    const auto kinds = [](const HardwarePath &path) {
        std::vector<Kind> list;
        for (const PathHop &hop : path.hops)
            list.push_back(hop.kind);
        return list;
    };
    using testing::ElementsAre;
    EXPECT_THAT(kinds(ways.route("0000:23:00.0", "0000:24:00.0")), ElementsAre(Kind::Link, Kind::Link));
    EXPECT_THAT(kinds(ways.route("0000:23:00.0", "0000:2a:00.0")),
                ElementsAre(Kind::Link, Kind::Link, Kind::HostBridge, Kind::Link));
    EXPECT_THAT(kinds(ways.route("0000:23:00.0", "0000:41:00.0")),
                ElementsAre(Kind::Link, Kind::Link, Kind::Socket, Kind::Link));
    EXPECT_THAT(kinds(ways.route("0000:61:00.0", "0000:23:00.0")),
                ElementsAre(Kind::Link, Kind::Sockets, Kind::Link, Kind::Link));
    for (const char *to : {"0000:24:00.0", "0000:27:00.0", "0000:2a:00.0", "0000:41:00.0", "0000:61:00.0"}) {
        const HardwarePath path = ways.route("0000:23:00.0", to);
        EXPECT_EQ(path.hops.front().from, ways.tree.at("0000:23:00.0").id) << names(path);
        EXPECT_EQ(path.hops.back().to, ways.tree.at(to).id) << names(path);
    }
}

TEST(HardwarePath, OfAGpuPairIsItsPeerLink) {
    const HostPaths ways(samples::mi355xServer());
    EXPECT_EQ(ways.word("0000:85:00.0", "0000:a6:00.0"), "XGMI");
    EXPECT_EQ(ways.word("0000:05:00.0", "0000:26:00.0"), "NODE") << "none is known for those of the VM";
    EXPECT_EQ(ways.word("0000:05:00.0", "0000:85:00.0"), "SYS");
    const HardwarePath route = ways.route("0000:85:00.0", "0000:a6:00.0");
    ASSERT_EQ(route.hops.size(), 1u);
    EXPECT_EQ(route.hops[0].kind, Kind::Peer);
}

TEST(HardwarePath, OnAVmsFlatBusesIsUnknown) {
    const HostPaths ways(samples::flatVm());
    EXPECT_TRUE(ways.paths.isGuest());
    EXPECT_EQ(ways.word("0002:00:01.0", "0002:00:09.0"), "?");
    EXPECT_EQ(ways.word("0002:00:01.0", "0003:00:09.0"), "?");
    EXPECT_FALSE(ways.between("0002:00:01.0", "0002:00:09.0").why.empty());
    EXPECT_TRUE(ways.route("0002:00:01.0", "0002:00:09.0").hops.empty());
}

/// A server whose firmware names no NUMA node, read by a tool that does not ask what kind of machine it is.
TEST(HardwarePath, BelowAChipsetsRootPortsIsThatOfAServerWithoutNumaNodesToo) {
    const auto server = [](std::uint16_t portVendor) {
        SampleHostBuilder builder("one-node");
        builder.add("0000:00:01.0", shapes::kRootPort);
        builder.add("0000:01:00.0", "0000:00:01.0", shapes::kGpu);
        builder.add("0000:00:02.0", shapes::kRootPort);
        builder.add("0000:02:00.0", "0000:00:02.0", shapes::kFabricNic);
        host::Host host = builder.finish();
        host.virtualization = {};
        for (host::PciFunction &function : host.functions) {
            function.numaNode = fact(-1);
            if (function.address.bus == 0)
                function.vendor = fact(portVendor);
        }
        return host;
    };
    const HostPaths ways(server(0x1022));
    EXPECT_FALSE(ways.paths.isGuest());
    EXPECT_EQ(ways.word("0000:01:00.0", "0000:02:00.0"), "PHB");
    EXPECT_TRUE(HostPaths(server(0x1b36)).paths.isGuest()) << "QEMU emulates these ports";
}

TEST(HardwarePath, OnAVmIsKnownWhereItShowsNumaNodesOrSwitches) {
    host::Host host = samples::flatVm();
    for (host::PciFunction &function : host.functions)
        if (function.address.domain >= 2)
            function.numaNode = fact(function.address.domain == 2 ? 0 : 1);
    const HostPaths flat(std::move(host));
    EXPECT_EQ(flat.word("0002:00:01.0", "0002:00:09.0"), "?") << "one bus tells nothing";
    EXPECT_EQ(flat.word("0002:00:01.0", "0003:00:09.0"), "SYS") << "NUMA nodes are told";
    host::Host guest = fiveDistances();
    guest.virtualization = samples::text("kvm");
    const HostPaths ways(std::move(guest));
    EXPECT_EQ(ways.word("0000:23:00.0", "0000:24:00.0"), "PIX") << "a VM with switches shows them on purpose";
    EXPECT_EQ(ways.word("0000:23:00.0", "0000:2a:00.0"), "?")
        << "a NIC on a root port of its own shows nothing";
}

TEST(HardwarePath, HasNoBandwidthForEmulatedDevices) {
    host::Host host = samples::flatVm();
    for (host::PciFunction &function : host.functions)
        function.numaNode = fact(function.address == samples::address("0000:00:02.0") ? 0 : 1);
    const HostPaths ways(std::move(host));
    const Reach reach = ways.between("0000:00:02.0", "0002:00:01.0"); // a NIC on the root bus, and a GPU
    EXPECT_EQ(reach.word, PathWord::Sys);
    EXPECT_FALSE(reach.bandwidth) << reach.bandwidth->value;
}

TEST(HardwarePath, WithoutNumaNodesIsKnownBelowOneRootComplexOnly) {
    host::Host host = fiveDistances();
    for (host::PciFunction &function : host.functions) {
        function.numaNode = fact(-1);
        function.localCpus = {};
    }
    const HostPaths ways(std::move(host));
    EXPECT_EQ(ways.word("0000:23:00.0", "0000:24:00.0"), "PIX");
    EXPECT_EQ(ways.word("0000:23:00.0", "0000:2a:00.0"), "PHB");
    EXPECT_EQ(ways.word("0000:23:00.0", "0000:41:00.0"), "?");
    EXPECT_THAT(std::string(ways.between("0000:23:00.0", "0000:41:00.0").why), HasSubstr("NUMA"));
}

TEST(HardwarePath, TerminatesForDamagedTrees) {
    for (std::uint32_t seed = 0; seed < 60; ++seed) {
        const HostPaths ways(samples::randomHost(seed, 120));
        const auto gpus = ways.tree.all(NodeKind::Gpu);
        const auto nics = ways.tree.all(NodeKind::Nic);
        for (const Node *gpu : gpus)
            for (const Node *nic : nics) {
                const HardwarePath path = ways.paths.route(gpu->id, nic->id);
                ASSERT_EQ(path.reach.why.empty(), path.reach.word != PathWord::Unknown);
                if (!path.hops.empty()) {
                    ASSERT_EQ(path.hops.front().from, gpu->id);
                    ASSERT_EQ(path.hops.back().to, nic->id);
                    for (std::size_t i = 1; i < path.hops.size(); ++i)
                        if (path.hops[i].kind == Kind::Link && path.hops[i - 1].kind == Kind::Link) {
                            ASSERT_EQ(path.hops[i].from, path.hops[i - 1].to);
                        }
                }
            }
    }
    const HostPaths cycles(samples::cycles());
    EXPECT_FALSE(cycles.tree.topology->nodes().empty());
}

host::DeviceMatrix matrixOf(std::string_view cell) {
    host::DeviceMatrix matrix;
    matrix.tool = "nvidia-smi topo -m";
    matrix.what = "Path";
    matrix.columns = {"GPU0", "NIC0"};
    matrix.rows.resize(2);
    matrix.rows[0].name = "GPU0";
    matrix.rows[0].address = samples::address("0000:23:00.0");
    matrix.rows[0].cells = {"X", std::string(cell)};
    matrix.rows[1].name = "NIC0";
    matrix.rows[1].address = samples::address("0000:24:00.0");
    matrix.rows[1].cells = {std::string(cell), "X"};
    return matrix;
}

TEST(HardwarePath, IsComparedWithToolOutput) {
    host::Host host = fiveDistances();
    host.deviceMatrices = {matrixOf("PIX")};
    const HostPaths same(host);
    EXPECT_EQ(compareTools(*same.tree.topology, same.paths).compared, 2u);
    EXPECT_TRUE(compareTools(*same.tree.topology, same.paths).different.empty());
    host.deviceMatrices = {matrixOf("SYS")};
    const HostPaths other(host);
    const PathComparison comparison = compareTools(*other.tree.topology, other.paths);
    ASSERT_EQ(comparison.different.size(), 2u);
    EXPECT_EQ(comparison.different[0].stated, "SYS");
    EXPECT_EQ(comparison.different[0].computed, "PIX");
    host.deviceMatrices = {matrixOf("garbage")};
    const HostPaths damaged(host);
    EXPECT_EQ(compareTools(*damaged.tree.topology, damaged.paths).compared, 0u);
}

/// Compares the nvidia-smi output of a real server with its lspci output, both as attached to a report.
TEST(HardwarePath, AgreesWithNvidiaSmiOnTheCorpusServer) {
    namespace fs = std::filesystem;
    const fs::path folder = FABRICSCOPE_SOURCE_DIR "/../shared/corpus/captures/host-asus-esc8000a-e12";
    if (!fs::is_directory(folder))
        GTEST_SKIP() << "NO CORPUS: " << folder << " is not there";
    std::vector<fs::path> files;
    for (const char *name : {"lspci-tv.txt", "lspci-vvv-selected.txt", "nvidia-smi.txt",
                             "nvidia-smi-topo-m.txt", "numactl-H.txt", "ibv_devinfo.txt"})
        files.push_back(folder / name);
    auto capture = formats::importFiles(files);
    ASSERT_TRUE(capture) << capture.error().toString();
    const auto topology = build(std::make_shared<host::Host>(formats::readHost(*capture)));
    const PathComparison comparison = compareTools(*topology, HardwarePaths(*topology));
    for (const auto &different : comparison.different)
        ADD_FAILURE() << different.tool << ": " << different.from << " to " << different.to << " is "
                      << different.stated << ", computed " << different.computed;
    EXPECT_GE(comparison.compared, 12u) << "four GPUs among each other, at least";
}

} // namespace
} // namespace fabricscope::topology
