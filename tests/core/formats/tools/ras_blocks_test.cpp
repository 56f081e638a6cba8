// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/formats/tools/ToolFaults.h"
#include "tests/core/formats/tools/ToolHosts.h"

#include <gmock/gmock.h>

namespace fabricscope::formats {
namespace {

using testing::ElementsAre;

TEST(RasBlocks, GiveTheErrorsOfEachGpu) {
    const host::Host host =
        hostOfText("===== ROCm System Management Interface =====\n===== RAS Info =====\nGPU[0]: \tRAS INFO\n"
                   "         Block       Status    Correctable Error  Uncorrectable Error\n"
                   "           UMC        ENABLED                  6                    2\n"
                   "          SDMA       DISABLED            1048560              1048560\n"
                   "         ATHUB        ENABLED\n           GFX        ENABLED                  0          "
                   "          1\n"
                   "__________\nGPU[1]: \tRAS INFO\n"
                   "         Block       Status    Correctable Error  Uncorrectable Error\n"
                   "           UMC        ENABLED                  0                    0\n__________\n");
    EXPECT_THAT(faultsOf(host),
                ElementsAre("GPU0 ecc_uncorrected 3 UMC 2, GFX 1", "GPU0 ecc_corrected 6 UMC 6"));
    ASSERT_EQ(host.deviceMatrices.size(), 1U);
    EXPECT_THAT(host.deviceMatrices[0].rows[1].cells, ElementsAre("0", "0"));
}

TEST(XgmiStatus, NamesLinksThatAreDown) {
    const host::Host host =
        hostOfText("XGMI LINK STATUS:\n    bdf           link_status\n"
                   "GPU0   0000:a3:00.0  U  U  D  U  X\nGPU1   0000:a4:00.0  U  U  U  U  X\n"
                   "\n* U:Up D:Down X:Disabled\n");
    EXPECT_THAT(faultsOf(host), ElementsAre("0000:a3:00.0 xgmi_down 1 link 2"));
    EXPECT_EQ(host.gpus.size(), 2U);
}

TEST(AmdSmiMetric, ShowsFiguresAndErrors) {
    const host::Host host =
        hostOfText("GPU: 0\n    POWER:\n        SOCKET_POWER: 211 W\n    CLOCK:\n        GFX_0:\n            "
                   "CLK: 1900 MHz\n"
                   "    TEMPERATURE:\n        HOTSPOT: 55 °C\n    PCIE:\n        WIDTH: 8\n    ECC:\n"
                   "        TOTAL_CORRECTABLE_COUNT: 0\n        TOTAL_UNCORRECTABLE_COUNT: 4\n");
    EXPECT_THAT(faultsOf(host), ElementsAre("GPU0 ecc_uncorrected 4"));
    ASSERT_EQ(host.deviceMatrices.size(), 1U);
    EXPECT_THAT(host.deviceMatrices[0].columns, ElementsAre("Power", "GFX clock", "Hotspot", "PCIe lanes",
                                                            "Corrected errors", "Uncorrectable errors"));
    EXPECT_THAT(host.deviceMatrices[0].rows[0].cells,
                ElementsAre("211 W", "1900 MHz", "55 °C", "8", "0", "4"));
}

} // namespace
} // namespace fabricscope::formats
