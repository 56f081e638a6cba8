// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/DecideFor.h"
#include "core/nccl/machine/GpuModels.h"
#include "core/nccl/machine/Machine.h"
#include "core/nccl/machine/PluginNets.h"
#include "tests/core/nccl/FlatVm.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

using namespace fabricscope;
using namespace fabricscope::nccl;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

namespace {

std::vector<std::string> names(const PluginNets &nets) {
    std::vector<std::string> list;
    for (const PluginNet &net : nets.nets)
        list.push_back(net.name);
    return list;
}

Environment environmentWith(const std::string &name, const std::string &value) {
    Environment environment;
    environment.set(name, value);
    return environment;
}

const Version &kNccl = *assumedVersion(Flavor::Nccl);
const Version &kRccl = *assumedVersion(Flavor::Rccl);

/// A GPU and a NIC on root buses of one node, as facts.
std::shared_ptr<host::Host> smallHost() {
    auto host = std::make_shared<host::Host>();
    const auto add = [&](const char *address, std::uint16_t vendor, std::uint16_t device,
                         std::uint32_t code) {
        host::PciFunction function;
        function.address = *host::Address::parse(address);
        function.vendor = {vendor, {}};
        function.device = {device, {}};
        function.classCode = {code, {}};
        function.numaNode = {0, {}};
        function.maxSpeed = {*pci::LinkSpeed::fromCode(5), {}};
        function.maxWidth = {std::uint8_t{16}, {}};
        host->functions.push_back(function);
    };
    add("0000:01:00.0", 0x10de, 0x2330, 0x030200);
    add("0000:02:00.0", 0x15b3, 0x1021, 0x020700);
    host::RdmaDevice rdma;
    rdma.name = "mlx5_0";
    rdma.device = host->functions[1].address;
    rdma.sysImageGuid = {std::string("9c63:c003:0001:0002"), {}};
    rdma.ports.resize(1);
    rdma.ports[0].rate = {GigabitsPerSecond{400}, {}};
    rdma.ports[0].state = {std::string("ACTIVE"), {}};
    host->rdmaDevices.push_back(rdma);
    host->modules["nvidia"];
    return host;
}

} // namespace

TEST(Machine, FindsFoldersAsTheLibraryBuildsTheirPaths) {
    const Machine machine = test::FlatVm{}.machine();
    EXPECT_TRUE(machine.find("0002:00:0A.0"));          // converted to lower case
    EXPECT_TRUE(machine.find("0002:00:0a.0-and-more")); // only 12 characters are compared
    EXPECT_FALSE(machine.find("00000002:00:0a.0"));
    EXPECT_FALSE(machine.find("0002:00"));
    EXPECT_FALSE(machine.findFolder("0002:00:0A.0"));
}

/// As `lspci -vvv` prints it: LnkCap and LnkSta, and no file of sysfs.
TEST(Machine, TakesLinksFromRegistersWhereSysfsWasNotRead) {
    const auto host = smallHost();
    host::PciFunction &gpu = host->functions[0];
    gpu.maxSpeed = {};
    gpu.maxWidth = {};
    pci::ConfigSpace config;
    config.express = pci::Express{};
    config.express->maxSpeed = pci::LinkSpeed::fromCode(4);
    config.express->currentSpeed = pci::LinkSpeed::fromCode(3);
    config.express->maxWidth = std::uint8_t{8};
    gpu.config = std::move(config);
    const Machine machine = machineOf(*host, *topology::build(host));
    EXPECT_EQ(machine.functions[0].maxLinkSpeed, "16.0 GT/s PCIe");
    EXPECT_EQ(machine.functions[0].currentLinkSpeed, "8.0 GT/s PCIe");
    EXPECT_EQ(machine.functions[0].maxLinkWidth, "8");
}

TEST(Machine, WritesCpuMapsInGroupsHighestFirst) {
    EXPECT_EQ(cpuMapOf("0-3,8", 16), "0000010f");
    EXPECT_EQ(cpuMapOf("0-31,64-95", 96), "ffffffff,00000000,ffffffff");
    EXPECT_EQ(cpuMapOf("33", 1), "00000002,00000000");
    EXPECT_EQ(cpuMapOf("", 64), "00000000,00000000");
    EXPECT_FALSE(cpuMapOf("3-1", 8));
    EXPECT_FALSE(cpuMapOf("99999999", 8));
    EXPECT_FALSE(cpuMapOf("all", 8));
}

TEST(Machine, CountsCpuFamiliesAsTheLibraryDoes) {
    EXPECT_EQ(libraryCpuFamily(6), 6);
    EXPECT_EQ(libraryCpuFamily(0x17), 143);
    EXPECT_EQ(libraryCpuFamily(0x19), 175);
    EXPECT_EQ(libraryCpuFamily(0x1A), 191);
}

TEST(Machine, KnowsModelsByTheirIds) {
    EXPECT_EQ(gpuModel(0x10de, 0x2330)->sm, 90);
    EXPECT_EQ(gpuModel(0x10de, 0x20b2)->sm, 80);
    EXPECT_EQ(gpuModel(0x1002, 0x74a1)->gcn, "gfx942");
    EXPECT_EQ(gpuModel(0x1002, 0x75a0)->gcn, "gfx950");
    EXPECT_EQ(gpuModel(0x8086, 0x2330), nullptr);
}

TEST(Machine, IsBuiltFromTheFacts) {
    const auto host = smallHost();
    host->cpuVendor = {std::string("AuthenticAMD"), {}};
    host->cpuFamily = {25, {}};
    host->cpuModelNumber = {17, {}};
    host->kernel = {std::string("5.4.0-100-generic"), {}};
    const Machine machine = machineOf(*host, *topology::build(host));
    ASSERT_EQ(machine.gpus.size(), 1U);
    EXPECT_EQ(machine.gpus[0].sm, 90);
    EXPECT_EQ(machine.cpuFamily, 175);
    EXPECT_EQ(machine.nets[0].speedMbits, 400000);
    EXPECT_EQ(machine.nets[0].guid, 0x9c63c00300010002U);
    EXPECT_EQ(machine.functions[0].maxLinkSpeed, "32.0 GT/s PCIe");
    EXPECT_EQ(machine.peerMemory.has, false); // the modules are known, and nvidia_peermem is not loaded
    EXPECT_EQ(machine.dmaBuf.has, false);     // the kernel is too old
    EXPECT_THAT(machine.gaps, IsEmpty());
}

TEST(Machine, AssumesMissingFactsAndReportsTheGaps) {
    const auto host = smallHost();
    for (host::PciFunction &function : host->functions) {
        function.numaNode = {};
        function.maxSpeed = {};
    }
    host->rdmaDevices[0].ports[0].rate = {};
    const Machine machine = machineOf(*host, *topology::build(host));
    EXPECT_THAT(machine.gaps,
                ElementsAre(HasSubstr("no NUMA node"), HasSubstr("no PCIe link"),
                            HasSubstr("the rate of mlx5_0"), HasSubstr("CPU family and model")));
}

host::DeviceMatrix matrixOf(const char *what, const char *cell, int gpus) {
    host::DeviceMatrix matrix;
    matrix.tool = "rocm-smi --showtopo";
    matrix.what = what;
    for (int row = 0; row < gpus; ++row) {
        matrix.columns.push_back(fmt::format("GPU{}", row));
        host::DeviceMatrix::Row &made = matrix.rows.emplace_back();
        made.name = matrix.columns.back();
        for (int column = 0; column < gpus; ++column)
            made.cells.emplace_back(row == column ? "0" : cell);
    }
    return matrix;
}

TEST(Machine, AMeshOfAllGpusNeedsNoAddresses) {
    const auto host = smallHost();
    host->functions[0].vendor = {0x1002, {}};
    for (const char *address : {"0000:03:00.0", "0000:04:00.0"}) {
        host->functions.push_back(host->functions[0]);
        host->functions.back().address = *host::Address::parse(address);
    }
    const auto links = [&] {
        std::size_t count = 0;
        for (const MachineGpu &gpu : machineOf(*host, *topology::build(host)).gpus)
            count += gpu.links.size();
        return count;
    };
    ASSERT_EQ(machineOf(*host, *topology::build(host)).gpus.size(), 3U);
    EXPECT_EQ(links(), 0U);
    host->deviceMatrices = {matrixOf("Hops", "1", 3), matrixOf("Link type", "XGMI", 3)};
    EXPECT_EQ(links(), 6U);
    EXPECT_THAT(machineOf(*host, *topology::build(host)).gaps, Not(Contains(HasSubstr("no direct links"))));
    host->deviceMatrices[1].rows[0].cells[2] = "PCIE";
    EXPECT_EQ(links(), 0U) << "which of the GPUs that is depends on their numbers";
    host->deviceMatrices = {matrixOf("Hops", "2", 3), matrixOf("Link type", "XGMI", 3)};
    EXPECT_EQ(links(), 0U);
    host->deviceMatrices = {matrixOf("Hops", "1", 2), matrixOf("Link type", "XGMI", 2)};
    EXPECT_EQ(links(), 0U) << "another number of GPUs";
}

TEST(Machine, AssumesNeitherCapabilityNorCpuOfAnUnknownAmdGpu) {
    const auto host = smallHost();
    host->functions[0].vendor = {0x1002, {}};
    host->functions[0].device = {};
    host->functions.push_back(host->functions[0]);
    host->functions.back().address = *host::Address::parse("0000:03:00.0");
    const auto gaps = [&] {
        return machineOf(*host, *topology::build(host)).gaps;
    };
    EXPECT_THAT(gaps(), Contains("the model of GPU 0000:03:00.0 is unknown"));
    EXPECT_THAT(gaps(), Not(Contains(HasSubstr("capability"))));
    EXPECT_THAT(gaps(), Not(Contains(HasSubstr("GenuineIntel"))));
    EXPECT_THAT(gaps(), Contains("vendor, family and model of the CPU are unknown"));
    EXPECT_EQ(machineOf(*host, *topology::build(host)).cpuVendor, "");
    EXPECT_THAT(gaps(), Contains(HasSubstr("no direct links")));
    // Which GPUs are linked is not known; that there are links is.
    host->deviceMatrices = {matrixOf("Hops", "2", 2), matrixOf("Link type", "XGMI", 2)};
    EXPECT_THAT(gaps(), Not(Contains(HasSubstr("no direct links"))));
    EXPECT_THAT(gaps(),
                Contains("rocm-smi --showtopo states direct links between GPUs, but not which GPU has "
                         "which address: they are left out"));
    host->deviceMatrices.clear();
    host->cpuModel = {std::string("Intel(R) Xeon(R) 6980P"), {}};
    EXPECT_THAT(gaps(), Contains(HasSubstr("assumed GenuineIntel")));
}

TEST(Machine, MoreNvlinksThanAGpuHasLeadToSwitches) {
    const auto host = smallHost();
    host->functions.push_back(host->functions[0]);
    host->functions.back().address = *host::Address::parse("0000:03:00.0");
    host->functions.push_back(host->functions[0]);
    host->functions.back().address = *host::Address::parse("0000:04:00.0");
    for (const auto &[from, to] : {std::pair(0, 2), std::pair(0, 3), std::pair(2, 3)})
        host->gpuLinks.push_back({host::GpuLink::Kind::NvLink,
                                  host->functions[static_cast<std::size_t>(from)].address,
                                  host->functions[static_cast<std::size_t>(to)].address,
                                  18,
                                  {},
                                  {}});
    Machine machine = machineOf(*host, *topology::build(host));
    ASSERT_EQ(machine.gpus[0].links.size(), 1U);
    EXPECT_EQ(machine.gpus[0].links[0].target, kUnseenSwitch);
    EXPECT_EQ(machine.gpus[0].links[0].count, 18);
    for (host::GpuLink &link : host->gpuLinks)
        link.count = 4;
    machine = machineOf(*host, *topology::build(host));
    EXPECT_EQ(machine.gpus[0].links.size(), 2U);
    EXPECT_EQ(machine.gpus[0].links[1].target, "0000:04:00.0");
}

TEST(PluginNets, PortsThatAreDownOrLeftOutAreNoNics) {
    Machine machine = test::FlatVm{}.machine();
    machine.nets[1].usable = false;
    EXPECT_THAT(names(pluginNets(machine, {}, kNccl)), ElementsAre("mlx5_0", "mlx5_2", "mlx5_3"));
    EXPECT_THAT(names(pluginNets(machine, environmentWith("NCCL_IB_HCA", "^mlx5_0"), kNccl)),
                ElementsAre("mlx5_2", "mlx5_3"));
    EXPECT_THAT(names(pluginNets(machine, environmentWith("NCCL_IB_HCA", "=mlx5_3:1,mlx5_2:2"), kNccl)),
                ElementsAre("mlx5_3"));
    EXPECT_THAT(pluginNets(machine, {}, kNccl).skipped,
                ElementsAre(HasSubstr("mlx5_1 port 1: the port is not active")));
}

TEST(PluginNets, NewerVersionsCountByPciAddressOthersAsTheKernelDoes) {
    Machine machine = test::FlatVm{}.machine();
    std::swap(machine.nets[0], machine.nets[3]);
    EXPECT_THAT(names(pluginNets(machine, {}, kNccl)), ElementsAre("mlx5_0", "mlx5_1", "mlx5_2", "mlx5_3"));
    EXPECT_THAT(names(pluginNets(machine, {}, kRccl)), ElementsAre("mlx5_3", "mlx5_1", "mlx5_2", "mlx5_0"));
}

TEST(PluginNets, WithoutRdmaTheSocketsAreTheNics) {
    Machine machine = test::FlatVm{}.machine();
    MachineNet net;
    net.kind = MachineNet::Kind::Socket;
    net.name = "eth0";
    machine.nets.push_back(net);
    machine.socketAddresses.push_back({"eth0", "10.0.0.5/24", *IpAddress::parse("10.0.0.5/24"), true});
    const PluginNets nets = pluginNets(machine, environmentWith("NCCL_IB_DISABLE", "1"), kNccl);
    EXPECT_TRUE(nets.sockets);
    EXPECT_TRUE(pluginNets(machine, environmentWith("NCCL_NET", "socket"), kNccl).sockets);
    EXPECT_FALSE(pluginNets(machine, environmentWith("NCCL_NET", "IB"), kNccl).sockets);
    ASSERT_EQ(nets.nets.size(), 1U);
    EXPECT_EQ(nets.nets[0].name, "eth0");
    EXPECT_FALSE(nets.nets[0].gdr);
    EXPECT_FALSE(nets.nets[0].isPci);
    EXPECT_EQ(nets.nets[0].speedMbits, 10000);
}

TEST(PluginNets, GdrIsByPeerMemoryOrDmaBufAsTheVersionUsesThem) {
    Machine machine = test::FlatVm{}.machine();
    const auto gdr = [&](const Environment &environment, const Version &version) {
        return pluginNets(machine, environment, version).nets[0].gdr;
    };
    machine.peerMemory = {false, "none"};
    machine.dmaBuf = {std::nullopt, "not known"};
    EXPECT_TRUE(gdr({}, kNccl));
    EXPECT_FALSE(gdr(environmentWith("NCCL_DMABUF_ENABLE", "0"), kNccl));
    EXPECT_FALSE(gdr({}, kRccl));
    EXPECT_TRUE(gdr(environmentWith("NCCL_DMABUF_ENABLE", "1"), kRccl));
    EXPECT_TRUE(gdr(environmentWith("RCCL_FORCE_ENABLE_GDRDMA", "1"), kRccl));
    machine.dmaBuf = {false, "too old"};
    EXPECT_FALSE(gdr({}, kNccl));
    machine.peerMemory = {true, "loaded"};
    EXPECT_TRUE(gdr({}, kRccl));
}

TEST(DecideFor, TheEnvironmentComesBeforeTheUsersFileAndThatBeforeTheSystems) {
    host::Host host;
    const auto add = [&](const char *source, const char *name, const char *value) {
        host.ncclSettings.push_back({source, name, {std::string(value), {}}});
    };
    add("/etc/nccl.conf", "NCCL_TOPO_FILE", "system");
    add("/etc/nccl.conf", "NCCL_DEBUG", "system");
    add("/etc/nccl.conf", "NCCL_IB_HCA", "system");
    add("/home/me/.nccl.conf", "NCCL_TOPO_FILE", "user");
    add("/home/me/.nccl.conf", "NCCL_DEBUG", "user");
    add("env", "NCCL_TOPO_FILE", "run");
    const Environment environment = environmentOf(host);
    EXPECT_EQ(environment.all().at("NCCL_TOPO_FILE"), "run");
    EXPECT_EQ(environment.all().at("NCCL_DEBUG"), "user");
    EXPECT_EQ(environment.all().at("NCCL_IB_HCA"), "system");
}

TEST(DecideFor, ABrokenFileIsTheRunsError) {
    const auto host = smallHost();
    host->ncclFiles.push_back({"/etc/topo.xml", {}});
    host->ncclSettings.push_back({"env", "NCCL_TOPO_FILE", {std::string("/etc/topo.xml"), {}}});
    const auto topology = topology::build(host);
    const HostDecisions broken = decideFor(*host, *topology, {}, [](const host::NcclFile &) {
        return std::optional<std::string>("<system version=\"1\">\n\t<cpu/>\n</system>\n");
    });
    ASSERT_TRUE(broken.decisions.error);
    EXPECT_EQ(broken.decisions.error->line, 2U);
    const HostDecisions none =
        decideFor(*host, *topology, {}, [](const host::NcclFile &) { return std::optional<std::string>(); });
    EXPECT_FALSE(none.decisions.error) << none.decisions.error->toString();
    EXPECT_EQ(none.decisions.gpus.size(), 1U);
    EXPECT_EQ(none.decisions.nics.size(), 1U);
}
