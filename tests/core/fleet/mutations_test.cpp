// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/fleet/Server.h"

#include <gmock/gmock.h>

namespace fabricscope::fleet {

namespace {

using testing::ElementsAre;

struct Mutation {
    const char *what;
    void (*change)(Host &);
    const char *summary; ///< the complete summary of the only difference
};

/// Each compared fact, changed alone. A new fact needs a row here.
constexpr Mutation kMutations[] = {
    {"subsystem", [](Host &h) { at(h, kGpu).subsystemDevice = fact(std::uint16_t{2}); },
     "note hardware.subsystem GPU4 0000:85:00.0: its subsystem ids are 1002:0002 (was 1002:0001)"},
    {"class", [](Host &h) { at(h, kGpu).classCode = fact(std::uint32_t{0x120001}); },
     "warning hardware.class GPU4 0000:85:00.0: its class code is 120001 (was 120000)"},
    {"revision", [](Host &h) { at(h, kGpu).revision = fact(std::uint8_t{2}); },
     "note hardware.revision GPU4 0000:85:00.0: it is revision 02 (was 01)"},
    {"ids of a GPU that has a unique id", [](Host &h) { at(h, kGpu).device = fact(std::uint16_t{0x75a8}); },
     "warning hardware.ids GPU4 0000:85:00.0: its ids are 1002:75a8 (was 1002:75a0)"},
    {"another device", [](Host &h) { at(h, "0000:12:00.0").device = fact(std::uint16_t{0x2600}); },
     "warning hardware.replaced VGA 0000:12:00.0: different device in its place: 1a03:2600 (1a03:2600) "
     "(was 1a03:2000 (1a03:2000))"},
    {"serial number", [](Host &h) { at(h, kNvme).config->serialNumber = 0x1234; }, nullptr},
    {"NVMe serial", [](Host &h) { h.nvmeSerials[kNvme] = text("S7"); },
     "warning hardware.nvme_serial NVMe 0000:89:00.0: different drive: serial number S7 (was S6XYZ)"},
    {"NVMe model", [](Host &h) { h.nvmeModels[kNvme] = text("KIOXIA"); },
     "warning hardware.nvme_model NVMe 0000:89:00.0: the model is KIOXIA (was SAMSUNG "
     "MZWLO3T8HCLS-00A07)"},
    {"NVMe firmware", [](Host &h) { h.nvmeFirmware[kNvme] = text("GDC7402Q"); },
     "warning firmware.nvme NVMe 0000:89:00.0: firmware GDC7402Q (was GDC7302Q)"},
    {"driver", [](Host &h) { at(h, kNvme).driver = text("vfio-pci"); },
     "warning driver.bound NVMe 0000:89:00.0: the driver is vfio-pci (was nvme)"},
    {"no driver", [](Host &h) { at(h, kNvme).driver = {}; },
     "warning driver.bound NVMe 0000:89:00.0: the driver is none (was nvme)"},
    {"virtual functions",
     [](Host &h) {
         at(h, kNic).virtfns.clear();
         at(h, kNic).rare.edit().sriovNumVfs = fact(0U);
         std::erase_if(h.functions, [](const auto &f) { return f.address == address(kVf); });
     },
     "warning setting.virtual_functions ionic_4 0000:86:00.0: virtual functions: 0 (was 1)"},
    {"MPS", [](Host &h) { at(h, kGpu).config->express->maxPayload = std::uint16_t{512}; },
     "warning setting.max_payload GPU4 0000:85:00.0: the maximum payload size (MPS) is 512 B (was 256 B)"},
    {"MRRS", [](Host &h) { at(h, kGpu).config->express->maxReadRequest = std::uint16_t{512}; },
     "warning setting.max_read_request GPU4 0000:85:00.0: the maximum read request size (MRRS) is 512 B "
     "(was 4096 B)"},
    {"relaxed ordering", [](Host &h) { at(h, kGpu).config->express->relaxedOrdering = false; },
     "warning setting.relaxed_ordering GPU4 0000:85:00.0: relaxed ordering is off (was on)"},
    {"extended tags", [](Host &h) { at(h, kGpu).config->express->extendedTags = false; },
     "note setting.extended_tags GPU4 0000:85:00.0: extended tags are off (was on)"},
    {"no snoop", [](Host &h) { at(h, kGpu).config->express->noSnoop = false; },
     "note setting.no_snoop GPU4 0000:85:00.0: no snoop is off (was on)"},
    {"ASPM", [](Host &h) { at(h, kGpu).config->express->aspm = std::uint8_t{2}; },
     "note setting.aspm GPU4 0000:85:00.0: ASPM is L1 (was off)"},
    {"ACS", [](Host &h) { at(h, "0000:82:00.0").config->acs->enabled = 0; },
     "warning setting.acs port 0000:82:00.0 of Switch 81:00.0: ACS control is SV- TB- RR- CR- UF- EC- DT- "
     "(was SV+ TB- "
     "RR+ CR+ UF+ EC- DT+)"},
    {"ATS",
     [](Host &h) {
         at(h, kGpu).config->ats = pci::Ats{false, 0};
     },
     "warning setting.ats GPU4 0000:85:00.0: ATS is off (was on)"},
    {"BARs", [](Host &h) { at(h, kGpu).bars.edit()[0].size = ByteCount{std::uint64_t{1} << 28}; },
     "warning setting.bars GPU4 0000:85:00.0: the BARs are BAR0 256M (was BAR0 512G)"},
    {"reset method", [](Host &h) { at(h, kGpu).resetMethod = text("flr bus"); },
     "note setting.reset_method GPU4 0000:85:00.0: the reset methods are flr bus (was bus)"},
    {"NUMA of a device", [](Host &h) { at(h, kGpu).numaNode = fact(0); },
     "note numa.device GPU4 0000:85:00.0: it is on NUMA node 0 (was 1)"},
    {"NUMA of no node", [](Host &h) { at(h, kGpu).numaNode = fact(-1); },
     "warning numa.device GPU4 0000:85:00.0: it is on NUMA node none (was 1)"},
    {"dead", [](Host &h) { at(h, kGpu).dead = true; },
     "error hardware.dead GPU4 0000:85:00.0: fell off the bus: its config space reads all ones"},
    {"width", [](Host &h) { at(h, kGpu).currentWidth = fact(std::uint8_t{8}); },
     "error link.width GPU4 0000:85:00.0: the link is x8 wide (was x16)"},
    {"speed of an idle GPU", [](Host &h) { at(h, kGpu).currentSpeed = fact(*pci::LinkSpeed::fromCode(1)); },
     "note link.speed GPU4 0000:85:00.0: the link runs at Gen1 (was Gen5)"},
    {"speed of a NIC", [](Host &h) { at(h, kNic).currentSpeed = fact(*pci::LinkSpeed::fromCode(3)); },
     "warning link.speed ionic_4 0000:86:00.0: the link runs at Gen3 (was Gen5)"},
    {"possible width", [](Host &h) { at(h, kNvme).maxWidth = fact(std::uint8_t{2}); },
     "warning link.max_width NVMe 0000:89:00.0: maximum link width x2 (was x4)"},
    {"possible speed", [](Host &h) { at(h, kNic).maxSpeed = fact(*pci::LinkSpeed::fromCode(4)); },
     "warning link.max_speed ionic_4 0000:86:00.0: maximum link speed Gen4 (was Gen5)"},
    {"a drive is gone",
     [](Host &h) { std::erase_if(h.functions, [](const auto &f) { return f.address == address(kNvme); }); },
     "error hardware.removed NVMe 0000:89:00.0: is gone, SAMSUNG MZWLO3T8HCLS-00A07"},
    {"a host name", [](Host &h) { h.hostname = text("other"); },
     "note host.name the host name is other (was mi355x-03)"},
    {"vendor", [](Host &h) { h.vendor = text("Dell"); },
     "note host.vendor the vendor is Dell (was Supermicro)"},
    {"product", [](Host &h) { h.product = text("X"); },
     "note host.product the product is X (was AS-8126GS-TNMR)"},
    {"board", [](Host &h) { h.board = text("H15"); }, "note host.board the board is H15 (was H14)"},
    {"product serial", [](Host &h) { h.productSerial = text("S2"); },
     "note host.product_serial the host's serial number is S2 (was S1)"},
    {"board serial", [](Host &h) { h.boardSerial = text("B2"); },
     "warning host.board_serial the board's serial number is B2 (was B1)"},
    {"CPU", [](Host &h) { h.cpuModel = text("AMD EPYC 9475F"); },
     "warning host.cpu the CPUs are AMD EPYC 9475F (was AMD EPYC 9575F 64-Core Processor)"},
    {"sockets", [](Host &h) { h.cpuPackages = fact(1); }, "error host.sockets CPU sockets: 1 (was 2)"},
    {"cores", [](Host &h) { h.cpuCores = fact(64); }, "warning host.cores CPU cores: 64 (was 128)"},
    {"threads", [](Host &h) { h.cpuThreads = fact(128); }, "warning host.threads CPUs: 128 (was 256)"},
    {"architecture", [](Host &h) { h.architecture = text("aarch64"); },
     "warning host.architecture the architecture is aarch64 (was x86_64)"},
    {"link bandwidth",
     [](Host &h) { at(h, kNic).rare.edit().linkBandwidth = fact(GigabytesPerSecond{31.5}); },
     "warning link.bandwidth ionic_4 0000:86:00.0: the link carries 31.5 GB/s (was 63.0 GB/s)"},
    {"memory", [](Host &h) { h.memory = fact(ByteCount{std::uint64_t{2208} << 30}); },
     "error host.memory 2208G of memory (was 2304G)"},
    {"BIOS", [](Host &h) { h.bios = text("3.2"); }, "warning firmware.bios BIOS 3.2 (was 3.1)"},
    {"virtualization", [](Host &h) { h.virtualization = text("kvm"); },
     "warning host.virtualization virtualization is kvm (was none)"},
    {"kernel", [](Host &h) { h.kernel = text("6.8.0-64-generic"); },
     "warning kernel.version kernel 6.8.0-64-generic (was 6.8.0-60-generic)"},
    {"OS", [](Host &h) { h.osName = text("Ubuntu 24.04.3 LTS"); },
     "note kernel.os Ubuntu 24.04.3 LTS (was Ubuntu 24.04.2 LTS)"},
    {"SMT", [](Host &h) { h.smt = text("off"); }, "warning setting.smt SMT is off (was on)"},
    {"NUMA balancing", [](Host &h) { h.numaBalancing = text("1"); },
     "warning setting.numa_balancing NUMA balancing is 1 (was 0)"},
    {"CPUs online", [](Host &h) { h.cpusOnline = text("0-127"); },
     "warning setting.cpus_online the CPUs online are 0-127 (was 0-255)"},
    {"NUMA CPUs", [](Host &h) { h.numaNodes[0].cpus = text("0-63"); },
     "warning numa.cpus NUMA 0: its CPUs are 0-63 (was 0-63,128-191)"},
    {"NUMA memory", [](Host &h) { h.numaNodes[1].memory = fact(ByteCount{std::uint64_t{1056} << 30}); },
     "error numa.memory NUMA 1: it has 1056G of memory (was 1152G)"},
    {"NUMA distances",
     [](Host &h) {
         h.numaNodes[1].distances = fact(std::vector<int>{21, 10});
     },
     "warning numa.distances NUMA 1: its distances are 21 10 (was 32 10)"},
    {"NUMA node gone", [](Host &h) { h.numaNodes.pop_back(); },
     "error numa.removed NUMA 1: this node is gone"},
    {"a word gone", [](Host &h) { h.commandLine = text("BOOT_IMAGE=/vmlinuz root=/dev/sda1 ro"); },
     "warning kernel.command_line.removed kernel command line: iommu=pt is gone"},
    {"a word new",
     [](Host &h) { h.commandLine = text("BOOT_IMAGE=/vmlinuz root=/dev/sda1 ro iommu=pt quiet"); },
     "note kernel.command_line.added kernel command line: quiet is new"},
    {"a word changed",
     [](Host &h) { h.commandLine = text("BOOT_IMAGE=/vmlinuz root=/dev/sda1 ro iommu=on"); },
     "warning kernel.command_line.changed kernel command line: iommu=on (was iommu=pt)"},
    {"a module gone", [](Host &h) { h.modules.erase("ib_core"); },
     "warning driver.module.removed module ib_core: is no longer loaded"},
    {"a module's version", [](Host &h) { h.modules["amdgpu"]["version"] = text("6.16.6"); },
     "warning driver.version.changed module amdgpu: version 6.16.6 (was 6.14.14)"},
    {"a parameter", [](Host &h) { h.modules["amdgpu"]["noretry"] = text("1"); },
     "warning setting.module_parameter.changed module parameter amdgpu.noretry: 1 (was 0)"},
    {"a limit", [](Host &h) { h.limits["max locked memory"] = text("65536"); },
     "warning setting.limit.changed limit max locked memory: 65536 (was unlimited)"},
    {"a setting of NCCL", [](Host &h) { h.ncclSettings[0].value = text("mlx5"); },
     "warning setting.nccl.changed NCCL_IB_HCA in /etc/nccl.conf: mlx5 (was ionic)"},
    {"a setting of NCCL gone", [](Host &h) { h.ncclSettings.clear(); },
     "warning setting.nccl.removed NCCL_IB_HCA in /etc/nccl.conf: is no longer set (was ionic)"},
    {"an NCCL file",
     [](Host &h) {
         h.ncclFiles.push_back({"/etc/nccl/topo.xml", {}});
     },
     "warning setting.nccl_file.added NCCL file /etc/nccl/topo.xml: is present"},
    {"MTU", [](Host &h) { net(h).mtu = fact(std::int64_t{1500}); },
     "warning network.mtu interface ens51np0: the MTU is 1500 (was 9000)"},
    {"operstate", [](Host &h) { net(h).operstate = text("down"); },
     "warning network.state interface ens51np0: it is down (was up)"},
    {"net speed", [](Host &h) { net(h).speedMbits = fact(std::int64_t{100000}); },
     "warning network.speed interface ens51np0: the speed is 100000 Mb/s (was 400000 Mb/s)"},
    {"MAC", [](Host &h) { net(h).mac = text("04:90:81:99:99:99"); },
     "note network.mac interface ens51np0: the MAC address is 04:90:81:99:99:99 (was 04:90:81:00:86:00)"},
    {"net type", [](Host &h) { net(h).type = fact(32); },
     "warning network.type interface ens51np0: its type is 32, was 1 (1 Ethernet, 32 InfiniBand)"},
    {"addresses",
     [](Host &h) {
         net(h).addresses = {"10.1.0.7/24", "fe80::1/64"};
     },
     "note network.addresses interface ens51np0: its addresses are 10.1.0.7/24 (was none)"},
    {"an interface without a function", [](Host &h) { h.netInterfaces.emplace_back().name = "bond0"; },
     "note network.interface.added interface bond0: is new"},
    {"a name of an interface", [](Host &h) { net(h).name = "eth7"; }, nullptr},
    {"NIC firmware", [](Host &h) { rdma(h).firmware = text("1.117.5"); },
     "warning firmware.rdma RDMA device ionic_4: firmware 1.117.5 (was 1.117.1-a-63)"},
    {"node GUID", [](Host &h) { rdma(h).nodeGuid = text("0690:81ff:0000:0001"); },
     "warning hardware.node_guid RDMA device ionic_4: its node GUID is 0690:81ff:0000:0001 "
     "(was 0690:81ff:fe37:30c8 "
     "ionic_4)"},
    {"RDMA state", [](Host &h) { rdma(h).ports[0].state = text("DOWN"); },
     "error network.rdma_state RDMA device ionic_4: the RDMA port is DOWN (was ACTIVE)"},
    {"RDMA physical state", [](Host &h) { rdma(h).ports[0].physicalState = text("Disabled"); },
     "warning network.rdma_link RDMA device ionic_4: its physical state is Disabled (was LinkUp)"},
    {"RDMA rate", [](Host &h) { rdma(h).ports[0].rate = fact(GigabitsPerSecond{200}); },
     "error network.rdma_rate RDMA device ionic_4: its rate is 200 Gb/s (was 400 Gb/s)"},
    {"link layer", [](Host &h) { rdma(h).ports[0].linkLayer = text("InfiniBand"); },
     "warning network.rdma_link_layer RDMA device ionic_4: its link layer is InfiniBand (was Ethernet)"},
    {"RDMA device gone",
     [](Host &h) { std::erase_if(h.rdmaDevices, [](const auto &d) { return d.device == address(kNic); }); },
     "error network.rdma_device.removed RDMA device ionic_4: is gone"},
    {"names swapped", [](Host &h) { std::swap(h.rdmaDevices[2].name, h.rdmaDevices[4].name); }, nullptr},
    {"vbios", [](Host &h) { h.gpus[0].vbios = text("113-M3551102"); },
     "warning firmware.vbios GPU4 0000:85:00.0: VBIOS 113-M3551102 (was 113-M3551101)"},
    {"GPU model", [](Host &h) { h.gpus[0].model = text("AMD Instinct MI350X"); },
     "warning hardware.gpu_model GPU4 0000:85:00.0: the model is AMD Instinct MI350X (was AMD Instinct "
     "MI355X)"},
    {"GPU id", [](Host &h) { h.gpus[0].uniqueId = text("0x9"); },
     "warning hardware.gpu_id GPU4 0000:85:00.0: different GPU: unique id 0x9 (was 0x1000)"},
    {"GPU memory", [](Host &h) { h.gpus[0].vram = fact(ByteCount{std::uint64_t{256} << 30}); },
     "error hardware.gpu_memory GPU4 0000:85:00.0: it has 256G of memory (was 288G)"},
    {"compute partition", [](Host &h) { h.gpus[0].computePartition = text("CPX"); },
     "warning gpu.compute_partition GPU4 0000:85:00.0: its compute partition is CPX (was SPX)"},
    {"memory partition", [](Host &h) { h.gpus[0].memoryPartition = text("NPS4"); },
     "warning gpu.memory_partition GPU4 0000:85:00.0: its memory partition is NPS4 (was NPS1)"},
    {"XGMI gone", [](Host &h) { h.gpuLinks.erase(h.gpuLinks.begin()); },
     "error link.gpu_removed XGMI from GPU4 0000:85:00.0 to GPU5 0000:a6:00.0: is gone"},
    {"XGMI bandwidth", [](Host &h) { h.gpuLinks[0].bandwidth = GigabytesPerSecond{32}; },
     "error link.gpu_bandwidth XGMI from GPU4 0000:85:00.0 to GPU5 0000:a6:00.0: 32.0 GB/s between them "
     "(was 64.0 GB/s)"},
    {"XGMI hops", [](Host &h) { h.gpuLinks[0].count = 2; },
     "error link.gpu_count XGMI from GPU4 0000:85:00.0 to GPU5 0000:a6:00.0: 2 hops between them (was 1 "
     "hop)"},
    {"a VM ends", [](Host &h) { h.vms.clear(); },
     "warning vm.removed VM vm-03a: no longer runs; it held 6 devices"},
    {"a VM lets one go", [](Host &h) { h.vms[0].devices.erase(h.vms[0].devices.begin()); },
     "warning vm.owner GPU0 0000:05:00.0: no VM holds it (was VM vm-03a)"},
    {"IOMMU type",
     [](Host &h) {
         for (auto &group : h.iommuGroups)
             group.type = text("DMA-FQ");
     },
     nullptr},
    {"IOMMU off",
     [](Host &h) {
         for (auto &function : h.functions)
             function.iommuGroup = {};
         h.iommuGroups.clear();
         h.iommuUnits.clear();
     },
     nullptr},
};

TEST(OneChange, GivesExactlyOneMatchingDifference) {
    for (const Mutation &mutation : kMutations) {
        SCOPED_TRACE(mutation.what);
        const Host before = server();
        Host after = server();
        mutation.change(after);
        const Comparison comparison = compared(before, after);
        if (mutation.summary != nullptr) {
            EXPECT_THAT(summary(comparison), ElementsAre(mutation.summary));
        }
        EXPECT_EQ(essence(comparison, true), essence(compared(after, before), false));
    }
}

} // namespace

} // namespace fabricscope::fleet
