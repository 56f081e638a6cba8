// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/formats/tools/ToolHosts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricscope::formats {
namespace {

const std::string kDevices = "libibverbs: Warning: no userspace device-specific driver found for uverbs3\n"
                             "    device          \t   node GUID\n"
                             "    ------          \t----------------\n"
                             "    mlx5_0          \t9c63c00300d420f0\n"
                             "    mlx5_bond_with_a_long_name\t9C63c00300d420f1\n"
                             "    rxe0            \t0000000000000000\n"
                             "    cut             \t9c63c003\n";

TEST(IbvDevices, HaveNamesAndGuids) {
    EXPECT_EQ(kindOf(kDevices), "ibv_devices");
    for (const std::string &form : {kDevices, pasted(kDevices), pasted(kDevices, true)}) {
        const host::Host host = hostOfText(form);
        ASSERT_EQ(host.rdmaDevices.size(), 3U) << form;
        EXPECT_EQ(host.rdmaDevices[0].name, "mlx5_0");
        EXPECT_EQ(host.rdmaDevices[0].nodeGuid.valueOr("?"), "9c63:c003:00d4:20f0");
        EXPECT_EQ(host.rdmaDevices[1].name, "mlx5_bond_with_a_long_name");
        EXPECT_FALSE(host.rdmaDevices[2].nodeGuid) << "zeros are no identity";
    }
}

TEST(IbvDevices, WithoutTheirHeadingAreNoKind) {
    EXPECT_EQ(kindOf(kDevices.substr(kDevices.find("    mlx5_0"))), "");
    EXPECT_TRUE(hostOfText("    device          \t   node GUID\n    ------ \t----------------\n")
                    .rdmaDevices.empty());
}

const std::string kStatus = "Infiniband device 'mlx5_0' port 1 status:\n"
                            "\tdefault gid:\t fe80:0000:0000:0000:9c63:c003:00d4:20f0\n"
                            "\tbase lid:\t 0x1f\n"
                            "\tsm lid:\t\t 0x1\n"
                            "\tstate:\t\t 4: ACTIVE\n"
                            "\tphys state:\t 5: LinkUp\n"
                            "\trate:\t\t 400 Gb/sec (4X NDR)\n"
                            "\tlink_layer:\t InfiniBand\n"
                            "\n"
                            "Infiniband device 'mlx5_0' port 2 status:\n"
                            "\tdefault gid:\t 0000:0000:0000:0000:0000:0000:0000:0000\n"
                            "\tstate:\t\t 1: DOWN\n"
                            "\tphys state:\t 3: Disabled\n"
                            "\trate:\t\t 2.5 Gb/sec (1X SDR)\n"
                            "\tlink_layer:\t Ethernet\n";

TEST(Ibstatus, HasThePortsOfEachDevice) {
    EXPECT_EQ(kindOf(kStatus), "ibstatus");
    for (const std::string &form : {kStatus, pasted(kStatus), pasted(kStatus, true)}) {
        const host::Host host = hostOfText(form);
        ASSERT_EQ(host.rdmaDevices.size(), 1U);
        ASSERT_EQ(host.rdmaDevices[0].ports.size(), 2U);
        const host::RdmaPort &first = host.rdmaDevices[0].ports[0], &second = host.rdmaDevices[0].ports[1];
        EXPECT_EQ(first.state.valueOr("?"), "ACTIVE");
        EXPECT_EQ(first.physicalState.valueOr("?"), "LinkUp");
        EXPECT_DOUBLE_EQ(first.rate.valueOr(GigabitsPerSecond{0}).value, 400);
        EXPECT_EQ(first.linkLayer.valueOr("?"), "InfiniBand");
        ASSERT_EQ(first.gids.size(), 1U);
        EXPECT_EQ(first.gids[0].index, 0);
        EXPECT_EQ(second.state.valueOr("?"), "DOWN");
        EXPECT_DOUBLE_EQ(second.rate.valueOr(GigabitsPerSecond{0}).value, 2.5);
        EXPECT_TRUE(second.gids.empty()) << "zeros are none";
    }
}

TEST(Ibstatus, LeavesOutWhatItCannotRead) {
    const host::Host host = hostOfText("Infiniband device 'a' port 300 status:\n\tstate:\t4: ACTIVE\n"
                                       "Infiniband device 'b' port 1 status:\n\tstate:\tACTIVE\n"
                                       "\trate:\t400 apples\n\tphys state:\t\n");
    ASSERT_EQ(host.rdmaDevices.size(), 1U);
    EXPECT_EQ(host.rdmaDevices[0].name, "b");
    EXPECT_FALSE(host.rdmaDevices[0].ports[0].state);
    EXPECT_FALSE(host.rdmaDevices[0].ports[0].rate);
    EXPECT_FALSE(host.rdmaDevices[0].ports[0].physicalState);
}

} // namespace
} // namespace fabricscope::formats
