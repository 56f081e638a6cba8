// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/oracle/Oracle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricscope::e2e {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

constexpr const char *kTree = R"(-+-[0000:00]-+-00.0  Host bridge with 01.0-[25] in its name
 |           +-1c.0-[05]--
 |           \-1f.3  SMBus
 +-[0000:20]-+-00.0-[21-24]----00.0-[22-24]--+-00.0-[23]----00.0  Display
 |           |                               \-01.0-[24]----00.0  Network
 |           \-01.0-[25-28]----00.0-[26-28]--+-00.0-[27]----00.0  Display
 |                                           \-01.0-[28]----00.0  Network
 \-[10000:60]---02.0-[69]--+-00.0  NVMe
                           \-00.1  NVMe
)";

TEST(OracleTree, PutsEachFunctionBelowItsBridge) {
    const auto places = parseTree(kTree);
    EXPECT_THAT(places, SizeIs(18));
    EXPECT_EQ(places.at("0000:00:1f.3"), (Place{"0000:00", std::nullopt}));
    EXPECT_EQ(places.at("0000:00:1c.0"), (Place{"0000:00", std::nullopt}));
    EXPECT_EQ(places.at("0000:20:00.0"), (Place{"0000:20", std::nullopt}));
    EXPECT_EQ(places.at("0000:21:00.0"), (Place{"0000:20", "0000:20:00.0"}));
    EXPECT_EQ(places.at("0000:22:01.0"), (Place{"0000:20", "0000:21:00.0"}));
    EXPECT_EQ(places.at("0000:24:00.0"), (Place{"0000:20", "0000:22:01.0"}));
    EXPECT_EQ(places.at("0000:25:00.0"), (Place{"0000:20", "0000:20:01.0"}));
    EXPECT_EQ(places.at("0000:28:00.0"), (Place{"0000:20", "0000:26:01.0"}));
    EXPECT_EQ(places.at("10000:69:00.1"), (Place{"10000:60", "10000:60:02.0"}));
}

TEST(OracleTree, KnowsATreeOfOneRoot) {
    const auto places = parseTree("-[0000:00]-+-00.0  Host bridge\n           \\-01.0-[01]----00.0  Disk\n");
    EXPECT_THAT(places, SizeIs(3));
    EXPECT_EQ(places.at("0000:01:00.0"), (Place{"0000:00", "0000:00:01.0"}));
}

TEST(OracleVerbose, ReadsLinksGroupsAndBits) {
    const auto functions = parseVerbose(
        "0000:22:00.0 PCI bridge: Some Switch (Downstream) (rev 01) (prog-if 00 [Normal decode])\n"
        "\tNUMA node: 1\n"
        "\tIOMMU group: 20\n"
        "\tBus: primary=22, secondary=2f, subordinate=2f, sec-latency=0\n"
        "\tCapabilities: [90] Express (v2) Downstream Port (Slot+), MSI 00\n"
        "\t\tDevCap:\tMaxPayload 256 bytes, PhantFunc 0\n"
        "\t\t\tRlxdOrd- ExtTag- PhantFunc- AuxPwr- NoSnoop-\n"
        "\t\t\tMaxPayload 128 bytes, MaxReadReq 512 bytes\n"
        "\t\tLnkCap:\tPort #0, Speed unknown, Width x0, ASPM L0s, Exit Latency L0s <64ns\n"
        "\t\tLnkSta:\tSpeed 2.5GT/s (overdriven), Width x1 (overdriven)\n"
        "\tCapabilities: [148 v1] Access Control Services\n"
        "\t\tACSCap:\tSrcValid+ TransBlk+\n"
        "\t\tACSCtl:\tSrcValid+ TransBlk-\n"
        "\tKernel driver in use: pcieport\n"
        "\n"
        "0000:69:00.0 NVMe: Drive\n"
        "\t\tLnkCap:\tPort #0, Speed 16GT/s, Width x16, ASPM L0s\n"
        "\t\tInitial VFs: 2, Total VFs: 2, Number of VFs: 1, Function Dependency Link: 00\n"
        "0000:70:00.0 Network: Card\n"
        "\tCapabilities: <access denied>\n");
    ASSERT_THAT(functions, SizeIs(3));
    const Verbose &port = functions.at("0000:22:00.0");
    EXPECT_EQ(port.numa, 1);
    EXPECT_EQ(port.group, 20);
    EXPECT_EQ(port.secondaryBus, 0x2f);
    EXPECT_EQ(port.port, "Downstream Port");
    EXPECT_EQ(port.driver, "pcieport");
    EXPECT_EQ(port.capable, (LinkText{std::nullopt, std::nullopt}));
    EXPECT_EQ(port.current, (LinkText{2.5, 1}));
    EXPECT_EQ(port.maxPayload, 128);
    EXPECT_EQ(port.maxReadRequest, 512);
    EXPECT_EQ(port.relaxedOrdering, false);
    EXPECT_EQ(port.acsSupported, "SrcValid+ TransBlk+");
    EXPECT_EQ(port.acsEnabled, "SrcValid+ TransBlk-");
    EXPECT_FALSE(port.denied);
    const Verbose &drive = functions.at("0000:69:00.0");
    EXPECT_EQ(drive.capable, (LinkText{16.0, 16}));
    EXPECT_EQ(drive.totalVfs, 2);
    EXPECT_EQ(drive.numVfs, 1);
    EXPECT_EQ(drive.numa, std::nullopt);
    EXPECT_TRUE(functions.at("0000:70:00.0").denied);
}

TEST(OracleNumactl, ReadsNodesWithAndWithoutCpus) {
    const auto nodes =
        parseNumactl("available: 2 nodes (0-1)\nnode 0 cpus: 0 1\nnode 0 size: 710 MB\n"
                     "node 0 free: 618 MB\nnode 1 cpus:\nnode 1 size: 753 MB\nnode distances:\n"
                     "node   0   1 \n  0:  10  20 \n  1:  20  10 \n");
    ASSERT_THAT(nodes, SizeIs(2));
    EXPECT_EQ(nodes.at(0).cpus, "0 1");
    EXPECT_EQ(nodes.at(0).sizeMb, 710);
    EXPECT_EQ(nodes.at(1).cpus, "");
    EXPECT_THAT(nodes.at(1).distances, ElementsAre(20, 10));
}

TEST(OracleGroups, ReadsAListing) {
    const auto groups =
        parseGroups("20/devices/0000:22:00.0\n20/devices/0000:23:00.0\n7/devices/0000:60:00.0\n");
    EXPECT_THAT(groups, SizeIs(3));
    EXPECT_EQ(groups.at("0000:23:00.0"), 20);
}

} // namespace
} // namespace fabricscope::e2e
