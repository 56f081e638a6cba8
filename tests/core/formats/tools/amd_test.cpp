// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/host/MatrixDevices.h"
#include "tests/core/formats/tools/ToolHosts.h"

#include <gmock/gmock.h>

namespace fabricscope::formats {
namespace {

using testing::ElementsAre;

constexpr const char *kStatic = R"(CPU: 0
    SMU:
        FW_VERSION: 85.90.0
GPU: 0
    ASIC:
        MARKET_NAME: AMD Instinct MI300X: OAM
        VENDOR_ID: 0x1002
        SUBVENDOR_ID: 0x1002
        DEVICE_ID: 0x74a1
        SUBSYSTEM_ID: 0x74a1
        REV_ID: 0x00
        ASIC_SERIAL: 0x2EC8BD9ABBB6D11
        OAM_ID: 6
    BUS:
        BDF: 0000:05:00.0
        MAX_PCIE_WIDTH: 16
        MAX_PCIE_SPEED: 32 GT/s
        SLOT_TYPE: OAM
    IFWI:
        NAME: AMD MI300X
        PART_NUMBER: 113-M3000100-103
    DRIVER:
        NAME: amdgpu
        VERSION: 6.14.14
    VRAM:
        TYPE: HBM
        SIZE: 196592 MB
    NUMA:
        NODE: 1
        AFFINITY: NONE
    PARTITION:
        ACCELERATOR_PARTITION: SPX
        MEMORY_PARTITION: NPS1
GPU: 1
    ASIC:
        MARKET_NAME: N/A
    BUS:
        BDF: 0000:26:00.0
        MAX_PCIE_WIDTH: N/A
)";

void expectStatic(const host::Host &host) {
    ASSERT_EQ(host.gpus.size(), 2U);
    const host::GpuFacts &gpu = host.gpus[0];
    EXPECT_EQ(gpu.address, bdf("0000:05:00.0"));
    EXPECT_EQ(*gpu.smiIndex, 0);
    EXPECT_EQ(*host.gpus[1].smiIndex, 1);
    EXPECT_EQ(*gpu.model, "AMD Instinct MI300X: OAM");
    EXPECT_EQ(*gpu.uniqueId, "02ec8bd9abbb6d11");
    EXPECT_EQ(*gpu.vbios, "113-M3000100-103");
    EXPECT_EQ(*gpu.computePartition, "SPX");
    EXPECT_EQ(*gpu.memoryPartition, "NPS1");
    EXPECT_EQ(gpu.vram->value, std::uint64_t{196592} << 20);
    const host::PciFunction &function = host.functions.at(0);
    EXPECT_EQ(*function.vendor, 0x1002);
    EXPECT_EQ(*function.device, 0x74a1);
    EXPECT_EQ(*function.driver, "amdgpu");
    EXPECT_EQ(*function.maxWidth, 16);
    EXPECT_EQ(function.maxSpeed->generation(), 5U);
    EXPECT_EQ(*function.numaNode, 1);
    EXPECT_FALSE(host.gpus[1].model.known());
    EXPECT_FALSE(host.functions.at(1).maxWidth.known());
    EXPECT_FALSE(host.functions.at(1).numaNode.known());
}

TEST(AmdTopology, AloneNamesTheGpusOfAHost) {
    const host::Host host = hostOfText("LINK TYPE TABLE:\n             0000:a5:00.0 0000:b6:00.0\n"
                                       "0000:a5:00.0 SELF         XGMI\n0000:b6:00.0 XGMI         SELF\n");
    ASSERT_EQ(host.gpus.size(), 2U);
    EXPECT_EQ(host.gpus[1].address.toString(), "0000:b6:00.0");
    EXPECT_EQ(host.functions.size(), 2U);
    EXPECT_EQ(host.gpuLinks.size(), 1U);
}

TEST(AmdSmiStatic, ReadsTextAndPastedText) {
    expectStatic(hostOfText(kStatic));
    expectStatic(hostOfText(pasted(kStatic, true)));
}

TEST(AmdSmiStatic, ReadsJsonOfBothAges) {
    const std::string gpus =
        R"([{"gpu": 0, "asic": {"market_name": "AMD Instinct MI300X: OAM", "vendor_id": "0x1002",
        "device_id": "0x74a1", "asic_serial": "0x2EC8BD9ABBB6D11"}, "bus": {"bdf": "0000:05:00.0",
        "max_pcie_width": 16, "max_pcie_speed": {"value": 32, "unit": "GT/s"}}, "ifwi": {"part_number":
        "113-M3000100-103"}, "driver": {"name": "amdgpu"}, "vram": {"size": {"value": 196592, "unit": "MB"}},
        "numa": {"node": 1}, "partition": {"accelerator_partition": "SPX", "memory_partition": "NPS1"},},
        {"gpu": 1, "asic": {"market_name": "N/A"}, "bus": {"bdf": "0000:26:00.0"}}])";
    expectStatic(hostOfText(gpus));
    expectStatic(hostOfText("WARNING: something\n{\"gpu_data\": " + gpus + "}"));
}

TEST(AmdSmiStatic, ReadsTheOamIdIfValid) {
    const host::Host host = hostOfText(kStatic);
    ASSERT_EQ(host.gpus.size(), 2U);
    EXPECT_EQ(*host.gpus[0].oam, 6);
    EXPECT_FALSE(host.gpus[1].oam.known());
    for (const char *nonsense : {"N/A", "-1", "4096", "0x6", "six"}) {
        std::string text = kStatic;
        text.replace(text.find("OAM_ID: 6") + 8, 1, nonsense);
        EXPECT_FALSE(hostOfText(text).gpus.at(0).oam.known()) << nonsense;
    }
}

TEST(AmdSmiList, ReadsSmiAndHipIndices) {
    const std::string text = "GPU: 0\n    BDF: 0000:26:00.0\n    UUID: 1\n    HSA_ID: 2\n    HIP_ID: 1\n\n"
                             "GPU: 1\n    BDF: 0000:05:00.0\n    UUID: 2\n    HSA_ID: 3\n    HIP_ID: 0\n\n"
                             "GPU: 2\n    BDF: 0000:46:00.0\n    UUID: 3\n    HIP_ID: N/A\n";
    const std::string json = R"([{"gpu": 0, "bdf": "0000:26:00.0", "uuid": "1", "hip_id": 1},
        {"gpu": 1, "bdf": "0000:05:00.0", "uuid": "2", "hip_id": 0},
        {"gpu": 2, "bdf": "0000:46:00.0", "uuid": "3", "hip_id": "N/A"}])";
    for (const std::string &form : {text, pasted(text, true), json}) {
        const host::Host host = hostOfText(form);
        ASSERT_EQ(host.gpus.size(), 3U);
        EXPECT_EQ(host.gpus[0].address, bdf("0000:05:00.0"));
        EXPECT_EQ(*host.gpus[0].smiIndex, 1);
        EXPECT_EQ(*host.gpus[0].hipIndex, 0);
        EXPECT_EQ(*host.gpus[1].smiIndex, 0);
        EXPECT_EQ(*host.gpus[1].hipIndex, 1);
        EXPECT_EQ(*host.gpus[2].smiIndex, 2);
        EXPECT_FALSE(host.gpus[2].hipIndex.known());
    }
}

TEST(AmdSmiList, LeavesPartitionsOut) {
    const host::Host host = hostOfText("GPU: 0\n    BDF: 0000:0c:00.0\n    UUID: 1\n    PARTITION_ID: 0\n\n"
                                       "GPU: 1\n    BDF: 0000:0c:00.1\n    UUID: 2\n    PARTITION_ID: 1\n");
    ASSERT_EQ(host.gpus.size(), 1U) << "a partition is no PCI function";
    EXPECT_EQ(host.gpus[0].address, bdf("0000:0c:00.0"));
    EXPECT_EQ(host.functions.size(), 1U);
}

constexpr const char *kTopology = "LINK TYPE TABLE:\n             0000:0c:00.0 0000:22:00.0 0000:38:00.0\n"
                                  "0000:0c:00.0 SELF         XGMI         PCIE\n"
                                  "0000:22:00.0 XGMI         SELF         XGMI\n"
                                  "0000:38:00.0 PCIE         XGMI         SELF\n\nWEIGHT TABLE:\n"
                                  "             0000:0c:00.0 0000:22:00.0 0000:38:00.0\n"
                                  "0000:0c:00.0 0            15           72\n"
                                  "0000:22:00.0 15           0            30\n"
                                  "0000:38:00.0 72           30           0\nNUMA BW TABLE:\n"
                                  "             0000:0c:00.0 0000:22:00.0 0000:38:00.0\n"
                                  "0000:0c:00.0 N/A          50000-64000  N/A\n"
                                  "0000:22:00.0 50000-64000  N/A          0-0\n";

void expectTopology(const host::Host &host) {
    ASSERT_EQ(host.gpuLinks.size(), 2U);
    EXPECT_EQ(host.gpuLinks[0].from, bdf("0000:0c:00.0"));
    EXPECT_EQ(host.gpuLinks[0].to, bdf("0000:22:00.0"));
    EXPECT_EQ(host.gpuLinks[0].count, 1);
    EXPECT_DOUBLE_EQ(host.gpuLinks[0].bandwidth.value_or(GigabytesPerSecond{}).value, 64.0);
    EXPECT_EQ(host.gpuLinks[1].count, 2);
    EXPECT_FALSE(host.gpuLinks[1].bandwidth.has_value());
}

TEST(AmdSmiTopology, ReadsItsTablesInAnyOrder) {
    expectTopology(hostOfText(kTopology));
    expectTopology(hostOfText(pasted(kTopology, true)));
}

TEST(AmdSmiTopology, ReadsJson) {
    expectTopology(hostOfText(R"([{"gpu": 0, "bdf": "0000:0c:00.0", "links": [
        {"gpu": 0, "bdf": "0000:0c:00.0", "weight": 0, "link_type": "SELF", "bandwidth": "N/A"},
        {"gpu": 1, "bdf": "0000:22:00.0", "weight": 15, "link_type": "XGMI", "bandwidth": "50000-64000"},
        {"gpu": 2, "bdf": "0000:38:00.0", "weight": 72, "link_type": "PCIE", "bandwidth": "N/A"}]},
        {"gpu": 1, "bdf": "0000:22:00.0", "links": [
        {"gpu": 2, "bdf": "0000:38:00.0", "weight": 30, "link_type": "XGMI", "bandwidth": "0-0"}]}])"));
}

const std::string kShowTopo =
    "============================ ROCm System Management Interface ============================\n"
    "WARNING: AMD GPU device(s) is/are in a low-power state. Check power control/runtime_status\n\n"
    "================================ Weight between two GPUs =================================\n"
    "       GPU0         GPU1         GPU2         \n"
    "GPU0   0            15           72           \nGPU1   15           0            30           \n"
    "GPU2   72           30           0            \n\n"
    "================================= Hops between two GPUs ==================================\n"
    "       GPU0         GPU1         GPU2         \nGPU0   0            1            3            \n"
    "GPU1   1            0            1            \nGPU2   3            1            0            \n\n"
    "=============================== Link Type between two GPUs ===============================\n"
    "       GPU0         GPU1         GPU2         \nGPU0   0            XGMI         PCIE         \n"
    "GPU1   XGMI         0            XGMI         \nGPU2   PCIE         XGMI         0            \n\n"
    "======================================= Numa Nodes =======================================\n"
    "GPU[0]\t\t: (Topology) Numa Node: 0\nGPU[0]\t\t: (Topology) Numa Affinity: 0\n"
    "GPU[1]\t\t: (Topology) Numa Node: 1\nGPU[1]\t\t: (Topology) Numa Affinity: 1\n"
    "================================== End of ROCm SMI Log ===================================\n";

TEST(RocmSmi, KeepsItsTablesWithoutAddresses) {
    for (const std::string &form : {kShowTopo, pasted(kShowTopo)}) {
        const host::Host host = hostOfText(form);
        ASSERT_EQ(host.deviceMatrices.size(), 3U);
        EXPECT_EQ(host.deviceMatrices[0].what, "Weight");
        EXPECT_EQ(host.deviceMatrices[1].what, "Hops");
        EXPECT_THAT(host.deviceMatrices[2].rows.at(0).cells, ElementsAre("0", "XGMI", "PCIE"));
        EXPECT_EQ(*host.deviceMatrices[0].rows.at(1).numaNodes, "1");
        EXPECT_TRUE(host.gpuLinks.empty());
        EXPECT_TRUE(host.gpus.empty());
    }
}

TEST(RocmSmi, PlacesThemWithShowbus) {
    const host::Host host = hostOfText(
        kShowTopo + "=== PCI Bus ID ===\nGPU[0]\t\t: PCI Bus: 0000:05:00.0\nGPU[1]\t\t: PCI Bus: "
                    "0000:26:00.0\nGPU[2]\t\t: PCI Bus: 0000:46:00.0\nGPU[0]\t\t: Card Series: \t\tAMD "
                    "Instinct MI300X\nGPU[0]\t\t: Unique ID: 0xef2c1799a1f3e2ed\n"
                    "GPU[0]\t\t: VRAM Total Memory (B): 205822885888\n");
    ASSERT_EQ(host.gpuLinks.size(), 2U);
    EXPECT_EQ(host.gpuLinks[0].from, bdf("0000:05:00.0"));
    EXPECT_EQ(host.gpuLinks[0].count, 1);
    EXPECT_EQ(host.gpuLinks[1].count, 2) << "weight 30 is two hops, whatever the table of hops says";
    EXPECT_EQ(*host.gpus.at(0).model, "AMD Instinct MI300X");
    EXPECT_EQ(*host.gpus.at(0).uniqueId, "ef2c1799a1f3e2ed");
    EXPECT_EQ(host.gpus.at(0).vram->value, 205822885888U);
    EXPECT_EQ(*host.function(bdf("0000:26:00.0"))->numaNode, 1);
    EXPECT_EQ(host.deviceMatrices.at(0).rows.at(2).address, bdf("0000:46:00.0"));
}

TEST(RocmSmi, KeepsLinksReportedByAmdSmi) {
    const host::Host host = hostOfTexts(
        {kShowTopo + "GPU[0]: PCI Bus: 0000:0c:00.0\nGPU[1]: PCI Bus: 0000:22:00.0\n", kTopology});
    ASSERT_EQ(host.gpuLinks.size(), 2U);
    EXPECT_TRUE(host.gpuLinks[0].bandwidth.has_value());
}

TEST(RocmSmi, ReadsJson) {
    const std::string text =
        R"({"card0": {"(Topology) Numa Node": "0", "(Topology) Numa Affinity": "0", "PCI Bus": "0000:05:00.0"},)"
        R"( "card1": {"(Topology) Numa Node": "1", "(Topology) Numa Affinity": "1", "PCI Bus": "0000:26:00.0"},)"
        R"( "card2": {"(Topology) Numa Node": "1", "(Topology) Numa Affinity": "1", "PCI Bus": "0000:46:00.0"},)"
        R"( "system": {"(Topology) Weight between DRM devices 0 and 1": "15",)"
        R"( "(Topology) Weight between DRM devices 0 and 2": "40", "(Topology) Hops between DRM devices 0 and 1": "1",)"
        R"( "(Topology) Link type between DRM devices 0 and 1": "XGMI",)"
        R"( "(Topology) Link type between DRM devices 0 and 2": "PCIE",)"
        R"( "(Topology) Link type between DRM devices 0 and 4000000000": "XGMI"}})";
    ASSERT_EQ(kindOf(text), "rocm-smi --showtopo");
    const host::Host host = hostOfText(text);
    ASSERT_EQ(host.deviceMatrices.size(), 3U);
    const host::DeviceMatrix &weights = host.deviceMatrices[0];
    EXPECT_EQ(weights.what, "Weight");
    EXPECT_THAT(weights.columns, ElementsAre("GPU0", "GPU1", "GPU2"));
    EXPECT_THAT(weights.rows.at(0).cells, ElementsAre("", "15", "40"));
    EXPECT_THAT(weights.rows.at(1).cells, ElementsAre("15", "", "")) << "what is not said stays unknown";
    EXPECT_EQ(weights.rows.at(1).address, bdf("0000:26:00.0"));
    EXPECT_EQ(weights.rows.at(1).numaNodes.valueOr("?"), "1");
    EXPECT_THAT(host.deviceMatrices[2].rows.at(2).cells, ElementsAre("PCIE", "", ""));
    ASSERT_EQ(host.gpuLinks.size(), 1U);
    EXPECT_EQ(host.gpuLinks[0].from, bdf("0000:05:00.0"));
    EXPECT_EQ(host.gpuLinks[0].to, bdf("0000:26:00.0"));
    EXPECT_EQ(host.gpuLinks[0].count, 1);
    EXPECT_EQ(host.function(bdf("0000:46:00.0"))->numaNode.valueOr(-1), 1);
}

const std::string kXgmi = "LINK METRIC TABLE:\n"
                          "       bdf          bit_rate max_bandwidth link_type 05:00.0 26:00.0 46:00.0\n"
                          "GPU0   05:00.0      32 Gb/s  512 Gb/s      XGMI\n"
                          " Read                                                N/A     1259 KB 1 KB\n"
                          " Write                                               N/A     1074 KB 1 KB\n"
                          "GPU1   26:00.0      32 Gb/s  512 Gb/s      XGMI\n"
                          " Read                                                0 KB     N/A    N/A\n"
                          " Write                                               0 KB     N/A    N/A\n"
                          "GPU2   46:00.0      N/A      N/A           PCIE\n"
                          " Read                                                1 KB     7 KB    N/A\n";

TEST(AmdSmiXgmi, HasGpusAndTheLinksBetweenThem) {
    EXPECT_EQ(kindOf(kXgmi), "amd-smi xgmi");
    for (const std::string &form : {kXgmi, pasted(kXgmi), pasted(kXgmi, true)}) {
        const host::Host host = hostOfText(form);
        ASSERT_EQ(host.gpus.size(), 3U);
        EXPECT_EQ(host.gpus[1].address, bdf("0000:26:00.0"));
        EXPECT_EQ(host.gpus[1].smiIndex.valueOr(-1), 1);
        ASSERT_EQ(host.gpuLinks.size(), 2U) << "N/A, and PCIe, are no XGMI";
        EXPECT_EQ(host.gpuLinks[0].from, bdf("0000:05:00.0"));
        EXPECT_EQ(host.gpuLinks[0].to, bdf("0000:26:00.0"));
        EXPECT_EQ(host.gpuLinks[1].to, bdf("0000:46:00.0"));
        ASSERT_TRUE(host.gpuLinks[0].bandwidth);
        EXPECT_DOUBLE_EQ(host.gpuLinks[0].bandwidth->value, 64);
    }
}

TEST(AmdSmiXgmi, WithTwoGpusOfOneShortAddressIsLeftOut) {
    std::string text = kXgmi;
    for (auto at = text.find("26:00.0"); at != std::string::npos; at = text.find("26:00.0"))
        text.replace(at, 7, "05:00.0");
    EXPECT_EQ(kindOf(text), "");
    std::string whole = kXgmi;
    for (auto at = whole.find(" 26:00.0"); at != std::string::npos; at = whole.find(" 26:00.0"))
        whole.replace(at, 8, " 0002:05:00.0");
    EXPECT_EQ(hostOfText(whole).gpus.size(), 3U) << "newer releases print the domain";
}

TEST(AmdSmiXgmi, OfTopologyIsMorePrecise) {
    const host::Host host = hostOfTexts(
        {kXgmi, "WEIGHT TABLE:\n             0000:05:00.0 0000:26:00.0\n0000:05:00.0 0            15\n"
                "0000:26:00.0 15           0\n\nLINK TYPE TABLE:\n             0000:05:00.0 0000:26:00.0\n"
                "0000:05:00.0 SELF         XGMI\n0000:26:00.0 XGMI         SELF\n"});
    ASSERT_EQ(host.gpuLinks.size(), 2U);
    EXPECT_EQ(host.gpuLinks[0].count, 1);
    EXPECT_EQ(host.gpus[0].smiIndex.valueOr(-1), 0);
}

const std::string kMetric = "GPU: 0\n"
                            "    USAGE:\n"
                            "        GFX_ACTIVITY: 100 %\n"
                            "        VCN_ACTIVITY: [0 %, 0 %, N/A]\n"
                            "    CLOCK:\n"
                            "        GFX_0:\n"
                            "            CLK: 2102 MHz\n"
                            "    PCIE:\n"
                            "        WIDTH: 16\n"
                            "        SPEED: 32 GT/s\n"
                            "        BANDWIDTH: 18 Mb/s\n"
                            "    MEM_USAGE:\n"
                            "        TOTAL_VRAM: 196592 MB\n\n"
                            "GPU: 1\n"
                            "    PCIE:\n"
                            "        WIDTH: 8\n"
                            "        SPEED: N/A\n";

TEST(AmdSmiMetric, AloneListsItsGpus) {
    EXPECT_EQ(kindOf(kMetric), "amd-smi metric");
    EXPECT_EQ(kindOf("GPU: 0\n    CLOCK:\n        GFX_0:\n            CLK: 113 MHz\n"), "amd-smi metric");
    EXPECT_EQ(kindOf("GPU: 0\n    THROTTLE:\n        ACCUMULATION_COUNTER: 3808991\n"), "amd-smi metric");
    EXPECT_EQ(kindOf("GPU: 0\n    RETIRED: No bad pages found.\n"), "");
    for (const std::string &form : {kMetric, pasted(kMetric), pasted(kMetric, true)}) {
        const host::Host host = hostOfText(form);
        EXPECT_TRUE(host.functions.empty());
        ASSERT_EQ(host.deviceMatrices.size(), 1U);
        ASSERT_EQ(host.deviceMatrices[0].rows.size(), 2U);
        EXPECT_EQ(host.deviceMatrices[0].rows[1].name, "GPU1");
        EXPECT_EQ(host::MatrixDevices(host).summary(), "2 GPUs, from amd-smi metric; PCI addresses unknown");
    }
}

TEST(AmdSmiMetric, WithAListHasTheLinkOfEachGpu) {
    const host::Host host = hostOfTexts({kMetric, "GPU: 0\n    BDF: 0000:26:00.0\n    UUID: 1\n\n"
                                                  "GPU: 1\n    BDF: 0000:05:00.0\n    UUID: 2\n"});
    EXPECT_TRUE(host.deviceMatrices.empty());
    ASSERT_EQ(host.functions.size(), 2U);
    EXPECT_EQ(host.functions[0].currentWidth.valueOr(0), 8) << "0000:05:00.0 is GPU 1";
    EXPECT_FALSE(host.functions[0].currentSpeed);
    EXPECT_EQ(host.functions[1].currentWidth.valueOr(0), 16);
    ASSERT_TRUE(host.functions[1].currentSpeed);
    EXPECT_EQ(host.functions[1].currentSpeed->generation(), 5U);
    ASSERT_EQ(host.gpus.size(), 2U);
    EXPECT_EQ(host.gpus[1].vram.valueOr({}).value, std::uint64_t{196592} << 20);
}

TEST(AmdSmiMetric, OfNumbersBeyondAnyHostIsNotRead) {
    EXPECT_EQ(kindOf("GPU: 99999\n    PCIE:\n        WIDTH: 16\n"), "");
    std::string many = "GPU: 0\n    PCIE:\n";
    for (int i = 0; i < 20000; ++i)
        many += "GPU: " + std::to_string(i % 5000) + "\n";
    EXPECT_LE(hostOfText(many).deviceMatrices.at(0).rows.size(), 4096U);
}

TEST(AmdSmiTopology, AloneGivesGpusOfAmd) {
    const host::Host host = hostOfText(
        "LINK TYPE TABLE:\n             0000:05:00.0 0000:26:00.0\n0000:05:00.0 SELF         XGMI\n"
        "0000:26:00.0 XGMI         SELF\n");
    ASSERT_EQ(host.functions.size(), 2U) << "a library's model asks for their vendor";
    EXPECT_EQ(host.functions[1].vendor.valueOr(0), 0x1002);
    EXPECT_EQ(host.gpuLinks.size(), 1U);
}

} // namespace
} // namespace fabricscope::formats
