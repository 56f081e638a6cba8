// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rows of tables that a copy glued together and that nothing separates surely: none of them is read, and a
// warning says so.
#include "tests/core/formats/files/HostFacts.h"
#include "tests/core/formats/tools/ToolHosts.h"

#include <gmock/gmock.h>

namespace fabricscope::formats {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const auto kIsLeftOut = ElementsAre(HasSubstr("several rows in one line; they are left out"));

TEST(GluedRows, OfShowGidsAreLeftOut) {
    const std::string heading = "DEV\tPORT\tINDEX\tGID\t\t\t\t\tIPv4  \t\tVER\tDEV\n";
    const std::string gid = "0000:0000:0000:0000:0000:ffff:0a09:0807\t10.9.8.7  \tv2\t";
    const host::Host host = hostOfText(heading + "mlx5_0\t1\t3\t" + gid + "ens1np0mlx5_1\t1\t3\t" + gid +
                                       "ens2np0\n" + "mlx5_2\t1\t3\t" + gid + "ens3np0\n");
    ASSERT_EQ(host.rdmaDevices.size(), 1U);
    EXPECT_EQ(host.rdmaDevices[0].name, "mlx5_2");
    EXPECT_THAT(host.warnings, kIsLeftOut);
}

TEST(GluedRows, OfPartitionsAreLeftOut) {
    const std::string begin = "CURRENT_PARTITION:\nGPU_ID  MEMORY  ACCELERATOR_TYPE  "
                              "ACCELERATOR_PROFILE_INDEX  PARTITION_ID\n";
    const host::Host host = hostOfText(begin + "0       NPS1    SPX               0                          "
                                               "01       NPS1    SPX               0                  0\n"
                                               "2       NPS1    SPX               0                  0\n");
    ASSERT_EQ(host.deviceMatrices.size(), 1U);
    ASSERT_EQ(host.deviceMatrices[0].rows.size(), 1U);
    EXPECT_EQ(host.deviceMatrices[0].rows[0].name, "GPU2");
    EXPECT_THAT(host.warnings, kIsLeftOut);
}

constexpr const char *kMonitorHeads = "GPU  POWER   GPU_T   MEM_T   GFX_CLK";

TEST(GluedRows, OfMonitorAreLeftOut) {
    const std::string row = "0  141 W    37 C    33 C  132 MHz";
    for (const char *glue : {"", "  "}) {
        const host::Host host =
            hostOfText(kMonitorHeads + ("\n  " + row) + glue +
                       "1  141 W    37 C    33 C  132 MHz\n  2  142 W    37 C    33 C  99 MHz\n");
        ASSERT_EQ(host.deviceMatrices.size(), 1U);
        ASSERT_EQ(host.deviceMatrices[0].rows.size(), 1U);
        EXPECT_EQ(host.deviceMatrices[0].rows[0].name, "GPU2");
        EXPECT_THAT(host.warnings, kIsLeftOut);
    }
}

TEST(GluedRows, BehindTheHeadsOfMonitorAreLeftOut) {
    const host::Host host = hostOfText(kMonitorHeads + std::string("    0  141 W    37 C    33 C  132 MHz\n"
                                                                   "  1  142 W    38 C    34 C  99 MHz\n"));
    ASSERT_EQ(host.deviceMatrices.size(), 1U);
    ASSERT_EQ(host.deviceMatrices[0].rows.size(), 1U);
    EXPECT_EQ(host.deviceMatrices[0].rows[0].name, "GPU1");
    EXPECT_THAT(host.deviceMatrices[0].rows[0].cells, ElementsAre("142 W", "38 C", "34 C", "99 MHz"));
    EXPECT_THAT(host.warnings, kIsLeftOut);
}

TEST(GluedRows, OfMonitorAsCsvAreLeftOut) {
    const host::Host host = hostOfText("gpu,power_usage,hotspot_temperature\n0,141,371,142,38\n2,143,39\n");
    ASSERT_EQ(host.deviceMatrices.size(), 1U);
    ASSERT_EQ(host.deviceMatrices[0].rows.size(), 1U);
    EXPECT_EQ(host.deviceMatrices[0].rows[0].name, "GPU2");
    EXPECT_THAT(host.warnings, kIsLeftOut);
}

TEST(GluedRows, OfAQueryKeepTheNumbersOfTheOthers) {
    for (const char *glue : {"", " "}) {
        const host::Host host =
            hostOfText(std::string("name, utilization.gpu [%], power.draw [W]\nNVIDIA X900, 1 %, 70.00 W") +
                       glue + "NVIDIA X900, 2 %, 71.00 W\nNVIDIA X900, 3 %, 72.00 W\n");
        ASSERT_EQ(host.deviceMatrices.size(), 1U);
        ASSERT_EQ(host.deviceMatrices[0].rows.size(), 1U);
        EXPECT_EQ(host.deviceMatrices[0].rows[0].name, "GPU2");
        EXPECT_THAT(host.warnings, kIsLeftOut);
    }
}

TEST(GluedRows, OfAQueryWithoutRepetitionHaveNoWarning) {
    EXPECT_THAT(
        hostOfText("index, name, utilization.gpu [%]\n0, NVIDIA X900, 3 %\n1, NVIDIA X900, 4 %\n").warnings,
        IsEmpty());
    EXPECT_THAT(hostOfText("0, NVIDIA X900, 00000000:A3:00.0, 81559\n").warnings, IsEmpty());
}

} // namespace
} // namespace fabricscope::formats
