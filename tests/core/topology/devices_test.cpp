// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pci/Names.h"
#include "core/topology/Classes.h"
#include "tests/core/topology/Tree.h"
#include "tests/support/samples/SampleHostBuilder.h"
#include "tests/support/samples/SampleHosts.h"

#include <fmt/format.h>

namespace fabricscope::topology {

namespace {

using samples::fact;
using samples::SampleHostBuilder;
namespace shapes = samples::shapes;

Tree treeOf(host::Host host) {
    return Tree(samples::topologyOf(std::move(host)));
}

struct ClassCase {
    std::uint32_t classCode;
    std::uint16_t vendor;
    NodeKind kind;
};

class DeviceClass : public testing::TestWithParam<ClassCase> {};

TEST_P(DeviceClass, GivesTheKind) {
    host::PciFunction function;
    function.classCode = fact(GetParam().classCode);
    function.vendor = fact(GetParam().vendor);
    EXPECT_EQ(toString(deviceKind(function)), toString(GetParam().kind));
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, DeviceClass,
    testing::Values(
        ClassCase{0x030200, 0x10de, NodeKind::Gpu},   // 3D controller
        ClassCase{0x120000, 0x1002, NodeKind::Gpu},   // Instinct
        ClassCase{0x038000, 0x1234, NodeKind::Gpu},   // bochs-display
        ClassCase{0x030000, 0x8086, NodeKind::Gpu},   // integrated
        ClassCase{0x030000, 0x1a03, NodeKind::Other}, // BMC's VGA
        ClassCase{0x030000, 0x1234, NodeKind::Other}, // QEMU's VGA
        ClassCase{0x120000, 0x10ee, NodeKind::Other}, // FPGA
        ClassCase{0x020000, 0x15b3, NodeKind::Nic}, ClassCase{0x020700, 0x15b3, NodeKind::Nic},
        ClassCase{0x028000, 0x1af4, NodeKind::Nic}, ClassCase{0x0c0600, 0x15b3, NodeKind::Nic},
        ClassCase{0x010802, 0x144d, NodeKind::Nvme}, ClassCase{0x068000, 0x10de, NodeKind::NvSwitch},
        ClassCase{0x068000, 0x8086, NodeKind::Other}, ClassCase{0x060700, 0x104c, NodeKind::Bridge},
        ClassCase{0x010601, 0x8086, NodeKind::Other}, ClassCase{0x060000, 0x1022, NodeKind::Other}),
    [](const auto &each) {
        return fmt::format("Class{:06x}Vendor{:04x}", each.param.classCode, each.param.vendor);
    });

TEST(DeviceKind, OfGraphicsOnServerBoardsIsNoGpu) {
    host::PciFunction function;
    function.classCode = fact(0x030000U);
    function.vendor = fact(std::uint16_t{0x1002});
    function.device = fact(std::uint16_t{0x515e}); // ES1000
    EXPECT_EQ(toString(deviceKind(function)), toString(NodeKind::Other));
    function.device = fact(std::uint16_t{0x6863}); // Vega Frontier, of the same class and maker
    EXPECT_EQ(toString(deviceKind(function)), toString(NodeKind::Gpu));
    function.device = {}; // lspci without -nn
    function.rare.edit().name = fact(std::string("Advanced Micro Devices, Inc. [AMD/ATI] ES1000"));
    EXPECT_EQ(toString(deviceKind(function)), toString(NodeKind::Other));
    function.rare.edit().name = fact(std::string("Advanced Micro Devices, Inc. [AMD/ATI] Vega 10 [MI25]"));
    EXPECT_EQ(toString(deviceKind(function)), toString(NodeKind::Gpu));
}

TEST(DeviceKind, OfAFunctionWithAnRdmaDeviceIsNic) {
    SampleHostBuilder builder("odd-class");
    builder.add("0000:40:01.1", shapes::kRootPort);
    samples::Shape processing = shapes::kConnectX;
    processing.classCode = 0x0b4000;
    builder.add("0000:41:00.0", "0000:40:01.1", processing);
    builder.addNet("0000:41:00.0", "ens1", "02:00:00:00:00:01", "mlx5_0");
    EXPECT_EQ(toString(treeOf(builder.finish()).at("0000:41:00.0").kind), toString(NodeKind::Nic));
}

TEST(Devices, UseTheUsualNumbersAndNames) {
    const Tree tree = treeOf(samples::mi355xServer());
    EXPECT_EQ(tree.at("0000:05:00.0").name, "GPU0");
    EXPECT_EQ(tree.at("0000:e5:00.0").name, "GPU7");
    EXPECT_EQ(tree.at("0000:47:00.0").name, "ionic_2") << "the RDMA device's name before the net device's";
    EXPECT_EQ(tree.at("0000:47:00.1").name, "ionic_2 VF0");
    EXPECT_EQ(treeOf(samples::laptop()).at("0000:03:00.0").name, "wlp3s0");
}

TEST(Devices, AreNumberedInOrderOfDomainAndBus) {
    const Tree tree = treeOf(samples::flatVm());
    EXPECT_EQ(tree.at("0002:00:01.0").name, "GPU0");
    EXPECT_EQ(tree.at("0003:00:01.0").name, "GPU4");
}

TEST(Devices, GetTheirModelFromTheNamesThatAreGiven) {
    const pci::Names names("1002  AMD\n\t75a0  Instinct MI355X\n", {});
    auto host = std::make_shared<const host::Host>(samples::oneGpu());
    EXPECT_EQ(Tree(build(host, &names)).at("0000:41:00.0").model, "Instinct MI355X");
    EXPECT_EQ(Tree(build(host, &names)).at("0000:40:01.1").model, "1022:14ab") << "not in these names";
    EXPECT_EQ(Tree(build(host)).at("0000:41:00.0").model, "1002:75a0");
}

TEST(VirtualFunctions, AreSiblingsOfTheirPhysicalFunctionAndNameIt) {
    const Tree tree = treeOf(samples::mi355xServer());
    const Node &virtualOne = tree.at("0000:06:00.1");
    EXPECT_EQ(virtualOne.physfn, Address::parse("0000:06:00.0"));
    EXPECT_EQ(virtualOne.parent, tree.at("0000:06:00.0").parent);
    EXPECT_EQ(tree.at("0000:06:00.0").virtfns, std::vector{*Address::parse("0000:06:00.1")});
    EXPECT_FALSE(virtualOne.link) << "it shares its PF's";
}

TEST(VirtualFunctions, OfAGpuAreNotNumberedAsGpus) {
    SampleHostBuilder builder("mxgpu");
    builder.add("0000:40:01.1", shapes::kRootPort);
    builder.add("0000:41:00.0", "0000:40:01.1", shapes::kGpu);
    builder.addVirtual("0000:41:02.0", "0000:41:00.0", shapes::kGpu);
    builder.add("0000:50:01.1", shapes::kRootPort);
    builder.add("0000:51:00.0", "0000:50:01.1", shapes::kGpu);
    const Tree tree = treeOf(builder.finish());
    EXPECT_EQ(tree.at("0000:41:02.0").name, "GPU0 VF0");
    EXPECT_EQ(tree.at("0000:51:00.0").name, "GPU1");
}

TEST(Partitions, HangBelowTheirGpu) {
    const Tree tree = treeOf(samples::partitionedGpu());
    const Node &gpu = tree.at("0000:41:00.0");
    ASSERT_EQ(gpu.children.size(), 8U);
    const Node &last = tree.topology->node(gpu.children.back());
    EXPECT_EQ(last.kind, NodeKind::Partition);
    EXPECT_EQ(last.partition, 7U);
    EXPECT_EQ(last.name, "GPU0/7");
    EXPECT_FALSE(last.bdf);
    EXPECT_TRUE(treeOf(samples::oneGpu()).at("0000:41:00.0").children.empty());
}

/// MI300A in CPX as hwloc writes it: six ROCm devices below each function, and no render node.
TEST(Partitions, AreTheRocmDevicesOfAFunction) {
    host::Host host = samples::oneGpu();
    host.gpus.clear();
    const auto gpu = pci::Address::parse("0000:41:00.0");
    host.gpus.emplace_back().address = *gpu;
    for (const char *name : {"rsmi0", "rsmi1", "rsmi2", "opencl0d0", "opencl1d0", "rsmix"})
        host.osDevices.push_back({name, host::OsDevice::Kind::Gpu, gpu, {}});
    EXPECT_EQ(treeOf(host).at("0000:41:00.0").children.size(), 3U);
    host.osDevices.erase(host.osDevices.begin(), host.osDevices.begin() + 2);
    EXPECT_TRUE(treeOf(host).at("0000:41:00.0").children.empty()) << "one device: not partitioned";
}

TEST(Owner, IsTheVmThatNamesTheDevice) {
    const Tree tree = treeOf(samples::mi355xServer());
    EXPECT_EQ(tree.at("0000:05:00.0").owner, "vm-03a");
    EXPECT_EQ(tree.at("0000:06:00.1").owner, "vm-03a");
    EXPECT_EQ(tree.at("0000:65:00.0").owner, "vfio-pci") << "bound, but no VM is known";
    EXPECT_FALSE(tree.at("0000:06:00.0").owner);
    EXPECT_FALSE(tree.at("0000:85:00.0").owner);
}

TEST(Owner, WithoutANameIsTheVmmAndItsProcess) {
    host::Host host = samples::oneGpu();
    host.vms.push_back({4711, "qemu", "", "", {*Address::parse("0000:41:00.0")}, {}});
    EXPECT_EQ(treeOf(host).at("0000:41:00.0").owner, "qemu 4711");
    host.vms.push_back({4712, "qemu", "second", "", {*Address::parse("0000:41:00.0")}, {}});
    EXPECT_TRUE(Tree::hasFinding(treeOf(host).at("0000:41:00.0"), "owner.several"));
}

TEST(Owner, KnowsTheVariantDriversOfVfio) {
    EXPECT_TRUE(isVfioDriver("vfio-pci"));
    EXPECT_TRUE(isVfioDriver("mlx5_vfio_pci"));
    EXPECT_FALSE(isVfioDriver("mlx5_core"));
}

TEST(IommuGroup, ComesFromTheFunction) {
    host::Host host = samples::oneGpu();
    EXPECT_EQ(treeOf(host).at("0000:41:00.0").iommuGroup, IommuGroup{2});
    host.function(*Address::parse("0000:41:00.0"))->iommuGroup = {};
    EXPECT_FALSE(treeOf(host).at("0000:41:00.0").iommuGroup);
}

TEST(DeadDevices, RetainTheirKindAndReportAnError) {
    const Tree tree = treeOf(samples::deadGpu());
    const Node &gpu = tree.at("0000:41:00.0");
    EXPECT_EQ(gpu.kind, NodeKind::Gpu) << "the kernel remembers class and ids";
    EXPECT_TRUE(gpu.dead);
    ASSERT_TRUE(Tree::hasFinding(gpu, "device.dead"));
    EXPECT_EQ(gpu.findings.front().severity, Severity::Error);
    EXPECT_FALSE(treeOf(samples::oneGpu()).at("0000:41:00.0").dead);
}

TEST(DeadDevices, AreKnownByTheirHeaderTypeToo) {
    host::Host host = samples::oneGpu();
    host.function(*Address::parse("0000:41:00.0"))->config->headerType = 0x7F;
    EXPECT_TRUE(treeOf(host).at("0000:41:00.0").dead);
}

TEST(PeerLinks, JoinGpusOnceAPair) {
    const Tree tree = treeOf(samples::mi355xServer());
    EXPECT_EQ(tree.topology->peerLinks().size(), 6U) << "four GPUs, all to all";
    const PeerLink &link = tree.topology->peerLinks().front();
    EXPECT_EQ(link.from, tree.at("0000:85:00.0").id);
    EXPECT_EQ(link.to, tree.at("0000:a6:00.0").id);
    EXPECT_EQ(link.kind, host::GpuLink::Kind::Xgmi);
}

TEST(PeerLinks, ToAnUnknownGpuAreReported) {
    host::Host host = samples::oneGpu();
    const Address gpu = *Address::parse("0000:41:00.0");
    host.gpuLinks.push_back({host::GpuLink::Kind::NvLink, gpu, *Address::parse("0000:99:00.0"), 18, {}, {}});
    host.gpuLinks.push_back({host::GpuLink::Kind::NvLink, gpu, gpu, 18, {}, {}});
    const Tree tree = treeOf(host);
    EXPECT_TRUE(tree.topology->peerLinks().empty());
    EXPECT_TRUE(Tree::hasFinding(tree.topology->node(0), "peer.unknown"));
}

TEST(FrontEndNics, AreNicsWithoutANearbyGpu) {
    const Tree server = treeOf(samples::mi355xServer());
    EXPECT_TRUE(server.at("0000:10:00.0").frontEnd);
    EXPECT_TRUE(server.at("0000:10:00.2").frontEnd);
    EXPECT_FALSE(server.at("0000:06:00.0").frontEnd);
    EXPECT_FALSE(server.at("0000:06:00.1").frontEnd);
}

TEST(FrontEndNics, OnFlatBusesAreThoseWithoutRdma) {
    const Tree vm = treeOf(samples::flatVm());
    EXPECT_TRUE(vm.at("0000:00:02.0").frontEnd);
    EXPECT_FALSE(vm.at("0002:00:09.0").frontEnd);
}

TEST(FrontEndNics, AreNotClassifiedOnAHostWithoutGpus) {
    SampleHostBuilder builder("storage");
    builder.add("0000:40:01.1", shapes::kRootPort);
    builder.add("0000:41:00.0", "0000:40:01.1", shapes::kConnectX);
    EXPECT_FALSE(treeOf(builder.finish()).at("0000:41:00.0").frontEnd);
}

/// A GPU and other devices, each below a root port of its own.
struct Workstation {
    SampleHostBuilder builder{"workstation"};
    int devices = 0;

    Workstation() { add(shapes::kGpu); }
    std::string add(const samples::Shape &shape) {
        const std::string port = fmt::format("0000:00:{:02x}.0", ++devices);
        const std::string bdf = fmt::format("0000:{:02x}:00.0", 0x40 + devices);
        builder.add(port, shapes::kRootPort);
        builder.add(bdf, port, shape);
        return bdf;
    }
};

TEST(FrontEndNics, AreWiFiAndSlowEthernet) {
    Workstation host;
    const std::string wifi = host.add({0x028000, 0x8086, 0x24fb, "iwlwifi"});
    const std::string byDriver = host.add({0x020000, 0x1969, 0x0001, "igb"});
    const std::string byModel = host.add({0x020000, 0x14e4, 0x165f});
    const std::string byRate = host.add({0x020000, 0x1d6a, 0x07b1});
    const std::string fast = host.add({0x020000, 0x8086, 0x1593, "ice"});
    const std::string fabric = host.add(shapes::kConnectX);
    host.builder.addNet(byRate, "enp5s0", "02:00:00:00:00:01");
    host.builder.host.netInterfaces.back().speedMbits = fact(std::int64_t{1000});
    const Tree tree = treeOf(host.builder.finish());
    for (const std::string &bdf : {wifi, byDriver, byModel, byRate})
        EXPECT_TRUE(tree.at(bdf).frontEnd) << bdf;
    for (const std::string &bdf : {fast, fabric})
        EXPECT_FALSE(tree.at(bdf).frontEnd) << bdf;
}

TEST(FrontEndNics, AreChipsWithoutRdmaIfThereAreOthers) {
    Workstation alone;
    const std::string only = alone.add({0x020000, 0x8086, 0x1563, "ixgbe"});
    EXPECT_FALSE(treeOf(alone.builder.finish()).at(only).frontEnd);

    Workstation host;
    const std::string byId = host.add({0x020000, 0x8086, 0x1572, "i40e"});
    const std::string byName = host.add({0x020000, 0x8086, 0});
    const std::string fabric = host.add(shapes::kConnectX);
    host::Host built = host.builder.finish();
    built.function(*pci::Address::parse(byName))->rare.edit().name =
        samples::text("Ethernet Controller X710 for 10GBASE-T");
    const Tree tree = treeOf(built);
    EXPECT_TRUE(tree.at(byId).frontEnd);
    EXPECT_TRUE(tree.at(byName).frontEnd);
    EXPECT_FALSE(tree.at(fabric).frontEnd);
}

TEST(FrontEndNics, AreNotInferredFromChipsThatAHypervisorEmulates) {
    Workstation vm;
    const std::string nic = vm.add({0x020000, 0x8086, 0x10d3, "e1000e"});
    vm.builder.host.virtualization = samples::text("kvm");
    EXPECT_FALSE(treeOf(vm.builder.finish()).at(nic).frontEnd);
}

TEST(FrontEndNics, BelowTheSwitchOfAGpuAreOfItsFabric) {
    SampleHostBuilder builder("standins"); // servers of tests have such NICs
    builder.add("0000:40:01.1", shapes::kRootPort);
    builder.add("0000:41:00.0", "0000:40:01.1", shapes::kUpstream);
    for (const char *port : {"0000:42:00.0", "0000:42:01.0"})
        builder.add(port, "0000:41:00.0", shapes::kDownstream);
    builder.add("0000:43:00.0", "0000:42:00.0", shapes::kGpu);
    builder.add("0000:44:00.0", "0000:42:01.0", {0x020000, 0x8086, 0x10d3, "e1000e"});
    EXPECT_FALSE(treeOf(builder.finish()).at("0000:44:00.0").frontEnd);
}

TEST(FrontEndNics, OfFabricModelsThatCameUpSlowlyAreStillOfTheFabric) {
    Workstation host;
    const std::string nic = host.add(shapes::kConnectX);
    host.builder.addNet(nic, "ens1", "02:00:00:00:00:01", "mlx5_0");
    host.builder.host.netInterfaces.back().speedMbits = fact(std::int64_t{1000});
    EXPECT_FALSE(treeOf(host.builder.finish()).at(nic).frontEnd);
}

TEST(FrontEndNics, AreNotInferredFromRdmaDevicesWithoutAPlace) {
    Workstation host;
    const std::string nic = host.add(shapes::kConnectX);
    const std::string other = host.add(shapes::kConnectX);
    host.builder.addNet(other, "ens2", "02:00:00:00:00:02", "mlx5_1");
    EXPECT_TRUE(treeOf(host.builder.finish()).at(nic).frontEnd) << "the only NIC without an RDMA device";
    Workstation unplaced;
    const std::string same = unplaced.add(shapes::kConnectX);
    unplaced.add(shapes::kConnectX);
    unplaced.builder.addNet(other, "ens2", "02:00:00:00:00:02", "mlx5_1");
    unplaced.builder.host.rdmaDevices.emplace_back().name = "mlx5_0"; // as ibv_devinfo lists it
    EXPECT_FALSE(treeOf(unplaced.builder.finish()).at(same).frontEnd);
}

/// As lstopo's text names devices: "PCI 45:00.0 (VGA)".
TEST(UnnamedVga, IsAConsoleWhereOtherGpusHaveNoDisplay) {
    const auto hostWith = [](std::initializer_list<std::uint32_t> classes) {
        host::Host host;
        for (const std::uint32_t code : classes) {
            host::PciFunction &made = host.functions.emplace_back();
            made.address = samples::address("0000:0" + std::to_string(host.functions.size()) + ":00.0");
            made.classCode = samples::fact(code);
        }
        return host;
    };
    EXPECT_EQ(treeOf(hostWith({0x030000, 0x030200})).all(NodeKind::Gpu).size(), 1U);
    EXPECT_EQ(treeOf(hostWith({0x030000, 0x030000})).all(NodeKind::Gpu).size(), 2U) << "nothing tells";
    host::Host named = hostWith({0x030000, 0x030200});
    named.functions[0].vendor = samples::fact(std::uint16_t{0x10de});
    EXPECT_EQ(treeOf(std::move(named)).all(NodeKind::Gpu).size(), 2U);
    host::Host listed = hostWith({0x030000, 0x030200});
    listed.gpus.emplace_back().address = listed.functions[0].address;
    EXPECT_EQ(treeOf(std::move(listed)).all(NodeKind::Gpu).size(), 2U) << "a GPU tool lists it";
}

} // namespace

} // namespace fabricscope::topology
