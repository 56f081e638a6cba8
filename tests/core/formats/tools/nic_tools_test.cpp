// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/formats/tools/ToolFaults.h"
#include "tests/core/formats/tools/ToolHosts.h"

#include <gmock/gmock.h>

namespace fabricscope::formats {
namespace {

using testing::ElementsAre;

TEST(EthtoolStatistics, AreKeptApart) {
    const std::string first = "NIC statistics:\n     rx_discards_phy: 12\n     rx_packets: 7\n";
    const std::string second = "NIC statistics:\n     rx_discards_phy: 3\n";
    EXPECT_THAT(faultsOf(hostOfText(first + second)),
                ElementsAre("interface 1 counters_buffers rx_discards_phy 12",
                            "interface 2 counters_buffers rx_discards_phy 3"));
    EXPECT_THAT(
        faultsOf(hostOfText("$ ethtool -S eth2\n" + first + "root@h:~# sudo ethtool -S ens7np0\n" + second)),
        ElementsAre("eth2 counters_buffers rx_discards_phy 12",
                    "ens7np0 counters_buffers rx_discards_phy 3"));
    EXPECT_THAT(faultsOf(hostOfText(first)), ElementsAre(" counters_buffers rx_discards_phy 12"));
}

TEST(EthtoolStatistics, AdviseOnTransceiversAndLinks) {
    EXPECT_THAT(faultsOf(hostOfText("$ ethtool -S eth2\nNIC statistics:\n     module_high_temp: 4\n"
                                    "     link_down_events_phy: 2\n     rx_symbol_err_phy: 9\n")),
                ElementsAre("eth2 module_hot 4", "eth2 link_downs 2", "eth2 counters rx_symbol_err_phy 9"));
    EXPECT_THAT(faultsOf(hostOfText("NIC statistics:\n     module_high_temp: 0\n     "
                                    "link_down_events_phy: 0\n     rx_symbol_err_phy: 0\n")),
                testing::IsEmpty());
}

TEST(IbvDevinfo, ShowsMtuAndLids) {
    EXPECT_THAT(
        factsOf(hostOfText("hca_id:\tmlx5_7\n\tfw_ver:\t\t\t\t28.99.1\n\t\tport:\t1\n"
                           "\t\t\tstate:\t\t\tPORT_ACTIVE (4)\n\t\t\tmax_mtu:\t\t4096 (5)\n"
                           "\t\t\tactive_mtu:\t\t1024 (3)\n\t\t\tsm_lid:\t\t\t1\n\t\t\tport_lid:\t\t44\n"
                           "\t\t\tlink_layer:\t\tInfiniBand\n")),
        ElementsAre("mlx5_7/1 Largest MTU=4096", "mlx5_7/1 Active MTU=1024", "mlx5_7/1 SM LID=1",
                    "mlx5_7/1 LID=44"));
}

TEST(Ibdev2netdev, ShowsTheModel) {
    const host::Host host = hostOfText("0000:a1:00.0 mlx5_7 (MT4129 - MCX999) ConnectX-9 adapter card fw "
                                       "28.99.1000 port 1 (ACTIVE) ==> ens7np0 (Up)\n");
    EXPECT_THAT(factsOf(host),
                ElementsAre("mlx5_7 Part number=MCX999", "mlx5_7 Model=ConnectX-9 adapter card"));
    ASSERT_EQ(host.rdmaDevices.size(), 1U);
    EXPECT_EQ(*host.rdmaDevices[0].hcaType, "MT4129");
    EXPECT_EQ(*host.rdmaDevices[0].firmware, "28.99.1000");
}

TEST(NicTools, DroppedAndLostPacketsAreNoFaultOfTheCable) {
    EXPECT_THAT(faultsOf(hostOfText("NIC statistics:\n     rx_packets: 12\n     rx_out_of_buffer: 5\n"
                                    "     rx_discards_phy: 7\n     rx_crc_errors_phy: 3\n"
                                    "     out_of_sequence: 4\n     local_ack_timeout_err: 2\n")),
                testing::ElementsAre(" counters rx_crc_errors_phy 3",
                                     " counters_buffers rx_out_of_buffer 5, rx_discards_phy 7",
                                     " counters_lost out_of_sequence 4, local_ack_timeout_err 2"));
}

} // namespace
} // namespace fabricscope::formats
