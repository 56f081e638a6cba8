// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/formats/tools/ToolFaults.h"
#include "tests/core/formats/tools/ToolHosts.h"

#include <gmock/gmock.h>

#include <tuple>

namespace fabricscope::formats {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> faults(const std::string &text) {
    return faultsOf(hostOfText(text));
}

/// `amd-smi static` of one GPU with these lines.
std::string staticText(const std::string &lines) {
    return "GPU: 5\n    ASIC:\n        MARKET_NAME: AMD Instinct MI325X\n    BUS:\n        BDF: "
           "0000:a5:00.0\n"
           "        MAX_PCIE_WIDTH: 16\n" +
           lines;
}

TEST(AmdRas, ThresholdOfBadPagesAndEccOfMemory) {
    const auto ras = [](const std::string &exceeded, const std::string &umc) {
        return staticText("    RAS:\n        EEPROM_VERSION: 0x20000\n        BAD_PAGE_THRESHOLD: 256\n"
                          "        BAD_PAGE_THRESHOLD_EXCEEDED: " +
                          exceeded + "\n        PARITY_SCHEMA: DISABLED\n        ECC_BLOCK_STATE:\n" +
                          "            UMC: " + umc +
                          "\n            SDMA: DISABLED\n    NUMA:\n        NODE: 1\n");
    };
    EXPECT_THAT(faults(ras("True", "ENABLED")), ElementsAre("0000:a5:00.0 bad_pages_threshold"));
    EXPECT_THAT(faults(ras("False", "DISABLED")), ElementsAre("0000:a5:00.0 ecc_off"));
    EXPECT_THAT(faults(ras("N/A", "ENABLED")), IsEmpty());
    std::string radeon = ras("N/A", "DISABLED");
    radeon.replace(radeon.find("Instinct MI325X"), 15, "Radeon RX 7900");
    EXPECT_THAT(faults(radeon), IsEmpty()) << "comes without ECC";
    EXPECT_THAT(faults(R"({"gpu_data": [{"gpu": 2, "asic": {"market_name": "AMD Instinct MI325X"}, "bus":
{"bdf": "0000:a5:00.0"}, "ras": {"bad_page_threshold_exceeded": "True", "ecc_block_state": {"UMC": "DISABLED",
"GFX": "ENABLED"}}}]})"),
                ElementsAre("0000:a5:00.0 bad_pages_threshold", "0000:a5:00.0 ecc_off"));
}

std::string metric(const std::string &hotspot, const std::string &memory) {
    return "GPU: 5\n    TEMPERATURE:\n        EDGE: N/A\n        HOTSPOT: " + hotspot +
           "\n        MEM: " + memory + "\n    PCIE:\n        WIDTH: 16\n";
}

TEST(AmdTemperatures, OfMetric) {
    EXPECT_THAT(faults(metric("101 °C", "60 °C")), ElementsAre("GPU5 hot_unknown hotspot 101 °C"));
    EXPECT_THAT(faults(metric("80 °C", "106 °C")), ElementsAre("GPU5 hot_unknown memory 106 °C"));
    EXPECT_THAT(faultsOf(hostOfTexts({staticText(""), metric("101 °C", "60 °C")})),
                ElementsAre("0000:a5:00.0 hot_amd hotspot 101 °C"));
    std::string radeon = staticText("");
    radeon.replace(radeon.find("Instinct MI325X"), 15, "Radeon RX 7900");
    EXPECT_THAT(faultsOf(hostOfTexts({radeon, metric("101 °C", "106 °C")})), IsEmpty());
    EXPECT_THAT(faults(metric("99 °C", "104 °C")), IsEmpty());
    EXPECT_THAT(faults("gpu,socket_power,hotspot,mem,replay_count\n0,140,55,60,0\n1,150,112,61,0\n"),
                ElementsAre("GPU1 hot_unknown hotspot 112"));
    EXPECT_THAT(faults(R"([{"gpu": 3, "power": {"socket_power": {"value": 300, "unit": "W"}}, "temperature":
{"edge": "N/A", "hotspot": {"value": 70, "unit": "C"}, "mem": {"value": 107, "unit": "C"}}}])"),
                ElementsAre("GPU3 hot_unknown memory 107 C"));
}

TEST(AmdTemperatures, AreComparedWithTheLimitsThatAreStated) {
    const std::string limits = staticText("    LIMIT:\n        SLOWDOWN_HOTSPOT_TEMPERATURE: 110 °C\n"
                                          "        SLOWDOWN_VRAM_TEMPERATURE: 90 °C\n");
    EXPECT_THAT(faultsOf(hostOfTexts({limits, metric("104 °C", "60 °C")})), IsEmpty());
    EXPECT_THAT(faultsOf(hostOfTexts({limits, metric("110 °C", "91 °C")})),
                ElementsAre("0000:a5:00.0 hot_limit hotspot 110 °C of 110 °C, memory 91 °C of 90 °C"));
}

const std::string kRocmHead = "===== ROCm System Management Interface =====\n";

TEST(AmdTemperatures, OfRocmSmi) {
    EXPECT_THAT(faults(kRocmHead + "===== Temperature =====\n"
                                   "GPU[0]\t\t: Temperature (Sensor edge) (C): 120.0\n"
                                   "GPU[0]\t\t: Temperature (Sensor junction) (C): 70.0\n"
                                   "GPU[1]\t\t: Temperature (Sensor junction) (C): 103.0\n"
                                   "GPU[1]\t\t: Temperature (Sensor memory) (C): 109.0\n"
                                   "===== End of ROCm SMI Log =====\n"),
                ElementsAre("GPU1 hot_unknown hotspot 103.0, memory 109.0"))
        << "of the edge no limit is known";
    for (const auto &[key, value, fault] :
         {std::tuple("Card Series", "AMD Instinct MI300X", "GPU1 hot_amd hotspot 103.0"),
          std::tuple("Card series", "Aldebaran/MI200 [Instinct MI210]", "GPU1 hot_amd hotspot 103.0"),
          std::tuple("Device ID", "0x74a1", "GPU1 hot_amd hotspot 103.0"),
          std::tuple("Device ID", "0x744c", ""), std::tuple("Card series", "Navi 31 [Radeon RX 7900 XT]", ""),
          std::tuple("Card Series", "N/A", "GPU1 hot_unknown hotspot 103.0")}) {
        const auto found = faults(kRocmHead + "GPU[1]\t\t: " + key + ": \t\t" + value +
                                  "\nGPU[1]\t\t: Temperature (Sensor junction) (C): 103.0\n"
                                  "===== End of ROCm SMI Log =====\n");
        EXPECT_EQ(found, *fault == '\0' ? std::vector<std::string>() : std::vector<std::string>{fault})
            << value;
    }
    const auto table = [](const std::string &sensor, const std::string &device = "0x74a1") {
        return kRocmHead +
               "===== Concise Info =====\n"
               "Device  Node  IDs              Temp        Power     Partitions          SCLK    "
               "MCLK    PwrCap\n"
               "              (DID,     GUID)  " +
               sensor +
               "  (Socket)  (Mem, Compute, ID)\n"
               "=====================\n"
               "0       2     " +
               device +
               ",   11111  61.0°C      238.0W    NPS1, SPX, 0        132Mhz  900Mhz  "
               "750.0W\n"
               "1       3     " +
               device +
               ",   22222  111.0°C     745.0W    NPS1, SPX, 0        932Mhz  900Mhz  "
               "750.0W\n"
               "=====================\n===== End of ROCm SMI Log =====\n";
    };
    EXPECT_THAT(faults(table("(Junction)")), ElementsAre("GPU1 hot_amd hotspot 111.0°C"));
    EXPECT_THAT(faults(table("(Edge)    ")), IsEmpty());
    EXPECT_THAT(faults(table("(Junction)", "0x744c")), IsEmpty()) << "a Radeon";
}

TEST(AmdWithoutValues, OneGpuOfOthers) {
    const std::string head = "GPU  XCP  POWER   GPU_T   MEM_T   GFX_CLK   GFX%   MEM%\n"
                             "  0    0  238 W   51 °C   41 °C  1832 MHz    0 %    0 %\n";
    EXPECT_THAT(faults(head + "  1    0    N/A     N/A     N/A       N/A    N/A    N/A\n"),
                ElementsAre("GPU1 no_values amd-smi monitor"));
    EXPECT_THAT(faults(head + "  1    3    N/A     N/A     N/A       N/A    N/A    N/A\n"), IsEmpty())
        << "a partition";
    EXPECT_THAT(faults(head + "  1    0    N/A     N/A     N/A       N/A    3 %    N/A\n"), IsEmpty());
    EXPECT_THAT(faults("GPU  XCP  POWER   GPU_T   MEM_T   GFX_CLK\n  0    0  N/A     N/A     N/A     N/A\n"),
                IsEmpty())
        << "of no GPU anything is known";
    const auto rocm = [](const std::string &partition) {
        return kRocmHead +
               "===== Concise Info =====\n"
               "Device  Node  IDs              Temp        Power     Partitions          SCLK    MCLK    "
               "PwrCap\n"
               "0       2     0x74a1,   11111  61.0°C      238.0W    NPS1, SPX, 0        132Mhz  900Mhz  "
               "750.0W\n"
               "1       3     0x74a1,   22222  N/A         N/A       " +
               partition + "        None    None    N/A   \n===== End of ROCm SMI Log =====\n";
    };
    EXPECT_THAT(faults(rocm("N/A, N/A, 0 ")), ElementsAre("GPU1 no_values rocm-smi"));
    EXPECT_THAT(faults(rocm("NPS1, CPX, 1")), IsEmpty());
}

TEST(AmdWithoutValues, InTheTable) {
    const auto table = [](const std::string &power, const std::string &memory) {
        return "+------------------------------------------------------------------------------+\n"
               "| AMD-SMI 26.1.0+ab12cd34      amdgpu version: 6.16.6   ROCm version: 7.1.0    |\n"
               "|-------------------------------------+----------------------------------------|\n"
               "| 0000:0d:00.0    AMD Instinct MI350X | 0 %      41 °C   0          251/1000 W |\n"
               "|   0       0       5        SPX/NPS1 | 0 %        N/A             283/294896 MB |\n"
               "|-------------------------------------+----------------------------------------|\n"
               "| 0000:2d:00.0    AMD Instinct MI350X | N/A        N/A   N/A            " +
               power + " |\n|   1     N/A     N/A             N/A | N/A        N/A             " + memory +
               " |\n+-------------------------------------+----------------------------------------+\n";
    };
    EXPECT_THAT(faults(table("N/A/N/A W", "N/A/N/A MB")), ElementsAre("0000:2d:00.0 no_values amd-smi"));
    EXPECT_THAT(faults(table("N/A/N/A W", "283/294896 MB")), IsEmpty());
}

TEST(AmdWithoutValues, ButNotPartitions) {
    const auto table = [](const std::string &mode, const std::string &function) {
        return "| AMD-SMI 26.1.0+ab12cd34      amdgpu version: 6.16.6   ROCm version: 7.1.0    |\n"
               "| 0000:2d:00.0    AMD Instinct MI355X | 0 %      41 °C   0          251/1400 W |\n"
               "|   0       0       5        DPX/NPS1 | 0 %        N/A             283/294896 MB |\n"
               "| " +
               function +
               "    AMD Instinct MI355X | N/A        N/A   N/A         N/A/N/A W |\n"
               "|   1       1       5        " +
               mode + " | N/A        N/A             N/A/N/A MB  |\n";
    };
    EXPECT_THAT(faults(table("DPX/NPS1", "0000:2d:00.1")), ElementsAre(" partitioned 2 DPX/NPS1"));
    EXPECT_THAT(faults(table("N/A     ", "0000:2d:00.1")), ElementsAre(" partitioned 1 DPX/NPS1"));
    EXPECT_THAT(faults(table("N/A     ", "0000:4d:00.0")),
                ElementsAre(" partitioned 1 DPX/NPS1", "0000:4d:00.0 no_values amd-smi"));
}

TEST(AmdPages, ThatCouldNotBeReserved) {
    EXPECT_THAT(
        faults("GPU: 2\n    RETIRED: No bad pages found.\n    PENDING: No bad pages found.\n    UN_RES:\n"
               "        ADDRESS: 0x7fd150000  SIZE\n        0x7fd150000      0x1000   unreservable\n"),
        ElementsAre("GPU2 bad_pages_unreservable 1"));
}

TEST(AmdPages, OfRocmSmi) {
    EXPECT_THAT(faults(kRocmHead + "===== Pages Info =====\nGPU[1]: \tALL PAGES INFO\n"
                                   "    Page address   Page size    Status\n"
                                   "    0x7fd120000      0x1000   reserved\n"
                                   "    0x7fd130000      0x1000   reserved\n"
                                   "    0x7fd140000      0x1000   pending\n"
                                   "    0x7fd150000      0x1000   unreservable\n"
                                   "===== End of ROCm SMI Log =====\n"),
                ElementsAre("GPU1 bad_pages 2", "GPU1 bad_pages_pending 1", "GPU1 bad_pages_unreservable 1"));
}

TEST(AmdList, CountsPartitions) {
    const auto gpu = [](int number, const std::string &address, int partition) {
        return "GPU: " + std::to_string(number) + "\n    BDF: " + address +
               "\n    UUID: 12345678-0000-1000-80ab-123456789abc\n    KFD_ID: 1\n    NODE_ID: 2\n"
               "    PARTITION_ID: " +
               std::to_string(partition) + "\n\n";
    };
    const std::string first = gpu(0, "0000:0d:00.0", 0) + gpu(1, "0000:0d:00.1", 1);
    EXPECT_THAT(faults(first + gpu(2, "0000:2d:00.0", 0)), ElementsAre(" partitioned 1 into 2"));
    EXPECT_THAT(
        faults(first + gpu(2, "0000:2d:00.0", 0) + gpu(3, "0000:2d:00.1", 1) + gpu(4, "0000:2d:00.2", 2)),
        ElementsAre(" partitioned 2 into 2 to 3"));
    EXPECT_THAT(faults(gpu(0, "0000:0d:00.0", 0) + gpu(1, "0000:2d:00.0", 0)), IsEmpty());
    const host::Host host = hostOfText("gpu,gpu_bdf,gpu_uuid,kfd_id,node_id,partition_id\n"
                                       "0,0000:0d:00.0,12345678-0000-1000-80ab-123456789abc,1,2,0\n"
                                       "1,0000:0d:00.1,12345678-0000-1000-80ab-123456789abc,2,3,1\n");
    EXPECT_THAT(faultsOf(host), ElementsAre(" partitioned 1 into 2"));
    EXPECT_EQ(host.gpus.size(), 1U);
}

} // namespace
} // namespace fabricscope::formats
