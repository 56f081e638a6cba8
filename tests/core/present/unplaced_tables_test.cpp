// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/HostReader.h"
#include "core/formats/files/Import.h"
#include "core/present/facts/UnplacedTables.h"
#include "core/topology/Topology.h"
#include "tests/support/samples/SampleHosts.h"

#include <gmock/gmock.h>

namespace fabricscope::present {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::shared_ptr<const topology::Topology> topologyOf(std::string text) {
    const auto capture = formats::importPieces({{"pasted.txt", std::move(text)}});
    EXPECT_TRUE(capture);
    return topology::build(std::make_shared<host::Host>(formats::readHost(*capture)));
}

TEST(UnplacedTables, OfPortsHaveNoColumnThatNothingFills) {
    const auto tables = unplacedTables(*topologyOf("CA 'mlx5_4'\n\tCA type: MT4129\n\tNumber of ports: 1\n"
                                                   "\tPort 1:\n\t\tState: Down\n\t\tPhysical state: Polling\n"
                                                   "\t\tRate: 400\n\t\tLink layer: InfiniBand\n"));
    ASSERT_EQ(tables.size(), 1U);
    EXPECT_THAT(tables[0].columns,
                ElementsAre("Name", "Port", "State", "Physical", "Rate", "Link layer", "Type"));
    EXPECT_THAT(tables[0].rows, ElementsAre(ElementsAre("mlx5_4", "1", "DOWN", "Polling", "400 Gb/s",
                                                        "InfiniBand", "MT4129")));
}

TEST(UnplacedTables, OfAMatrixAreItsCells) {
    const auto topology = topologyOf("\tGPU0\tGPU1\tNIC0\tCPU Affinity\tNUMA Affinity\n"
                                     "GPU0\t X \tNV18\tPIX\t0-47\t0\n"
                                     "GPU1\tNV18\t X \tSYS\t48-95\t1\n"
                                     "NIC0\tPIX\tSYS\t X \t\t\n\n"
                                     "NIC Legend:\n\n  NIC0: mlx5_0\n");
    const auto tables = matrixTables(topology->host());
    ASSERT_EQ(tables.size(), 1U);
    EXPECT_EQ(tables[0].title, "nvidia-smi topo -m");
    ASSERT_EQ(tables[0].rows.size(), 3U);
    EXPECT_EQ(tables[0].rows[0][2], "NV18");
    for (const auto &row : tables[0].rows)
        EXPECT_EQ(row.size(), tables[0].columns.size());
}

TEST(UnplacedTables, OfGidsHaveTheirIpv4Address) {
    const auto tables = unplacedTables(
        *topologyOf("DEV\tPORT\tINDEX\tGID\t\t\t\t\tIPv4  \t\tVER\tDEV\n---\t----\t-----\t---\n"
                    "mlx5_7\t1\t3\t0000:0000:0000:0000:0000:ffff:0a09:0807\t10.9.8.7  \tv2\tens7np0\n"
                    "mlx5_7\t1\t1\tfe80:0000:0000:0000:0aaa:bbff:fecc:0001\t\t\tv1\tens7np0\n"));
    ASSERT_EQ(tables.size(), 2U);
    EXPECT_EQ(tables[1].title, "GIDs");
    EXPECT_THAT(tables[1].rows,
                ElementsAre(ElementsAre("mlx5_7", "1", "3", "0000:0000:0000:0000:0000:ffff:0a09:0807",
                                        "10.9.8.7", "RoCE v2", "ens7np0"),
                            ElementsAre("mlx5_7", "1", "1", "fe80:0000:0000:0000:0aaa:bbff:fecc:0001", "",
                                        "IB/RoCE v1", "ens7np0")));
}

TEST(UnplacedTables, OfFactsNameTheirTool) {
    const auto tables = unplacedTables(*topologyOf("driver: x900\nversion: 9.1\nfirmware-version: 7\n"
                                                   "expansion-rom-version: \nbus-info: 0000:a1:00.0\n"));
    ASSERT_EQ(tables.size(), 1U);
    EXPECT_THAT(tables[0].columns, ElementsAre("Device", "Fact", "Value", "Tool"));
    EXPECT_THAT(tables[0].rows[0], ElementsAre("0000:a1:00.0", "driver", "x900", "ethtool -i"));
}

TEST(UnplacedTables, AreEmptyWhereAllHasItsPlace) {
    const auto topology =
        topologyOf("0000:17:00.0 3D controller [0302]: NVIDIA Corporation GH100 [10de:2330] (rev a1)\n");
    EXPECT_THAT(unplacedTables(*topology), IsEmpty());
    EXPECT_THAT(matrixTables(topology->host()), IsEmpty());
}

TEST(UnplacedTables, HaveNoFactsOfToolsAboutDevicesOfTheTree) {
    host::Host host = samples::oneGpu();
    host.rdmaDevices.emplace_back().name = "mlx5_7";
    host.rdmaDevices.back().device = pci::Address::parse("0000:41:00.0");
    host.toolFacts = {{"nvidia-smi", "00000000:41:00.0", "Power", "112 W", {}},
                      {"ibv_devinfo", "mlx5_7/1", "Active MTU", "4096", {}},
                      {"nvidia-smi", "", "CUDA version", "12.4", {}},
                      {"nvidia-smi", "00000000:99:00.0", "Power", "98 W", {}}};
    const auto tables = unplacedTables(*samples::topologyOf(host));
    ASSERT_EQ(tables.size(), 1U) << "a picture of a healthy host has no tables below it";
    ASSERT_EQ(tables[0].rows.size(), 1U);
    EXPECT_EQ(tables[0].rows[0][0], "00000000:99:00.0");
}

} // namespace
} // namespace fabricscope::present
