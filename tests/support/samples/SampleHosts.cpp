// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/samples/SampleHosts.h"

#include "tests/support/samples/SampleHostBuilder.h"

#include <fmt/format.h>

#include <array>

namespace fabricscope::samples {

namespace {

using namespace shapes;

struct Column {
    unsigned root, gpu, nic, nvme; ///< bus numbers; the upstream port is on root + 1
};
/// Two sockets with four columns each.
constexpr std::array<Column, 8> kColumns = {{{0x00, 0x05, 0x06, 0x09},
                                             {0x20, 0x26, 0x27, 0x2a},
                                             {0x40, 0x46, 0x47, 0x4a},
                                             {0x60, 0x65, 0x66, 0x69},
                                             {0x80, 0x85, 0x86, 0x89},
                                             {0xa0, 0xa6, 0xa7, 0xaa},
                                             {0xc0, 0xc6, 0xc7, 0xca},
                                             {0xe0, 0xe5, 0xe6, 0xe9}}};
constexpr unsigned kColumnsOfNode = 4;
constexpr unsigned kNarrowGpu = 5, kIdleGpu = 6, kGpusOfVm = 3;

std::string bdf(unsigned bus, unsigned device = 0, unsigned function = 0) {
    return fmt::format("0000:{:02x}:{:02x}.{}", bus, device, function);
}

void addColumn(SampleHostBuilder &builder, unsigned index) {
    const Column &column = kColumns[index];
    const bool passed = index < kColumnsOfNode; // passed through to VMs
    const std::string port = bdf(column.root, 1, 1), up = bdf(column.root + 1);
    const unsigned inner = column.root + 2;
    builder.add(bdf(column.root), kHostBridge).config->express.reset();
    builder.add(bdf(column.root, 0, 2), kIommu).config->express.reset();
    builder.add(port, kRootPort);
    builder.add(up, port, kUpstream);
    for (unsigned device = 0; device < 3; ++device) {
        auto &down = builder.add(bdf(inner, device), up, kDownstream);
        down.config->acs = pci::Acs{0x5F, 0x5D};
        if (device == 2)
            down.currentWidth = down.maxWidth = fact(std::uint8_t{4});
    }
    auto &gpu = builder.add(bdf(column.gpu), bdf(inner, 0), kGpu.withDriver(passed ? "vfio-pci" : "amdgpu"));
    gpu.config->ats = pci::Ats{true, 0};
    gpu.resetMethod = text("bus");
    if (index == kNarrowGpu)
        gpu.currentWidth = fact(std::uint8_t{8});
    if (index == kIdleGpu)
        gpu.currentSpeed = fact(*pci::LinkSpeed::fromCode(1));
    builder.add(bdf(column.nic), bdf(inner, 1), kFabricNic).config->sriov =
        pci::SrIov{true, 16, 16, 1, 1, 1, 0x1004};
    Shape nicVf = kFabricNic.withDriver(passed ? "vfio-pci" : "ionic");
    nicVf.device = 0x1004;
    builder.addVirtual(bdf(column.nic, 0, 1), bdf(column.nic), nicVf);
    builder.add(bdf(column.nvme), bdf(inner, 2), kNvme.withDriver(passed ? "vfio-pci" : "nvme"));
    builder.host.nvmeModels[bdf(column.nvme)] = text("SAMSUNG MZWLO3T8HCLS-00A07");
    builder.addNet(bdf(column.nic), fmt::format("ens{}np0", 11 + 10 * index),
                   fmt::format("04:90:81:00:{:02x}:00", column.nic), fmt::format("ionic_{}", index));
}

void addOnboard(SampleHostBuilder &builder) {
    builder.add("0000:00:03.1", kRootPort).maxWidth = fact(std::uint8_t{16});
    builder.add("0000:10:00.0", "0000:00:03.1", kConnectX).rare.edit().slotLabel = text("OCP 1");
    Shape nicVf = kConnectX.withDriver("vfio-pci");
    nicVf.device = 0x101e;
    builder.addVirtual("0000:10:00.2", "0000:10:00.0", nicVf);
    builder.addNet("0000:10:00.0", "ens50f0", "b8:3f:d2:10:00:00", "mlx5_0");
    auto &port = builder.add("0000:00:05.2", kRootPort);
    port.currentSpeed = fact(*pci::LinkSpeed::fromCode(1));
    port.currentWidth = fact(std::uint8_t{1});
    builder.add("0000:11:00.0", "0000:00:05.2", kPciBridge);
    builder.add("0000:12:00.0", "0000:11:00.0", kBmcVga).config->express.reset();
}

void addVm(SampleHostBuilder &builder) {
    host::VmProcess vm;
    vm.pid = 48211;
    vm.vmm = "cloud-hypervisor";
    vm.name = "vm-03a";
    for (unsigned index = 0; index < kGpusOfVm; ++index) {
        vm.devices.push_back(address(bdf(kColumns[index].gpu)));
        vm.devices.push_back(address(bdf(kColumns[index].nic, 0, 1)));
    }
    for (const pci::Address &device : vm.devices)
        vm.deviceInfo.emplace_back().onHost = device;
    builder.host.vms.push_back(std::move(vm));
}

void addGpuFacts(SampleHostBuilder &builder, std::string_view at, std::uint64_t hive, int number) {
    host::GpuFacts gpu;
    gpu.address = address(at);
    gpu.computePartition = text("SPX");
    gpu.memoryPartition = text("NPS1");
    gpu.vram = fact(ByteCount{std::uint64_t{288} << 30});
    gpu.xgmiHive = fact(hive);
    gpu.renderMinors = {128 + number};
    gpu.kfdNodes = {2 + number}; // 0 and 1 are the CPUs
    builder.host.gpus.push_back(std::move(gpu));
}

} // namespace

host::Host mi355xServer() {
    SampleHostBuilder builder("mi355x-03");
    builder.configBytes = 4096;
    builder.host.vendor = text("Supermicro");
    builder.host.product = text("AS-8126GS-TNMR");
    builder.host.virtualization = text("none");
    builder.host.cpuModel = text("AMD EPYC 9575F 64-Core Processor");
    builder.host.iommuUnits = {"ivhd0", "ivhd1"};
    builder.addNumaNode(0, "0-63,128-191", 1152);
    builder.addNumaNode(1, "64-127,192-255", 1152);
    for (unsigned index = 0; index < kColumns.size(); ++index) {
        builder.numa = index < kColumnsOfNode ? 0 : 1;
        addColumn(builder, index);
    }
    for (const auto &[at, model] : builder.host.nvmeModels)
        builder.host.osDevices.push_back({fmt::format("nvme{}", builder.host.osDevices.size()),
                                          host::OsDevice::Kind::Block,
                                          address(at),
                                          {}});
    builder.numa = 0;
    addOnboard(builder);
    addVm(builder);
    for (unsigned from = kColumnsOfNode; from < kColumns.size(); ++from) {
        addGpuFacts(builder, bdf(kColumns[from].gpu), 0x2f3c, static_cast<int>(from - kColumnsOfNode));
        for (unsigned to = from + 1; to < kColumns.size(); ++to)
            builder.addXgmi(bdf(kColumns[from].gpu), bdf(kColumns[to].gpu));
    }
    return builder.finish();
}

host::Host flatVm() {
    SampleHostBuilder builder("vm-03a");
    builder.iommu = false;
    builder.numa = -1;
    builder.host.vendor = text("Cloud Hypervisor");
    builder.host.virtualization = text("kvm");
    builder.host.uid = fact(1000);
    builder.host.user = text("user");
    builder.addNumaNode(0, "0-31", 512);
    builder.addNumaNode(1, "32-63", 512);
    builder.add("0000:00:00.0", {0x060000, 0x8086, 0x0d57, nullptr, 0, 0});
    builder.add("0000:00:01.0", {0x010000, 0x1af4, 0x1042, "virtio-pci", 0, 0});
    builder.add("0000:00:02.0", {0x020000, 0x15b3, 0x101e, "mlx5_core", 0, 0});
    builder.addNet("0000:00:02.0", "ens2", "b8:3f:d2:10:00:02");
    for (unsigned index = 0; index < 8; ++index) {
        const unsigned domain = 2 + index / 4;
        builder.add(fmt::format("{:04x}:00:{:02x}.0", domain, 1 + index % 4), kGpu);
        const std::string nic = fmt::format("{:04x}:00:{:02x}.0", domain, 9 + index % 4);
        Shape nicVf = kFabricNic;
        nicVf.device = 0x1004;
        builder.add(nic, nicVf);
        builder.addNet(nic, fmt::format("ens{}", 20 + index), fmt::format("04:90:81:01:{:02x}:00", index),
                       fmt::format("ionic_{}", index));
    }
    builder.host.missing.push_back({"capabilities of PCI functions",
                                    "config space beyond 64 bytes requires root", "collect with --sudo"});
    return builder.finish();
}

host::Host laptop() {
    SampleHostBuilder builder("laptop");
    builder.numa = -1;
    builder.host.uid = fact(1000);
    builder.host.user = text("ada");
    builder.addNumaNode(0, "0-15", 32);
    builder.add("0000:00:00.0", {0x060000, 0x8086, 0x9a14, nullptr, 0, 0});
    builder.add("0000:00:02.0", {0x030000, 0x8086, 0x9a49, "i915", 0, 0});
    builder.add("0000:00:06.0", {0x060400, 0x8086, 0x9a09, "pcieport", 4, 4, pci::PortType::RootPort});
    builder.add("0000:01:00.0", "0000:00:06.0", {0x010802, 0x15b7, 0x5011, "nvme", 4, 4});
    builder.add("0000:00:1c.0", {0x060400, 0x8086, 0xa0b8, "pcieport", 4, 8, pci::PortType::RootPort});
    auto &gpu = builder.add("0000:02:00.0", "0000:00:1c.0", {0x030200, 0x10de, 0x25a2, "nvidia", 4, 16});
    gpu.currentSpeed = fact(*pci::LinkSpeed::fromCode(1)); // idle, and the slot has only eight lanes
    gpu.currentWidth = fact(std::uint8_t{8});
    builder.add("0000:02:00.1", "0000:00:1c.0", {0x040300, 0x10de, 0x2291, "snd_hda_intel", 4, 16})
        .currentWidth = fact(std::uint8_t{8});
    builder.add("0000:00:1d.0", {0x060400, 0x8086, 0xa0b0, "pcieport", 3, 1, pci::PortType::RootPort});
    builder.add("0000:03:00.0", "0000:00:1d.0", {0x028000, 0x8086, 0x2725, "iwlwifi", 2, 1});
    builder.addNet("0000:03:00.0", "wlp3s0", "9c:29:76:00:00:01");
    builder.add("0000:00:14.0", {0x0c0330, 0x8086, 0xa0ed, "xhci_hcd", 0, 0});
    return builder.finish();
}

} // namespace fabricscope::samples
