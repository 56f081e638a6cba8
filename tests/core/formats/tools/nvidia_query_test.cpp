// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/formats/tools/ToolFaults.h"
#include "tests/core/formats/tools/ToolHosts.h"

#include <gmock/gmock.h>

namespace fabricscope::formats {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::IsSupersetOf;

TEST(NvidiaQueryCsv, ReportsALostGpuOnce) {
    const host::Host host = hostOfText("index, name, pci.bus_id, temperature.gpu, power.draw [W]\n"
                                       "0, NVIDIA X900, 00000000:A3:00.0, 40, 70.10 W\n"
                                       "1, [GPU is lost], 00000000:A4:00.0, [GPU is lost], [GPU is lost]\n"
                                       "2, NVIDIA X900, 00000000:A5:00.0, [N/A], [Not Supported]\n"
                                       "3, [Unknown Error], 00000000:A6:00.0, [Unknown Error], 1.00 W\n");
    EXPECT_THAT(faultsOf(host), ElementsAre("0000:a4:00.0 lost", "0000:a6:00.0 unreadable Unknown Error"));
    ASSERT_EQ(host.gpus.size(), 4U);
    EXPECT_FALSE(host.gpus[1].model.known());
    EXPECT_THAT(factsOf(host), IsSupersetOf({"0000:a3:00.0 Temperature=40 C", "0000:a3:00.0 Power=70.10 W",
                                             "0000:a6:00.0 Power=1.00 W"}));
}

TEST(NvidiaQueryCsv, ReportsALostGpuWithoutAddresses) {
    const host::Host host = hostOfText("index, name, utilization.gpu [%]\n0, NVIDIA X900, 3 %\n"
                                       "1, [GPU is lost], [GPU is lost]\n");
    EXPECT_THAT(faultsOf(host), ElementsAre("GPU1 lost"));
    ASSERT_EQ(host.deviceMatrices.size(), 1U);
    EXPECT_EQ(host.deviceMatrices[0].rows.size(), 2U) << "the lost one is listed, too";
}

TEST(NvidiaQueryCsv, IsReadWithoutAHeader) {
    const host::Host host = hostOfText("0, NVIDIA X900, 00000000:A3:00.0, 81559\n"
                                       "1, [GPU is lost], 00000000:A4:00.0, [GPU is lost]\n");
    EXPECT_THAT(faultsOf(host), ElementsAre("0000:a4:00.0 lost"));
    ASSERT_EQ(host.gpus.size(), 2U);
    EXPECT_EQ(*host.gpus[0].model, "NVIDIA X900");
    EXPECT_THAT(factsOf(host), Contains("0000:a3:00.0 column 4=81559"));
    EXPECT_EQ(kindOf("a, b\n1, c\n"), "") << "no table of nvidia-smi";
    EXPECT_EQ(kindOf("0, NVIDIA X900, 00000000:A3:00.0\nx, y, z\n"), "");
}

TEST(NvidiaQueryCsv, TakesItsColumnsFromTheCommandLine) {
    const host::Host host =
        hostOfText("$ nvidia-smi --query-gpu=pci.bus_id,clocks_event_reasons.hw_thermal_slowdown "
                   "--format=csv,noheader\n00000000:A3:00.0, Active\n00000000:A4:00.0, Not Active\n");
    EXPECT_THAT(faultsOf(host), ElementsAre("0000:a3:00.0 slowed_heat"));
}

TEST(NvidiaQueryCsv, ReadsClockReasonsAndPendingModes) {
    EXPECT_THAT(
        faultsOf(hostOfText("pci.bus_id, clocks_throttle_reasons.active, mig.mode.current, mig.mode.pending\n"
                            "00000000:A3:00.0, 0x0000000000000088, Disabled, Enabled\n"
                            "00000000:A4:00.0, 0x0000000000000001, Enabled, Enabled\n"
                            "00000000:A5:00.0, 0x0000000000000004, [N/A], [N/A]\n")),
        ElementsAre("0000:a3:00.0 mig_pending Disabled, then Enabled", "0000:a3:00.0 slowed_power"));
}

TEST(NvidiaQueryCsv, OfAWellGpuHasNoFault) {
    EXPECT_THAT(faultsOf(hostOfText("pci.bus_id, clocks_throttle_reasons.active, ecc.mode.current, "
                                    "ecc.mode.pending, reset_status.reset_required, temperature.gpu.tlimit\n"
                                    "00000000:A3:00.0, 0x0000000000000001, Enabled, Enabled, No, 41\n")),
                IsEmpty());
}

TEST(NvidiaList, KeepsTheNumbersOfHealthyGpusNextToALostOne) {
    const host::Host host = hostOfText(
        "GPU 0: NVIDIA X900 (UUID: GPU-11aa22bb-33cc-44dd-55ee-66ff77008899)\n"
        "Unable to determine the device handle for GPU 0000:A4:00.0: GPU is lost.  Reboot the system to "
        "recover this GPU\n"
        "GPU 2: NVIDIA X900 (UUID: GPU-31aa22bb-33cc-44dd-55ee-66ff77008899)\n");
    EXPECT_THAT(faultsOf(host), ElementsAre("0000:a4:00.0 lost"));
    ASSERT_EQ(host.deviceMatrices.size(), 1U);
    ASSERT_EQ(host.deviceMatrices[0].rows.size(), 2U);
    EXPECT_EQ(host.deviceMatrices[0].rows[0].name, "GPU0");
    EXPECT_EQ(host.deviceMatrices[0].rows[1].name, "GPU2");
    EXPECT_TRUE(host.functions.empty()) << "one GPU in the tree would hide those without addresses";
}

TEST(NvidiaList, ShowsMigDevicesAtTheirGpu) {
    const host::Host host = hostOfText("GPU 0: NVIDIA X900 (UUID: GPU-11aa22bb-33cc-44dd-55ee-66ff77008899)\n"
                                       "  MIG 1g.10gb     Device  0: (UUID: MIG-21aa22bb)\n"
                                       "  MIG 2g.20gb     Device  1: (UUID: MIG-22aa22bb)\n"
                                       "GPU 1: NVIDIA X900 (UUID: GPU-31aa22bb-33cc-44dd-55ee-66ff77008899)\n"
                                       "  MIG 1g.10gb     Device  0: (UUID: MIG-23aa22bb)\n");
    EXPECT_THAT(factsOf(host), ElementsAre("GPU0 MIG device 0=1g.10gb, MIG-21aa22bb",
                                           "GPU0 MIG device 1=2g.20gb, MIG-22aa22bb",
                                           "GPU1 MIG device 0=1g.10gb, MIG-23aa22bb"));
}

} // namespace
} // namespace fabricscope::formats
