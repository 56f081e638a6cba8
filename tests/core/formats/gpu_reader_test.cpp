// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/formats/Captures.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricscope::formats {
namespace {

using capture::Part;
using testing::ElementsAre;
using testing::IsEmpty;

/// The files of a KFD node: GPU `id` at location (bus << 8 | devfn), in domain 0.
std::string kfdNode(unsigned node, unsigned id, unsigned location, unsigned minor) {
    return fmt::format(
        "{0}/gpu_id:{1}\n{0}/name:{4}\n{0}/properties:simd_count {5}\n{0}/properties:location_id {2}\n"
        "{0}/properties:domain 0\n{0}/properties:drm_render_minor {3}\n"
        "{0}/properties:hive_id 1234567890123456789\n{0}/properties:unique_id 11259375\n",
        node, id, location, minor, id == 0 ? "" : "ip discovery", id == 0 ? 0 : 304);
}

std::string kfdLink(unsigned node, unsigned number, unsigned type, unsigned to, unsigned weight,
                    unsigned bandwidth) {
    const std::string path = fmt::format("{}/io_links/{}/properties:", node, number);
    return fmt::format("{0}type {1}\n{0}version_major 0\n{0}node_from {2}\n{0}node_to {3}\n{0}weight {4}\n"
                       "{0}min_bandwidth {5}\n{0}max_bandwidth {5}\n",
                       path, type, node, to, weight, bandwidth);
}

TEST(KfdReader, JoinsNodesWithTheirFunctions) {
    const host::Host host =
        hostOf({{"kfd", kfdNode(0, 0, 0, 0) + kfdNode(1, 51152, 0x0500, 128) + kfdNode(2, 1234, 0x2600, 129) +
                            "1/mem_banks/0/properties:heap_type 1\n1/mem_banks/0/properties:size_in_bytes "
                            "309220868096\n"}});
    ASSERT_EQ(host.gpus.size(), 2U) << "node 0 is the processors";
    EXPECT_EQ(host.gpus[0].address, addressOf("0000:05:00.0"));
    EXPECT_THAT(host.gpus[0].kfdNodes, ElementsAre(1));
    EXPECT_THAT(host.gpus[0].renderMinors, ElementsAre(128));
    EXPECT_EQ(*host.gpus[0].xgmiHive, 1234567890123456789ULL);
    EXPECT_EQ(*host.gpus[0].uniqueId, "0000000000abcdef");
    EXPECT_EQ(host.gpus[0].vram->value, 309220868096ULL);
    EXPECT_EQ(host.gpus[1].address, addressOf("0000:26:00.0"));
    EXPECT_FALSE(host.gpus[1].vram.known());
}

TEST(KfdReader, MakesOneXgmiLinkOfBothDirections) {
    const host::Host host =
        hostOf({{"kfd", kfdNode(0, 0, 0, 0) + kfdNode(1, 1, 0x0500, 128) + kfdNode(2, 2, 0x2600, 129) +
                            kfdNode(3, 3, 0x4600, 130) + kfdLink(1, 0, 2, 0, 20, 64000) +
                            kfdLink(1, 1, 11, 2, 15, 50000) + kfdLink(2, 1, 11, 1, 15, 50000) +
                            kfdLink(3, 0, 11, 1, 30, 0) + kfdLink(3, 1, 11, 9, 15, 1) +
                            kfdLink(3, 2, 11, 0, 15, 1)}});
    ASSERT_EQ(host.gpuLinks.size(), 2U)
        << "neither PCIe, nor to a processor, nor to a node that is not there";
    EXPECT_EQ(host.gpuLinks[0].from, addressOf("0000:05:00.0"));
    EXPECT_EQ(host.gpuLinks[0].to, addressOf("0000:26:00.0"));
    EXPECT_EQ(host.gpuLinks[0].kind, host::GpuLink::Kind::Xgmi);
    EXPECT_EQ(host.gpuLinks[0].count, 1);
    EXPECT_DOUBLE_EQ(host.gpuLinks[0].bandwidth->value, 50.0);
    EXPECT_EQ(host.gpuLinks[1].count, 2);
    EXPECT_EQ(host.gpuLinks[1].bandwidth, std::nullopt) << "0 is no bandwidth";
}

TEST(KfdReader, NamesModelAndNumaNodeWhereNothingElseDoes) {
    const std::string kfd = kfdNode(0, 0, 0, 0) + kfdNode(1, 0, 0, 0) + kfdNode(2, 5, 0x0500, 128) +
                            "2/properties:vendor_id 4098\n2/properties:device_id 29857\n" +
                            kfdLink(2, 0, 2, 0, 40, 0) + kfdLink(2, 1, 2, 1, 20, 0) +
                            kfdNode(3, 6, 0x2600, 129) + kfdLink(3, 0, 2, 0, 20, 0) +
                            kfdLink(3, 1, 2, 1, 20, 0);
    const host::Host alone = hostOf({{"kfd", kfd}});
    ASSERT_EQ(alone.functions.size(), 2U);
    EXPECT_EQ(*alone.functions[0].vendor, 0x1002);
    EXPECT_EQ(*alone.functions[0].device, 0x74a1);
    EXPECT_EQ(*alone.functions[0].numaNode, 1) << "the lightest link is the direct one";
    EXPECT_FALSE(alone.functions[1].numaNode.known()) << "two links of one weight decide nothing";
    const host::Host both = hostOf({{"kfd", kfd}, {"pci", "0000:05:00.0/numa_node:-1\n"}});
    EXPECT_EQ(*both.functions[0].numaNode, -1) << "the kernel's answer counts";
}

TEST(KfdReader, GathersThePartitionsOfOneGpu) {
    const unsigned second = 1U << 28; // the partition number
    const host::Host host =
        hostOf({{"kfd", kfdNode(1, 1, 0x0500, 128) + kfdNode(2, 2, 0x0500 | second, 129) +
                            kfdNode(3, 3, 0x0500 | 2 * second, 130) + kfdLink(1, 0, 11, 2, 15, 50000) +
                            "2/mem_banks/0/properties:heap_type 1\n"
                            "2/mem_banks/0/properties:size_in_bytes 1000\n"}});
    ASSERT_EQ(host.gpus.size(), 1U);
    EXPECT_THAT(host.gpus[0].kfdNodes, ElementsAre(1, 2, 3));
    EXPECT_THAT(host.gpus[0].renderMinors, ElementsAre(128, 129, 130));
    EXPECT_FALSE(host.gpus[0].vram.known()) << "one partition's memory is not the GPU's";
    EXPECT_THAT(host.gpuLinks, IsEmpty()) << "partitions of one GPU are no two GPUs";
}

TEST(KfdReader, FindsTheFunctionWhereAnEarlyKernelPutThePartitionThere) {
    const host::Host host = hostOf({{"pci-devices", "0000:05:00.0 -> /sys/devices/pci0000:00/0000:05:00.0\n"},
                                    {"kfd", kfdNode(1, 1, 0x0500, 128) + kfdNode(2, 2, 0x0501, 129)}});
    ASSERT_EQ(host.gpus.size(), 1U);
    EXPECT_THAT(host.gpus[0].kfdNodes, ElementsAre(1, 2));
}

TEST(KfdReader, KeepsEachNodesNumbersWithTheirEvidence) {
    const unsigned second = 1U << 28;
    const capture::Capture capture = captureOf(
        {{"kfd", kfdNode(7, 22, 0x0500 | second, 140) + kfdNode(3, 51152, 0x0500, 128) +
                     "9/properties:location_id 9728\n9/properties:simd_count 304\n"}}); // no gpu_id, no minor
    const host::Host host = readHost(capture);
    ASSERT_EQ(host.gpus.size(), 2U);
    const auto &nodes = host.gpus[0].kfd;
    ASSERT_EQ(nodes.size(), 2U);
    EXPECT_EQ(nodes[0].node, 3);
    EXPECT_EQ(*nodes[0].gpuId, 51152U);
    EXPECT_EQ(*nodes[0].renderMinor, 128);
    EXPECT_EQ(nodes[1].node, 7);
    EXPECT_EQ(*nodes[1].gpuId, 22U);
    EXPECT_EQ(*nodes[1].renderMinor, 140);
    EXPECT_EQ(evidenceText(capture, nodes[0].gpuId.evidence()), "3/gpu_id:51152");
    EXPECT_EQ(evidenceText(capture, nodes[1].renderMinor.evidence()), "7/properties:drm_render_minor 140");
    ASSERT_EQ(host.gpus[1].kfd.size(), 1U);
    EXPECT_FALSE(host.gpus[1].kfd[0].gpuId.known()) << "unknown is no 0";
    EXPECT_FALSE(host.gpus[1].kfd[0].renderMinor.known());
}

TEST(KfdReader, KeepsTheDomain) {
    const host::Host host =
        hostOf({{"kfd", "1/gpu_id:7\n1/properties:location_id 8\n1/properties:domain 3\n"}});
    ASSERT_EQ(host.gpus.size(), 1U);
    EXPECT_EQ(host.gpus[0].address, addressOf("0003:00:01.0"));
}

TEST(DrmReader, ReadsAmdgpuAttributes) {
    const host::Host host = hostOf(
        {{"drm-links", "card0 -> /sys/devices/pci0000:00/0000:00:01.1/0000:05:00.0/drm/card0\n"
                       "card0/device -> /sys/devices/pci0000:00/0000:00:01.1/0000:05:00.0\n"
                       "card1 -> /sys/devices/pci0000:00/0000:00:1c.0/0000:10:00.0/drm/card1\n"
                       "card2 -> /sys/devices/platform/amdgpu_xcp_0/drm/card2\n"},
         {"drm",
          "card0/device/current_compute_partition:CPX\ncard0/device/current_memory_partition:NPS4\n"
          "card0/device/unique_id:0123456789abcdef\ncard0/device/vbios_version:113-M3550101-100\n"
          "card0/device/mem_info_vram_total:309220868096\ncard0/device/xgmi_hive_info/xgmi_hive_id:77\n"
          "card2/device/vbios_version:x\n"}});
    ASSERT_EQ(host.gpus.size(), 1U) << "a BMC's card is no GPU";
    EXPECT_EQ(host.gpus[0].address, addressOf("0000:05:00.0"));
    EXPECT_EQ(*host.gpus[0].computePartition, "CPX");
    EXPECT_EQ(*host.gpus[0].memoryPartition, "NPS4");
    EXPECT_EQ(*host.gpus[0].uniqueId, "0123456789abcdef");
    EXPECT_EQ(*host.gpus[0].vbios, "113-M3550101-100");
    EXPECT_EQ(host.gpus[0].vram->value, 309220868096ULL);
    EXPECT_EQ(*host.gpus[0].xgmiHive, 77U);
}

TEST(NvidiaReader, ReadsTheDriversOwnFiles) {
    const host::Host host = hostOf(
        {{"nvidia",
          "version:NVRM version: NVIDIA UNIX x86_64 Kernel Module  550.54.15  Tue Mar  5 22:23:56 UTC 2024\n"
          "version:GCC version:  gcc version 12.2.0\n"
          "params:RegisterForACPIEvents: 1\nparams:EnablePCIERelaxedOrderingMode: 0\n"
          "gpus/0000:41:00.0/information:Model: \t\t NVIDIA H100 80GB HBM3\n"
          "gpus/0000:41:00.0/information:IRQ:   \t\t 120\n"
          "gpus/0000:41:00.0/information:GPU UUID: \t GPU-11111111-2222-3333-4444-555555555555\n"
          "gpus/0000:41:00.0/information:Video BIOS: \t 96.00.89.00.01\n"
          "gpus/0000:42:00.0/information:Model: \t\t NVIDIA H100 80GB HBM3\n"
          "gpus/0000:42:00.0/information:GPU UUID: \t GPU-\?\?\?\?\?\?\?\?-\?\?\?\?-\?\?\?\?\n"
          "gpus/0000:42:00.0/information:Video BIOS: \t \?\?.\?\?.\?\?\n"}});
    ASSERT_EQ(host.gpus.size(), 2U);
    EXPECT_EQ(*host.gpus[0].model, "NVIDIA H100 80GB HBM3");
    EXPECT_EQ(*host.gpus[0].uniqueId, "GPU-11111111-2222-3333-4444-555555555555");
    EXPECT_FALSE(host.gpus[1].uniqueId.known()) << "question marks are unknown";
    EXPECT_FALSE(host.gpus[1].vbios.known());
    EXPECT_EQ(*host.modules.at("nvidia").at("version"), "550.54.15");
    EXPECT_EQ(*host.modules.at("nvidia").at("EnablePCIERelaxedOrderingMode"), "0");
}

TEST(SmiReader, TakesNamesOutOfNvidiaSmi) {
    const host::Host host = hostOf(
        {{"tool-nvidia-smi-q-x",
          "<?xml version=\"1.0\" ?>\n<nvidia_smi_log>\n\t<gpu id=\"00000000:41:00.0\">\n"
          "\t\t<product_name>NVIDIA H200</product_name>\n\t\t<uuid>GPU-1</uuid>\n"
          "\t\t<vbios_version>N/A</vbios_version>\n\t</gpu>\n\t<product_name>nobody's</product_name>\n",
          Part::Tools}});
    ASSERT_EQ(host.gpus.size(), 1U);
    EXPECT_EQ(host.gpus[0].address, addressOf("0000:41:00.0"));
    EXPECT_EQ(*host.gpus[0].model, "NVIDIA H200");
    EXPECT_EQ(*host.gpus[0].uniqueId, "GPU-1");
    EXPECT_FALSE(host.gpus[0].vbios.known());
}

TEST(SmiReader, TakesNamesOutOfAmdSmi) {
    const host::Host host =
        hostOf({{"tool-amd-smi-static",
                 "GPU: 0\n    ASIC:\n        MARKET_NAME: AMD Instinct MI300X\n"
                 "        VENDOR_ID: 0x1002\n    BUS:\n        BDF: 0000:05:00.0\n"
                 "GPU: 1\n    ASIC:\n        MARKET_NAME: N/A\n    BUS:\n        BDF: 0000:26:00.0\n",
                 Part::Tools}});
    ASSERT_GE(host.gpus.size(), 1U);
    EXPECT_EQ(host.gpus[0].address, addressOf("0000:05:00.0"));
    EXPECT_EQ(*host.gpus[0].model, "AMD Instinct MI300X");
    for (const auto &gpu : host.gpus)
        EXPECT_NE(gpu.model.valueOr(""), "N/A");
}

constexpr const char *kTopo =
    "\t\x1b[4mGPU0\tGPU1\tGPU2\tNIC0\tCPU Affinity\tNUMA Affinity\tGPU NUMA ID\x1b[0m\n"
    "GPU0\t X \tNV18\tNV4\tPIX\t0-55,112-167\t0\t\tN/A\n"
    "GPU1\tNV18\t X \tSYS\tNODE\t\t1\t\tN/A\n"
    "GPU2\tNV4\tSYS\t X \tNV9\t56-111\t1\t\tN/A\n"
    "NIC0\tPIX\tNODE\tNV7\t X \t\t\t\t\n\nLegend:\n\n  NV#  = Connection traversing NVLinks\n";

TEST(GpuMatrixReader, TakesNvlinksOutOfNvidiaSmisMatrix) {
    const host::Host host = hostOf(
        {{"tool-nvidia-smi-topo", kTopo, Part::Tools},
         {"tool-nvidia-smi-nvlink",
          "GPU 0: NVIDIA H100 80GB HBM3 (UUID: GPU-1)\n\t Link 0: 26.562 GB/s\n\t Link 1: 26.562 GB/s\n"
          "GPU 2: NVIDIA H100 80GB HBM3 (UUID: GPU-3)\n\t Link 0: <inactive>\n",
          Part::Tools},
         {"tool-nvidia-smi-q-x",
          "<gpu id=\"00000000:19:00.0\">\n</gpu>\n<gpu id=\"00000000:3B:00.0\">\n</gpu>\n<gpu "
          "id=\"00000000:4C:00.0\">\n",
          Part::Tools}});
    ASSERT_EQ(host.gpuLinks.size(), 2U) << "each pair once, and no NIC is a GPU";
    EXPECT_EQ(host.gpuLinks[0].kind, host::GpuLink::Kind::NvLink);
    EXPECT_EQ(host.gpuLinks[0].from, addressOf("0000:19:00.0"));
    EXPECT_EQ(host.gpuLinks[0].to, addressOf("0000:3b:00.0"));
    EXPECT_EQ(host.gpuLinks[0].count, 18);
    EXPECT_EQ(host.gpuLinks[1].to, addressOf("0000:4c:00.0"));
    EXPECT_EQ(host.gpuLinks[1].count, 4);
    EXPECT_FALSE(host.gpuLinks[1].bandwidth.has_value()) << "GPU 2 told no rate";
}

TEST(GpuMatrixReader, NumbersGpusByBusWithoutNvidiaSmiIndices) {
    const std::string links = "0000:3b:00.0/driver -> ../nvidia\n0000:19:00.0/driver -> ../nvidia\n"
                              "0000:20:00.0/driver -> ../nvidia\n";
    const std::string classes = "0000:3b:00.0/class:0x030200\n0000:19:00.0/class:0x030200\n"
                                "0000:20:00.0/class:0x068000\n";
    const host::Host host =
        hostOf({{"pci-links", links}, {"pci", classes}, {"tool-nvidia-smi-topo", kTopo, Part::Tools}});
    ASSERT_EQ(host.gpuLinks.size(), 1U) << "an NVSwitch is no GPU, and GPU2 is unknown";
    EXPECT_EQ(host.gpuLinks[0].from, addressOf("0000:19:00.0"));
    EXPECT_EQ(host.gpuLinks[0].to, addressOf("0000:3b:00.0"));
}

constexpr const char *kAmdTopology =
    "ACCESS TABLE:\n             0000:0c:00.0 0000:22:00.0\n"
    "0000:0c:00.0 ENABLED      ENABLED\n\nWEIGHT TABLE:\n"
    "             0000:0c:00.0 0000:22:00.0 0000:38:00.0\n"
    "0000:0c:00.0 0            15           72\n0000:22:00.0 15           0            30\n"
    "LINK TYPE TABLE:\n             0000:0c:00.0 0000:22:00.0 0000:38:00.0\n"
    "0000:0c:00.0 SELF         XGMI         PCIE\n"
    "0000:22:00.0 XGMI         SELF         XGMI\nNUMA BW TABLE:\n";

TEST(GpuMatrixReader, TakesXgmiOutOfAmdSmi) {
    const host::Host host = hostOf({{"tool-amd-smi-topology", kAmdTopology, Part::Tools}});
    ASSERT_EQ(host.gpuLinks.size(), 2U);
    EXPECT_EQ(host.gpuLinks[0].from, addressOf("0000:0c:00.0"));
    EXPECT_EQ(host.gpuLinks[0].to, addressOf("0000:22:00.0"));
    EXPECT_EQ(host.gpuLinks[0].count, 1);
    EXPECT_EQ(host.gpuLinks[1].count, 2) << "weight 30 is two hops, whatever the table of hops says";
}

TEST(GpuMatrixReader, PrefersTheKernelToTools) {
    const host::Host host = hostOf(
        {{"kfd", kfdNode(1, 1, 0x0c00, 128) + kfdNode(2, 2, 0x2200, 129) + kfdLink(1, 0, 11, 2, 15, 50000)},
         {"tool-amd-smi-topology", kAmdTopology, Part::Tools}});
    ASSERT_EQ(host.gpuLinks.size(), 2U);
    EXPECT_DOUBLE_EQ(host.gpuLinks[0].bandwidth.value_or(GigabytesPerSecond{}).value, 50);
}

} // namespace
} // namespace fabricscope::formats
