// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Ports whose link is not as it should be, and processes on GPUs.
#include "tests/core/formats/tools/ToolFaults.h"
#include "tests/core/formats/tools/ToolHosts.h"

#include <gmock/gmock.h>

namespace fabricscope::formats {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::string ibstatus(const std::string &rate, const std::string &layer, const std::string &physical) {
    return "Infiniband device 'mlx5_6' port 1 status:\n\tdefault gid:\t "
           "fe80:0000:0000:0000:9c63:c003:00d4:20f0\n"
           "\tbase lid:\t 0x2a\n\tsm lid:\t\t 0x1\n\tstate:\t\t 4: ACTIVE\n\tphys state:\t " +
           physical + "\n\trate:\t\t " + rate + "\n\tlink_layer:\t " + layer + "\n";
}

TEST(Ports, OfInfiniBandWithOneLaneAreAFault) {
    EXPECT_THAT(faultsOf(hostOfText(ibstatus("25 Gb/sec (1X EDR)", "InfiniBand", "5: LinkUp"))),
                ElementsAre("mlx5_6/1 port_narrow"));
    EXPECT_THAT(faultsOf(hostOfText(ibstatus("100 Gb/sec (4X EDR)", "InfiniBand", "5: LinkUp"))), IsEmpty());
    EXPECT_THAT(faultsOf(hostOfText(ibstatus("100 Gb/sec (2X HDR)", "InfiniBand", "5: LinkUp"))), IsEmpty());
    EXPECT_THAT(faultsOf(hostOfText(ibstatus("25 Gb/sec (1X EDR)", "Ethernet", "5: LinkUp"))), IsEmpty());
    EXPECT_THAT(faultsOf(hostOfText(ibstatus("2.5 Gb/sec (1X SDR)", "InfiniBand", "2: Polling"))), IsEmpty());
    const std::string devinfo = "hca_id:\tmlx5_6\n\ttransport:\t\t\tInfiniBand (0)\n\t\tport:\t1\n"
                                "\t\t\tstate:\t\t\tPORT_ACTIVE (4)\n\t\t\tlink_layer:\t\tInfiniBand\n"
                                "\t\t\tactive_width:\t\t1X (1)\n\t\t\tactive_speed:\t\t25.0 Gbps (32)\n"
                                "\t\t\tphys_state:\t\tLINK_UP (5)\n";
    EXPECT_THAT(faultsOf(hostOfText(devinfo)), ElementsAre("mlx5_6/1 port_narrow"));
}

TEST(AmdSmiProcess, ListsTheProcessesOfEachGpu) {
    const host::Host host = hostOfText(
        "GPU: 0\n    PROCESS_INFO:\n        NAME: trainer\n        PID: 5150\n        MEMORY_USAGE:\n"
        "            GTT_MEM: 2.0 MB\n            VRAM_MEM: 61.5 GB\n        USAGE:\n            GFX: 0 ns\n"
        "    PROCESS_INFO:\n        NAME: N/A\n        PID: 5151\n"
        "GPU: 1\n    PROCESS_INFO: No running processes detected\n");
    ASSERT_EQ(host.deviceMatrices.size(), 1U);
    EXPECT_EQ(host.deviceMatrices[0].tool, "amd-smi process");
    ASSERT_EQ(host.deviceMatrices[0].rows.size(), 2U);
    EXPECT_THAT(host.deviceMatrices[0].rows[0].cells, ElementsAre("trainer 5150, 61.5 GB; process 5151"));
    EXPECT_THAT(host.deviceMatrices[0].rows[1].cells, ElementsAre("No running processes detected"));
}

} // namespace
} // namespace fabricscope::formats
