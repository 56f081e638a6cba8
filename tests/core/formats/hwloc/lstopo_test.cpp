// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/hwloc/LstopoLine.h"
#include "core/topology/HardwarePath.h"
#include "tests/core/formats/tools/ToolHosts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace fabricscope::formats {
namespace {

using testing::ElementsAre;

const host::PciFunction *find(const host::Host &host, std::string_view address) {
    const auto at = std::find_if(host.functions.begin(), host.functions.end(),
                                 [&](const host::PciFunction &f) { return f.address == bdf(address); });
    EXPECT_NE(at, host.functions.end()) << address;
    return at == host.functions.end() ? nullptr : &*at;
}

const std::string kBrief = "Machine (251GB total)\n"
                           "  Package L#0\n"
                           "    NUMANode L#0 (P#0 125GB)\n"
                           "    L3 L#0 (32MB)\n"
                           "      L2 L#0 (1024KB) + L1d L#0 (32KB) + L1i L#0 (32KB) + Core L#0\n"
                           "        PU L#0 (P#0)\n"
                           "        PU L#1 (P#4)\n"
                           "      L2 L#1 (1024KB) + L1d L#1 (32KB) + L1i L#1 (32KB) + Core L#1\n"
                           "        PU L#2 (P#1)\n"
                           "        PU L#3 (P#5)\n"
                           "    HostBridge\n"
                           "      PCIBridge\n"
                           "        PCIBridge\n"
                           "          PCI 41:00.0 (Ethernet)\n"
                           "            Net \"ens1f0np0\"\n"
                           "            OpenFabrics \"mlx5_0\"\n"
                           "          3 x { PCI 41:00.2-4 (Ethernet) }\n"
                           "      PCI 00:11.4 (SATA)\n"
                           "        Block(Disk) \"sda\"\n"
                           "  Package L#1\n"
                           "    NUMANode L#1 (P#8 126GB)\n"
                           "    L3 L#1 (32MB) + L2 L#2 (1024KB) + L1d L#2 (32KB) + Core L#2 + PU L#4 (P#2)\n"
                           "    HostBridge\n"
                           "      PCIBridge\n"
                           "        PCI 0001:81:00.0 (3D)\n"
                           "          GPU(NVML) \"nvml0\"\n"
                           "  HostBridge\n"
                           "    PCI a0:00.0 (NVMExp)\n";

TEST(Lstopo, BriefTextHasAddressesNodesAndNames) {
    EXPECT_EQ(kindOf(kBrief), "lstopo");
    const host::Host host = hostOfText(kBrief);
    EXPECT_EQ(host.cpuPackages.valueOr(0), 2);
    EXPECT_EQ(host.cpuCores.valueOr(0), 3);
    EXPECT_EQ(host.cpuThreads.valueOr(0), 5);
    ASSERT_EQ(host.numaNodes.size(), 2U);
    EXPECT_EQ(host.numaNodes[0].cpus.valueOr("?"), "0-1,4-5");
    EXPECT_EQ(host.numaNodes[1].node.value, 8) << "the kernel's number";
    EXPECT_EQ(host.numaNodes[1].cpus.valueOr("?"), "2");
    EXPECT_FALSE(host.numaNodes[0].memory) << "125GB is rounded";
    ASSERT_EQ(host.functions.size(), 7U);
    EXPECT_EQ(find(host, "41:00.0")->classCode.valueOr(0), 0x020000U);
    EXPECT_EQ(find(host, "41:00.3")->numaNode.valueOr(-2), 0);
    EXPECT_EQ(find(host, "0001:81:00.0")->numaNode.valueOr(-2), 8);
    EXPECT_EQ(find(host, "0001:81:00.0")->localCpus.valueOr("?"), "2");
    EXPECT_FALSE(find(host, "a0:00.0")->numaNode) << "below the machine: on either node";
    EXPECT_EQ(find(host, "00:11.4")->rootBus.value_or(host::RootBus{9, 9}), (host::RootBus{0, 0}));
    EXPECT_FALSE(find(host, "41:00.0")->rootBus) << "the bridges above it have no number";
    ASSERT_EQ(host.rdmaDevices.size(), 1U);
    EXPECT_EQ(host.rdmaDevices[0].device, bdf("41:00.0"));
    ASSERT_EQ(host.netInterfaces.size(), 1U);
    EXPECT_EQ(host.netInterfaces[0].device, bdf("41:00.0"));
    ASSERT_EQ(host.gpus.size(), 1U);
    EXPECT_EQ(host.gpus[0].address, bdf("0001:81:00.0"));
}

const std::string kFull =
    "Machine (P#0 total=262144KB DMIProductName=\"AS -8125GS\" DMIBoardName=\"H13 (rev 2)\" HostName=gpu-07 "
    "OSRelease=6.8.0-60 Architecture=x86_64)\n"
    "  Package L#0 (P#0 total=262144KB CPUVendor=AuthenticAMD CPUModel=\"AMD EPYC 9554\")\n"
    "    NUMANode L#0 (P#3 local=262144KB total=262144KB)\n"
    "    Core L#0 (P#0)\n"
    "      PU L#0 (P#7)\n"
    "    HostBridge L#0 (buses=0000:[40-45])\n"
    "      PCIBridge L#1 (busid=0000:40:01.1 id=1022:14ab class=0604(PCIBridge) link=63.02GB/s "
    "buses=0000:[41-45] PCIVendor=\"Advanced Micro Devices, Inc. [AMD]\")\n"
    "        PCIBridge L#2 (busid=0000:41:00.0 id=1000:c030 class=0604(PCIBridge) link=63.02GB/s "
    "buses=0000:[42-45])\n"
    "          PCIBridge L#3 (busid=0000:42:00.0 id=1000:c030 class=0604(PCIBridge) buses=0000:[43-43])\n"
    "            PCI L#0 (busid=0000:43:00.0 id=1002:74a1 class=1200(ProcessingAccelerator) link=63.02GB/s "
    "PCISlot=7-1 PCIVendor=\"AMD/ATI\" PCIDevice=\"Instinct MI300X\")\n"
    "              GPU(RSMI) L#0 (Backend=RSMI GPUModel=\"Instinct MI300X\" XGMIPeers=\"rsmi1 \") \"rsmi0\"\n"
    "          PCIBridge L#4 (busid=0000:42:01.0 id=1000:c030 class=0604(PCIBridge) buses=0000:[44-44])\n"
    "            PCI L#1 (busid=0000:44:00.0 id=1002:74a1 class=1200(ProcessingAccelerator))\n"
    "              GPU(RSMI) L#1 (Backend=RSMI GPUModel=\"Instinct MI300X\" XGMIPeers=\"rsmi0 \") \"rsmi1\"\n"
    "            2 x { PCI L#2-3 (busid=44:00.1-2 id=1002:74a2 class=0200(Ethernet)) }\n";

TEST(Lstopo, FullTextHasTheTree) {
    EXPECT_EQ(kindOf(kFull), "lstopo");
    for (const std::string &form : {kFull, pasted(kFull), pasted(kFull, true)}) {
        const host::Host host = hostOfText(form);
        EXPECT_EQ(host.hostname.valueOr("?"), "gpu-07");
        EXPECT_EQ(host.product.valueOr("?"), "AS -8125GS");
        EXPECT_EQ(host.board.valueOr("?"), "H13 (rev 2)") << "brackets inside quotes";
        EXPECT_EQ(host.cpuModel.valueOr("?"), "AMD EPYC 9554");
        ASSERT_EQ(host.numaNodes.size(), 1U);
        EXPECT_EQ(host.numaNodes[0].memory.valueOr({}).value, 262144U << 10);
        EXPECT_EQ(host.numaNodes[0].cpus.valueOr("?"), "7");
        ASSERT_EQ(host.functions.size(), 8U);
        const host::PciFunction *gpu = find(host, "43:00.0");
        ASSERT_NE(gpu, nullptr);
        EXPECT_EQ(gpu->parent, bdf("42:00.0"));
        EXPECT_EQ(gpu->vendor.valueOr(0), 0x1002);
        EXPECT_EQ(gpu->device.valueOr(0), 0x74a1);
        EXPECT_EQ(gpu->classCode.valueOr(0), 0x120000U);
        EXPECT_EQ(gpu->numaNode.valueOr(-2), 3);
        EXPECT_DOUBLE_EQ(gpu->rare->linkBandwidth->value, 63.02);
        EXPECT_EQ(gpu->rare->slotLabel.valueOr("?"), "7-1");
        EXPECT_EQ(gpu->rare->name.valueOr("?"), "AMD/ATI Instinct MI300X");
        EXPECT_EQ(find(host, "40:01.1")->rootBus.value_or(host::RootBus{9, 9}), (host::RootBus{0, 0x40}));
        EXPECT_EQ(find(host, "44:00.2")->parent, bdf("42:01.0"));
        ASSERT_EQ(host.gpuLinks.size(), 1U);
        EXPECT_EQ(host.gpuLinks[0].to, bdf("44:00.0"));
        ASSERT_EQ(host.gpus.size(), 2U);
        EXPECT_EQ(host.gpus[1].model.valueOr("?"), "Instinct MI300X");
        const auto topology = topology::build(std::make_shared<const host::Host>(host));
        const topology::HardwarePaths paths(*topology);
        const auto from = topology->find(bdf("43:00.0")), to = topology->find(bdf("44:00.1"));
        ASSERT_TRUE(from && to);
        EXPECT_THAT(topology::toString(paths.between(*from, *to)), testing::AnyOf("PIX", "PXB"));
    }
}

TEST(Lstopo, FormatOneHasItsCpusInNodes) {
    const host::Host host = hostOfText("Machine (32GB)\n"
                                       "  NUMANode L#0 (P#0 16GB)\n"
                                       "    Socket L#0 + L3 L#0 (8192KB) + Core L#0\n"
                                       "      PU L#0 (P#0)\n"
                                       "      PU L#1 (P#2)\n"
                                       "    HostBridge L#0\n"
                                       "      PCIBridge\n"
                                       "        PCI 8086:10c9\n"
                                       "          Net L#0 \"eth0\"\n"
                                       "  NUMANode L#1 (P#1 16GB) + Socket L#1 + Core L#1 + PU L#2 (P#1)\n");
    EXPECT_EQ(host.cpuPackages.valueOr(0), 2);
    ASSERT_EQ(host.numaNodes.size(), 2U);
    EXPECT_EQ(host.numaNodes[0].cpus.valueOr("?"), "0,2");
    EXPECT_EQ(host.numaNodes[1].cpus.valueOr("?"), "1");
    EXPECT_TRUE(host.functions.empty()) << "8086:10c9 are ids, not an address";
    ASSERT_EQ(host.netInterfaces.size(), 1U);
    EXPECT_FALSE(host.netInterfaces[0].device);
}

TEST(Lstopo, APieceOfItClaimsNoMoreThanItHolds) {
    const host::Host piece = hostOfText(kBrief.substr(kBrief.find("    HostBridge")));
    EXPECT_FALSE(find(piece, "41:00.0")->numaNode);
    EXPECT_FALSE(piece.cpuThreads) << "the first ones are not in it";
    EXPECT_FALSE(find(piece, "0001:81:00.0")->numaNode) << "no line told where the machine begins";
    std::string elided = kBrief;
    elided.replace(elided.find("    L3 L#0"), 0, "...\n");
    EXPECT_FALSE(hostOfText(elided).cpuThreads);
    std::string logical = kBrief;
    for (const std::string_view number : {"P#0 125GB", "P#8 126GB"})
        logical.replace(logical.find(number), 4, "");
    EXPECT_TRUE(hostOfText(logical).numaNodes.empty()) << "lstopo -l has its own numbers";
}

TEST(Lstopo, MemoryNextToOtherMemoryLeavesTheCpusUnknown) {
    const host::Host host = hostOfText("Machine (96GB total)\n"
                                       "  NUMANode L#2 (P#2 32GB)\n"
                                       "  Package L#0\n"
                                       "    NUMANode L#0 (P#0 64GB)\n"
                                       "    Core L#0 + PU L#0 (P#0)\n"
                                       "    HostBridge\n"
                                       "      PCI 00:02.0 (VGA)\n");
    ASSERT_EQ(host.numaNodes.size(), 2U);
    EXPECT_EQ(host.numaNodes[0].cpus.valueOr("?"), "?") << "node 2 holds the same CPUs";
    EXPECT_FALSE(host.numaNodes[1].cpus);
    EXPECT_FALSE(find(host, "00:02.0")->numaNode) << "one of two";
}

TEST(Lstopo, LinesOfOtherProgramsAreNone) {
    for (const char *line :
         {"", "GPU 0: NVIDIA H100", "Package id 0:  +45.0 C", "Memory usage", "0 x { PCI 01:00.0 }",
          "Net + more", "depth 0: 1 Machine (type #0)", "Socket 0", "HostBridge x"})
        EXPECT_TRUE(parseLstopoLine(line).empty() || *line == 'M') << line;
    EXPECT_EQ(kindOf("the Package was sent\nPackage: lstopo\nSocket closed\n"), "");
    const auto objects = parseLstopoLine("L2 L#0 (512KB) + Core L#0 + PU L#0 (P#3)");
    ASSERT_EQ(objects.size(), 3U);
    EXPECT_EQ(objects[2].osIndex, 3U);
    EXPECT_EQ(objects[0].osIndex, std::nullopt);
}

host::Host readText(std::string bytes) {
    capture::Capture capture;
    capture::Section::Meta meta;
    meta.name = "lstopo";
    capture.sections.emplace_back(meta, std::move(bytes));
    return readHost(capture);
}

TEST(Lstopo, ReadsTheMemoryOfNumaNodes) {
    const host::Host host = hostOfText("Machine (252GB total)\n  Package L#0\n    NUMANode L#0 (P#0 126GB)\n"
                                       "    Core L#0 + PU L#0 (P#0)\n    NUMANode L#1 (P#2 local=4096KB)\n"
                                       "    NUMANode L#2 (P#3)\n");
    ASSERT_EQ(host.numaNodes.size(), 3U);
    EXPECT_FALSE(host.numaNodes[0].memory.known()) << "it is rounded";
    ASSERT_EQ(host.toolFacts.size(), 1U);
    EXPECT_EQ(host.toolFacts[0].device, "NUMA node 0");
    EXPECT_EQ(host.toolFacts[0].value, "126GB");
    EXPECT_EQ(host.numaNodes[1].memory->value, std::uint64_t{4096} << 10);
    EXPECT_FALSE(host.numaNodes[2].memory.known());
}

TEST(Lstopo, HostileTextsStaySmall) {
    std::string deep = "Machine (1GB)\n";
    for (int level = 0; level < 20000; ++level)
        deep += std::string(static_cast<std::size_t>(level % 200) + 1, ' ') + "Group0 L#0 (P#0)\n";
    EXPECT_EQ(readText(deep + "HostBridge\n  PCI 01:00.0 (3D)\n").functions.size(), 1U);
    const host::Host several = readText("HostBridge\n  4000000000 x { PCI 01:00.0-7 (3D) }\n"
                                        "  5 x { PCI 02:00.0-1f.7 (3D) }\n  2 x { PCI 03:00.5-1 (3D) }\n");
    EXPECT_EQ(several.functions.size(), 5U) << "no more than is certain";
    std::string quotes = "Machine (";
    for (int i = 0; i < 50000; ++i)
        quotes += "a=\"(";
    EXPECT_EQ(readText(quotes + "\nHostBridge\n  PCI 01:00.0 (3D)\n").functions.size(), 1U);
}

} // namespace
} // namespace fabricscope::formats
