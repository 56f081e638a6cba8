// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Short texts of tools: lists, versions, counters.
#include "tests/core/formats/tools/ToolFaults.h"
#include "tests/core/formats/tools/ToolHosts.h"

#include <gmock/gmock.h>

namespace fabricscope::formats {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(NvidiaList, HasGpusAndTheirMigDevices) {
    const host::Host host = hostOfText("GPU 0: NVIDIA X900 (UUID: GPU-11aa)\n"
                                       "  MIG 3g.40gb     Device  0: (UUID: MIG-1)\n"
                                       "  MIG 1g.10gb     Device  1: (UUID: MIG-2)\n"
                                       "  MIG 1g.10gb     Device  2: (UUID: MIG-3)\n"
                                       "GPU 1: NVIDIA X900 (UUID: GPU-22bb)\n");
    ASSERT_EQ(host.deviceMatrices.size(), 1U);
    ASSERT_EQ(host.deviceMatrices[0].rows.size(), 2U);
    EXPECT_THAT(host.deviceMatrices[0].rows[0].cells,
                ElementsAre("NVIDIA X900", "GPU-11aa", "2 x 1g.10gb, 1 x 3g.40gb"));
    EXPECT_THAT(host.deviceMatrices[0].rows[1].cells, ElementsAre("NVIDIA X900", "GPU-22bb", ""));
}

TEST(NvidiaQuery, HasFactsWhereTheAddressIsAColumn) {
    const host::Host host = hostOfText("index, name, pci.bus_id, memory.total [MiB], "
                                       "pcie.link.width.current, ecc.errors.uncorrected.volatile.total\n"
                                       "0, NVIDIA X900, 00000000:A3:00.0, 81559 MiB, 16, 0\n1, NVIDIA X900, "
                                       "00000000:A4:00.0, 81559 MiB, 8, 5\n"
                                       "0, NVIDIA X900, 00000000:A3:00.0, 81559 MiB, 16, 9\n");
    ASSERT_EQ(host.gpus.size(), 2U);
    EXPECT_EQ(host.gpus[1].model.valueOr({}), "NVIDIA X900");
    EXPECT_EQ(host.gpus[1].smiIndex.valueOr(-1), 1);
    EXPECT_EQ(host.function(bdf("0000:a4:00.0"))->currentWidth.valueOr(0), 8);
    EXPECT_THAT(faultsOf(host), ElementsAre("0000:a4:00.0 ecc_uncorrected 5 uncorrectable 5"));
}

TEST(NvidiaQuery, IsATableWithoutAddresses) {
    const host::Host host = hostOfText(
        "name, driver_version, temperature.gpu\nNVIDIA X900, 599.10, 41\nNVIDIA X900, 599.10, 43\n");
    ASSERT_EQ(host.deviceMatrices.size(), 1U);
    EXPECT_THAT(host.deviceMatrices[0].rows[1].cells, ElementsAre("NVIDIA X900", "599.10", "43"));
    EXPECT_EQ(kindOf("name, serial\na, b\n"), "") << "any table may have these columns";
}

TEST(AmdSmiTable, HasGpusVersionsAndErrors) {
    const host::Host host =
        hostOfText("+------------------------------------------------------------------------------+\n"
                   "| AMD-SMI 26.9.1+aa11bb22      amdgpu version: 6.15.1   ROCm version: 7.9.0    |\n"
                   "| VBIOS version: 00999999                                                      |\n"
                   "| Platform: Linux Baremetal                                                    |\n"
                   "|-------------------------------------+----------------------------------------|\n"
                   "| BDF                        GPU-Name | Mem-Uti   Temp   UEC       Power-Usage |\n"
                   "| GPU  HIP-ID  OAM-ID  Partition-Mode | GFX-Uti    Fan               Mem-Usage |\n"
                   "|=====================================+========================================|\n"
                   "| 0000:a3:00.0    AMD Instinct MI999X | 0 %      50 °C   3          240/1400 W |\n"
                   "|   0       2       6        CPX/NPS4 | 0 %        N/A           283/294896 MB |\n"
                   "| 0000:a4:00.0                 0x1586 | N/A        N/A   0             N/A/0 W |\n"
                   "|   1     N/A     N/A             N/A | N/A        N/A            10/65536 MB |\n"
                   "| Processes:                                                                   |\n"
                   "|    0      36750  python3.12             2.0 MB    9.3 GB     9.5 GB  N/A     |\n");
    ASSERT_EQ(host.gpus.size(), 2U);
    EXPECT_EQ(host.gpus[0].model.valueOr({}), "AMD Instinct MI999X");
    EXPECT_EQ(host.gpus[0].hipIndex.valueOr(-1), 2);
    EXPECT_EQ(host.gpus[0].oam.valueOr(-1), 6);
    EXPECT_EQ(host.gpus[0].computePartition.valueOr({}), "CPX");
    EXPECT_EQ(host.gpus[0].memoryPartition.valueOr({}), "NPS4");
    EXPECT_FALSE(host.gpus[1].model.known());
    EXPECT_FALSE(host.gpus[1].oam.known());
    EXPECT_FALSE(host.gpus[1].computePartition.known());
    EXPECT_THAT(faultsOf(host), ElementsAre("0000:a3:00.0 ecc_uncorrected 3", " partitioned 1 CPX/NPS4"));
    EXPECT_THAT(factsOf(host),
                ElementsAre("AMD-SMI=26.9.1+aa11bb22", "ROCm=7.9.0", "amdgpu=6.15.1", "VBIOS=00999999",
                            "0000:a3:00.0 Temperature=50 °C", "0000:a3:00.0 Power and its limit=240/1400 W",
                            "0000:a3:00.0 Partition mode=CPX/NPS4"));
}

TEST(AmdSmiVersion, HasItsVersions) {
    EXPECT_THAT(factsOf(hostOfText(
                    "AMDSMI Tool: 25.9.1+aa11 | AMDSMI Library version: 25.9.1 | ROCm version: 6.9.0 | "
                    "amdgpu version: 6.15.1 | hsmp version: N/A\n")),
                ElementsAre("AMDSMI Tool=25.9.1+aa11", "AMDSMI Library version=25.9.1", "ROCm version=6.9.0",
                            "amdgpu version=6.15.1"));
}

TEST(AmdSmiBadPages, AreCounted) {
    const host::Host host =
        hostOfText("GPU: 0\n    RETIRED: No bad pages found.\n    PENDING: No bad pages found.\n"
                   "    UN_RES: No bad pages found.\n\nGPU: 1\n    RETIRED:\n"
                   "        PAGE_ADDRESS: 0x7fe3\n        PAGE_SIZE: 0x1000\n"
                   "        PAGE_ADDRESS: 0x7fe9\n        PAGE_SIZE: 0x1000\n"
                   "    PENDING: No bad pages found.\n");
    EXPECT_THAT(faultsOf(host), ElementsAre("GPU1 bad_pages 2"));
    ASSERT_EQ(host.deviceMatrices.size(), 1U);
    EXPECT_EQ(host.deviceMatrices[0].rows[0].cells[0], "0");
    EXPECT_EQ(host.deviceMatrices[0].rows[1].cells[0], "2");
}

TEST(IbstatList, HasNamesOnly) {
    const host::Host host = hostOfText("mlx5_0\nrocep9s0f1\nbnxt_re2\n");
    EXPECT_EQ(host.rdmaDevices.size(), 3U);
    EXPECT_EQ(kindOf("mlx5_0\nnode-7\n"), "");
    EXPECT_EQ(kindOf("mlx5_0 is down\n"), "");
}

TEST(ShowGids, HasTheGidsOfPorts) {
    const host::Host host = hostOfText(
        "DEV\tPORT\tINDEX\tGID\t\t\t\t\tIPv4  \t\tVER\tDEV\n---\t----\t-----\t---\t\t\t\t\t------------  "
        "\t---\t---\n"
        "mlx5_4\t1\t0\tfe80:0000:0000:0000:0a0b:0cff:fe0d:0e0f\t\t\tv1\tens4\n"
        "mlx5_4\t1\t3\t0000:0000:0000:0000:0000:ffff:0a09:0807\t10.9.8.7  \tv2\tens4\nn_gids_found=2\n");
    ASSERT_EQ(host.rdmaDevices.size(), 1U);
    const host::RdmaPort &port = host.rdmaDevices[0].ports.at(0);
    ASSERT_EQ(port.gids.size(), 2U);
    EXPECT_EQ(port.gids[1].index, 3);
    EXPECT_EQ(port.gids[1].type, "RoCE v2");
    EXPECT_EQ(port.gids[1].netdev, "ens4");
    EXPECT_EQ(port.netdev.valueOr({}), "ens4");
}

TEST(Ethtool, StatesDriverFirmwareAndCounters) {
    EXPECT_THAT(factsOf(hostOfText("driver: ice\nversion: 6.9.1\nfirmware-version: 4.60 0x80029999 1.3534.0\n"
                                   "expansion-rom-version: \nbus-info: 0000:a3:00.0\nsupports-test: yes\n")),
                ElementsAre("0000:a3:00.0 driver=ice", "0000:a3:00.0 version=6.9.1",
                            "0000:a3:00.0 firmware-version=4.60 0x80029999 1.3534.0"));
    const host::Host host = hostOfText("NIC statistics:\n     rx_packets: 12\n     tx_errors_phy: 0\n"
                                       "     rx_corrected_bits_phy: 900\n     rx_discards_phy: 7\n");
    EXPECT_THAT(factsOf(host),
                ElementsAre("rx_packets=12", "rx_corrected_bits_phy=900", "rx_discards_phy=7"));
    EXPECT_THAT(faultsOf(host), ElementsAre(" counters_buffers rx_discards_phy 7"));
}

TEST(RdmaStatistic, StatesCountersOfPorts) {
    const host::Host host =
        hostOfText("link mlx5_4/1 rx_write_requests 5 out_of_sequence 17 packet_seq_err 0 \n"
                   "link mlx5_5/1 rx_write_requests 6 out_of_sequence 0 \n");
    EXPECT_EQ(host.rdmaDevices.size(), 2U);
    EXPECT_THAT(faultsOf(host), ElementsAre("mlx5_4/1 counters_lost out_of_sequence 17"));
}

TEST(Numactl, StatesWhatAShellMayUse) {
    EXPECT_THAT(factsOf(hostOfText("policy: bind\npreferred node: 1\nphyscpubind: 4 5 6 7 \ncpubind: 1 \n"
                                   "nodebind: 1 \nmembind: 1 \n")),
                ElementsAre("policy=bind", "preferred node=1", "physcpubind=4 5 6 7", "cpubind=1",
                            "nodebind=1", "membind=1"));
    const host::Host host =
        hostOfText("available: 1 nodes (0)\nnode 0 cpus: 0 1\nnode 999999999 cpus: 2 3\n");
    EXPECT_EQ(host.numaNodes.size(), 1U);
    ASSERT_EQ(host.warnings.size(), 1U) << "what is left out is named";
    EXPECT_THAT(host.warnings[0], testing::HasSubstr("out of range"));
    EXPECT_THAT(factsOf(host), IsEmpty());
}

TEST(Dmidecode, StatesMemoryAndTheBiosDate) {
    EXPECT_THAT(factsOf(hostOfText(
                    "Handle 0x0000, DMI type 0, 26 bytes\nBIOS Information\n\tVersion: 1.9\n"
                    "\tRelease Date: 03/04/2025\n\nHandle 0x0011, DMI type 17, 92 bytes\nMemory Device\n"
                    "\tSize: 64 GB\n\tLocator: A1\n\tType: DDR5\n\tSpeed: 5600 MT/s\n"
                    "\tConfigured Memory Speed: 4800 MT/s\n\nHandle 0x0012, DMI type 17, 92 bytes\n"
                    "Memory Device\n\tSize: No Module Installed\n\tLocator: A2\n\tType: Unknown\n")),
                ElementsAre("BIOS date=03/04/2025", "A1 Memory=64 GB DDR5 4800 MT/s", "DIMMs=1 in 2 slots"));
}

} // namespace
} // namespace fabricscope::formats
