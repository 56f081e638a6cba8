// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// rocminfo, and amd-smi list --csv, firmware, event and monitor -w.
#include "tests/core/formats/tools/ToolHosts.h"

#include <gmock/gmock.h>

namespace fabricscope::formats {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

std::string cell(const host::Host &host, std::string_view row, std::string_view column) {
    for (const host::DeviceMatrix &matrix : host.deviceMatrices)
        for (const auto &each : matrix.rows)
            for (std::size_t i = 0; i < matrix.columns.size(); ++i)
                if (each.name == row && matrix.columns[i] == column)
                    return each.cells[i];
    return "none";
}

std::string agent(unsigned number, const std::string &lines) {
    return "*******                  \nAgent " + std::to_string(number) + "                  \n*******\n" +
           lines;
}

std::string gpuAgent(unsigned number, unsigned node, unsigned place, const std::string &uuid) {
    return agent(number, "  Name:                    gfx950                             \n"
                         "  Uuid:                    " +
                             uuid +
                             "               \n"
                             "  Marketing Name:          AMD Instinct MI355X                \n"
                             "  Vendor Name:             AMD                                \n"
                             "  Node:                    " +
                             std::to_string(node) +
                             "       \n"
                             "  Device Type:             GPU                                \n"
                             "  Chip ID:                 30115(0x75a3)                      \n"
                             "  BDFID:                   " +
                             std::to_string(place) +
                             "      \n"
                             "  ISA Info:                \n    ISA 1                    \n"
                             "      Name:                    amdgcn-amd-amdhsa--gfx950:sramecc+:xnack-  \n");
}

const std::string kCpu = agent(1, "  Name:                    AMD EPYC 9575F 64-Core Processor   \n"
                                  "  Marketing Name:          AMD EPYC 9575F 64-Core Processor   \n"
                                  "  Node:                    0                                  \n"
                                  "  Device Type:             CPU                                \n"
                                  "  BDFID:                   0                                  \n");

TEST(RocmInfo, GivesTheGpusWithTheirPlaceAndTheirNodeOfKfd) {
    const host::Host host = hostOfText("ROCk module is loaded\n=====================\n" + kCpu +
                                       gpuAgent(2, 2, 29952, "GPU-11aa22bb33cc44dd") +
                                       gpuAgent(3, 3, 1280, "GPU-XX") + "*** Done ***\n");
    ASSERT_THAT(host.gpus, SizeIs(2));
    std::vector<std::string> gpus;
    for (const host::GpuFacts &gpu : host.gpus)
        gpus.push_back(gpu.address.toString() + " " + gpu.model.valueOr("?") + " " +
                       gpu.uniqueId.valueOr("?") + " " + std::to_string(gpu.kfdNodes.at(0)));
    EXPECT_THAT(gpus, testing::UnorderedElementsAre("0000:75:00.0 AMD Instinct MI355X 11aa22bb33cc44dd 2",
                                                    "0000:05:00.0 AMD Instinct MI355X ? 3"));
    ASSERT_THAT(host.functions, SizeIs(2));
    EXPECT_EQ(host.functions[0].device.valueOr(0), 0x75a3);
    EXPECT_EQ(host.functions[0].vendor.valueOr(0), 0x1002);
}

TEST(RocmInfo, GivesThePartitionsOfAGpuAsItsNodes) {
    const host::Host host = hostOfText(kCpu + gpuAgent(2, 2, 1280, "GPU-11aa22bb33cc44dd") +
                                       gpuAgent(3, 3, 1281, "GPU-11aa22bb33cc44dd"));
    ASSERT_THAT(host.gpus, SizeIs(1));
    EXPECT_THAT(host.gpus[0].kfdNodes, ElementsAre(2, 3));
}

TEST(RocmInfo, HasNoPlacesWhereTwoDomainsHaveTheSame) {
    const host::Host host = hostOfText(kCpu + gpuAgent(2, 2, 1280, "GPU-11aa22bb33cc44dd") +
                                       gpuAgent(3, 3, 1280, "GPU-21aa22bb33cc44dd"));
    EXPECT_THAT(host.gpus, IsEmpty());
    EXPECT_EQ(cell(host, "GPU1", "Marketing Name"), "AMD Instinct MI355X");
    EXPECT_EQ(cell(host, "GPU1", "BDFID"), "none");
}

host::Host placedWith(const std::string &lspci, unsigned place) {
    return hostOfTexts({lspci, kCpu + gpuAgent(2, 2, place, "GPU-31aa22bb33cc44dd")});
}

TEST(RocmInfo, TakesTheDomainOfTheOnlyDeviceThatIsKnownThere) {
    const std::string amd = ":05:00.0 Processing accelerators [1200]: Advanced Micro Devices, Inc. [AMD/ATI] "
                            "Device [1002:75a3]\n";
    const host::Host joined = placedWith("0002" + amd, 1280);
    ASSERT_THAT(joined.gpus, SizeIs(1));
    EXPECT_EQ(joined.gpus[0].address.toString(), "0002:05:00.0");
    EXPECT_THAT(joined.functions, SizeIs(1));
    EXPECT_EQ(placedWith("0000" + amd, 1280).gpus.at(0).address.toString(), "0000:05:00.0");
    EXPECT_EQ(placedWith("0000" + amd, 1536).gpus.at(0).address.toString(), "0000:06:00.0");
    EXPECT_THAT(placedWith("0002" + amd + "0003" + amd, 1280).gpus, IsEmpty()) << "one of two";
    const host::Host other = placedWith("0002" + amd, 1536);
    EXPECT_THAT(other.gpus, IsEmpty()) << "there are domains, but it is in none of them";
    EXPECT_EQ(cell(other, "GPU0", "Marketing Name"), "AMD Instinct MI355X");
}

TEST(RocmInfo, OfAHostileTextIsBounded) {
    std::string text = kCpu + "  Marketing Name: x\n  Device Type: GPU\n  BDFID: 99999999\n";
    for (unsigned i = 0; i < 20'000; ++i)
        text += "Agent 7\n  Device Type: GPU\n  BDFID: " + std::to_string(i) + "\n  Node: 1\n";
    EXPECT_LE(hostOfText(text).gpus.size(), 4096U);
}

TEST(AmdSmiCsv, GivesTheGpusOfAListOncePerAddress) {
    const host::Host host = hostOfText("gpu,gpu_bdf,gpu_uuid,kfd_id,node_id,partition_id\n"
                                       "0,0000:41:00.0,11ff75a0-0000-1000-80aa-0c5511223344,4711,2,0\n"
                                       "1,0000:41:00.0,11ff75a0-0000-1000-80aa-0c5511223344,4712,3,1\n"
                                       "2,0000:61:00.0,12ff75a0-0000-1000-80aa-0c5511223344,4713,4,0\n");
    ASSERT_THAT(host.gpus, SizeIs(2));
    EXPECT_EQ(host.gpus[1].smiIndex.valueOr(-1), 2);
}

TEST(AmdSmiCsv, WithoutAddressesGivesItsTable) {
    const host::Host host =
        hostOfText("gpu,market_name,vendor_id,oam_id\n0,\"AMD Instinct, MI355X\",0x1002,6\n");
    EXPECT_THAT(host.gpus, IsEmpty());
    EXPECT_EQ(cell(host, "GPU0", "market_name"), "AMD Instinct, MI355X");
    EXPECT_EQ(cell(host, "GPU0", "oam_id"), "6");
}

TEST(AmdSmiCsv, OfOtherProgramsIsNotRecognised) {
    EXPECT_EQ(kindOf("gpu,epoch,loss\n0,1,0.5\n"), "");
}

constexpr const char *kFirmware = "GPU: 0\n    FW_LIST:\n        FW 0:\n            FW_ID: CP_MEC1\n"
                                  "            FW_VERSION: 163\n        FW 1:\n            FW_ID: SMC\n"
                                  "            FW_VERSION: 00.85.999.00\n\n"
                                  "GPU: 1\n    FW_LIST:\n        FW 0:\n            FW_ID: CP_MEC1\n"
                                  "            FW_VERSION: 163\n        FW 1:\n            FW_ID: SMC\n"
                                  "            FW_VERSION: 00.85.998.00\n";

host::Host firmwareOf(const std::string &first, const std::string &second) {
    return hostOfTexts({kFirmware, "gpu,gpu_bdf,market_name\n0,0000:41:00.0," + first + "\n1,0000:61:00.0," +
                                       second + "\n"});
}

TEST(AmdSmiFirmware, IsComparedAmongGpusOfOneModel) {
    EXPECT_THAT(firmwareOf("AMD Instinct MI355X", "AMD Radeon Graphics").toolFaults, IsEmpty());
    EXPECT_THAT(firmwareOf("AMD Instinct MI355X", "N/A").toolFaults, IsEmpty());
    EXPECT_THAT(hostOfText(kFirmware).toolFaults, IsEmpty()) << "the models are not known";
    const auto lspci = [](const std::string &second) {
        const std::string amd =
            " Processing accelerators [1200]: Advanced Micro Devices, Inc. [AMD/ATI] Device ";
        return hostOfTexts({kFirmware, "41:00.0" + amd + "[1002:75a3]\n61:00.0" + amd + second + "\n"});
    };
    EXPECT_THAT(lspci("[1002:75a3]").toolFaults, SizeIs(1));
    EXPECT_THAT(lspci("[1002:74a1]").toolFaults, IsEmpty());
}

TEST(AmdSmiFirmware, GivesItsVersionsAndWhichDiffer) {
    const host::Host host = firmwareOf("AMD Instinct MI355X", "AMD Instinct MI355X");
    EXPECT_EQ(cell(host, "GPU0", "SMC"), "00.85.999.00");
    EXPECT_EQ(cell(host, "GPU1", "CP_MEC1"), "163");
    ASSERT_THAT(host.toolFaults, SizeIs(1));
    EXPECT_EQ(host.toolFaults[0].kind, "firmware_differs");
    EXPECT_EQ(host.toolFaults[0].detail, "SMC");
}

TEST(AmdSmiFirmware, IsReadAsJson) {
    const host::Host host = hostOfText(
        R"([{"gpu": 0, "fw_list": [{"fw_id": "SMC", "fw_version": "1.2"}, {"fw_id": "RLC", "fw_version": "65"}]},
           {"gpu": 1, "fw_list": [{"fw_id": "SMC", "fw_version": "1.2"}]}])");
    EXPECT_EQ(cell(host, "GPU0", "RLC"), "65");
    EXPECT_EQ(cell(host, "GPU1", "SMC"), "1.2");
    EXPECT_THAT(host.toolFaults, IsEmpty());
}

TEST(AmdSmiEvent, GivesItsMessages) {
    const host::Host host = hostOfText("EVENT_INFO:\nGPU: 3\n    MESSAGE: ECC single bit error corrected\n"
                                       "    CATEGORY: ECC\n    DATE: 2026-01-20:20:50:11.100\n");
    ASSERT_THAT(host.toolFacts, SizeIs(1));
    EXPECT_EQ(host.toolFacts[0].device, "GPU3");
    EXPECT_EQ(host.toolFacts[0].value, "ECC: ECC single bit error corrected");
}

TEST(AmdSmiMonitor, IsReadWithTimesAndPartitions) {
    const host::Host host = hostOfText("TIMESTAMP  GPU  XCP  POWER   GPU_T   MEM_T   GFX_CLK\n"
                                       "1763817114    0    0  750 W    69 C    50 C  1278 MHz\n"
                                       "1763817114    1    0  178 W    47 C    38 C  2105 MHz\n"
                                       "TIMESTAMP  GPU  XCP  POWER   GPU_T   MEM_T   GFX_CLK\n"
                                       "1763817115    0    0  751 W   103 C    50 C  1278 MHz\n"
                                       "1763817115    1    0  179 W    47 C    38 C  2105 MHz\n");
    EXPECT_EQ(cell(host, "GPU0", "POWER"), "750 W");
    EXPECT_EQ(cell(host, "GPU1", "GFX_CLK"), "2105 MHz");
    EXPECT_EQ(cell(host, "GPU1", "TIMESTAMP"), "none");
    ASSERT_THAT(host.toolFaults, SizeIs(1));
    EXPECT_EQ(host.toolFaults[0].kind, "hot_unknown");
    EXPECT_THAT(host.toolFaults[0].detail, HasSubstr("hotspot 103 C"));
}

TEST(AmdSmiMonitor, IsReadAsCsvWithTimes) {
    const host::Host host = hostOfText("timestamp,gpu,xcp,power_usage,pcie_bw\n1763817114,0,0,123,18\n"
                                       "1763817114,1,0,124,19\n");
    EXPECT_EQ(cell(host, "GPU1", "POWER_USAGE"), "124");
}

TEST(AmdSmiBadPages, OfADriverForVirtualFunctionsAreCounted) {
    const host::Host host = hostOfText("GPU: 0\n    BAD_PAGE_1:\n        RETIRED_BAD_PAGE: 0x7FFF12340000\n"
                                       "        MEM_CHANNEL: 2\n    BAD_PAGE_2:\n"
                                       "        RETIRED_BAD_PAGE: 0x7FFF12350000\n        MEM_CHANNEL: 3\n"
                                       "GPU: 1\n    BAD_PAGE_1:\n        RETIRED_BAD_PAGE: 0x7FFF12360000\n");
    ASSERT_THAT(host.toolFaults, SizeIs(2));
    EXPECT_EQ(host.toolFaults[0].kind, "bad_pages");
    EXPECT_EQ(host.toolFaults[0].count, 2U);
}

std::string fact(const host::Host &host, std::string_view device, std::string_view name) {
    for (const host::ToolFact &each : host.toolFacts)
        if (each.device == device && each.name == name)
            return each.value;
    return "none";
}

TEST(AmdSmiTable, GivesTemperaturePowerAndProcesses) {
    const host::Host host =
        hostOfText("| AMD-SMI 26.1.0+aa11bb22      amdgpu version: 6.15.1   ROCm version: 7.9.0    |\n"
                   "| BDF                        GPU-Name | Mem-Uti   Temp   UEC       Power-Usage |\n"
                   "| GPU  HIP-ID  OAM-ID  Partition-Mode | GFX-Uti    Fan               Mem-Usage |\n"
                   "|=====================================+========================================|\n"
                   "| 0000:41:00.0   AMD Instinct MI999X  | 0 %      40 \u00b0C    0          130/1000 W |\n"
                   "|   0       1       6        SPX/NPS1 | 0 %        N/A           283/262128 MB |\n"
                   "+-------------------------------------+----------------------------------------+\n"
                   "| Processes:                                                                   |\n"
                   "|  GPU        PID  Process Name          GTT_MEM  VRAM_MEM  MEM_USAGE     CU % |\n"
                   "|==============================================================================|\n"
                   "|    0    4242424  a.out                  2.0 MB    2.4 GB     2.7 GB    0.0 % |\n");
    EXPECT_EQ(fact(host, "0000:41:00.0", "Temperature"), "40 \u00b0C");
    EXPECT_EQ(fact(host, "0000:41:00.0", "Power and its limit"), "130/1000 W");
    EXPECT_EQ(fact(host, "GPU0", "Process 4242424"), "a.out, 2.4 GB of VRAM");
}

TEST(NvidiaTable, GivesItsProcesses) {
    const host::Host host = hostOfText(
        "| NVIDIA-SMI 599.10   Driver Version: 599.10   CUDA Version: 13.1                          |\n"
        "|   0  NVIDIA X900                    On  |   00000000:41:00.0 Off |                    0 |\n"
        "| N/A   30C    P0              70W / 700W |      0MiB / 81559MiB |      0%      Default |\n"
        "| Processes:                                                                               |\n"
        "|  GPU   GI   CI              PID   Type   Process name                        GPU Memory  |\n"
        "|        ID   ID                                                               Usage       |\n"
        "|    0   N/A  N/A          434343      C   python3 train.py                        512MiB |\n"
        "|    0              565656      G   /usr/lib/Xorg                              4MiB |\n");
    EXPECT_EQ(fact(host, "GPU0", "Process 434343"), "python3 train.py, 512MiB");
    EXPECT_EQ(fact(host, "GPU0", "Process 565656"), "/usr/lib/Xorg, 4MiB");
}

TEST(NvidiaNvlink, WithoutAnActiveLinkHasANote) {
    const host::Host host =
        hostOfText("GPU 0: NVIDIA X900 (UUID: GPU-11aa22bb-33cc-44dd-55ee-66ff77008899)\n"
                   "\t NVML: Unable to retrieve NVLink information as all links are inActive\n"
                   "GPU 1: NVIDIA X900 (UUID: GPU-21aa22bb-33cc-44dd-55ee-66ff77008899)\n"
                   "\t NVML: Unable to retrieve NVLink information as all links are inActive\n");
    ASSERT_THAT(host.toolFaults, SizeIs(2));
    EXPECT_EQ(host.toolFaults[1].kind, "nvlink_unused");
    EXPECT_EQ(host.toolFaults[1].device, "GPU1");
    EXPECT_EQ(cell(host, "GPU0", "Model"), "NVIDIA X900");
}

} // namespace
} // namespace fabricscope::formats
